"""What a hand can lay beside single cards, seen at a glance.

Most hands hold no set, run, series or group. One number a card, added up over the hand, shows that without
comparing cards. Where there is something, the few cards that matter are looked up in `discards` or
`match_or_draw`, where the rules stand, and what was found is remembered.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.engine.cards import JOKER_RANK, JOKERS, NATURALS, SUITS, Card, in_order
from bot.engine.discards import MIN_RUN, legal_discards
from bot.engine.match_or_draw import melds, with_each_top
from bot.engine.rules import Rules

_KEPT: Final = 1 << 15

# The number of a card, from its low end: two bits a face, which count its copies, suit after suit with a gap
# between; then four bits a rank, and four a suit, which count the cards of each.
_FACE_BITS: Final = 2
_SUIT_WIDTH: Final = 16
_RANKS_AT: Final = _FACE_BITS * _SUIT_WIDTH * len(SUITS)
_SUITS_AT: Final = _RANKS_AT + 4 * 14


_RANK_AT: Final = tuple(range(_RANKS_AT, _SUITS_AT, 4))


def _number(card: Card) -> int:
    if card.suit is None:
        return 1 << _RANK_AT[JOKER_RANK]
    suit = SUITS.index(card.suit)
    face = _FACE_BITS * (_SUIT_WIDTH * suit + card.rank)
    return 1 << face | 1 << _RANK_AT[card.rank] | 1 << _SUITS_AT + 4 * suit


_NUMBERS: Final = {card: _number(card) for card in NATURALS + JOKERS}
_number_of: Final = _NUMBERS.__getitem__
_ONE_OF_EACH: Final = sum(1 << _FACE_BITS * bit for bit in range(_SUIT_WIDTH * len(SUITS)))
_TWO_OF: Final = {card: 14 << _RANK_AT[card.rank] for card in _NUMBERS}
_TWO_OR_MORE: Final = sum(14 << _RANK_AT[rank] for rank in range(14))
_JOKER: Final = 15 << _RANK_AT[JOKER_RANK]
# Added to four bits that count, five carries into the highest of them from three on.
_SUIT_BITS: Final = tuple((suit, 8 << _SUITS_AT + 4 * index) for index, suit in enumerate(SUITS))
_RANK_BITS: Final = tuple((rank, 8 << at) for rank, at in enumerate(_RANK_AT))
_THREE_OF_A_RANK: Final = sum(bit for _, bit in _RANK_BITS)
_FIVES: Final = sum(5 << at for at in range(_RANKS_AT, _SUITS_AT + 16, 4))
_THREE_OR_MORE: Final = sum(8 << at for at in range(_RANKS_AT, _SUITS_AT + 16, 4))


def larger_discards(hand: Sequence[Card], rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """Return every legal discard of two or more cards in `discard_then_draw`."""
    number = sum(map(_number_of, hand))
    faces = (number | number >> 1) & _ONE_OF_EACH
    if faces & faces >> 2 & faces >> 4 or (rules.jokers_wild and number & _JOKER and len(hand) >= MIN_RUN):
        return _discards_of(tuple(in_order(hand)), rules.jokers_wild)
    if number & _TWO_OR_MORE:
        return _discards_of(tuple([card for card in hand if number & _TWO_OF[card]]), False)
    return ()


@lru_cache(_KEPT)
def _discards_of(cards: tuple[Card, ...], wild: bool) -> tuple[tuple[Card, ...], ...]:
    found = legal_discards(cards, Rules(jokers_wild=wild))
    return tuple(discard.cards for discard in found if len(discard.cards) > 1)


def larger_melds(hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return every series and group in `match_or_draw`, once for each card that could be the new top."""
    plenty = sum(map(_number_of, hand)) + _FIVES & _THREE_OR_MORE
    if not plenty:
        return []
    cards = in_order(hand)
    alike = [tuple([card for card in cards if card.suit is suit]) for suit, bit in _SUIT_BITS if plenty & bit]
    if plenty & _THREE_OF_A_RANK:
        alike += [
            tuple([card for card in cards if card.rank == rank]) for rank, bit in _RANK_BITS if plenty & bit
        ]
    return [picked for group in alike for picked in _melds_of(group)]


@lru_cache(_KEPT)
def _melds_of(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return tuple(picked for chosen in melds(cards) for picked in with_each_top(chosen))
