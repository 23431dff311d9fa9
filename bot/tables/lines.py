"""The lines of a journal that the table writes beside those of the engine."""

from collections.abc import Sequence
from typing import Any

from bot.store.values import SeatRow


def start_line(seats: Sequence[SeatRow]) -> dict[str, Any]:
    """Return the first line of a journal: who sat down."""
    return {"type": "start", "players": [{"name": seat.name, "kind": seat.kind} for seat in seats]}


def vote_line(seat: int) -> dict[str, Any]:
    """Return the line of a vote to end the match."""
    return {"type": "vote", "seat": seat}
