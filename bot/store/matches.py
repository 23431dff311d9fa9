"""Finding and reading matches."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, CursorResult, Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.speeds import Speed
from bot.store.errors import Unreadable
from bot.store.notes import messages_of
from bot.store.schema import IS_LOBBY, IS_OPEN, entries, matches, messages, seats
from bot.store.values import (
    EndedBy,
    Entry,
    MatchStatus,
    OpenMatch,
    Outline,
    Place,
    PlaceKind,
    SeatRow,
    StoredMatch,
)

Stamp = tuple[int, int, datetime | None]

_OPEN_MATCH: tuple[Column[Any], ...] = (
    matches.c.id,
    matches.c.place_kind,
    matches.c.place_id,
    matches.c.guild_id,
    matches.c.host_id,
    matches.c.status,
    matches.c.deadline,
)


def at_place(place: Place) -> ColumnElement[bool]:
    """Make the condition that a match is at this place."""
    return (matches.c.place_kind == place.kind) & (matches.c.place_id == place.id)


async def load_open_match(connection: AsyncConnection, place: Place) -> StoredMatch | None:
    """Read the open match at a place, whole."""
    return await _load(connection, at_place(place) & IS_OPEN)


async def find_match(connection: AsyncConnection, match_id: int) -> StoredMatch | None:
    """Read one match, open or ended, whole."""
    return await _load(connection, matches.c.id == match_id)


async def get_match(connection: AsyncConnection, match_id: int) -> StoredMatch:
    """Read a match that is known to be there, whole."""
    match = await find_match(connection, match_id)
    if match is None:
        raise LookupError(match_id)
    return match


async def stamp_of(connection: AsyncConnection, match_id: int) -> Stamp | None:
    """Read by what to tell whether a match has changed: its version, entries and deadline."""
    columns = (matches.c.version, matches.c.entries, matches.c.deadline)
    row = (await connection.execute(select(*columns).where(matches.c.id == match_id))).first()
    return None if row is None else (row.version, row.entries, row.deadline)


async def outline_of(connection: AsyncConnection, place: Place) -> Outline | None:
    """Read as much of the open match at a place as can be read of any."""
    columns = (matches.c.id, matches.c.status, matches.c.version, matches.c.entries)
    row = (await connection.execute(select(*columns).where(at_place(place), IS_OPEN))).first()
    if row is None:
        return None
    people = await connection.scalars(
        select(seats.c.user_id).where(seats.c.match_id == row.id, seats.c.user_id.is_not(None))
    )
    return Outline(row.id, MatchStatus(row.status), row.version, row.entries, frozenset(people))


async def acted_at(connection: AsyncConnection, match_id: int) -> datetime | None:
    """Read when a person last did something in a match; None where that cannot be read."""
    moment = func.coalesce(matches.c.acted_at, matches.c.dealt_at, matches.c.created_at)
    try:
        return await connection.scalar(select(moment).where(matches.c.id == match_id))
    except ValueError:
        return None


async def open_matches(connection: AsyncConnection) -> list[OpenMatch]:
    """List all matches that are in their lobby or running, the oldest first."""
    # Asked to sort, SQLite would walk through all matches there ever were, by their id.
    rows = await connection.execute(select(*_OPEN_MATCH).where(IS_OPEN))
    return sorted(map(_open_match, rows), key=lambda match: match.id)


async def ended_with_messages(connection: AsyncConnection, since: datetime, limit: int) -> list[int]:
    """List the matches that have ended since and still have messages noted, the newest first."""
    noted = select(messages.c.match_id).where(messages.c.match_id == matches.c.id)
    rows = await connection.scalars(
        select(matches.c.id)
        .where(matches.c.ended_at >= since, noted.exists())
        .order_by(matches.c.id.desc())
        .limit(limit)
    )
    return list(rows)


async def find_open_match(connection: AsyncConnection, place: Place) -> OpenMatch | None:
    """Find the open match at a place."""
    return _first(await connection.execute(select(*_OPEN_MATCH).where(at_place(place), IS_OPEN)))


async def find_lobby_of(connection: AsyncConnection, guild_id: int | None, host_id: int) -> OpenMatch | None:
    """Find the lobby that a person hosts in a server; outside of servers there is nothing to find."""
    mine = (matches.c.guild_id == guild_id) & (matches.c.host_id == host_id)
    return _first(await connection.execute(select(*_OPEN_MATCH).where(mine, IS_LOBBY)))


async def matches_of(connection: AsyncConnection, guild_id: int, user_id: int) -> list[OpenMatch]:
    """List the open matches of a server in which a person has a seat, the oldest first."""
    rows = await connection.execute(
        select(*_OPEN_MATCH)
        .join(seats, seats.c.match_id == matches.c.id)
        .where(matches.c.guild_id == guild_id, IS_OPEN, seats.c.user_id == user_id)
        .order_by(matches.c.id)
    )
    return [_open_match(row) for row in rows]


def _first(rows: CursorResult[*tuple[Any, ...]]) -> OpenMatch | None:
    row = rows.first()
    return None if row is None else _open_match(row)


def _open_match(row: Row[*tuple[Any, ...]]) -> OpenMatch:
    return OpenMatch(
        id=row.id,
        place=Place(PlaceKind(row.place_kind), row.place_id),
        guild_id=row.guild_id,
        host_id=row.host_id,
        status=MatchStatus(row.status),
        deadline=row.deadline,
    )


async def _load(connection: AsyncConnection, which: ColumnElement[bool]) -> StoredMatch | None:
    """Read a match, whole; raise Unreadable for what is no JSON, no time, or no value of its kind."""
    try:
        return await _read(connection, which)
    except (ValueError, TypeError, LookupError) as problem:
        # The text of the problem may quote what stands there.
        raise Unreadable(type(problem).__name__) from None


async def _read(connection: AsyncConnection, which: ColumnElement[bool]) -> StoredMatch | None:
    row = (await connection.execute(select(matches).where(which))).first()
    if row is None:
        return None
    seated = (
        await connection.execute(select(seats).where(seats.c.match_id == row.id).order_by(seats.c.seat))
    ).all()
    journal = await connection.execute(
        select(entries.c.body, entries.c.at).where(entries.c.match_id == row.id).order_by(entries.c.number)
    )
    ended_by = None if row.ended_by is None else EndedBy(row.ended_by)
    return StoredMatch(
        id=row.id,
        place=Place(PlaceKind(row.place_kind), row.place_id),
        guild_id=row.guild_id,
        host_id=row.host_id,
        status=MatchStatus(row.status),
        rules=row.rules,
        speed=Speed(row.speed),
        locale=row.locale,
        created_at=row.created_at,
        dealt_at=row.dealt_at,
        acted_at=row.acted_at or row.dealt_at or row.created_at,
        ended_at=row.ended_at,
        ended_by=ended_by,
        winners=tuple(seat.seat for seat in seated if seat.won) if ended_by is EndedBy.PLAYED else None,
        version=row.version,
        deadline=row.deadline,
        rematch_of=row.rematch_of,
        hints=row.hints,
        seats=tuple(SeatRow(seat.seat, seat.user_id, seat.name, seat.kind, seat.total) for seat in seated),
        messages=await messages_of(connection, row.id),
        journal=tuple(Entry(entry.body, entry.at) for entry in journal),
    )
