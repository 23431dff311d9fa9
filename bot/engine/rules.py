"""The rules of a match as one value (docs/rules.md, section 2)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Self, cast

from bot.engine.cards import Card, full_deck
from bot.engine.errors import N_, DeckTooSmall, SeatCount, YanivError

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8
MAX_TURNS: Final = 1000
MAX_ROUNDS: Final = 1000
_TWO_DECKS_ABOVE: Final = 28
_MAX_EXACT_TOTALS: Final = 10
_MAX_EXACT_TOTAL: Final = 1000
_COURTS: Final = 3
_MAX_COURT_POINTS: Final = 20
_CARDS_A_DECK: Final = 52

# The jack rule, section 5.
JACK: Final = 11
LOW_REST: Final = 5
LOW_JACK: Final = -2
HIGH_JACK: Final = 15

RANGES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "hand_size": (3, 7),
        "jokers": (0, 4),
        "joker_points": (-5, 10),
        "yaniv_limit": (1, 15),
        "target": (20, 1000),
        "assaf_penalty": (0, 100),
        "assaf_extra": (0, 100),
        "streak_bonus": (0, 100),
    }
)
"""The lowest and the highest value of each field that is a number."""

CHOICES: Final[Mapping[str, tuple[str | int, ...]]] = MappingProxyType(
    {
        "turn_system": ("discard_then_draw", "match_or_draw"),
        "decks": (1, 2, "auto"),
        "end": ("first_over", "last_standing"),
        "assaf_on": ("equal_or_lower", "lower"),
        "assaf_zero": ("lowest", "assafers", "all_others", "none"),
        "set_pickup": ("any", "ends"),
        "slap_down": ("off", "singles", "singles_and_sets"),
        "stock_empty": ("reshuffle", "end_round"),
        "next_starter": ("winner", "left_of_dealer"),
    }
)
"""The values a field can have, where they are few."""

FLAGS: Final = ("jokers_wild", "jack_rule", "assaf_adds_hand", "last_lap")
"""The fields that are yes or no."""


class ImpossibleRules(YanivError):
    """A rule field with a value it cannot have; names the field, the value and what is allowed."""

    message = N_("{field} cannot be {value}: {allowed}.")

    def __init__(self, field_name: str, value: object, allowed: str) -> None:
        super().__init__(field=field_name, value=value, allowed=allowed)
        self.field = field_name
        self.allowed = allowed

    def __str__(self) -> str:
        return "{field} cannot be {value!r}: {allowed}".format(**self.details)


@dataclass(frozen=True)
class Rules:
    """The rules of one match, validated when made. The defaults are `classic`.

    The fields, their meaning and ranges are those of docs/rules.md, section 2. `exact_totals` maps a
    total to the lower one it becomes. `preset` is the name the rules started from and has no effect on
    play.

    Raises ImpossibleRules for a value out of range.
    """

    turn_system: str = "discard_then_draw"
    hand_size: int = 5
    decks: int | str = "auto"
    jokers: int = 2
    joker_points: int = 0
    jokers_wild: bool = False
    court_points: tuple[int, int, int] = (10, 10, 10)
    jack_rule: bool = False
    yaniv_limit: int = 7
    target: int = 100
    end: str = "first_over"
    assaf_on: str = "equal_or_lower"
    assaf_penalty: int = 30
    assaf_adds_hand: bool = True
    assaf_zero: str = "lowest"
    assaf_extra: int = 0
    exact_totals: Mapping[int, int] = field(default_factory=lambda: {50: 25, 100: 50}, hash=False)
    set_pickup: str = "any"
    slap_down: str = "off"
    last_lap: bool = False
    streak_bonus: int = 0
    stock_empty: str = "reshuffle"
    next_starter: str = "winner"
    preset: str = field(default="classic", compare=False)

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            _check_whole(name, getattr(self, name), low, high)
        for name, allowed in CHOICES.items():
            _check_choice(name, getattr(self, name), allowed)
        for name in FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise ImpossibleRules(name, getattr(self, name), "yes or no")
        if not isinstance(cast("object", self.preset), str):
            raise ImpossibleRules("preset", self.preset, "a name")
        object.__setattr__(self, "court_points", _court_points(self.court_points))
        object.__setattr__(self, "exact_totals", _exact_totals(self.exact_totals))

    def __reduce__(self) -> tuple[object, tuple[dict[str, Any]]]:
        # A read-only mapping cannot be pickled as it is.
        return (type(self).from_json, (self.to_json(),))

    @cached_property
    def _points(self) -> tuple[int, ...]:
        by_rank = [self.joker_points, *range(1, 11), *self.court_points]
        return tuple(by_rank)

    def points(self, card: Card) -> int:
        """Return what one card counts by itself; by the jack rule a jack depends on its hand (section 5)."""
        if self.jack_rule and card.rank == JACK:
            return LOW_JACK
        return self._points[card.rank]

    @cached_property
    def _points_of(self) -> Callable[[Card], int]:
        points = self._points
        return {card: points[card.rank] for card in full_deck(1, 4)}.__getitem__

    def hand_sum(self, hand: "tuple[Card, ...] | list[Card]") -> int:
        """Return what a hand counts in points (sections 2 and 5)."""
        if not self.jack_rule:
            return sum(map(self._points_of, hand))
        points = self._points
        rest = sum([points[card.rank] for card in hand if card.rank != JACK])
        jacks = len([card for card in hand if card.rank == JACK])
        return rest + jacks * (LOW_JACK if rest <= LOW_REST else HIGH_JACK)

    def decks_for(self, seats: int) -> int:
        """Return how many decks a round with that many seats is played with: 1 or 2."""
        if self.decks == "auto":
            return 2 if seats * self.hand_size > _TWO_DECKS_ABOVE else 1
        return cast("int", self.decks)

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that cannot play these rules.

        Raises SeatCount outside 2 to 8, DeckTooSmall when seats x hand_size + 1 exceeds the deck.
        """
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise SeatCount(seats=seats)
        if seats * self.hand_size + 1 > self.decks_for(seats) * (_CARDS_A_DECK + self.jokers):
            raise DeckTooSmall(seats=seats, hand_size=self.hand_size)

    def to_json(self) -> dict[str, Any]:
        """Return the rules as they stand in a record (section 8)."""
        data: dict[str, Any] = {"preset": self.preset}
        data |= {f.name: getattr(self, f.name) for f in fields(self) if f.name != "preset"}
        data["court_points"] = list(self.court_points)
        data["exact_totals"] = {str(total): lower for total, lower in self.exact_totals.items()}
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read the rules of a record; unknown keys are ignored, every field must be there.

        Raises ImpossibleRules for a missing or wrong field.
        """
        values: dict[str, Any] = {}
        for f in fields(cls):
            if f.name not in data:
                raise ImpossibleRules(f.name, None, "it must be given")
            values[f.name] = data[f.name]
        return cls(**values)


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _whole_key(key: object) -> int | None:
    """Return a total given as a number, or as the text JSON makes of it; None if it is no possible total."""
    total = int(key) if isinstance(key, str) and key.isascii() and key.isdigit() else key
    return total if isinstance(total, int) and _is_whole(total, 1, _MAX_EXACT_TOTAL) else None


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if not _is_whole(value, low, high):
        raise ImpossibleRules(name, value, f"a whole number from {low} to {high}")


def _check_choice(name: str, value: object, allowed: tuple[str | int, ...]) -> None:
    if isinstance(value, bool) or not isinstance(value, str | int) or value not in allowed:
        raise ImpossibleRules(name, value, " or ".join(str(choice) for choice in allowed))


def _court_points(value: object) -> tuple[int, int, int]:
    allowed = "three whole numbers from 0 to 20, for jack, queen and king"
    points = cast("tuple[int, ...]", value) if isinstance(value, tuple | list) else ()
    if len(points) != _COURTS or not all(_is_whole(entry, 0, _MAX_COURT_POINTS) for entry in points):
        raise ImpossibleRules("court_points", cast("object", value), allowed)
    return (points[0], points[1], points[2])


def _exact_totals(value: object) -> Mapping[int, int]:
    allowed = "up to 10 pairs of a total from 1 to 1000 and a lower one, not below 0"
    if not isinstance(value, Mapping):
        raise ImpossibleRules("exact_totals", value, allowed)
    pairs: dict[int, int] = {}
    for key, lower in cast("Mapping[Any, Any]", value).items():
        total = _whole_key(key)
        if total is None or not _is_whole(lower, 0, total - 1):
            raise ImpossibleRules("exact_totals", dict(cast("Mapping[Any, Any]", value)), allowed)
        pairs[total] = lower
    if len(pairs) > _MAX_EXACT_TOTALS:
        raise ImpossibleRules("exact_totals", pairs, allowed)
    return MappingProxyType(pairs)


CLASSIC: Final = Rules()
