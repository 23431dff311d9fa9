"""Ending a match that cannot be read any more: nobody can play it, but its place is needed."""

from functools import partial
from typing import Final

from bot.store.errors import Unreadable
from bot.store.values import EndedBy, OpenMatch, Place
from bot.tables.ending import FORGOTTEN_AFTER
from bot.tables.errors import NotSeated
from bot.tables.registry import Registry
from bot.tables.timers import Timers
from bot.tables.values import Person


class GivingUp:
    """Ends unreadable matches: when somebody of them wants it, when their place is gone, after seven days."""

    def __init__(self, registry: Registry, timers: Timers) -> None:
        self._registry: Final = registry
        self._timers: Final = timers

    async def give_up(self, place: Place, person: Person | None = None) -> None:
        """End the match at a place that cannot be read, without a result; anything else there stays.

        `person` wants it, one who has a seat or a moderator; None if nobody has to. Raises NotSeated.
        """
        async with self._registry.locked(place):
            try:
                await self._registry.read(place)
            except Unreadable:
                await self._end(place, person)

    async def _end(self, place: Place, person: Person | None) -> None:
        store, outline = self._registry.store, await self._registry.store.outline_of(place)
        if outline is None:
            return
        if person is not None and not person.moderator and person.user_id not in outline.people:
            raise NotSeated
        ended_by = EndedBy.ABANDONED if person is None else EndedBy.STOPPED
        await store.end_unread(outline, ended_by, self._registry.clock())
        self._registry.forget(place)
        self._timers.cancel(_timer(place))

    async def wait(self, match: OpenMatch) -> None:
        """End an unreadable match once no person has done anything in it for seven days."""
        now = self._registry.clock()
        acted_at = await self._registry.store.acted_at(match.id) or now
        end = partial(self.give_up, match.place)
        self._timers.insist(_timer(match.place), acted_at + FORGOTTEN_AFTER, end)


def _timer(place: Place) -> tuple[str, Place]:
    return "give up", place
