"""When a computer does what it does: chosen once a turn."""

import random
from collections.abc import Hashable
from datetime import datetime, timedelta

from bot.tables.timers import Clock


class Moments:
    """Chooses a moment at random for each name and turn; asked again in the same turn, it is the same one."""

    def __init__(self, clock: Clock, rng: random.Random) -> None:
        self._clock = clock
        self._rng = rng
        self._chosen: dict[Hashable, tuple[Hashable, datetime]] = {}

    def choose(self, name: Hashable, turn: Hashable, span: tuple[float, float]) -> datetime:
        """Return the moment for a turn, `span` being the least and the most seconds from now."""
        known = self._chosen.get(name)
        if known is not None and known[0] == turn:
            return known[1]
        moment = self._clock() + timedelta(seconds=self._rng.uniform(*span))
        self._chosen[name] = (turn, moment)
        return moment

    def forget(self, name: Hashable) -> None:
        """Forget what was chosen under a name."""
        self._chosen.pop(name, None)
