"""What a chart shows: plain values that go to the process which draws it, without a card in them."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Line:
    """One player's way through a match.

    `number` is the player's seat, from 1. `totals` are those after each round played, the first to the last
    one this player was in. `assafs` are the rounds, from 1, in which they called and were caught; `lowered`
    those in which their total landed on an exact one, with what it would have been.
    """

    number: int
    name: str
    totals: tuple[int, ...]
    assafs: tuple[int, ...] = ()
    lowered: tuple[tuple[int, int], ...] = ()
    won: bool = False


@dataclass(frozen=True, slots=True)
class Labels:
    """The words in a chart, in the language of its readers."""

    rounds: str
    points: str
    target: str
    assaf: str
    lowered: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The totals of every player over the rounds of a match."""

    lines: tuple[Line, ...]
    rounds: int
    target: int
    labels: Labels

    def to_json(self) -> str:
        """Write it down in one line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` has written."""
        fields = json.loads(text)
        lines = tuple(_line(line) for line in fields.pop("lines"))
        return cls(lines=lines, labels=Labels(**fields.pop("labels")), **fields)


def _line(fields: Mapping[str, Any]) -> Line:
    return Line(
        number=fields["number"],
        name=fields["name"],
        totals=tuple(fields["totals"]),
        assafs=tuple(fields["assafs"]),
        lowered=tuple((number, total) for number, total in fields["lowered"]),
        won=fields["won"],
    )


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart as a PNG, and the numbers of the players whose names could not be written into it."""

    png: bytes
    numbered: tuple[int, ...] = ()
