"""The levels of computer players by name; a new level is one more line here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.engine.errors import N_, YanivError
from bot.players.base import Computer
from bot.players.easy import EasyPlayer
from bot.players.greedy import GreedyPlayer
from bot.players.hard import HardPlayer
from bot.players.normal import NormalPlayer
from bot.players.random_player import RandomPlayer

LEVELS: Final[Mapping[str, Computer]] = MappingProxyType(
    {
        "easy": EasyPlayer(),
        "normal": NormalPlayer(),
        "hard": HardPlayer(),
        "greedy": GreedyPlayer(),
        "random": RandomPlayer(),
    }
)


class UnknownLevel(YanivError):
    """There is no computer player of that name."""

    message = N_("There is no computer player “{level}”; there are: {levels}.")


def computer(level: str) -> Computer:
    """Return the computer player of a level.

    Raises UnknownLevel, naming the levels there are.
    """
    try:
        return LEVELS[level]
    except KeyError:
        raise UnknownLevel(level=level, levels=", ".join(LEVELS)) from None
