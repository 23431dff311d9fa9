"""What people prefer, kept in memory: a click of somebody who is known asks nothing of the database."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.personal import NOTHING_SAID, Personal
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.tables.timers import Clock

log = logging.getLogger(__name__)

MOST_KNOWN: Final = 10_000
"""Of so many people it is kept; those not heard of for the longest are forgotten first."""

STALE: Final = timedelta(minutes=10)
"""After so long it is read again: another process may have changed it."""

PATIENCE: Final = 0.5
"""Seconds for which a click waits until it is known who clicked."""


@dataclass(frozen=True, slots=True)
class _Known:
    personal: Personal
    read: datetime


class People:
    """What each person prefers; every change is written at once."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store: Final = store
        self._clock: Final = clock
        self._known: Final = OrderedDict[int, _Known]()
        self._reading: Final = dict[int, asyncio.Task[Personal]]()
        self._changes = 0

    @property
    def count(self) -> int:
        """Of how many people it is kept what they prefer."""
        return len(self._known)

    def known(self, user_id: int) -> Personal | None:
        """Return what a person prefers as it is kept, None if it is not."""
        known = self._known.get(user_id)
        return None if known is None else known.personal

    async def of(self, user_id: int) -> Personal:
        """Return what a person prefers, as it is or lately was; raise what the store raises."""
        known = self._known.get(user_id)
        if known is None or self._clock() - known.read >= STALE:
            return await self.read(user_id)
        self._known.move_to_end(user_id)
        return known.personal

    async def read(self, user_id: int) -> Personal:
        """Return what a person prefers now, whoever changed it; raise what the store raises."""
        reading = self._reading.get(user_id)
        if reading is None:
            work = self._read(user_id)
            reading = asyncio.get_running_loop().create_task(work, name="read what is preferred")
            reading.add_done_callback(lambda task: self._has_read(user_id, task))
            self._reading[user_id] = reading
        return await asyncio.shield(reading)

    async def _read(self, user_id: int) -> Personal:
        changes = self._changes
        personal = await self._store.personal_of(user_id)
        if changes != self._changes:
            # Something was changed meanwhile: what was read may be from before.
            return await self._read(user_id)
        self._keep(user_id, personal)
        return personal

    def _has_read(self, user_id: int, task: asyncio.Task[Personal]) -> None:
        self._reading.pop(user_id, None)
        # Nobody may be waiting any more.
        if not task.cancelled() and task.exception() is not None:
            log.warning("What a person prefers could not be read.")

    async def meet(self, user_id: int) -> None:
        """See to it that somebody who clicked is known, if that takes no longer than a moment.

        While the database is out of order they are answered as if they had said nothing.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                await self.of(user_id)
        except (StoreError, TimeoutError):
            log.info("Answered without knowing what is preferred.")

    async def change(self, user_id: int, change: Callable[[Personal], Personal]) -> Personal:
        """Change what a person prefers, and return it; raise what the store raises."""
        personal = await self._store.change_personal(user_id, change)
        self._changes += 1
        self._keep(user_id, personal)
        return personal

    def _keep(self, user_id: int, personal: Personal) -> None:
        self._known[user_id] = _Known(personal, self._clock())
        self._known.move_to_end(user_id)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def told(personal: Personal | None) -> Personal:
    """Return what somebody prefers, nothing if that is not known."""
    return NOTHING_SAID if personal is None else personal
