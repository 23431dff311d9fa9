"""Opening a lobby: who sits where, and one match a place, one open lobby a person and server."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.engine.errors import SeatCount
from bot.engine.rules import CLASSIC
from bot.speeds import Speed
from bot.store import EndedBy, Place, PlaceKind
from bot.tables.errors import AlreadyOpen, HostsElsewhere
from bot.tables.opening import LOBBY_TIME
from bot.tables.values import Person, Phase
from tests.tables.room import (
    ADA,
    BO,
    CHANNEL,
    GUILD,
    MINUTE,
    NOON,
    SECOND,
    THREAD,
    FragileStore,
    HandClock,
    Room,
    outcomes,
    person,
)


async def test_the_host_sits_first_and_the_computers_after(room: Room) -> None:
    table = await room.open(ADA, computers=2)
    assert table.phase is Phase.LOBBY
    assert [row.seat for row in table.seats] == [0, 1, 2]
    assert [row.user_id for row in table.seats] == [ADA.user_id, None, None]
    assert table.seats[0].name == "Ada"
    assert [row.kind for row in table.seats] == ["human", "normal", "normal"]
    assert len({row.name for row in table.seats}) == 3
    assert table.host_id == ADA.user_id


async def test_others_follow_in_the_order_of_joining(room: Room) -> None:
    table = await room.open(ADA, BO, person(1), computers=1)
    assert [row.user_id for row in table.seats] == [ADA.user_id, None, BO.user_id, person(1).user_id]


async def test_no_computer_has_the_name_of_somebody_at_the_table(room: Room) -> None:
    first = await room.open(ADA, computers=1)
    await room.lobbies.leave(CHANNEL, first.id, ADA)
    namesake = Person(7, first.seats[1].name.upper())
    table = await room.open(namesake, computers=7)
    assert len({row.name.casefold() for row in table.seats}) == 8


async def test_seven_computers_fit_beside_the_host_and_eight_do_not(room: Room) -> None:
    with pytest.raises(SeatCount):
        await room.open(ADA, computers=8)
    assert await room.registry.look(CHANNEL) is None
    assert len((await room.open(ADA, computers=7)).seats) == 8


@pytest.mark.parametrize("dealt", [False, True])
async def test_a_second_start_at_the_place_is_refused_with_the_running_one(room: Room, dealt: bool) -> None:
    running = await (room.deal if dealt else room.open)(ADA, computers=1)
    for who in (ADA, BO):
        with pytest.raises(AlreadyOpen) as refused:
            await room.open(who)
        assert type(refused.value) is AlreadyOpen
        assert (refused.value.place, refused.value.match_id) == (CHANNEL, running.id)


async def test_a_person_has_one_open_lobby_in_a_server(room: Room) -> None:
    lobby = await room.open(ADA)
    with pytest.raises(HostsElsewhere) as refused:
        await room.open(ADA, place=THREAD)
    assert (refused.value.place, refused.value.match_id) == (CHANNEL, lobby.id)
    assert await room.registry.look(THREAD) is None


async def test_other_people_and_other_servers_are_not_in_the_way(room: Room) -> None:
    await room.open(ADA)
    assert (await room.open(BO, place=THREAD)).is_open
    elsewhere = Place(PlaceKind.CHANNEL, 600)
    assert (await room.open(ADA, place=elsewhere, guild_id=GUILD + 1)).is_open
    alone = Place(PlaceKind.PERSON, ADA.user_id)
    assert (await room.open(ADA, place=alone, guild_id=None)).is_open


async def test_who_has_dealt_may_open_another_lobby(room: Room) -> None:
    await room.deal(ADA, BO)
    assert (await room.open(ADA, place=THREAD)).is_open


async def test_two_starts_that_race_one_wins(room: Room) -> None:
    results = await asyncio.gather(room.open(ADA), room.open(BO), return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "AlreadyOpen": 1}
    winner = await room.table()
    assert [match.id for match in await room.store.open_matches()] == [winner.id]


async def test_one_person_starting_in_two_channels_at_once_opens_one(room: Room) -> None:
    results = await asyncio.gather(room.open(ADA), room.open(ADA, place=THREAD), return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "HostsElsewhere": 1}


async def test_two_processes_that_race_for_a_place_one_wins(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    one, other = Room(await open_file(), clock), Room(await open_file(), clock)
    results = await asyncio.gather(one.open(ADA), other.open(BO), return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "AlreadyOpen": 1}
    assert (await one.table()).id == (await other.table()).id


async def test_a_lobby_nobody_deals_closes_after_30_minutes_and_not_before(room: Room) -> None:
    table = await room.open(ADA, BO)
    assert table.deadline == NOON + LOBBY_TIME == NOON + 30 * MINUTE
    await room.pass_time(30 * MINUTE - SECOND)
    assert (await room.table()).phase is Phase.LOBBY
    await room.pass_time(SECOND)
    assert await room.registry.look(CHANNEL) is None
    assert room.heard.tables[-1].ended_by == EndedBy.EXPIRED
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.ended_by is EndedBy.EXPIRED


async def test_a_lobby_timer_that_fires_early_is_set_again(room: Room) -> None:
    await room.open(ADA)
    await room.timers.take(CHANNEL)()
    assert (await room.table()).phase is Phase.LOBBY
    await room.pass_time(30 * MINUTE)
    assert await room.registry.look(CHANNEL) is None


async def test_a_dealt_lobby_does_not_expire(room: Room) -> None:
    await room.open(ADA, BO, speed=Speed.NONE)
    expiry = room.timers.waiting[CHANNEL][1]
    table = await room.lobbies.deal(CHANNEL, (await room.table()).id, ADA)
    await expiry()
    await room.pass_time(24 * 60 * MINUTE)
    assert (await room.table()) is table
    assert table.deadline is None


async def test_a_lobby_whose_time_ran_out_while_nobody_was_there_closes_at_the_next_start(room: Room) -> None:
    await room.open(ADA)
    room.clock.now += 31 * MINUTE
    later = Room(room.store, room.clock)
    await later.tables.resume()
    await later.pass_time(SECOND)
    assert await later.registry.look(CHANNEL) is None
    assert later.heard.tables[-1].ended_by == EndedBy.EXPIRED


async def test_the_rules_and_the_language_are_those_of_the_start(room: Room) -> None:
    table = await room.lobbies.open(CHANNEL, GUILD, ADA, rules=CLASSIC, locale="he")
    assert (table.rules, table.locale, table.guild_id) == (CLASSIC, "he", GUILD)
