"""A turn in the numbers that a trained network asks for (docs/rules.md, section 3).

Points count from the limit of a call of the classic rules, on which the network was trained: where a call
needs fewer points, a hand looks that much higher. `tools/training/numbers.h` makes the same numbers, but for
a draw from an empty stock, which is rare there, and some hundredths of a cost: here cards that may be drawn
are alike by rank.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.engine.cards import JOKER_RANK, Card, Suit
from bot.players.hand_cost import costs_of
from bot.players.outlook import Outlook

LIMIT: Final = 7
"""The limit of a call where the network was trained."""
RANKS: Final = range(14)
LATE: Final = 20
"""Later turns than that are all alike."""
FEW: Final = 2
LOW: Final = 3
MIDDLE: Final = 6


class Draw(NamedTuple):
    """What a hand is after a draw, or on the average of every card that may be drawn."""

    left: float
    far: float
    total: float
    can_call: float
    spare: float
    cost: float
    cards: float


def after_draw(of: Outlook, kept: Sequence[Card], drawn: Card | None) -> Draw:
    """Return what the kept cards become with the card that is drawn, or any that may come if it is None."""
    costs = costs_of(of.rules)
    hands = [([*kept, drawn], 1)] if drawn is not None else costs.draws(kept, of.coming)
    hands = hands or [([*kept], 1)]
    shift = LIMIT - of.rules.yaniv_limit
    left = far = total = can_call = spare = cost = cards = 0.0
    for hand, times in hands:
        shape = costs.shape(hand)
        near, later, points = shape.left + shift, shape.far + shift, shape.total + shift
        left += near * times
        far += later * times
        total += points * times
        cards += shape.cards * times
        # The judgement of hands by which the rounds were played that the network was trained on.
        worth = 0.18 * min(near, LIMIT) + 0.197055 * min(later, LIMIT) + 0.0380503 * max(later - LIMIT, 0)
        worth += 0.243801 * shape.cards + 0.00540923 * points - 0.0794375 * shape.aces - 0.020341 * shape.gaps
        if points <= LIMIT:
            can_call += times
            spare += (LIMIT - points) * times
            worth -= 2.7 - 0.321724 * points
        cost += worth * times
    number = sum([times for _, times in hands])
    sums = (left, far, total, can_call, spare, cost, cards)
    return Draw(*[value / number for value in sums])


def turn_numbers(
    of: Outlook, kept: Sequence[Card], discard: Sequence[Card], left: Sequence[Card], drawn: Card | None
) -> list[float]:
    """Return the numbers of a turn: what is kept, laid, `left` for the next seat to take, and drawn."""
    rules, rival = of.rules, of.rivals[0]
    points = rules.points
    shift = LIMIT - rules.yaniv_limit
    fewest = min(other.cards for other in of.rivals)
    draw = after_draw(of, kept, drawn)
    known = rules.hand_sum(list(rival.known))
    near = 1.0 if fewest <= FEW else 0.5 if fewest == LOW else 0.0
    numbers = [
        float(drawn is None),
        draw.left * 0.1,
        draw.far * 0.1,
        draw.total * 0.1,
        draw.can_call,
        draw.spare,
        draw.cost,
        draw.cards,
        min(draw.left, LIMIT) * 0.1,
        min(draw.far, LIMIT) * 0.1,
        *[float(len(kept) == number) for number in (0, 1, 2, 3)],
        (rules.hand_sum(list(kept)) + shift) * 0.1,
        *[float(fewest == number) for number in (1, 2, 3, 4)],
        near * draw.cost,
        near * draw.left * 0.1,
        near * draw.far * 0.1,
        near * draw.can_call,
        float(len(rival.known)),
        known * 0.1,
        known * 0.1 if len(rival.known) == rival.cards else 0.0,
        float(len(rival.known) == rival.cards),
    ]
    ranks = [0.0] * len(RANKS)
    for card in kept:
        ranks[card.rank] += 1
    numbers += ranks
    numbers += [float(drawn is not None and drawn.rank == rank) for rank in RANKS]
    offered = {card.rank for card in left}
    numbers += [float(rank in offered) for rank in RANKS]
    last, single = rival.last, len(rival.last) == 1
    thrown = points(last[0]) if single else 0
    numbers += [
        float(len(discard) > 1),
        float(len(left)),
        float(any(card.rank in offered for card in rival.known)),
        min(points(card) for card in left) * 0.1,
        thrown * 0.1,
        float(single),
        float(len(last) > 1),
        float(rival.took),
        float(single and thrown <= LOW),
        float(single and thrown <= MIDDLE),
        *_live(of, kept, left, drawn),
    ]
    before = rival.before_last
    numbers += [
        points(before[0]) * 0.1 if len(before) == 1 else 0.0,
        float(len(before) == 1),
        of.unseen.points / (of.unseen.number + 1) * 0.1,
        float(of.unseen.by_rank[JOKER_RANK]),
        sum((Counter(of.shown) & Counter(kept)).values()) * 0.5,
        min(of.turns, LATE) * 0.1,
        float(of.turns <= 1),
        of.stock * 0.03,
    ]
    return numbers


def _live(of: Outlook, kept: Sequence[Card], left: Sequence[Card], drawn: Card | None) -> list[float]:
    """Return how many unseen cards go with what is kept, and with what is left to the next seat."""
    unseen, ranks = of.unseen.faces, of.unseen.by_rank
    held = {(card.suit, card.rank) for card in (kept if drawn is None else (*kept, drawn)) if card.suit}
    ends = gaps = 0

    def there(suit: Suit | None, rank: int) -> bool:
        return (suit, rank) in unseen

    for suit, rank in held:
        if (suit, rank + 1) in held:
            ends += there(suit, rank - 1) + there(suit, rank + 2)
        if (suit, rank + 2) in held:
            gaps += there(suit, rank + 1)
    mates = sum(ranks[card.rank] for card in kept)
    worth = sum(ranks[card.rank] * of.rules.points(card) for card in kept)
    return [
        float(ends),
        float(gaps),
        mates * 0.3,
        worth * 0.03,
        float(max(ranks[card.rank] for card in left)),
    ]
