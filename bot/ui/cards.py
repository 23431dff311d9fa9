"""Cards in text: rank and suit, readable without colour and without pictures."""

from collections.abc import Collection, Mapping, Sequence
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


def card_text(words: Words, card: Card) -> str:
    """Return a card as it stands in a text: "9♠", "10♥", "K♦", "🃏"."""
    if card.suit is None:
        return _JOKER
    letter = _LETTERS.get(card.rank)
    return (str(card.rank) if letter is None else words(letter)) + _SUITS[card.suit]


def card_label(words: Words, card: Card) -> str:
    """Return a card as it stands on a button: as in a text, and a joker by name."""
    return _JOKER + " " + words("Joker") if card.is_joker else card_text(words, card)


def cards_text(words: Words, cards: Sequence[Card]) -> str:
    """Return cards in the order given: "9♠ 9♦ 4♣"."""
    return " ".join(card_text(words, card) for card in cards)


def discard_text(words: Words, discard: Sequence[Card], takeable: Collection[Card]) -> str:
    """Return a discard for a markdown text, with brackets around what may be taken: "[5♥] 6♥ [7♥]"."""
    return " ".join(
        f"**[{card_text(words, card)}]**" if card in takeable else card_text(words, card) for card in discard
    )
