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
    NothingSelected,
    RunTooShort,
    TwinInRun,
)
from bot.engine.rules import Rules

MIN_RUN: Final = 3


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


def lay(picked: Sequence[Card]) -> Discard:
    """Return the discard that the picked cards make, whatever the order they were picked in.

    >>> from bot.engine.cards import parse_cards
    >>> lay(parse_cards("7H 5H 6H")).cards
    (5H, 6H, 7H)

    Raises NotADiscard, or the one of its kinds that says why not.
    """
    if not picked:
        raise NothingSelected
    if len(picked) == 1:
        return Discard(DiscardKind.SINGLE, tuple(picked))
    if len({card.rank for card in picked}) == 1:
        return Discard(DiscardKind.SET, tuple(picked))
    in_order = tuple(sorted(picked))
    _verify_run(in_order)
    return Discard(DiscardKind.RUN, in_order)


def _verify_run(in_order: tuple[Card, ...]) -> None:
    if any(card.is_joker for card in in_order):
        raise JokerWithOthers
    first = in_order[0]
    for card in in_order[1:]:
        if card.suit is not first.suit:
            raise MixedCards(first=first, second=card)
    for low, high in pairwise(in_order):
        if low is high:
            raise TwinInRun(card=low)
        if high.rank != low.rank + 1:
            raise GapInRun(low=low, high=high)
    if len(in_order) < MIN_RUN:
        raise RunTooShort


def takeable(discard: Discard, rules: Rules) -> tuple[Card, ...]:
    """Return the distinct cards of a discard that the next seat may take, in the order they lie.

    Of a single that card; of a set any card, or its ends with `set_pickup = ends`; of a run its ends
    (section 3).
    """
    cards = discard.cards
    if discard.kind is DiscardKind.RUN or (discard.kind is DiscardKind.SET and rules.set_pickup == "ends"):
        cards = (cards[0], cards[-1])
    return tuple(dict.fromkeys(cards))


def legal_discards(hand: Iterable[Card]) -> tuple[Discard, ...]:
    """Return every distinct discard of a hand: singles, sets and runs, equal cards counted as equal.

    Two picks of the same cards are one discard. Small ones come first, and the order is fixed by the cards in
    the hand, not by theirs.
    """
    cards = sorted(hand)
    found = [Discard(DiscardKind.SINGLE, (card,)) for card in dict.fromkeys(cards)]
    found += [Discard(DiscardKind.SET, cards) for cards in _sets(cards)]
    found += [Discard(DiscardKind.RUN, cards) for cards in _runs(cards)]
    return tuple(sorted(found, key=lambda discard: (len(discard.cards), discard.cards)))


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
