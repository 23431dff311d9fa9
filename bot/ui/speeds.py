"""What the speeds of a match are called."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.speeds import Speed
from bot.ui.words import N_, Words

SPEED_NAMES: Final[Mapping[Speed, str]] = MappingProxyType(
    {
        Speed.BLITZ: N_("Blitz: 20 seconds a turn"),
        Speed.FAST: N_("Fast: 45 seconds a turn"),
        Speed.NORMAL: N_("Normal: 2 minutes a turn"),
        Speed.RELAXED: N_("Relaxed: 10 minutes a turn"),
        Speed.DAY: N_("A day for each turn"),
        Speed.NONE: N_("No limit"),
    }
)
"""The names to choose from, as they stand in the source."""

_FIGURES: Final[Mapping[Speed, str]] = MappingProxyType(
    {
        Speed.BLITZ: N_("20 seconds a turn"),
        Speed.FAST: N_("45 seconds a turn"),
        Speed.NORMAL: N_("2 minutes a turn"),
        Speed.RELAXED: N_("10 minutes a turn"),
        Speed.DAY: N_("a day for each turn"),
        Speed.NONE: N_("no time limit"),
    }
)


def speed_name(words: Words, speed: Speed) -> str:
    """Return what a speed is called where one is chosen: "Fast: 45 seconds a turn"."""
    return words(SPEED_NAMES[speed])


def speed_figure(words: Words, speed: Speed) -> str:
    """Return how long a turn may take, as it stands in a line: "45 seconds a turn"."""
    return words(_FIGURES[speed])


def speed_choices(words: Words) -> list[tuple[str, str]]:
    """Return all speeds as (value, name) for a choice in a form."""
    return [(speed.value, speed_name(words, speed)) for speed in Speed]
