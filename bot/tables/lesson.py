"""The lesson: a match that is always the same, played by the engine and looked at in ten steps.

Its record is `data/lesson.json`. The first round is docs/worked-example.md; two rounds later the total of one
player comes to exactly 50. Whatever the lesson shows is taken from the match as it stands at a step.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from bot.engine.actions import CallYaniv, Play
from bot.engine.cards import Card, parse_cards
from bot.engine.errors import N_
from bot.engine.match import Match
from bot.engine.record import from_record
from bot.engine.scoring import RoundResult
from bot.engine.views import PublicTurn, SeatView
from bot.store.values import Place, PlaceKind, SeatRow
from bot.tables.errors import TableError
from bot.tables.values import Table

FILE: Final = Path(__file__).parents[2] / "data" / "lesson.json"
LEARNER, ADA, BO = range(3)
# For a seat whose name is the learner's own, so that nobody is caught by themselves.
_OTHER_NAME: Final = "Uri"

Option = Play | CallYaniv | Card | int
"""What may be chosen: a move, a card, or a number of points."""


class NotInLesson(TableError):
    """A step that the lesson does not have, or a choice that it does not offer there."""

    message = N_("The lesson has no such step. **/yaniv tutorial** takes you back to it.")


@dataclass(frozen=True, slots=True)
class Moment:
    """The match of the lesson at one point: the table, and what the learner sees of it."""

    table: Table
    view: SeatView

    @property
    def result(self) -> RoundResult:
        """How the latest round that is over by now ended; IndexError if none is."""
        return self.table.results()[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of the lesson; `number` counts from 1.

    `before` is the match as the learner finds it, `after` as the step leaves it. Where there are `options`,
    there is something to choose; `right` is the position of the one that comes true.
    """

    number: int
    before: Moment
    after: Moment
    options: tuple[Option, ...] = ()
    right: int = 0

    @property
    def turns(self) -> tuple[PublicTurn, ...]:
        """What was done in this step, the first turn first."""
        return self.after.view.public.turns[len(self.before.view.public.turns) :]

    def told_to(self, name: str) -> Self:
        """Return this step with somebody's name on the learner's seat, and on no other."""
        return replace(self, before=_named(self.before, name), after=_named(self.after, name))

    def check(self, choice: int | None) -> None:
        """Refuse a choice that is not offered here; None is none yet.

        Raises NotInLesson.
        """
        if choice is not None and not 0 <= choice < len(self.options):
            raise NotInLesson


def lesson_step(number: int | None) -> Step:
    """Return the step of that number.

    Raises NotInLesson for any other than 1 to 10.
    """
    if number is None or not 1 <= number <= len(lesson()):
        raise NotInLesson
    return lesson()[number - 1]


@cache
def lesson() -> tuple[Step, ...]:
    """Return all ten steps; the match is played once."""
    moments = _played(json.loads(FILE.read_text(encoding="utf-8")))
    return tuple(_steps(moments))


def _named(moment: Moment, name: str) -> Moment:
    learner, *others = moment.table.seats
    apart = (replace(seat, name=_OTHER_NAME) if _alike(seat.name, name) else seat for seat in others)
    return replace(moment, table=replace(moment.table, seats=(replace(learner, name=name), *apart)))


def _alike(one: str, other: str) -> bool:
    return one.casefold() == other.strip().casefold()


# --- the match

_Moments = Mapping[tuple[int, int], Moment]
"""By round, counted from 1, and number of actions in it."""


def _played(record: Mapping[str, Any]) -> _Moments:
    """Play a record, every line and every figure verified; raises what `from_record` raises."""
    example = from_record(record)
    match = Match(example.rules, example.players)
    moments: dict[tuple[int, int], Moment] = {}
    for number, state in enumerate(example.rounds, start=1):
        match.deal(lambda _, deck=state.deck: deck, state.dealer if number == 1 else None)
        moments[number, 0] = _moment(match)
        for count, (action, by) in enumerate(state.actions, start=1):
            match.apply(action, by, lambda stock: stock)
            moments[number, count] = _moment(match)
    return moments


def _moment(match: Match) -> Moment:
    now = match.copy()
    seats = tuple(
        SeatRow(seat, None, player.name, player.kind) for seat, player in enumerate(match.first_players)
    )
    long_ago = datetime.min.replace(tzinfo=UTC)
    table = Table(
        id=0,
        place=Place(PlaceKind.PERSON, 0),
        guild_id=None,
        host_id=0,
        rules=match.rules,
        locale="en",
        version=0,
        seats=seats,
        deadline=None,
        messages={},
        host_acted=long_ago,
        acted_at=long_ago,
        match=now,
    )
    return Moment(table, now.seat_view(LEARNER))


# --- the script

_Choice = Callable[[Moment, Moment], tuple[Sequence[Option], Option]]
"""What may be chosen in a step, from the match before and after it, and what comes true."""


def _steps(moments: _Moments) -> Iterator[Step]:
    for number, (before, after, choice) in enumerate(_SCRIPT, start=1):
        step = Step(number=number, before=moments[before], after=moments[after])
        if choice is None:
            yield step
            continue
        options, right = choice(step.before, step.after)
        yield replace(step, options=tuple(options), right=options.index(right))


def _play(cards: str, taken: str | None = None) -> Play:
    return Play(LEARNER, parse_cards(cards), None if taken is None else Card.parse(taken))


def _moves(*moves: Play | CallYaniv) -> _Choice:
    """Offer these moves; the learner's next one in the match comes true."""

    def choice(before: Moment, after: Moment) -> tuple[Sequence[Option], Option]:
        turn = after.view.public.turns[len(before.view.public.turns)]
        made = CallYaniv(turn.seat) if turn.called else Play(turn.seat, turn.discard, turn.taken)
        return moves, made

    return choice


def _out_of_reach(before: Moment, after: Moment) -> tuple[Sequence[Option], Option]:
    """Ask which card of the discard may not be taken."""
    del before
    public = after.view.public
    return public.discard, next(card for card in public.discard if card not in public.takeable)


def _cost_of_assaf(before: Moment, after: Moment) -> tuple[Sequence[Option], Option]:
    """Ask what the call cost: the hand alone, the penalty alone, or both."""
    del before
    score = after.result.score
    held, scored = score.sums[LEARNER] or 0, score.points[LEARNER] or 0
    return (held, after.table.rules.assaf_penalty, scored), scored


def _total_of_bo(before: Moment, after: Moment) -> tuple[Sequence[Option], Option]:
    """Ask what becomes of the exact total: it stays, is lowered as by the rules, or is gone."""
    del before
    lowered = after.result.totals[BO]
    return (after.result.lowered[BO], lowered, 0), lowered


_SCRIPT: Final[Sequence[tuple[tuple[int, int], tuple[int, int], _Choice | None]]] = (
    ((1, 0), (1, 1), _moves(_play("KH", "3S"), _play("9S 9D", "3S"), _play("9S 9D"))),
    ((1, 1), (1, 2), None),
    ((1, 2), (1, 3), _out_of_reach),
    ((1, 3), (1, 4), _moves(_play("2H 3S 4C"), _play("KH", "5H"), _play("KH"))),
    ((1, 4), (1, 6), None),
    ((1, 6), (1, 7), _moves(CallYaniv(LEARNER), _play("4C"), _play("4C", "8C"))),
    ((1, 7), (1, 9), None),
    ((1, 9), (1, 10), _moves(CallYaniv(LEARNER), _play("3S"))),
    ((1, 10), (1, 10), _cost_of_assaf),
    ((3, 5), (3, 5), _total_of_bo),
)
"""Round and number of actions where a step begins and ends, and what there is to choose."""
