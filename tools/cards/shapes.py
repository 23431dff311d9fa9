"""The shapes on the card faces: ranks as strokes, suits and the joker's cap as outlines. No font is needed.

A rank stands in a box 72 high, a suit in one of 100 by 100. Both are read at 22 pixels, so there are no thin
lines, and no two ranks share an outline: the three has a flat top, the six and the nine have straight tails.
"""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import Suit

RANKS: Final[Mapping[int, str]] = {
    1: "M0 72 L19 0 L38 72 M6 50 H32",
    2: "M0 20 C2 6 11 0 21 0 C33 0 41 8 41 19 C41 36 18 48 1 72 H43",
    3: "M2 0 H40 L19 27 C33 26 42 36 42 49 C42 63 33 72 20 72 C11 72 4 68 0 61",
    4: "M32 72 V0 L0 52 H46",
    5: "M38 0 H7 L4 33 C9 29 14 27 21 27 C34 27 42 36 42 49 C42 63 33 72 20 72 C11 72 4 68 0 61",
    6: "M36 0 C15 8 0 26 0 50 A21 22 0 1 0 42 50 A21 22 0 1 0 0 50",
    7: "M0 0 H42 L14 72",
    8: "M5 16 A16 16 0 1 0 37 16 A16 16 0 1 0 5 16 M0 52 A21 20 0 1 0 42 52 A21 20 0 1 0 0 52",
    9: "M6 72 C27 64 42 46 42 22 A21 22 0 1 0 0 22 A21 22 0 1 0 42 22",
    10: "M0 10 L9 0 V72 M25 15 A12 15 0 0 1 49 15 V57 A12 15 0 0 1 25 57 Z",
    11: "M12 0 H34 V52 C34 65 27 72 17 72 C8 72 2 66 0 58",
    12: "M0 35 A21 35 0 1 0 42 35 A21 35 0 1 0 0 35 M20 44 L40 76",
    13: "M0 0 V72 M42 0 L2 44 M16 29 L44 72",
}
"""The middle lines of the ranks, from 1 (ace) to 13 (king)."""

SUITS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: (
        "M50 3 C70 28 95 42 95 63 C95 76 85 84 74 84 C66 84 59 81 55 74 C56 84 59 91 64 97 H36 "
        "C41 91 44 84 45 74 C41 81 34 84 26 84 C15 84 5 76 5 63 C5 42 30 28 50 3Z"
    ),
    Suit.HEARTS: (
        "M50 94 C22 70 4 52 4 31 C4 16 15 7 27 7 C38 7 46 13 50 23 C54 13 62 7 73 7 C85 7 96 16 96 31 "
        "C96 52 78 70 50 94Z"
    ),
    Suit.DIAMONDS: "M50 0 C61 18 76 35 95 50 C76 65 61 82 50 100 C39 82 24 65 5 50 C24 35 39 18 50 0Z",
    Suit.CLUBS: (
        "M50 2 A24 24 0 0 1 70 39 A24 24 0 1 1 55 76 C56 85 59 91 64 97 H36 C41 91 44 85 45 76 "
        "A24 24 0 1 1 30 39 A24 24 0 0 1 50 2Z"
    ),
}
"""The outlines of the suits."""

CAP: Final = (
    "M42 92 C42 79 41 68 35 63 C29 59 26 68 25 80 L13 79 C11 48 30 31 51 46 C54 35 59 27 64 18 "
    "C69 27 74 35 77 46 C98 31 117 48 115 79 L103 80 C102 68 99 59 93 63 C87 68 86 79 86 92Z"
)
"""The joker's cap on the whole card, and where its bells are."""
BELLS: Final = ((19, 84), (64, 20), (109, 84))
