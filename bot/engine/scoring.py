"""Points of a round and totals of a match (docs/rules.md, section 7; the bounds of section 1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.cards import Card
from bot.engine.rules import Rules


class RoundKind(StrEnum):
    """How a round ended."""

    YANIV = "yaniv"
    ASSAF = "assaf"
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
    """

    score: RoundScore
    hands: tuple[tuple[Card, ...], ...]
    before: tuple[int, ...]
    totals: tuple[int, ...]
    lowered: Mapping[int, int]


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
    rules: Rules, score: RoundScore, hands: Sequence[Sequence[Card]], before: Sequence[int]
) -> RoundResult:
    """Add the points of a round to the totals and lower those that land exactly on one of `exact_totals`.

    A total is lowered once, and only if points were added: who sits on 50 and scores 0 stays (section 7).
    """
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
    )


def lowest(totals: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest total among `seats`; ties share."""
    best = min(totals[seat] for seat in seats)
    return tuple(seat for seat in seats if totals[seat] == best)


def match_winners(
    rules: Rules, totals: Sequence[int], rounds: int, max_rounds: int
) -> tuple[int, ...] | None:
    """Return who won the match after `rounds` rounds, None while it goes on.

    Over as soon as a total has reached `target`, exactly counts too (section 7), or after `max_rounds`
    (section 1).
    """
    if max(totals) < rules.target and rounds < max_rounds:
        return None
    return lowest(totals, range(len(totals)))
