"""What people said that they prefer, and whether it is done."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from simcord.types import HttpLogEntry

from bot.app import YanivBot
from bot.personal import Pings
from tests.fuzz.people import Person


@dataclass
class Wishes:
    """`lucky_words` are all there ever were, `quiet` are those who wanted no calls after the last step."""

    lucky_words: set[str] = field(default_factory=set[str])
    quiet: set[int] = field(default_factory=set[int])

    def look(self, bot: YanivBot, people: Iterable[Person], requests: Iterable[HttpLogEntry]) -> list[str]:
        """Return who was called although they want no calls, and take note of what is wanted now."""
        wanted = {person.id: bot.desk.people.known(person.id) for person in people}
        quiet = {user_id for user_id, personal in wanted.items() if personal.pings is Pings.NEVER}
        # Whoever changed it within the step may have been called before.
        found = [f"{user_id} was called" for user_id in called(requests) if user_id in quiet & self.quiet]
        self.quiet = quiet
        self.lucky_words |= {personal.lucky_word for personal in wanted.values()}
        return found


def called(requests: Iterable[HttpLogEntry]) -> Iterator[int]:
    """Yield whom the bot called, in a channel or directly."""
    for request in requests:
        body = cast("dict[str, Any]", request.json) if isinstance(request.json, dict) else {}
        if request.path.endswith("/users/@me/channels"):
            yield int(body["recipient_id"])
        for user_id in body.get("allowed_mentions", {}).get("users", ()):
            yield int(user_id)
