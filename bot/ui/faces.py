"""Cards as pictures: how each picture is called, and which one stands for a card.

The pictures are emojis of the application. An emoji's name is what a screen reader says, so it begins with
the card in words. It ends in a hash of the picture: a face that was drawn anew has another name.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from discord import PartialEmoji

from bot.engine.cards import JOKERS, NATURALS, Card, Suit
from bot.personal import CardStyle, Personal

FOLDER: Final = Path(__file__).parents[2] / "data" / "cards"
BACK: Final = "card_back"
DECK: Final = NATURALS + JOKERS

_HASH: Final = 4
_RANKS: Final = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
_FOUR_COLOURS: Final[Mapping[Suit, str]] = {Suit.DIAMONDS: "_blue", Suit.CLUBS: "_green"}


def picture_name(card: Card, *, four_colours: bool = False) -> str:
    """Return how the picture of a card is called: "nine_of_spades", "red_joker".

    In four colours diamonds and clubs have pictures of their own: "nine_of_clubs_green". All jokers play
    alike; every other one is red, as in a deck that one buys.
    """
    if card.suit is None:
        return "red_joker" if card.order % 2 else "black_joker"
    colour = _FOUR_COLOURS.get(card.suit, "") if four_colours else ""
    return f"{_RANKS[card.rank - 1]}_of_{card.suit.name.lower()}{colour}"


TWO_COLOURS: Final = frozenset({BACK, *map(picture_name, DECK)})
FOUR_COLOURS: Final = frozenset({BACK, *(picture_name(card, four_colours=True) for card in DECK)})


def face_name(picture: str, png: bytes) -> str:
    """Return the name of the emoji of a picture: "nine_of_spades_a1b2", at most 32 characters."""
    return f"{picture}_{hashlib.sha256(png).hexdigest()[:_HASH]}"


def picture_of(emoji_name: str) -> str | None:
    """Return which picture of ours an emoji of that name shows, in this or another drawing; None if none."""
    picture, _, drawing = emoji_name.rpartition("_")
    ours = picture in TWO_COLOURS | FOUR_COLOURS and re.fullmatch(f"[0-9a-f]{{{_HASH}}}", drawing)
    return picture if ours else None


_NONE: Final[Mapping[str, PartialEmoji]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Faces:
    """Which picture stands for a card; where there is none, the card is written in text.

    `pictures` are the emojis by the names of their pictures. There is one for every card, or none at all.
    """

    pictures: Mapping[str, PartialEmoji] = field(default_factory=lambda: _NONE, repr=False)
    four_colours: bool = False

    def __bool__(self) -> bool:
        return bool(self.pictures)

    def of(self, card: Card) -> PartialEmoji | None:
        """Return the picture of a card."""
        return self.pictures.get(picture_name(card, four_colours=self.four_colours))

    @property
    def back(self) -> PartialEmoji | None:
        """The back that all cards share."""
        return self.pictures.get(BACK)

    def liked_by(self, personal: Personal) -> Self:
        """Return the faces that a person prefers, as far as they are there."""
        if personal.cards is CardStyle.TEXT:
            return replace(self, pictures=_NONE)
        return replace(self, four_colours=personal.four_colours and self.pictures.keys() >= FOUR_COLOURS)


NO_FACES: Final = Faces()
"""Cards in text."""
