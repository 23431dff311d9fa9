"""The computer players at a table: what they are called and what they play."""

from collections.abc import Iterable
from typing import Final

from bot.engine.match import Player
from bot.players.characters import names_of
from bot.players.levels import LEVELS
from bot.store.values import SeatRow

LEVEL: Final = "normal"
"""How computers play unless somebody chooses, and who plays for people that are not there."""
OFFERED: Final = tuple(level for level in ("easy", "normal", "hard") if level in LEVELS)
"""The levels to choose from, from the easiest on."""


def computer_seat(seats: Iterable[SeatRow], level: str = LEVEL) -> SeatRow:
    """Return a seat for one more computer of a level, with a name that nobody at the table has."""
    player = computer_player(seats, level)
    return SeatRow(0, None, player.name, player.kind)


def computer_player(seats: Iterable[SeatRow], level: str = LEVEL) -> Player:
    """Return a computer player of a level: a character that does not sit at the table yet, else a guest."""
    taken, names = {seat.name.casefold() for seat in seats}, names_of(level)
    free = (name for name in names if name.casefold() not in taken)
    # There is a name for each of seven others: only people who chose all of them leave none free.
    return Player(next(free, names[0]), level)


def level_of(player: Player) -> str:
    """Return how the bot plays for somebody: as the computer it is, or as any computer would for a person."""
    return LEVEL if player.is_human else player.kind
