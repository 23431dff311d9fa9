"""What happens without a click: computers move, the next round comes, a lobby closes."""

import logging
import random
from datetime import timedelta
from typing import Final

from bot.engine.actions import By
from bot.players.levels import computer
from bot.store.errors import StoreError
from bot.store.values import Place
from bot.tables.errors import TableError
from bot.tables.lobbies import Lobbies
from bot.tables.matches import Matches
from bot.tables.registry import Registry
from bot.tables.timers import Timers
from bot.tables.values import Phase, Table

log = logging.getLogger(__name__)

TRY_AGAIN: Final = timedelta(seconds=5)
SWEEP: Final = timedelta(minutes=10)


class Clockwork:
    """Sets one timer a place, bound to the turn it is for, and does what is due.

    It hears of every change like any other listener, so what it did itself sets the next timer.
    """

    def __init__(
        self,
        registry: Registry,
        lobbies: Lobbies,
        matches: Matches,
        *,
        timers: Timers,
        rng: random.Random,
        delay: tuple[float, float],
    ) -> None:
        """`delay` is the least and the most seconds a computer takes for its move."""
        self._registry = registry
        self._lobbies = lobbies
        self._matches = matches
        self._timers = timers
        self._rng = rng
        self._delay = delay

    def start(self) -> None:
        """Begin to release idle tables now and then."""
        self._timers.set("sweep", self._registry.clock() + SWEEP, self._sweep)

    async def _sweep(self) -> None:
        self._registry.release_idle()
        self.start()

    def changed(self, before: Table | None, after: Table) -> None:
        """Set the timer for what comes next at this table."""
        del before
        self.resumed(after)

    def resumed(self, table: Table) -> None:
        """Set the timer for what comes next at this table."""
        match table.phase:
            case Phase.LOBBY | Phase.ROUND_OVER if table.deadline is not None:
                self._arm(table, table.deadline - self._registry.clock())
            case Phase.PLAYING if self._computer_to_move(table):
                self._arm(table, timedelta(seconds=self._rng.uniform(*self._delay)))
            case _:
                self._timers.cancel(table.place)

    def _arm(self, table: Table, wait: timedelta) -> None:
        place, match_id, number = table.place, table.id, table.number

        async def due() -> None:
            try:
                await self._do(place, match_id, number)
            except StoreError:
                log.warning("Match %d: nothing could be written, trying again.", match_id)
                # What is set meanwhile is for a later turn, and this one was played.
                if not self._timers.is_set(place):
                    self._timers.set(place, self._registry.clock() + TRY_AGAIN, due)

        self._timers.set(place, self._registry.clock() + wait, due)

    async def _do(self, place: Place, match_id: int, number: int) -> None:
        try:
            table = await self._registry.look(place)
            if table is None or table.id != match_id or table.number != number:
                return
            if table.phase is Phase.LOBBY:
                await self._expire(table)
            else:
                await self._go_on(place, match_id, number)
        except TableError:
            # Somebody's click came first; whatever it changed has set a timer of its own.
            return

    async def _expire(self, table: Table) -> None:
        left = timedelta() if table.deadline is None else table.deadline - self._registry.clock()
        if left > timedelta():
            # The loop's clock and the wall clock do not run alike: over half an hour it may fire early.
            self._arm(table, left)
        else:
            await self._lobbies.expire(table.place, table.id)

    async def _go_on(self, place: Place, match_id: int, number: int) -> None:
        async with self._registry.hold(place) as held:
            table = held.require(match_id)
            if table.number != number or table.match is None:
                return
            seat = table.match.to_move
            if seat is None:
                await self._matches.deal(held, table)
            elif self._computer_to_move(table):
                level = computer(table.match.players[seat].kind)
                action = level.choose(table.match.seat_view(seat), table.match.legal_actions(), self._rng)
                await self._matches.act(held, table, action, By.COMPUTER)

    @staticmethod
    def _computer_to_move(table: Table) -> bool:
        match = table.match
        return match is not None and match.to_move is not None and not match.players[match.to_move].is_human
