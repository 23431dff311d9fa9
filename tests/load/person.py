"""Someone who clicks and reads: every click is checked for the one answer that it must have."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from simcord.backend.models import Interaction, Message

from tests.load.loopback import Loopback
from tests.load.rest import Call
from tests.load.world import Someone

IN_TIME: Final = 3.0
"""Seconds in which a click has to be acknowledged."""
FOLLOWS: Final = 20.0
"""Seconds in which an answer that was deferred has to follow."""

_DEFERRED: Final = 5
_DEFERRED_UPDATE: Final = 6


@dataclass(frozen=True)
class Answer:
    """How a click was answered: `seconds` until the acknowledgement, None if there was none.

    `deferred` says that the answer followed later, or `followed` is False.
    """

    record: Interaction
    calls: list[Call]
    seconds: float | None
    deferred: bool = False
    followed: bool = True

    @property
    def complete(self) -> bool:
        """Say whether whoever clicked has their answer."""
        return self.seconds is not None and self.followed


@dataclass
class Noted:
    """What a crowd saw: seconds until each acknowledgement, and what should not have been."""

    seconds: list[float] = field(default_factory=list[float])
    faults: list[str] = field(default_factory=list[str])
    lost: int = 0
    deferred: int = 0


class Person:
    """One person. `expects` says whether the bot is there to answer; if not, nobody is surprised."""

    def __init__(
        self, discord: Loopback, someone: Someone, noted: Noted, expects: Callable[[], bool] = lambda: True
    ) -> None:
        self.discord: Final = discord
        self.someone: Final = someone
        self.noted: Final = noted
        self.expects: Final = expects

    @property
    def id(self) -> int:
        """Discord's id of them."""
        return self.someone.id

    async def slash(self, channel_id: int, command: str, **options: bool | int | str) -> Answer:
        """Use `/yaniv <command>` and wait for its answer."""
        record = self.discord.world.command(self.someone, channel_id, f"yaniv {command}", options)
        return await self._answered(record, f"/yaniv {command}")

    async def click(self, message: Message, custom_id: str) -> Answer:
        """Click a button and wait for the answer."""
        record = self.discord.world.click(self.someone, message, custom_id)
        return await self._answered(record, custom_id, follows=message.is_ephemeral)

    def original(self, answer: Answer) -> Message | None:
        """Return the message that an answer is on now: a new one, or the one that was clicked."""
        record = answer.record
        message_id = record.message_id or record.source_message_id
        return self.discord.world.backend.messages[record.channel_id].get(message_id or 0)

    async def _answered(self, record: Interaction, what: str, *, follows: bool = False) -> Answer:
        """Wait for an acknowledgement, and where it was deferred for what follows.

        With `follows` something follows a silent one too: the message that was clicked is redrawn.
        """
        calls = self.discord.rest.answers.setdefault(record.id, [])
        began = monotonic()
        try:
            seconds = None
            if await self._until(record, lambda: bool(_acknowledgements(calls)), IN_TIME):
                seconds = monotonic() - began
            answer = Answer(record, calls, seconds)
            if seconds is None:
                self._unanswered(what)
                return answer
            kind = _acknowledgements(calls)[0].body["type"]
            if kind == _DEFERRED or (follows and kind == _DEFERRED_UPDATE):
                followed = await self._until(record, lambda: _followed(calls), FOLLOWS)
                answer = Answer(record, calls, seconds, deferred=True, followed=followed)
            self._note(answer, what)
            return answer
        finally:
            del self.discord.rest.answers[record.id]

    async def _until(self, record: Interaction, done: Callable[[], bool], seconds: float) -> bool:
        ends = monotonic() + seconds
        while not done():
            left = ends - monotonic()
            if left <= 0 or not self.expects():
                return False
            await self.discord.world.change(record.channel_id, min(left, 0.2))
        return True

    def _unanswered(self, what: str) -> None:
        self.noted.lost += 1
        if self.expects():
            self.noted.faults.append(f"{what} by {self.someone.name}: not acknowledged within {IN_TIME} s")

    def _note(self, answer: Answer, what: str) -> None:
        self.noted.seconds.append(answer.seconds or 0.0)
        self.noted.deferred += answer.deferred
        if not answer.followed and self.expects():
            self.noted.faults.append(f"{what} by {self.someone.name}: nothing followed within {FOLLOWS} s")
        if len(_acknowledgements(answer.calls)) > 1:
            self.noted.faults.append(f"{what} by {self.someone.name}: acknowledged more than once")


def _acknowledgements(calls: list[Call]) -> list[Call]:
    return [call for call in calls if call.route == "callback" and 200 <= call.status < 300]


def _followed(calls: list[Call]) -> bool:
    return any(call.route in ("edit original", "followup") and 200 <= call.status < 300 for call in calls)


async def pause(seconds: float) -> None:
    """Let someone think."""
    await asyncio.sleep(seconds)
