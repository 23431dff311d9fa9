"""What happens without a click: computers move, time runs out, the next round comes, a lobby closes."""

import random
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot.engine.actions import Action, By
from bot.engine.match import Match
from bot.engine.rules import Rules
from bot.rule_fields import offered
from bot.store.values import Place
from bot.tables.errors import TableError
from bot.tables.hearing import Hearing
from bot.tables.held import Held
from bot.tables.lobbies import Lobbies
from bot.tables.matches import Matches
from bot.tables.moments import Moments
from bot.tables.registry import Registry
from bot.tables.thinking import Thinking
from bot.tables.timers import Timers
from bot.tables.turns import plays_itself, turn_of
from bot.tables.values import Phase, Table

SWEEP: Final = timedelta(minutes=10)
SLAP_WAIT: Final = 4.0
"""Seconds that a computer waits with its move where cards may be slapped down, slap or no slap.

So its waiting tells nothing, and everybody has the same time to slap down.
"""


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
        thinking: Thinking,
        hearing: Hearing,
        rng: random.Random,
        delay: tuple[float, float],
    ) -> None:
        """`delay` is the least and the most seconds a computer takes for its move."""
        self._registry = registry
        self._lobbies = lobbies
        self._matches = matches
        self._timers = timers
        self._thinking = thinking
        self._hearing = hearing
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

    def _next_moment(self, table: Table) -> datetime | None:
        if _bot_moves(table):
            self._thinking.begin(table)
            # Votes, departures and slap-downs meanwhile do not make it think longer.
            span = (SLAP_WAIT, SLAP_WAIT) if _has_slaps(table.rules) else self._delay
            return self._moments.choose(table.place, turn_of(table), span)
        self._moments.forget(table.place)
        self._thinking.forget(table.place)
        return table.deadline

    def _arm(self, table: Table, moment: datetime) -> None:
        job = partial(self._do, table.place, table.id, table.number)
        self._timers.insist(table.place, moment, job)

    async def _do(self, place: Place, match_id: int, number: int) -> None:
        try:
            table = await self._registry.look(place)
            if table is None or table.id != match_id or table.number != number:
                return
            if table.deadline is not None and table.deadline > self._registry.clock():
                # The loop's clock and the wall clock do not run alike: over half an hour it may fire early.
                self._arm(table, table.deadline)
            elif table.phase is Phase.LOBBY:
                await self._lobbies.expire(place, match_id)
            elif not self._hearing.spares(table):
                # Nobody's click waits for a thought: the table is not locked meanwhile.
                choice = await self._thinking.choice(table) if _bot_moves(table) else None
                await self._go_on(place, match_id, number, choice)
        except TableError:
            # Somebody's click came first; whatever it changed has set a timer of its own.
            return

    async def _go_on(self, place: Place, match_id: int, number: int, choice: Action | None) -> None:
        async with self._registry.hold(place) as held:
            table = held.require(match_id)
            # Whatever changed it meanwhile has set a timer of its own.
            if table.number == number and table.match is not None and table.paused is None:
                await self._move(held, table, table.match, choice)

    async def _move(self, held: Held, table: Table, match: Match, choice: Action | None) -> None:
        seat = match.to_move
        if seat is None:
            await self._matches.deal(held, table)
        elif not plays_itself(table, seat):
            await self._matches.play_plainly(held, table, seat)
        elif choice is not None:
            await self._matches.act(held, table, choice, By.COMPUTER)


def _bot_moves(table: Table) -> bool:
    """Say whether the bot is to move, for a computer or for somebody who is away."""
    seat = None if table.match is None else table.match.to_move
    return seat is not None and table.paused is None and plays_itself(table, seat)


def _has_slaps(rules: Rules) -> bool:
    """Say whether cards may be slapped down under these rules."""
    return offered(rules, "slap_down") and rules.slap_down != "off"
