"""How long a turn may take."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

SHORTEST_REMINDED: Final = timedelta(minutes=1)


class Speed(StrEnum):
    """The speeds a match may have."""

    BLITZ = "blitz"
    FAST = "fast"
    NORMAL = "normal"
    RELAXED = "relaxed"
    DAY = "day"
    NONE = "none"

    @property
    def turn(self) -> timedelta | None:
        """How long a turn may take; None for as long as one likes."""
        return _TURNS[self]

    @property
    def reminds(self) -> bool:
        """Say whether the player to move is reminded at half time."""
        return self.turn is not None and self.turn >= SHORTEST_REMINDED

    @property
    def is_slow(self) -> bool:
        """Say whether it is for people who look in now and then; their lobbies stay open for longer too."""
        return self in (Speed.RELAXED, Speed.DAY, Speed.NONE)


DEFAULT_SPEED: Final = Speed.NORMAL

_TURNS: Final[Mapping[Speed, timedelta | None]] = MappingProxyType(
    {
        Speed.BLITZ: timedelta(seconds=20),
        Speed.FAST: timedelta(seconds=45),
        Speed.NORMAL: timedelta(minutes=2),
        Speed.RELAXED: timedelta(minutes=10),
        Speed.DAY: timedelta(days=1),
        Speed.NONE: None,
    }
)


def read_speed(written: str | None) -> Speed | None:
    """Return the speed of that value, None for anything that is none."""
    return Speed(written) if written is not None and written in tuple(Speed) else None
