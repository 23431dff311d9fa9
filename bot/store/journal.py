"""Writing a running match: entries of its journal, and what goes with them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import Conflict
from bot.store.schema import entries, matches, round_scores, seats
from bot.store.values import Change, HandOver, MatchStatus, RoundScore, Unchanged


async def append(
    connection: AsyncConnection,
    match_id: int,
    number: int,
    bodies: Sequence[Mapping[str, Any]],
    *,
    at: datetime,
    change: Change,
    due: datetime | None,
) -> None:
    """Write entries from `number` on and their consequences, if `number` is still the next one.

    With `due`, only if that is still the deadline.
    """
    unchanged = (
        (matches.c.id == match_id) & (matches.c.entries == number) & (matches.c.status == MatchStatus.RUNNING)
    )
    if due is not None:
        unchanged &= matches.c.deadline == due
    result = await connection.execute(
        update(matches).where(unchanged).values(entries=number + len(bodies), **changed_columns(change, at))
    )
    if result.rowcount != 1:
        raise Conflict(match_id)
    await write_entries(connection, match_id, number, bodies, at)
    await write_change(connection, match_id, change, at)


async def write_change(connection: AsyncConnection, match_id: int, change: Change, at: datetime) -> None:
    """Write what changes for the seats of a match: who sits there, totals, scores, who has won."""
    await _hand_over(connection, match_id, change.handovers)
    await _set_totals(connection, match_id, change.totals)
    await _write_scores(connection, match_id, change.scores, at)
    if change.end is not None and change.end.winners is not None:
        won = seats.c.seat.in_(change.end.winners)
        await connection.execute(update(seats).where(seats.c.match_id == match_id, won).values(won=True))


async def write_entries(
    connection: AsyncConnection, match_id: int, number: int, bodies: Sequence[Mapping[str, Any]], at: datetime
) -> None:
    """Insert journal entries numbered from `number` on; raise Conflict if one is there already."""
    if not bodies:
        return
    rows = [
        {"match_id": match_id, "number": number + offset, "body": body, "at": at}
        for offset, body in enumerate(bodies)
    ]
    try:
        await connection.execute(insert(entries), rows)
    except IntegrityError as taken:
        raise Conflict(match_id) from taken


def changed_columns(change: Change, at: datetime) -> dict[str, object]:
    """Return what a change makes of the match's own row."""
    columns: dict[str, object] = {}
    if change.host_id is not None:
        columns["host_id"] = change.host_id
    if not isinstance(change.deadline, Unchanged):
        columns["deadline"] = change.deadline
    if change.acted:
        columns["acted_at"] = at
    if change.end is not None:
        columns |= {
            "status": MatchStatus.ENDED,
            "ended_by": change.end.by,
            "ended_at": at,
            "deadline": None,
        }
    return columns


async def _hand_over(connection: AsyncConnection, match_id: int, handovers: Sequence[HandOver]) -> None:
    for handover in handovers:
        await connection.execute(
            update(seats)
            .where(seats.c.match_id == match_id, seats.c.seat == handover.seat)
            .values(user_id=handover.user_id, name=handover.name, kind=handover.kind)
        )


async def _set_totals(connection: AsyncConnection, match_id: int, totals: Mapping[int, int]) -> None:
    if totals:
        await connection.execute(
            update(seats)
            .where(seats.c.match_id == match_id, seats.c.seat == bindparam("of_seat"))
            .values(total=bindparam("new_total")),
            [{"of_seat": seat, "new_total": total} for seat, total in totals.items()],
        )


async def _write_scores(
    connection: AsyncConnection, match_id: int, scores: Sequence[RoundScore], at: datetime
) -> None:
    if scores:
        await connection.execute(
            insert(round_scores),
            [
                {
                    "match_id": match_id,
                    "round": score.round,
                    "seat": score.seat,
                    "user_id": score.user_id,
                    "sum": score.sum,
                    "points": score.points,
                    "total": score.total,
                    "winner": score.winner,
                    "kind": score.kind,
                    "at": at,
                }
                for score in scores
            ],
        )
