"""Changing a lobby: opening, people coming and going, dealing, closing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.speeds import Speed
from bot.store.errors import Conflict, HostBusy, PlaceTaken
from bot.store.journal import changed_columns, write_change, write_entries
from bot.store.matches import find_lobby_of, find_open_match, get_match
from bot.store.schema import matches, seats
from bot.store.values import Change, EndedBy, MatchStatus, NewLobby, SeatRow


async def open_lobby(connection: AsyncConnection, lobby: NewLobby) -> int:
    """Write a new lobby and return its id; raise PlaceTaken or HostBusy if another match is in the way."""
    try:
        # The unique indexes decide, whoever asked first; the savepoint lets us look at what is in the way.
        async with connection.begin_nested():
            return await _insert_lobby(connection, lobby)
    except IntegrityError:
        here = await find_open_match(connection, lobby.place)
        if here is not None:
            raise PlaceTaken(here) from None
        await _look_for_other_lobby(connection, lobby.guild_id, lobby.host_id)
        raise


async def save_lobby(
    connection: AsyncConnection,
    match_id: int,
    version: int,
    *,
    seated: Sequence[SeatRow],
    host_id: int,
    deadline: datetime | None,
    rules: Mapping[str, Any] | None,
    speed: Speed | None,
    hints: bool | None,
) -> None:
    """Replace seats, host, deadline, rules, speed and hints of a lobby.

    Without `rules`, `speed` or `hints` those of the lobby stay. Raise HostBusy if the new host has another
    lobby.
    """
    values: dict[str, object] = {"host_id": host_id, "deadline": deadline}
    if rules is not None:
        values["rules"] = rules
    if speed is not None:
        values["speed"] = speed
    if hints is not None:
        values["hints"] = hints
    try:
        async with connection.begin_nested():
            await _update_lobby(connection, match_id, version, **values)
    except IntegrityError:
        saved = await get_match(connection, match_id)
        await _look_for_other_lobby(connection, saved.guild_id, host_id)
        raise
    await connection.execute(delete(seats).where(seats.c.match_id == match_id))
    await _insert_seats(connection, match_id, seated)


async def begin(
    connection: AsyncConnection,
    match_id: int,
    version: int,
    bodies: Sequence[Mapping[str, Any]],
    at: datetime,
    *,
    change: Change,
) -> None:
    """Turn a lobby into a running match with the first entries of its journal and their consequences."""
    values: dict[str, object] = {
        "status": MatchStatus.RUNNING,
        "dealt_at": at,
        "acted_at": at,
        "entries": len(bodies),
        "deadline": None,
    }
    await _update_lobby(connection, match_id, version, **values | changed_columns(change, at))
    await write_entries(connection, match_id, 0, bodies, at)
    await write_change(connection, match_id, change, at)


async def close(
    connection: AsyncConnection, match_id: int, version: int, ended_by: EndedBy, at: datetime
) -> None:
    """End a lobby in which nothing was dealt."""
    await _update_lobby(
        connection,
        match_id,
        version,
        status=MatchStatus.ENDED,
        ended_by=ended_by,
        ended_at=at,
        deadline=None,
    )


async def _insert_lobby(connection: AsyncConnection, lobby: NewLobby) -> int:
    result = await connection.execute(
        insert(matches)
        .values(
            place_kind=lobby.place.kind,
            place_id=lobby.place.id,
            guild_id=lobby.guild_id,
            host_id=lobby.host_id,
            status=MatchStatus.LOBBY,
            rules=lobby.rules,
            speed=lobby.speed,
            locale=lobby.locale,
            created_at=lobby.at,
            version=0,
            entries=0,
            deadline=lobby.deadline,
            rematch_of=lobby.rematch_of,
            hints=lobby.hints,
        )
        .returning(matches.c.id)
    )
    match_id: int = result.scalar_one()
    await _insert_seats(connection, match_id, lobby.seats)
    return match_id


async def _look_for_other_lobby(connection: AsyncConnection, guild_id: int | None, host_id: int) -> None:
    other = await find_lobby_of(connection, guild_id, host_id)
    if other is not None:
        raise HostBusy(other) from None


async def _update_lobby(connection: AsyncConnection, match_id: int, version: int, **values: object) -> None:
    result = await connection.execute(
        update(matches)
        .where(
            matches.c.id == match_id,
            matches.c.version == version,
            matches.c.status == MatchStatus.LOBBY,
        )
        .values(version=version + 1, **values)
    )
    if result.rowcount != 1:
        raise Conflict(match_id)


async def _insert_seats(connection: AsyncConnection, match_id: int, seated: Sequence[SeatRow]) -> None:
    rows = [
        {
            "match_id": match_id,
            "seat": seat.seat,
            "user_id": seat.user_id,
            "name": seat.name,
            "kind": seat.kind,
            "total": seat.total,
            "won": False,
        }
        for seat in seated
    ]
    if rows:
        await connection.execute(insert(seats), rows)
