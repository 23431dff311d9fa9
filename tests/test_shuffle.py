"""The shuffle that matches are dealt with: every order of the cards is equally likely."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from math import sqrt
from typing import Any, Final

import pytest

from bot.app import shuffled
from bot.engine.cards import Card, full_deck

DECK: Final = full_deck(1, 2)
SHUFFLES: Final = 5_000
# Standard deviations: a uniform shuffle is further off once in about a thousand million runs.
TOLERANCE: Final = 6.0

Shuffle = Callable[[Sequence[Card]], list[Card]]


def is_uniform(seen: Counter[Any], cells: int, freedom: int) -> bool:
    """Say whether counts are those of equally likely cells, by the chi-square test."""
    each = seen.total() / cells
    statistic = sum((seen[cell] - each) ** 2 / each for cell in seen) + (cells - len(seen)) * each
    return abs(statistic - freedom) <= TOLERANCE * sqrt(2 * freedom)


def places(shuffle: Shuffle) -> Counter[tuple[Card, int]]:
    """Count which card came where."""
    return Counter((card, at) for _ in range(SHUFFLES) for at, card in enumerate(shuffle(DECK)))


def orders(shuffle: Shuffle) -> Counter[tuple[Card, ...]]:
    """Count the orders of four cards."""
    return Counter(tuple(shuffle(DECK[:4])) for _ in range(SHUFFLES))


def pairs(shuffle: Shuffle) -> Counter[int]:
    """Count how far the first two cards of the deck lie apart afterwards, going round."""
    found = Counter[int]()
    for _ in range(SHUFFLES):
        cards = shuffle(DECK)
        found[(cards.index(DECK[1]) - cards.index(DECK[0])) % len(DECK)] += 1
    return found


def naive(cards: Sequence[Card]) -> list[Card]:
    """Swap every card with any card: the shuffle that is not uniform."""
    rest, chance = list(cards), random.Random()
    for place in range(len(rest)):
        other = chance.randrange(len(rest))
        rest[place], rest[other] = rest[other], rest[place]
    return rest


def cut(cards: Sequence[Card]) -> list[Card]:
    """Cut the deck only: every card comes everywhere, and neighbours stay neighbours."""
    at = random.randrange(len(cards))
    return [*cards[at:], *cards[:at]]


def test_every_card_comes_everywhere_equally_often() -> None:
    size = len(DECK)
    assert is_uniform(places(shuffled), size * size, size * (size - 1))


def test_every_order_of_four_cards_is_equally_likely() -> None:
    assert set(orders(shuffled)) == set(permutations(DECK[:4]))
    assert is_uniform(orders(shuffled), 24, 23)


def test_neighbours_do_not_stay_together() -> None:
    size = len(DECK)
    assert is_uniform(pairs(shuffled), size - 1, size - 2)


def test_a_shuffle_that_is_not_uniform_is_found() -> None:
    size = len(DECK)
    assert not is_uniform(orders(naive), 24, 23)
    assert not is_uniform(places(naive), size * size, size * (size - 1))
    assert not is_uniform(pairs(cut), size - 1, size - 2)


@pytest.mark.parametrize("size", [0, 1, 2, 108])
def test_no_card_is_lost_or_doubled(size: int) -> None:
    cards = (DECK * 2)[:size]
    assert Counter(shuffled(cards)) == Counter(cards)
