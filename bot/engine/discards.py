"""What may be discarded, how it lies, and which of it may be taken (docs/rules.md, section 3)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, groupby, pairwise
from typing import Final

from bot.engine.cards import Card
from bot.engine.errors import (
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
    if not picked:
        raise NothingSelected
    if len(picked) == 1:
        return Discard(DiscardKind.SINGLE, tuple(picked))
    if len({card.rank for card in picked}) == 1:
        return Discard(DiscardKind.SET, tuple(picked))
    jokers = [card for card in picked if card.is_joker]
    if not jokers:
        in_order = tuple(sorted(picked))
        _verify_run(in_order)
        return Discard(DiscardKind.RUN, in_order)
    if not rules.jokers_wild:
        raise JokerWithOthers
    naturals = sorted(card for card in picked if not card.is_joker)
    before = picked[: picked.index(naturals[0])] if naturals else ()
    return Discard(
        DiscardKind.RUN, _wild_run(naturals, jokers, len([card for card in before if card.is_joker]))
    )


def _verify_run(in_order: tuple[Card, ...]) -> None:
    _verify_suit(in_order)
    for low, high in pairwise(in_order):
        if high.rank != low.rank + 1:
            raise GapInRun(low=low, high=high)
    if len(in_order) < MIN_RUN:
        raise RunTooShort


def _verify_suit(in_order: Sequence[Card]) -> None:
    first = in_order[0]
    for card in in_order[1:]:
        if card.suit is not first.suit:
            raise MixedCards(first=first, second=card)
    for low, high in pairwise(in_order):
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
    if discard.kind is DiscardKind.RUN or (discard.kind is DiscardKind.SET and rules.set_pickup == "ends"):
        cards = (cards[0], cards[-1])
    return tuple(dict.fromkeys(cards))


def legal_discards(hand: Iterable[Card], rules: Rules) -> tuple[Discard, ...]:
    """Return every distinct discard of a hand: singles, sets and runs, equal cards counted as equal.

    Two picks of the same cards are one discard, unless spare jokers lie elsewhere in a run. Small ones come
    first, and the order is fixed by the cards in the hand, not by theirs.
    """
    cards = sorted(hand)
    found = [Discard(DiscardKind.SINGLE, (card,)) for card in dict.fromkeys(cards)]
    found += [Discard(DiscardKind.SET, cards) for cards in _sets(cards)]
    found += [Discard(DiscardKind.RUN, cards) for cards in _runs(cards)]
    if rules.jokers_wild:
        found += [Discard(DiscardKind.RUN, cards) for cards in _wild_runs(cards)]
    return tuple(sorted(found, key=lambda discard: (len(discard.cards), discard.cards)))


def count_discards(hand: Iterable[Card], rules: Rules) -> int:
    """Return the number of distinct sets of cards that `legal_discards` holds (section 8)."""
    return len({tuple(sorted(discard.cards)) for discard in legal_discards(hand, rules)})


def _sets(in_order: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    for _, group in groupby(in_order, key=lambda card: card.rank):
        alike = tuple(group)
        for size in range(2, len(alike) + 1):
            yield from dict.fromkeys(combinations(alike, size))


def _runs(in_order: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    held = {(card.suit, card.rank): card for card in in_order if not card.is_joker}
    for (suit, rank), low in held.items():
        run = [low]
        while (after := held.get((suit, rank + len(run)))) is not None:
            run.append(after)
            if len(run) >= MIN_RUN:
                yield tuple(run)


def _wild_runs(in_order: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield the runs with jokers in them, each way the spare ones can lie."""
    jokers = [card for card in in_order if card.is_joker]
    held = dict.fromkeys(card for card in in_order if not card.is_joker)
    found: dict[tuple[Card, ...], None] = {}
    for _, suited in groupby(
        sorted(held, key=lambda card: (card.suit, card.rank)), key=lambda card: card.suit
    ):
        alike = tuple(suited)
        for size in range(MIN_NATURALS, len(alike) + 1):
            for naturals in combinations(alike, size):
                for count in range(1, len(jokers) + 1):
                    for wild in combinations(jokers, count):
                        found.update(dict.fromkeys(_layings(naturals, wild)))
    yield from found


def _layings(naturals: Sequence[Card], jokers: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    for low in range(len(jokers) + 1):
        try:
            yield _wild_run(naturals, jokers, low)
        except NotADiscard:
            return
