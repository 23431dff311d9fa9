"""Points of a round and totals of a match (docs/rules.md, section 7; the bounds of section 1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.engine.cards import Card
from bot.engine.rules import Rules

STREAK: Final = 3


class RoundKind(StrEnum):
    """How a round ended."""

    YANIV = "yaniv"
    ASSAF = "assaf"
    STOCK_EXHAUSTED = "stock_exhausted"
    EMPTY_HAND = "empty_hand"
    TURN_LIMIT = "turn_limit"


@dataclass(frozen=True, slots=True)
class RoundScore:
    """Who gets which points for a round; one entry a seat, None for a seat that is out.

    `assafers` are the seats that caught the caller, clockwise from the caller; `caller` is None when
    nobody called.
    """

    kind: RoundKind
    caller: int | None
    winner: int
    sums: tuple[int | None, ...]
    points: tuple[int | None, ...]
    assafers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round: the score, every hand as shown, and the totals before and after.

    `lowered` maps a seat to the total it would have had if it had not landed on one of `exact_totals`.
    `streak` is how many rounds in a row the winner has now won, `bonus` what that took off their points.
    """

    score: RoundScore
    hands: tuple[tuple[Card, ...], ...]
    before: tuple[int, ...]
    totals: tuple[int, ...]
    lowered: Mapping[int, int]
    streak: int = 1
    bonus: int = 0


def clockwise(seats: Sequence[int], start: int) -> list[int]:
    """Return the seats in turn order beginning with the first one after `start`, `start` itself last."""
    return sorted(seats, key=lambda seat: (seat <= start, seat))


def score_call(rules: Rules, caller: int, sums: Mapping[int, int], seats: int) -> RoundScore:
    """Score a call of Yaniv (section 7).

    `sums` holds the points in hand of every seat still in, `seats` is the number of seats of the match.
    """
    called = sums[caller]
    others = [seat for seat in clockwise(list(sums), caller) if seat != caller]
    strict = rules.assaf_on == "lower"
    assafers = tuple(seat for seat in others if sums[seat] < called or (sums[seat] == called and not strict))
    if not assafers:
        points = dict(sums) | {caller: 0}
        return _score(RoundKind.YANIV, caller=caller, winner=caller, sums=sums, points=points, seats=seats)
    own = called if rules.assaf_adds_hand else 0
    points = dict(sums) | {caller: rules.assaf_penalty + own + rules.assaf_extra * (len(assafers) - 1)}
    points |= dict.fromkeys(_zeroed(rules, others, assafers, sums), 0)
    winner = min(others, key=lambda seat: sums[seat])
    return _score(
        RoundKind.ASSAF,
        caller=caller,
        winner=winner,
        sums=sums,
        points=points,
        seats=seats,
        assafers=assafers,
    )


def _zeroed(
    rules: Rules, others: Sequence[int], assafers: Sequence[int], sums: Mapping[int, int]
) -> Sequence[int]:
    match rules.assaf_zero:
        case "lowest":
            lowest = min(sums[seat] for seat in others)
            return [seat for seat in others if sums[seat] == lowest]
        case "assafers":
            return assafers
        case "all_others":
            return others
        case _:
            return ()


def score_hands(kind: RoundKind, last: int, sums: Mapping[int, int], seats: int) -> RoundScore:
    """Score a round that ended without a call: every seat its hand, the lowest wins (section 4).

    Ties go to the first seat after `last`, the seat that acted last, that seat itself last.
    """
    winner = min(clockwise(list(sums), last), key=lambda seat: sums[seat])
    return _score(kind, caller=None, winner=winner, sums=sums, points=sums, seats=seats)


def _score(
    kind: RoundKind,
    *,
    caller: int | None,
    winner: int,
    sums: Mapping[int, int],
    points: Mapping[int, int],
    seats: int,
    assafers: tuple[int, ...] = (),
) -> RoundScore:
    return RoundScore(
        kind=kind,
        caller=caller,
        winner=winner,
        sums=tuple(sums.get(seat) for seat in range(seats)),
        points=tuple(points.get(seat) for seat in range(seats)),
        assafers=assafers,
    )


def settle(
    rules: Rules,
    score: RoundScore,
    hands: Sequence[Sequence[Card]],
    before: Sequence[int],
    *,
    streak: int = 1,
) -> RoundResult:
    """Add the points of a round to the totals and lower those that land exactly on one of `exact_totals`.

    `streak` is how many rounds in a row the winner has won with this one; at every third, `streak_bonus`
    is taken off their points. A total is lowered once, and only if points were added: who sits on 50 and
    scores 0 stays (section 7).
    """
    bonus = rules.streak_bonus if streak % STREAK == 0 else 0
    if bonus:
        score = replace(score, points=_less(score.points, score.winner, bonus))
    totals = list(before)
    lowered: dict[int, int] = {}
    for seat, points in enumerate(score.points):
        if points is None:
            continue
        total = before[seat] + points
        totals[seat] = total
        if points > 0 and total in rules.exact_totals:
            totals[seat] = rules.exact_totals[total]
            lowered[seat] = total
    return RoundResult(
        score=score,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        before=tuple(before),
        totals=tuple(totals),
        lowered=lowered,
        streak=streak,
        bonus=bonus,
    )


def _less(points: Sequence[int | None], seat: int, bonus: int) -> tuple[int | None, ...]:
    return tuple(
        None if value is None else value - bonus if index == seat else value
        for index, value in enumerate(points)
    )


def lowest(totals: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest total among `seats`; ties share."""
    best = min(totals[seat] for seat in seats)
    return tuple(seat for seat in seats if totals[seat] == best)


def still_in(rules: Rules, totals: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Return which of the seats go on: with `last_standing`, those below the target (section 7)."""
    if rules.end == "last_standing":
        return tuple(seat for seat in seats if totals[seat] < rules.target)
    return tuple(seats)


def match_winners(
    rules: Rules, totals: Sequence[int], seats: Sequence[int], *, last_round: bool
) -> tuple[int, ...] | None:
    """Return who won the match after a round that `seats` played, None while it goes on.

    `first_over`: over as soon as a total has reached the target, exactly counts too. `last_standing`: the
    last seat below the target wins, or the lowest if all have reached it. After the last round that is
    allowed, the lowest of those still in wins (sections 1 and 7).
    """
    remaining = still_in(rules, totals, seats)
    if rules.end == "last_standing":
        if len(remaining) > 1 and not last_round:
            return None
        return lowest(totals, remaining or seats)
    if max(totals[seat] for seat in seats) < rules.target and not last_round:
        return None
    return lowest(totals, seats)
