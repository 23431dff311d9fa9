"""The lines of a journal that the table writes beside those of the engine."""

from collections.abc import Sequence
from typing import Any

from bot.engine.events import Left
from bot.store.values import SeatRow
from bot.tables.turns import Turn
from bot.tables.values import Person


def start_line(seats: Sequence[SeatRow]) -> dict[str, Any]:
    """Return the first line of a journal: who sat down."""
    return {"type": "start", "players": [{"name": seat.name, "kind": seat.kind} for seat in seats]}


def vote_line(seat: int) -> dict[str, Any]:
    """Return the line of a vote to end the match."""
    return {"type": "vote", "seat": seat}


def leave_line(left: Left, person: Person) -> dict[str, Any]:
    """Return the line of a departure; it says who left, so that they find their seat again."""
    return left.to_json() | {"user_id": person.user_id}


def back_line(seat: int) -> dict[str, Any]:
    """Return the line of somebody who was away and is back."""
    return {"type": "back", "seat": seat}


def claim_line(seat: int, person: Person) -> dict[str, Any]:
    """Return the line of somebody who takes a computer's seat at the next deal."""
    return {"type": "claim", "seat": seat, "user_id": person.user_id, "name": person.name}


def unclaim_line(seat: int) -> dict[str, Any]:
    """Return the line of somebody who does not want that seat any more."""
    return {"type": "unclaim", "seat": seat}


def hint_line(seat: int, turn: Turn) -> dict[str, Any]:
    """Return the line of a hint that was given in a turn."""
    _, in_round, number = turn
    return {"type": "hint", "seat": seat, "round": in_round, "turn": number}


def pause_line() -> dict[str, Any]:
    """Return the line of a match that stands still because the bot may not speak."""
    return {"type": "pause"}


def resume_line() -> dict[str, Any]:
    """Return the line of a match that goes on because the bot may speak again."""
    return {"type": "resume"}
