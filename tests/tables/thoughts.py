"""What computers are asked."""

import random

from bot.engine.match import Match
from bot.players.thought import Thought
from bot.presets import shipped_presets
from bot.tables.workers import NoThought, Workers
from tests.engine.helpers import players


def thought(level: str, *, preset: str = "classic", seats: int = 3, seed: int = 1) -> Thought:
    """Return what a computer of that level is asked at the beginning of a round."""
    match = Match(shipped_presets()[preset], players(seats))
    rng = random.Random(seed)
    match.deal(lambda cards: rng.sample(cards, len(cards)), 0)
    assert match.to_move is not None
    return Thought(level, match.seat_view(match.to_move), match.legal_actions(), seed)


def last(of: Thought) -> int:
    """Return what odd levels choose."""
    return len(of.legal) - 1


async def until_it_thinks(workers: Workers) -> None:
    """Wait until a process is there that thinks."""
    for _ in range(50):
        try:
            choice = await workers.think(thought("patient"))
        except NoThought:
            continue
        assert choice == last(thought("patient"))
        return
    raise TimeoutError
