"""Cards in messages: rank and suit, readable without colour and without pictures, beside their picture."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from bot.engine.cards import Card, Suit
from bot.ui.words import N_, Words

_SUITS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "♠",
    Suit.HEARTS: "♥",
    Suit.DIAMONDS: "♦",
    Suit.CLUBS: "♣",
}
_LETTERS: Final[Mapping[int, str]] = {1: N_("A"), 11: N_("J"), 12: N_("Q"), 13: N_("K")}
_JOKER: Final = "🃏"
_BESIDE: Final = "\N{NARROW NO-BREAK SPACE}"


def card_text(words: Words, card: Card) -> str:
    """Return a card as it stands in a message: its picture if the words show them, and what it is."""
    picture = words.faces.of(card)
    if picture is None:
        return written(words, card)
    return f"{picture}{_BESIDE}{words('Joker') if card.suit is None else written(words, card)}"


def written(words: Words, card: Card) -> str:
    """Return a card in letters and signs alone: "9♠", "10♥", "K♦", "🃏"."""
    if card.suit is None:
        return _JOKER
    return rank_text(words, card.rank) + suit_text(card.suit)


def rank_text(words: Words, rank: int) -> str:
    """Return a rank from 1 (ace) to 13 (king) as it stands in a text: "9", "K"."""
    letter = _LETTERS.get(rank)
    return str(rank) if letter is None else words(letter)


def suit_text(suit: Suit) -> str:
    """Return a suit as it stands in a text: "♠"."""
    return _SUITS[suit]


def card_label(words: Words, card: Card) -> str:
    """Return a card as it stands on a button, beside its picture if there is one: a joker by name."""
    if card.suit is not None:
        return written(words, card)
    return words("Joker") if words.faces else _JOKER + " " + words("Joker")


def cards_text(words: Words, cards: Sequence[Card]) -> str:
    """Return cards in the order given: "9♠ 9♦ 4♣", each beside its picture."""
    return words.in_order(" ".join(card_text(words, card) for card in cards))


def pictures(words: Words, *cards: Card) -> str:
    """Return cards for a sentence or a long row: as pictures alone, whose names say which cards they are.

    Without pictures they are written: "9♠ 9♦ 4♣".
    """
    return words.in_order(" ".join(str(words.faces.of(card) or written(words, card)) for card in cards))


def discard_text(words: Words, discard: Sequence[Card], takeable: Collection[Card]) -> str:
    """Return a discard for a markdown text, with brackets around what may be taken: "[5♥] 6♥ [7♥]".

    Of a run only the ends get them, even if a joker between them looks the same.
    """
    return _discard(words, discard, takeable, lambda card: card_text(words, card))


def discard_pictures(words: Words, discard: Sequence[Card], takeable: Collection[Card]) -> str:
    """Return the same for a line that has to be short: with pictures alone, as far as there are any."""
    return _discard(words, discard, takeable, lambda card: pictures(words, card))


def _discard(
    words: Words, discard: Sequence[Card], takeable: Collection[Card], shown: Callable[[Card], str]
) -> str:
    is_run = len({card.rank for card in discard}) > 1
    ends = (0, len(discard) - 1)
    cards = " ".join(
        f"[{shown(card)}]" if card in takeable and (not is_run or position in ends) else shown(card)
        for position, card in enumerate(discard)
    )
    return words.in_order(cards)
