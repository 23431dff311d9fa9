"""What a hand is worth keeping: how far it is from a call (docs/rules.md, section 3).

A cost is in log-odds of losing the round: one more costs as much as falling from 73 chances in 100 to 50.
Only differences mean something. The figures were fitted to rounds that computers played against each other.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from bot.engine.cards import JOKERS, NATURALS, Card, full_deck
from bot.engine.discards import ACE
from bot.engine.glance import larger_discards
from bot.engine.rules import JACK, Rules

CLOSE: Final = 0.18
"""The cost of a point left after the best discard, up to the limit of a call."""
FAR: Final = 0.16
"""The cost of a point left after the best two discards, up to the limit of a call."""
FARTHER: Final = 0.1
"""The cost of each further one."""
CARD: Final = 0.08
"""The cost of a card left after the best discard."""
POINT: Final = 0.002
"""The cost of any point: of two hands otherwise alike the lower one is better."""
CALLING: Final = 2.7
"""What it is worth to be able to call with nothing in hand."""
HIGH_CALL: Final = 1.6
"""How much less it is worth with as much as a call allows."""

_KEPT: Final = 1 << 16
# Two bits count the copies of each card: added up, they name a hand whatever the order of its cards.
_NAME: Final[Mapping[Card, int]] = {card: 1 << 2 * card.order for card in NATURALS + JOKERS}


class Shape(NamedTuple):
    """What a hand holds and what its best discards leave of it.

    `total` is in points, `left` what is left of them after the best discard, in `cards` cards; `far` is what
    another discard after that leaves. `aces` and `gaps`, that is pairs of a suit with one rank between them,
    may become more.
    """

    total: int
    left: int
    cards: int
    far: int
    aces: int
    gaps: int


class Unseen:
    """Cards of which one will be drawn, each as likely as the others; `ranks` holds them by rank.

    `by_rank` counts them, `faces` are the suits and ranks there are, `points` is what they count in all.
    """

    def __init__(self, cards: Sequence[Card], points: int = 0) -> None:
        ranks: list[list[Card]] = [[] for _ in range(14)]
        for card in cards:
            ranks[card.rank].append(card)
        self.cards: Final = tuple(cards)
        self.ranks: Final = [alike for alike in ranks if alike]
        self.number: Final = len(cards)
        self.by_rank: Final = [len(alike) for alike in ranks]
        self.faces: Final = {(card.suit, card.rank) for card in cards}
        self.points: Final = points


class HandCosts:
    """The costs of hands under one set of rules. It remembers those it has worked out."""

    def __init__(self, rules: Rules) -> None:
        self._rules: Final = rules
        self._limit: Final = rules.yaniv_limit
        self._points: Final = {card: rules.points(card) for card in full_deck(1, 4)}
        self._held: dict[int, float] = {}
        self._shapes: dict[int, Shape] = {}

    def shape(self, hand: Sequence[Card]) -> Shape:
        """Return how far this hand is from a call, held at the beginning of one's own turn."""
        name = sum([_NAME[card] for card in hand])
        shape = self._shapes.get(name)
        if shape is None:
            if len(self._shapes) >= _KEPT:
                self._shapes.clear()
            shape = self._shapes[name] = Shape(
                *self._after_discards(hand), sum(card.rank == ACE for card in hand), _gaps(hand)
            )
        return shape

    def held(self, hand: Sequence[Card]) -> float:
        """Return the cost of holding these cards at the beginning of one's own turn."""
        name = sum([_NAME[card] for card in hand])
        cost = self._held.get(name)
        if cost is None:
            if len(self._held) >= _KEPT:
                self._held.clear()
            cost = self._held[name] = self._cost(self.shape(hand))
        return cost

    def before_draw(self, kept: Sequence[Card], unseen: Unseen) -> float:
        """Return the mean cost of the hand that `kept` and one of the unseen cards make.

        If there are none it is the cost of `kept`.
        """
        if not unseen.number:
            return self.held(kept)
        return sum([times * self.held(hand) for hand, times in self.draws(kept, unseen)]) / unseen.number

    def draws(self, kept: Sequence[Card], unseen: Unseen) -> list[tuple[list[Card], int]]:
        """Return the hands that `kept` and one of the unseen cards make, and how many of these make each.

        Hands that are worth the same are there once: what makes no run with a card kept counts by its rank,
        and what joins nothing at all by its points.
        """
        points = self._points
        runs = _completing(tuple(kept), self._rules.jokers_wild)
        ranks = {card.rank for card in kept}
        found: list[tuple[list[Card], int]] = []
        loose: dict[int, tuple[Card, int]] = {}
        for alike in unseen.ranks:
            cards = alike
            if not runs.isdisjoint(alike):
                found += [([*kept, card], 1) for card in alike if card in runs]
                cards = [card for card in alike if card not in runs]
                if not cards:
                    continue
            card = cards[0]
            if card.rank in ranks or card.rank == JACK:
                found.append(([*kept, card], len(cards)))
                continue
            first, times = loose.get(points[card], (card, 0))
            loose[points[card]] = (first, times + len(cards))
        return found + [([*kept, card], times) for card, times in loose.values()]

    def _cost(self, shape: Shape) -> float:
        total, left, cards, far = shape.total, shape.left, shape.cards, shape.far
        cost = CLOSE * min(left, self._limit) + CARD * cards + POINT * total
        cost += FAR * min(far, self._limit) + FARTHER * max(far - self._limit, 0)
        if total <= self._limit:
            cost -= CALLING - HIGH_CALL * max(total, 0) / self._limit
        return cost

    def _after_discards(self, hand: Sequence[Card]) -> tuple[int, int, int, int]:
        """Return the points of a hand, points and cards after the best discard, and points after another."""
        if self._rules.jack_rule:
            rest, left = self._fewest_left(hand)
            return self._rules.hand_sum(list(hand)), left, len(rest), self._fewest_left(rest)[1]
        points = self._points
        total = sum([points[card] for card in hand])
        rest, shed = self._best_shed(hand)
        return total, total - shed, len(rest), total - shed - self._best_shed(rest)[1]

    def _best_shed(self, hand: Sequence[Card]) -> tuple[Sequence[Card], int]:
        """Return what the best discard leaves and how much it sheds: the most points, then the most cards."""
        if not hand:
            return (), 0
        points = self._points
        best: tuple[Card, ...] = (max(hand, key=points.__getitem__),)
        most = points[best[0]]
        for cards in larger_discards(hand, self._rules):
            shed = sum([points[card] for card in cards])
            if shed > most or (shed == most and len(cards) > len(best)):
                best, most = cards, shed
        return without(hand, best), most

    def _fewest_left(self, hand: Sequence[Card]) -> tuple[Sequence[Card], int]:
        """Do the same where a card does not count by itself alone; return what is left and its points."""
        if not hand:
            return (), 0
        rules = self._rules
        rests = [without(hand, (card,)) for card in hand]
        rests += [without(hand, cards) for cards in larger_discards(hand, rules)]
        return min(((rest, rules.hand_sum(rest)) for rest in rests), key=lambda one: (one[1], len(one[0])))


@lru_cache(8)
def costs_of(rules: Rules) -> HandCosts:
    """Return the costs under these rules, the same object each time."""
    return HandCosts(rules)


def _gaps(hand: Sequence[Card]) -> int:
    held = {(card.suit, card.rank) for card in hand if card.suit}
    return sum((suit, rank + 2) in held for suit, rank in held)


def without(hand: Sequence[Card], gone: Iterable[Card]) -> list[Card]:
    """Return the cards without those that are gone, all of which must be there."""
    kept = list(hand)
    for card in gone:
        kept.remove(card)
    return kept


@lru_cache(1 << 12)
def _completing(kept: tuple[Card, ...], wild: bool) -> frozenset[Card]:
    """Return the cards that make a run with some of those kept, or might; with `wild` also every joker."""
    cards = {card for pair in combinations(kept, 2) for card in _third(*pair)}
    if wild:
        cards.update(JOKERS)
        reach = 1 + sum(card.is_joker for card in kept)
        if reach > 1:
            cards.update(
                card
                for card in NATURALS
                if any(card.suit is o.suit and abs(card.rank - o.rank) <= reach for o in kept)
            )
    return frozenset(cards)


@lru_cache(1 << 12)
def _third(first: Card, second: Card) -> tuple[Card, ...]:
    """Return the cards that make a run with these two."""
    low, high = sorted((first.rank, second.rank))
    if first.suit is None or first.suit is not second.suit or not 1 <= high - low <= 2:
        return ()
    ranks = (low - 1, high + 1) if high - low == 1 else (low + 1,)
    return tuple(card for card in NATURALS if card.suit is first.suit and card.rank in ranks)
