"""Matches without an end, to measure what happens in them."""

from collections.abc import Iterator

from bot.engine.match import Match
from bot.engine.round import Shuffler
from bot.presets import shipped_presets
from tests.engine.helpers import players


def turns(preset: str, seats: int, shuffler: Shuffler) -> Iterator[tuple[Match, int]]:
    """Yield a match and the seat that is to move there, again and again; whoever gets them moves.

    One match follows the other.
    """
    match = Match(shipped_presets()[preset], players(seats))
    while True:
        if match.is_over:
            match = Match(match.rules, players(seats))
        if match.can_deal():
            match.deal(shuffler, None if match.rounds else 0)
        if match.to_move is not None:
            yield match, match.to_move
