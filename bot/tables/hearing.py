"""Whether people can be heard: while Discord cannot be reached, nobody's turn ends."""

from datetime import datetime, timedelta

from bot.store.values import Place
from bot.tables.timers import Clock
from bot.tables.turns import plays_itself
from bot.tables.values import Table


class Hearing:
    """Knows since when no click can come, and whose turn would have ended meanwhile."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lost: datetime | None = None
        self._late: set[Place] = set()

    def lost(self) -> None:
        """Note that no click comes from now on."""
        self._lost = self._lost or self._clock()

    def spares(self, table: Table) -> bool:
        """Say whether the turn at a table that is over by the clock has to wait for clicks, and note that."""
        seat = None if table.match is None else table.match.to_move
        spared = self._lost is not None and seat is not None and not plays_itself(table, seat)
        if spared:
            self._late.add(table.place)
        return spared

    def back(self) -> tuple[timedelta, frozenset[Place]]:
        """Note that clicks come again; return how long they did not, and the places whose turns waited."""
        gone = timedelta(0) if self._lost is None else self._clock() - self._lost
        late, self._late, self._lost = frozenset(self._late), set(), None
        return gone, late
