"""The computer players that people come to know: each has a name of its own and always plays alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Character:
    """A computer player with a name, which stands in the records of matches and so never changes."""

    name: str
    level: str


CHARACTERS: Final[Mapping[str, Character]] = MappingProxyType(
    {
        character.name: character
        for character in (
            Character("Gil", "easy"),
            Character("Shir", "easy"),
            Character("Noa", "normal"),
            Character("Tal", "normal"),
            Character("Lior", "hard"),
            Character("Omer", "hard"),
        )
    }
)
"""By their names, in the order in which those of a level sit down."""

GUESTS: Final = ("Maya", "Dana", "Adi", "Ron", "Yael", "Eli", "Neta", "Amit")
"""What computers are called once the characters of their level are all seated; they say nothing."""


def character_of(name: str, level: str) -> Character | None:
    """Return the character who is called so and plays so; None for a guest, or a person of that name."""
    character = CHARACTERS.get(name)
    return character if character is not None and character.level == level else None


def names_of(level: str) -> tuple[str, ...]:
    """Return what computers of a level are called, in the order in which they sit down."""
    return (*(character.name for character in CHARACTERS.values() if character.level == level), *GUESTS)
