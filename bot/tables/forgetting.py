"""Closing matches in which nobody does anything any more."""

from functools import partial

from bot.store.values import Place
from bot.tables.ending import forgotten_at
from bot.tables.errors import TableError
from bot.tables.matches import Matches
from bot.tables.timers import Timers
from bot.tables.values import Table


class Forgetting:
    """Sets a timer a running match, for the day on which it is closed if no person does anything."""

    def __init__(self, matches: Matches, timers: Timers) -> None:
        self._matches = matches
        self._timers = timers

    def changed(self, before: Table | None, after: Table) -> None:
        """Set the timer anew."""
        del before
        self.resumed(after)

    def resumed(self, table: Table) -> None:
        """Set the timer of this table."""
        if table.match is not None and table.is_open:
            job = partial(self._forget, table.place, table.id)
            self._timers.insist(("forget", table.place), forgotten_at(table), job)
        else:
            self._timers.cancel(("forget", table.place))

    async def _forget(self, place: Place, match_id: int) -> None:
        try:
            later = await self._matches.forget(place, match_id)
        except TableError:
            # Somebody did something just now; that has set the timer anew.
            return
        if later is not None:
            self._timers.insist(("forget", place), later, partial(self._forget, place, match_id))
