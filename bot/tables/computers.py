"""The computer players at a table: what they are called and what they play."""

from collections.abc import Iterable
from typing import Final

from bot.engine.match import Player
from bot.store.values import SeatRow

LEVEL: Final = "normal"
NAMES: Final = ("Noa", "Tal", "Gil", "Maya", "Omer", "Shir", "Dana", "Lior")


def computer_seat(seats: Iterable[SeatRow]) -> SeatRow:
    """Return a seat for one more computer, with a name that nobody at the table has."""
    player = computer_player(seats)
    return SeatRow(0, None, player.name, player.kind)


def computer_player(seats: Iterable[SeatRow]) -> Player:
    """Return a computer player with a name that nobody at the table has."""
    taken = {seat.name.casefold() for seat in seats}
    free = (name for name in NAMES if name.casefold() not in taken)
    # Eight names for at most seven others: only people who chose all of them leave none free.
    return Player(next(free, NAMES[0]), LEVEL)


def level_of(player: Player) -> str:
    """Return how the bot plays for somebody: as the computer it is, or as any computer would for a person."""
    return LEVEL if player.is_human else player.kind
