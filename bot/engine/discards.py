"""What may be discarded, how it lies, and which of it may be taken (docs/rules.md, section 3)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import Final

from bot.engine.cards import Card, Suit, in_order
from bot.engine.errors import (
    AceIsLow,
    GapInRun,
    JokerWithOthers,
    MixedCards,
    NotADiscard,
    NothingSelected,
    RunTooLong,
    RunTooShort,
    TooFewNaturals,
    TwinInRun,
)
from bot.engine.rules import Rules

MIN_RUN: Final = 3
MIN_NATURALS: Final = 2
ACE: Final = 1
KING: Final = 13
_KEPT: Final = 1 << 13


class DiscardKind(StrEnum):
    """The three shapes of a discard."""

    SINGLE = "single"
    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard as it lies on the table: a run in rank order, everything else in the order picked."""

    kind: DiscardKind
    cards: tuple[Card, ...]


def lay(picked: Sequence[Card], rules: Rules) -> Discard:
    """Return the discard that the picked cards make, as it lies (section 3).

    Without wild jokers the order of picking a run does not matter; with them it says where spare jokers lie.

    >>> from bot.engine.cards import parse_cards
    >>> from bot.engine.rules import CLASSIC, Rules
    >>> lay(parse_cards("7H 5H 6H"), CLASSIC).cards
    (5H, 6H, 7H)
    >>> lay(parse_cards("5H X1 7H X2"), Rules(jokers_wild=True)).cards
    (5H, X1, 7H, X2)

    Raises NotADiscard, or the one of its kinds that says why not.
    """
    return _lay(tuple(picked), rules.jokers_wild)


@lru_cache(_KEPT)
def _lay(picked: tuple[Card, ...], wild: bool) -> Discard:
    if not picked:
        raise NothingSelected
    if len(picked) == 1:
        return _single(picked[0])
    if len({card.rank for card in picked}) == 1:
        return Discard(DiscardKind.SET, picked)
    jokers = [card for card in picked if card.is_joker]
    if not jokers:
        run = tuple(in_order(picked))
        _verify_run(run)
        return Discard(DiscardKind.RUN, run)
    if not wild:
        raise JokerWithOthers
    naturals = in_order(card for card in picked if not card.is_joker)
    before = picked[: picked.index(naturals[0])] if naturals else ()
    return Discard(
        DiscardKind.RUN, _wild_run(naturals, jokers, len([card for card in before if card.is_joker]))
    )


def _verify_run(run: Sequence[Card]) -> None:
    _verify_suit(run)
    for low, high in pairwise(run):
        if high.rank != low.rank + 1:
            raise AceIsLow if _goes_round(run) else GapInRun(low=low, high=high)
    if len(run) < MIN_RUN:
        raise RunTooShort


def _goes_round(run: Sequence[Card]) -> bool:
    """Say whether an ace lies with a king, as if it stood above it."""
    return run[0].rank == ACE and run[-1].rank == KING


def _verify_suit(cards: Sequence[Card]) -> None:
    if any(card.suit is not cards[0].suit for card in cards):
        for first, second in combinations(cards, 2):
            if first.suit is not second.suit and first.rank != second.rank:
                raise MixedCards(first=first, second=second)
        raise NotADiscard
    for low, high in pairwise(cards):
        if low is high:
            raise TwinInRun(card=low)


def _wild_run(naturals: Sequence[Card], jokers: Sequence[Card], picked_before: int) -> tuple[Card, ...]:
    """Return a run whose jokers lie left to right as picked: gaps first, then spare ones low and high.

    As many spare ones as were `picked_before` the lowest natural card stand low, as far as they fit, the
    others high as far as they fit, the rest low.
    """
    if len(naturals) < MIN_NATURALS:
        raise TooFewNaturals
    _verify_suit(naturals)
    lowest, highest = naturals[0].rank, naturals[-1].rank
    spare = len(jokers) - (highest - lowest + 1 - len(naturals))
    if spare < 0:
        raise next(
            GapInRun(low=low, high=high) for low, high in pairwise(naturals) if high.rank != low.rank + 1
        )
    low = min(spare, picked_before, lowest - ACE)
    high = min(spare - low, KING - highest)
    low = spare - high
    if low > lowest - ACE:
        raise RunTooLong
    waiting = iter(jokers)
    held = {card.rank: card for card in naturals}
    ranks = range(lowest - low, highest + high + 1)
    return tuple(held[rank] if rank in held else next(waiting) for rank in ranks)


def takeable(discard: Discard, rules: Rules) -> tuple[Card, ...]:
    """Return the distinct cards of a discard that the next seat may take, in the order they lie.

    Of a single that card; of a set any card, or its ends with `set_pickup = ends`; of a run its ends
    (section 3).
    """
    cards = discard.cards
    if len(cards) == 1:
        return cards
    if discard.kind is DiscardKind.RUN or (discard.kind is DiscardKind.SET and rules.set_pickup == "ends"):
        cards = (cards[0], cards[-1])
    return tuple(dict.fromkeys(cards))


def legal_discards(hand: Iterable[Card], rules: Rules) -> tuple[Discard, ...]:
    """Return every distinct discard of a hand: singles, sets and runs, equal cards counted as equal.

    Two picks of the same cards are one discard, unless spare jokers lie elsewhere in a run. Small ones come
    first, and the order is fixed by the cards in the hand, not by theirs.
    """
    cards = in_order(hand)
    suits: dict[Suit | None, list[Card]] = {}
    ranks: dict[int, list[Card]] = {}
    for card in cards:
        suits.setdefault(card.suit, []).append(card)
        ranks.setdefault(card.rank, []).append(card)
    jokers = tuple(suits.pop(None, ())) if rules.jokers_wild else ()
    larger = [discard for alike in ranks.values() if len(alike) > 1 for discard in _sets(tuple(alike))]
    for suited in suits.values():
        if len(suited) + len(jokers) >= MIN_RUN:
            larger += _runs(tuple(suited), jokers)
    larger.sort(key=_small_first)
    return (*[_single(card) for card in dict.fromkeys(cards)], *larger)


def count_discards(hand: Iterable[Card], rules: Rules) -> int:
    """Return the number of distinct sets of cards that `legal_discards` holds (section 8)."""
    return len({tuple(in_order(discard.cards)) for discard in legal_discards(hand, rules)})


def _small_first(discard: Discard) -> tuple[int, list[int]]:
    return (len(discard.cards), [card.order for card in discard.cards])


@cache
def _single(card: Card) -> Discard:
    return Discard(DiscardKind.SINGLE, (card,))


@lru_cache(_KEPT)
def _sets(alike: tuple[Card, ...]) -> tuple[Discard, ...]:
    """Return the sets that cards of one rank make."""
    sizes = range(2, len(alike) + 1)
    found = dict.fromkeys(cards for size in sizes for cards in combinations(alike, size))
    return tuple(Discard(DiscardKind.SET, cards) for cards in found)


@lru_cache(_KEPT)
def _runs(suited: tuple[Card, ...], jokers: tuple[Card, ...]) -> tuple[Discard, ...]:
    """Return the runs that cards of one suit make, alone and with wild jokers, each way these can lie."""
    found: dict[tuple[Card, ...], None] = {}
    distinct = tuple(dict.fromkeys(suited))
    for size in range(MIN_NATURALS, len(distinct) + 1):
        for naturals in combinations(distinct, size):
            for count in range(max(0, MIN_RUN - size), len(jokers) + 1):
                for wild in combinations(jokers, count):
                    found.update(dict.fromkeys(_layings(naturals, wild)))
    return tuple(Discard(DiscardKind.RUN, cards) for cards in found)


def _layings(naturals: Sequence[Card], jokers: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    try:
        if not jokers:
            _verify_run(naturals)
            yield tuple(naturals)
            return
        for low in range(len(jokers) + 1):
            yield _wild_run(naturals, jokers, low)
    except NotADiscard:
        return
