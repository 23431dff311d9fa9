"""What a hand can lay beside single cards, seen at a glance.

Most hands hold no set, run, series or group. One number a card, added up over the hand, shows that without
comparing cards. Where there is something, the few cards that matter are looked up in `discards` or
`match_or_draw`, where the rules stand, and what was found is remembered.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.engine.cards import JOKER_RANK, JOKERS, NATURALS, SUITS, Card, in_order
from bot.engine.discards import MIN_RUN, legal_discards
from bot.engine.match_or_draw import melds, with_each_top
from bot.engine.rules import CLASSIC, Rules

_KEPT: Final = 1 << 15
_WITH_WILD_JOKERS: Final = Rules(jokers_wild=True)
_CARDS: Final = NATURALS + JOKERS
_RANKS: Final = range(14)

# Four bits count the cards of each rank, after them four the cards of each suit. The places they begin at:
_RANK_AT: Final = tuple(4 * rank for rank in _RANKS)
_SUIT_AT: Final = {suit: 4 * (len(_RANKS) + index) for index, suit in enumerate(SUITS)}
# In front of the ranks, one bit a face: suit after suit in rank order, with a gap between them.
_FACES_WIDTH: Final = 64
_FACE_AT: Final = {
    card: 16 * SUITS.index(card.suit) + card.rank for card in NATURALS if card.suit is not None
}

_FACES_AND_RANKS: Final[Mapping[Card, int]] = {
    card: (1 << _RANK_AT[card.rank] << _FACES_WIDTH) + (0 if card.is_joker else 1 << _FACE_AT[card])
    for card in _CARDS
}
_RANKS_AND_SUITS: Final[Mapping[Card, int]] = {
    card: (1 << _RANK_AT[card.rank]) + (0 if card.suit is None else 1 << _SUIT_AT[card.suit])
    for card in _CARDS
}
_faces_and_ranks_of: Final = _FACES_AND_RANKS.__getitem__
_ranks_and_suits_of: Final = _RANKS_AND_SUITS.__getitem__

_FACES: Final = (1 << _FACES_WIDTH) - 1
_JOKER: Final = 15 << _RANK_AT[JOKER_RANK] << _FACES_WIDTH
_TWO_OF: Final = {card: 14 << _RANK_AT[card.rank] << _FACES_WIDTH for card in _CARDS}
_TWO_OR_MORE: Final = sum(14 << at << _FACES_WIDTH for at in _RANK_AT)

# Added to four bits that count, five carries into the highest of them from three on.
_FIVES: Final = sum(5 << at for at in (*_RANK_AT, *_SUIT_AT.values()))
_THREE_OF_RANK: Final = tuple((rank, 8 << at) for rank, at in enumerate(_RANK_AT))
_THREE_OF_SUIT: Final = tuple((suit, 8 << at) for suit, at in _SUIT_AT.items())
_THREE_OF_ANY_RANK: Final = sum(bit for _, bit in _THREE_OF_RANK)
_THREE_OF_ANYTHING: Final = _THREE_OF_ANY_RANK + sum(bit for _, bit in _THREE_OF_SUIT)


def larger_discards(hand: Sequence[Card], rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """Return every legal discard of two or more cards in `discard_then_draw`."""
    number = sum(map(_faces_and_ranks_of, hand))
    if number & number >> 1 & number >> 2 & _FACES:
        return _discards_of(tuple(in_order(hand)), rules.jokers_wild)
    if number & _JOKER and rules.jokers_wild and len(hand) >= MIN_RUN:
        return _discards_of(tuple(in_order(hand)), True)
    if not number & _TWO_OR_MORE:
        return ()
    if len(set(hand)) < len(hand):
        # The bits of two equal cards have run into the next face, so that a run may have stayed unseen.
        return _discards_of(tuple(in_order(hand)), False)
    return _discards_of(tuple([card for card in hand if number & _TWO_OF[card]]), False)


@lru_cache(_KEPT)
def _discards_of(cards: tuple[Card, ...], wild: bool) -> tuple[tuple[Card, ...], ...]:
    found = legal_discards(cards, _WITH_WILD_JOKERS if wild else CLASSIC)
    return tuple(discard.cards for discard in found if len(discard.cards) > 1)


def larger_melds(hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return every series and group in `match_or_draw`, once for each card that could be the new top."""
    plenty = sum(map(_ranks_and_suits_of, hand)) + _FIVES & _THREE_OF_ANYTHING
    if not plenty:
        return []
    cards = in_order(hand)
    alike = [
        tuple([card for card in cards if card.suit is suit]) for suit, bit in _THREE_OF_SUIT if plenty & bit
    ]
    if plenty & _THREE_OF_ANY_RANK:
        alike += [
            tuple([card for card in cards if card.rank == rank])
            for rank, bit in _THREE_OF_RANK
            if plenty & bit
        ]
    return [picked for group in alike for picked in _melds_of(group)]


@lru_cache(_KEPT)
def _melds_of(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return tuple(picked for chosen in melds(cards) for picked in with_each_top(chosen))
