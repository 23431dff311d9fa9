"""Who sits on a seat, and who came and went."""

from dataclasses import dataclass
from typing import Final

HUMAN: Final = "human"
"""The `kind` of a seat that a person plays; every other kind is a computer's level."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: a display name, and `human` or the level of a computer player."""

    name: str
    kind: str = HUMAN

    @property
    def is_human(self) -> bool:
        """Say whether a person plays this seat."""
        return self.kind == HUMAN


@dataclass(frozen=True, slots=True)
class Departure:
    """The human `leaver` left `seat` to the computer `player`.

    It was in round `round`, counted from 1, before its action number `action`, counted from 0.
    """

    seat: int
    round: int
    action: int
    player: Player
    leaver: Player


@dataclass(frozen=True, slots=True)
class Arrival:
    """The human `player` took over `seat` from a computer, to play from round `round` on, counted from 1."""

    seat: int
    round: int
    player: Player
