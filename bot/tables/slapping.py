"""Slapping down for seats that the bot plays."""

import logging
import random
from functools import partial
from typing import Final

from bot.engine.actions import By
from bot.players.levels import computer
from bot.store.errors import StoreError
from bot.store.values import Place
from bot.tables.computers import level_of
from bot.tables.errors import TableError
from bot.tables.matches import Matches
from bot.tables.moments import Moments
from bot.tables.registry import Registry
from bot.tables.timers import Timers
from bot.tables.turns import plays_itself, turn_of
from bot.tables.values import Table

log = logging.getLogger(__name__)

SLAP_TIME: Final = (1.0, 3.0)
"""The least and the most seconds in which a computer slaps down: before the next computer moves."""


class Slapping:
    """Lets a computer think about slapping down, at a moment of its own; nobody's move waits for it."""

    def __init__(self, registry: Registry, matches: Matches, *, timers: Timers, rng: random.Random) -> None:
        self._registry = registry
        self._matches = matches
        self._timers = timers
        self._rng = rng
        self._moments = Moments(registry.clock, rng)

    def changed(self, before: Table | None, after: Table) -> None:
        """Set the timer for what may be slapped down at this table."""
        del before
        self.resumed(after)

    def resumed(self, table: Table) -> None:
        """Set the timer for what may be slapped down at this table."""
        name = ("slap", table.place)
        slap = None if table.match is None else table.match.slap
        if slap is None or table.paused is not None or not plays_itself(table, slap.seat):
            self._timers.cancel(name)
            self._moments.forget(name)
            return
        moment = self._moments.choose(name, (turn_of(table), slap.seat), SLAP_TIME)
        # If that has passed, it has thought about it already and is not asked again.
        if moment > self._registry.clock():
            self._timers.set(name, moment, partial(self._think, table.place, table.id, table.number))

    async def _think(self, place: Place, match_id: int, number: int) -> None:
        try:
            await self._slap(place, match_id, number)
        except TableError:
            return
        except StoreError:
            log.warning("Match %d: a slap-down could not be written.", match_id)

    async def _slap(self, place: Place, match_id: int, number: int) -> None:
        async with self._registry.hold(place) as held:
            table = held.require(match_id)
            match = table.match
            slap = None if match is None else match.slap
            if match is None or slap is None or table.number != number or table.paused is not None:
                return
            player = computer(level_of(match.players[slap.seat]))
            if player.slaps(match.seat_view(slap.seat), self._rng):
                await self._matches.act(held, table, slap, By.COMPUTER)
