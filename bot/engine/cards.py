"""Cards and decks (docs/rules.md, head and section 2)."""

from collections.abc import Iterable
from enum import StrEnum
from operator import attrgetter
from typing import Final, final

JOKER_RANK: Final = 0
RANKS: Final = "A23456789TJQK"


class Suit(StrEnum):
    """A suit; the value is its letter in card notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


SUITS: Final = tuple(Suit)


@final
class Card:
    """One card face, such as `9S`, `TD` or the joker `X1`.

    There is exactly one object a face, so equal cards are the same object and the two copies in two decks are
    interchangeable. Get it with `Card.parse`.

    `code`: the notation. `rank`: 1 (ace) to 13 (king), 0 for a joker. `suit`: None for a joker.
    `order`: 0 to 55, sorts by rank, then suit, jokers last.
    """

    __slots__ = ("code", "order", "rank", "suit")

    code: str
    rank: int
    suit: Suit | None
    order: int

    def __init__(self, code: str, rank: int, suit: Suit | None, order: int) -> None:
        self.code = code
        self.rank = rank
        self.suit = suit
        self.order = order

    @property
    def is_joker(self) -> bool:
        """Say whether this is a joker."""
        return self.rank == JOKER_RANK

    @staticmethod
    def parse(code: str) -> "Card":
        """Return the card of that notation.

        >>> Card.parse("TD").rank
        10

        Raises ValueError for anything else than `AS` to `KC` and `X1` to `X4`.
        """
        try:
            return _FACES[code]
        except (KeyError, TypeError):
            raise ValueError(f"not a card: {code!r}") from None

    def __repr__(self) -> str:
        return self.code

    def __lt__(self, other: "Card") -> bool:
        return self.order < other.order

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # Copies and pickles must give the one object back: identity is equality.
        return (Card.parse, (self.code,))


JOKERS: Final = tuple(Card(f"X{n}", JOKER_RANK, None, 51 + n) for n in range(1, 5))
NATURALS: Final = tuple(
    Card(RANKS[rank - 1] + suit, rank, suit, (rank - 1) * 4 + index)
    for rank in range(1, 14)
    for index, suit in enumerate(SUITS)
)
_FACES: Final = {card.code: card for card in NATURALS + JOKERS}


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return the cards sorted by rank, then suit, jokers last; what `sorted` does, but fast."""
    return sorted(cards, key=_ORDER)


_ORDER: Final = attrgetter("order")


def full_deck(decks: int, jokers: int) -> tuple[Card, ...]:
    """Return every card of `decks` decks (1 or 2) with `jokers` (0 to 4) jokers each, in order."""
    return (NATURALS + JOKERS[:jokers]) * decks


def parse_cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of a list in words: `parse_cards("9S X1")`.

    Raises ValueError for a part that is not a card.
    """
    return tuple(Card.parse(code) for code in codes.split())
