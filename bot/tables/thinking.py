"""What the computers do next: they think while their turn seems to take its time, outside the event loop."""

import asyncio
import logging
import random
from dataclasses import replace
from typing import Final

from bot.engine.actions import Action
from bot.players.levels import computer
from bot.players.thought import Thought
from bot.store.values import Place
from bot.tables.computers import level_of
from bot.tables.moments import Moments
from bot.tables.timers import Clock
from bot.tables.turns import plays_itself, turn_of
from bot.tables.values import Table
from bot.tables.workers import NoThought, Thinker

log = logging.getLogger(__name__)

QUICK_LEVEL: Final = "greedy"
"""Plays for a computer that has not come to an end in time."""

TURN_TIME: Final = 4.5
"""Seconds from the beginning of a turn after which no thought goes on, one that had to begin anew neither.

A table waits 5 s at most; what is left is for the move itself.
"""


class Thinking:
    """Begins a thought when a turn comes, so that it is there when the computer is to move."""

    def __init__(self, thinker: Thinker, rng: random.Random, clock: Clock) -> None:
        self._thinker = thinker
        self._rng = rng
        self._clock = clock
        self._ends = Moments(clock, rng)
        self._thoughts: dict[Place, tuple[Thought, asyncio.Task[int]]] = {}
        self._closed = False

    def begin(self, table: Table) -> None:
        """Begin to think about the turn of a table; what does not change it lets the thought go on.

        For a quick computer, and where no computer is to move, there is nothing to think about.
        """
        thought = None if _is_quick(table) else self._thought(table)
        known = self._thoughts.get(table.place)
        if known is not None and known[0] == thought:
            return
        self._drop(table.place)
        if thought is not None and not self._closed:
            end = self._ends.choose(table.place, turn_of(table), (TURN_TIME, TURN_TIME))
            left = max((end - self._clock()).total_seconds(), 0)
            task = asyncio.get_running_loop().create_task(self._think(thought, left), name="thought")
            self._thoughts[table.place] = (thought, task)

    async def choice(self, table: Table) -> Action | None:
        """Return what the bot plays for the seat to move at a table; None if there is no time to play.

        It is there at once for a quick computer, for any other within the time of its thought at most.
        """
        thought = self._thought(table)
        if thought is None or computer(thought.level).is_quick:
            return None if thought is None else thought.legal[thought.choice()]
        self.begin(table)
        known = self._thoughts.get(table.place)
        if known is None:
            return None
        await asyncio.wait({known[1]})
        return None if known[1].cancelled() else thought.legal[known[1].result()]

    def forget(self, place: Place) -> None:
        """Forget what was thought about at a place, and since when."""
        self._ends.forget(place)
        self._drop(place)

    def _drop(self, place: Place) -> None:
        known = self._thoughts.pop(place, None)
        if known is not None:
            known[1].cancel()

    async def close(self) -> None:
        """Think no more."""
        self._closed = True
        for place in tuple(self._thoughts):
            self.forget(place)
        await self._thinker.close()

    async def _think(self, thought: Thought, left: float) -> int:
        try:
            async with asyncio.timeout(left):
                return await self._thinker.think(thought)
        except NoThought as problem:
            log.warning("A computer plays without having thought: %s.", problem)
        except TimeoutError:
            log.warning("A computer plays without having thought: its turn has taken too long.")
        return replace(thought, level=QUICK_LEVEL).choice()

    def _thought(self, table: Table) -> Thought | None:
        seat, match = _seat_of_the_bot(table), table.match
        if seat is None or match is None:
            return None
        level = level_of(match.players[seat])
        return Thought(level, match.seat_view(seat), match.legal_actions(), self._rng.getrandbits(64))


def _is_quick(table: Table) -> bool:
    """Say whether a quick computer is to move, or none."""
    seat, match = _seat_of_the_bot(table), table.match
    return seat is None or match is None or computer(level_of(match.players[seat])).is_quick


def _seat_of_the_bot(table: Table) -> int | None:
    seat = None if table.match is None else table.match.to_move
    return seat if seat is not None and plays_itself(table, seat) else None
