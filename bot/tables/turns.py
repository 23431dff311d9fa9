"""Whose turn it is, who plays it, and until when."""

from datetime import datetime, timedelta

from bot.tables.values import Phase, Table

Turn = tuple[int, int, int]


def turn_of(table: Table) -> Turn:
    """Name the turn that is being played, whatever else happens meanwhile."""
    state = None if table.match is None else table.match.round
    return (table.id, 0, 0) if state is None else (table.id, state.number, state.turns)


def plays_itself(table: Table, seat: int) -> bool:
    """Say whether the bot plays a seat: a computer's, or that of somebody who is away."""
    return table.match is None or not table.match.players[seat].is_human or seat in table.away


def deadline_after(before: Table, after: Table, now: datetime, pause: timedelta) -> datetime | None:
    """Return until when what comes next at a table has to happen, None where nothing has to.

    That is the next deal, `pause` after a round has ended, or the turn of a person who is there. Whatever
    else happens meanwhile leaves it as it is.
    """
    span = _span(after, pause)
    if span is None:
        return None
    if before.deadline is not None and _stage(before) == _stage(after):
        return before.deadline
    return now + span


def _stage(table: Table) -> tuple[Phase, Turn]:
    return table.phase, turn_of(table)


def _span(table: Table, pause: timedelta) -> timedelta | None:
    """Return how long what comes next may take; None if nobody is waited for, or nobody else waits."""
    if table.match is None or table.paused is not None:
        return None
    if table.phase is Phase.ROUND_OVER:
        return None if table.is_practice else pause
    seat = table.match.to_move
    return None if seat is None or plays_itself(table, seat) else table.speed.turn
