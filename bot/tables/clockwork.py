"""What happens without a click: computers move, the next round comes, a lobby closes."""

import logging
import random
from datetime import datetime, timedelta
from typing import Final

from bot.engine.actions import By
from bot.engine.rules import Rules
from bot.players.levels import computer
from bot.rule_fields import offered
from bot.store.errors import StoreError
from bot.store.values import Place
from bot.tables.errors import TableError
from bot.tables.lobbies import Lobbies
from bot.tables.matches import Matches
from bot.tables.moments import Moments
from bot.tables.registry import Registry
from bot.tables.timers import Timers
from bot.tables.values import Phase, Table

log = logging.getLogger(__name__)

TRY_AGAIN: Final = timedelta(seconds=5)
SWEEP: Final = timedelta(minutes=10)
SLAP_WAIT: Final = 4.0
"""Seconds that a computer waits with its move where cards may be slapped down, slap or no slap.

So its waiting tells nothing, and everybody has the same time to slap down.
"""
SLAP_TIME: Final = (1.0, 3.0)
"""The least and the most seconds in which a computer slaps down: before the next computer moves."""


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
        self._moments = Moments(registry.clock, rng)

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
        moment = self._next_moment(table)
        if moment is None:
            self._timers.cancel(table.place)
        else:
            self._arm(table, moment)
        self._arm_slap(table)

    def _next_moment(self, table: Table) -> datetime | None:
        if table.phase is Phase.PLAYING and self._computer_to_move(table):
            # Votes, departures and slap-downs meanwhile do not make it think longer.
            span = (SLAP_WAIT, SLAP_WAIT) if _has_slaps(table.rules) else self._delay
            return self._moments.choose(table.place, _turn(table), span)
        self._moments.forget(table.place)
        return table.deadline if table.phase in (Phase.LOBBY, Phase.ROUND_OVER) else None

    def _arm(self, table: Table, moment: datetime) -> None:
        place, match_id, number = table.place, table.id, table.number

        async def due() -> None:
            try:
                await self._do(place, match_id, number)
            except StoreError:
                log.warning("Match %d: nothing could be written, trying again.", match_id)
                # What is set meanwhile is for a later turn, and this one was played.
                if not self._timers.is_set(place):
                    self._timers.set(place, self._registry.clock() + TRY_AGAIN, due)

        self._timers.set(place, moment, due)

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
        if table.deadline is not None and table.deadline > self._registry.clock():
            # The loop's clock and the wall clock do not run alike: over half an hour it may fire early.
            self._arm(table, table.deadline)
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

    def _arm_slap(self, table: Table) -> None:
        """Let a computer think about slapping down, at a moment of its own; nobody's move waits for it."""
        name, match = ("slap", table.place), table.match
        slap = None if match is None else match.slap
        if match is None or slap is None or match.players[slap.seat].is_human:
            self._timers.cancel(name)
            self._moments.forget(name)
            return
        moment = self._moments.choose(name, (_turn(table), slap.seat), SLAP_TIME)
        if moment <= self._registry.clock():
            # It has thought about it already, and is not asked again.
            return
        place, match_id, number = table.place, table.id, table.number

        async def due() -> None:
            try:
                await self._slap(place, match_id, number)
            except TableError:
                return
            except StoreError:
                log.warning("Match %d: a slap-down could not be written.", match_id)

        self._timers.set(name, moment, due)

    async def _slap(self, place: Place, match_id: int, number: int) -> None:
        async with self._registry.hold(place) as held:
            table = held.require(match_id)
            match = table.match
            slap = None if match is None else match.slap
            if match is None or slap is None or table.number != number:
                return
            player = match.players[slap.seat]
            if computer(player.kind).slaps(match.seat_view(slap.seat), self._rng):
                await self._matches.act(held, table, slap, By.COMPUTER)

    @staticmethod
    def _computer_to_move(table: Table) -> bool:
        match = table.match
        return match is not None and match.to_move is not None and not match.players[match.to_move].is_human


def _has_slaps(rules: Rules) -> bool:
    """Say whether cards may be slapped down under these rules."""
    return offered(rules, "slap_down") and rules.slap_down != "off"


def _turn(table: Table) -> tuple[int, int, int]:
    """Name the turn that is being played, whatever else happens meanwhile."""
    state = None if table.match is None else table.match.round
    return (table.id, 0, 0) if state is None else (table.id, state.number, state.turns)
