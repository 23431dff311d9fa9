"""Hints: whoever is to move asks what would be best, and why, where the table allows it."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Self

from bot.engine.actions import Action, Play
from bot.engine.errors import N_
from bot.engine.views import SeatView
from bot.players.advice import Advice, Question
from bot.store.values import Change, Place
from bot.tables.book import Book, match_of, seat_of
from bot.tables.computers import OFFERED
from bot.tables.dealing import Dealing
from bot.tables.errors import MovedOn, TableError
from bot.tables.held import Held
from bot.tables.lines import hint_line
from bot.tables.registry import Registry
from bot.tables.turns import turn_of
from bot.tables.values import Person, Table
from bot.tables.workers import NoThought, Thinker

ADVISER: Final = OFFERED[-1]
"""The level that gives advice: the strongest there is."""

MOST_KEPT: Final = 200
"""So many answers are kept at most, the latest for each seat."""


class NoHintsHere(TableError):
    """A hint at a table whose host has not allowed them."""

    message = N_("There are no hints at this table. Its host may allow them before the deal, under Options.")


class NoHintNow(TableError):
    """A hint for which there was no time."""

    message = N_("No hint came in time. Nothing was counted; please try again.")


@dataclass(frozen=True, slots=True)
class Hint:
    """What would be best for the seat that sees `view`, and the figures that speak for it.

    `other` is a turn that lays the most points, where the best one lays fewer.
    """

    view: SeatView
    action: Action
    advice: Advice
    other: Play | None = None

    @classmethod
    def of(cls, view: SeatView, legal: Sequence[Action], advice: Advice) -> Self:
        """Return what advice about these legal actions says."""
        other = None if advice.other is None else legal[advice.other]
        return cls(view, legal[advice.index], advice, other if isinstance(other, Play) else None)


class Hints(Book):
    """Gives hints; that of a turn counts once, however often it is asked for."""

    def __init__(self, registry: Registry, dealing: Dealing, pause: timedelta, thinker: Thinker) -> None:
        super().__init__(registry, dealing, pause)
        self._thinker = thinker
        self._asked: Final = OrderedDict[tuple[Place, int], tuple[Question, asyncio.Task[Advice]]]()

    async def give(self, place: Place, match_id: int, person: Person, *, version: int) -> Hint:
        """Return a hint for the hand as it was at `version`, and count it.

        It is thought about without holding anybody up, and returned only once it is counted. Raises what
        `Matches.call` raises for a hand, NoHintsHere, and NoHintNow.
        """
        async with self._asking(place, match_id, person, version) as (_, table):
            match, turn = match_of(table), turn_of(table)
            view, legal = match.seat_view(seat_of(table, person)), match.legal_actions()
        try:
            # One thought for everybody who asks the same: clicking on and on keeps no computer waiting.
            # A turn is named by numbers, so its hash is the same after a restart.
            advice = await asyncio.shield(self._advice(place, Question(ADVISER, view, legal, hash(turn))))
        except NoThought:
            raise NoHintNow from None
        async with self._asking(place, match_id, person, version) as (held, table):
            # A slap-down is no turn, but changes what may be taken.
            if turn_of(table) != turn or match_of(table).legal_actions() != legal:
                raise MovedOn
            line = hint_line(view.seat, turn)
            if table.attendance.after(line, match) != table.attendance:
                await self._write(held, table, [line], Change(acted=True))
        return Hint.of(view, legal, advice)

    def _advice(self, place: Place, question: Question) -> asyncio.Task[Advice]:
        """Begin to think about a question, unless the seat has just asked the same."""
        known, thought = self._asked.pop((place, question.view.seat), (None, None))
        if thought is None or known != question or _has_failed(thought):
            thought = asyncio.get_running_loop().create_task(self._thinker.advise(question), name="hint")
            # Whoever asked may have gone by the time it fails.
            thought.add_done_callback(_has_failed)
        self._asked[place, question.view.seat] = question, thought
        while len(self._asked) > MOST_KEPT:
            self._asked.popitem(last=False)
        return thought

    @asynccontextmanager
    async def _asking(
        self, place: Place, match_id: int, person: Person, version: int
    ) -> AsyncGenerator[tuple[Held, Table]]:
        async with self._registry.enter("hint", place, match_id, person, hand=version) as (held, table):
            if not table.hints:
                raise NoHintsHere
            yield held, table


def _has_failed(thought: asyncio.Task[Advice]) -> bool:
    return thought.done() and (thought.cancelled() or thought.exception() is not None)
