"""A sign of life in the store, which tells after a start for how long the bot was not there."""

import logging
from datetime import datetime, timedelta
from typing import Final

from bot.store.errors import StoreError
from bot.store.store import Store
from bot.tables.timers import Clock, Timers

log = logging.getLogger(__name__)

KEY: Final = "alive"
EVERY: Final = timedelta(seconds=30)
WORTH_SAYING: Final = timedelta(minutes=1)
"""An absence that is not longer than that is none."""


def worth_saying(absence: timedelta) -> timedelta | None:
    """Return an absence that people should hear of, None for one so short that hardly anybody noticed."""
    return absence if absence > WORTH_SAYING else None


class Heartbeat:
    """Writes down every half minute that a process is there; several processes may do so at once."""

    def __init__(self, store: Store, timers: Timers, clock: Clock) -> None:
        self._store = store
        self._timers = timers
        self._clock = clock

    async def absence(self) -> timedelta | None:
        """Return for how long no process was there until now; None for a minute at most, or no time before.

        Raises StoreError.
        """
        last = await self._store.get_kept(KEY)
        gone = None if last is None else self._clock() - datetime.fromisoformat(last)
        return None if gone is None else worth_saying(gone)

    async def beat(self) -> None:
        """Give a sign of life now and every half minute from now on."""
        self._timers.set(KEY, self._clock() + EVERY, self.beat)
        await self.stop()

    async def stop(self) -> None:
        """Give a last sign of life."""
        try:
            await self._store.keep(KEY, self._clock().isoformat())
        except StoreError:
            # The next one will do.
            log.warning("No sign of life could be written.")
