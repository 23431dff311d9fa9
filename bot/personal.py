"""What a person prefers, wherever they play."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LONGEST_WORD: Final = 20
"""So many characters may a lucky word have."""


class CardStyle(StrEnum):
    """How cards are shown to a person."""

    PICTURES = "pictures"
    TEXT = "text"


class Pings(StrEnum):
    """How a person hears that it is their turn."""

    CHANNEL = "channel"
    DIRECT = "direct"
    """By a direct message with a link to the table."""
    NEVER = "never"


class Sorting(StrEnum):
    """What the cards of a hand are sorted by first."""

    RANK = "rank"
    SUIT = "suit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Personal:
    """What one person prefers.

    `language` is a code such as "fr", None for that of their Discord. `lucky_word` is what they wrote, at
    most `LONGEST_WORD` characters, not escaped; empty for none. `welcomed` says whether they were told once
    where a newcomer may start.
    """

    language: str | None = None
    cards: CardStyle = CardStyle.PICTURES
    four_colours: bool = False
    pings: Pings = Pings.CHANNEL
    sorting: Sorting = Sorting.RANK
    lucky_word: str = ""
    welcomed: bool = False


NOTHING_SAID: Final = Personal()
"""What is done for somebody who never said what they prefer."""
