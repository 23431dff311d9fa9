"""Where chance comes from."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.round import Shuffler


@dataclass(frozen=True, slots=True)
class Dealing:
    """Where chance comes from: the shuffles, and who deals first, given the number of seats."""

    shuffler: Shuffler
    first_dealer: Callable[[int], int]
