"""Rematch: the same seats and rules once more."""

from dataclasses import replace

import pytest

from bot.engine.rules import CLASSIC
from bot.store import Store
from bot.tables.errors import AlreadyOpen, HostsElsewhere, MovedOn, NotSeated
from bot.tables.values import Person, Phase, Table
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    DAN,
    SHORT,
    THREAD,
    HandClock,
    Room,
    moderator,
    running,
    seat_0_may_call,
)


@pytest.fixture
def room(store: Store, clock: HandClock) -> Room:
    return Room(store, clock, shuffler=seat_0_may_call(3))


async def ended(room: Room) -> Table:
    """Play a match of Ada, Bo and a computer to its end."""
    table = await room.open(ADA, BO, computers=1, rules=SHORT)
    table = await room.lobbies.deal(CHANNEL, table.id, ADA)
    table = await room.call(table, ADA)
    assert max(running(table).totals) > 0
    return table


async def test_a_rematch_has_the_same_seats_and_rules_and_who_pressed_it_first(room: Room) -> None:
    old = await ended(room)
    table = await room.lobbies.rematch(old.id, CHANNEL, replace(BO, name="Bo the second"))
    assert table.phase is Phase.LOBBY
    assert table.host_id == BO.user_id
    assert [(row.seat, row.user_id, row.kind) for row in table.seats] == [
        (0, BO.user_id, "human"),
        (1, ADA.user_id, "human"),
        (2, None, "normal"),
    ]
    assert table.seats[0].name == "Bo the second"
    assert [row.total for row in table.seats] == [0, 0, 0]
    assert (table.rules, table.locale, table.guild_id) == (SHORT, old.locale, old.guild_id)
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.rematch_of == old.id
    dealt = await room.lobbies.deal(CHANNEL, table.id, BO)
    assert running(dealt).totals == (0, 0, 0)


async def test_a_rematch_is_for_those_who_sat_at_the_end(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, rules=SHORT)
    await room.matches.leave(CHANNEL, table.id, CEM)
    old = await room.call(table, ADA)
    for who in (CEM, DAN):
        with pytest.raises(NotSeated):
            await room.lobbies.rematch(old.id, CHANNEL, who)
    table = await room.lobbies.rematch(old.id, CHANNEL, ADA)
    assert [row.kind for row in table.seats] == ["human", "human", "normal"]


async def test_there_is_no_rematch_of_a_running_match_or_of_a_lobby(room: Room) -> None:
    table = await room.open(ADA, BO, CEM, rules=CLASSIC)
    for _ in range(2):
        with pytest.raises(MovedOn):
            await room.lobbies.rematch(table.id, CHANNEL, ADA)
        table = await room.table()
        if table.phase is Phase.LOBBY:
            table = await room.lobbies.deal(CHANNEL, table.id, ADA)
    over = await room.call(table, ADA)
    with pytest.raises(MovedOn):
        await room.lobbies.rematch(over.id, CHANNEL, ADA)


async def test_there_is_no_rematch_of_a_closed_lobby_another_place_or_nothing(room: Room) -> None:
    lobby = await room.open(ADA, BO)
    await room.lobbies.stop(CHANNEL, lobby.id, ADA)
    old = await ended(room)
    for match_id, place in ((lobby.id, CHANNEL), (old.id, THREAD), (999, CHANNEL)):
        with pytest.raises(MovedOn):
            await room.lobbies.rematch(match_id, place, ADA)


async def test_a_rematch_is_refused_when_something_is_open_here(room: Room) -> None:
    old = await ended(room)
    first = await room.lobbies.rematch(old.id, CHANNEL, ADA)
    with pytest.raises(AlreadyOpen) as refused:
        await room.lobbies.rematch(old.id, CHANNEL, BO)
    assert (refused.value.place, refused.value.match_id) == (CHANNEL, first.id)


async def test_a_rematch_is_refused_to_who_hosts_a_lobby_elsewhere(room: Room) -> None:
    old = await ended(room)
    other = await room.open(ADA, place=THREAD)
    with pytest.raises(HostsElsewhere) as refused:
        await room.lobbies.rematch(old.id, CHANNEL, ADA)
    assert (refused.value.place, refused.value.match_id) == (THREAD, other.id)
    assert (await room.lobbies.rematch(old.id, CHANNEL, BO)).host_id == BO.user_id


async def test_a_stopped_match_has_a_rematch_too(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM)
    await room.matches.end(CHANNEL, table.id, moderator(ADA))
    again = await room.lobbies.rematch(table.id, CHANNEL, Person(CEM.user_id, "Cem"))
    assert [row.name for row in again.seats] == ["Cem", "Ada", "Bo"]
