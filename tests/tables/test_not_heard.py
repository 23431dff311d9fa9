"""While Discord cannot be reached nobody can click: no turn ends, and everybody has time afterwards."""

from datetime import timedelta

import pytest

from bot.speeds import Speed
from bot.tables.absence import LEFT_AFTER_A_START
from tests.tables.room import (
    ADA,
    BO,
    CHANNEL,
    COMPUTER_TIME,
    MINUTE,
    SECOND,
    THREAD,
    FragileStore,
    Room,
    state,
)


async def test_a_turn_that_would_have_ended_meanwhile_waits_and_has_half_a_minute(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.BLITZ)
    room.tables.nobody_heard()
    await room.pass_time(10 * MINUTE)
    assert state(await room.table()) == state(table), "nobody lost a turn"
    room.tables.everybody_heard()
    await room.pass_time(timedelta(0))
    (back,) = room.heard.back
    assert back.deadline == room.clock.now + LEFT_AFTER_A_START
    assert back.number == table.number
    assert room.tables.absence == 10 * MINUTE
    await room.pass_time(LEFT_AFTER_A_START - SECOND)
    assert (await room.table()).missed == {}
    await room.pass_time(SECOND)
    assert (await room.table()).missed == {0: 1}, "the clock goes on as ever"


async def test_a_turn_with_time_left_goes_on_as_if_nothing_had_been(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.NORMAL)
    room.tables.nobody_heard()
    await room.pass_time(MINUTE)
    room.tables.everybody_heard()
    await room.pass_time(timedelta(0))
    assert room.heard.back == []
    assert room.tables.absence is None, "a minute is not worth a word"
    await room.pass_time(MINUTE - SECOND)
    assert state(await room.table()) == state(table)
    await room.pass_time(SECOND)
    assert (await room.table()).missed == {0: 1}


async def test_every_attempt_to_be_heard_again_is_part_of_one_silence(room: Room) -> None:
    await room.deal(ADA, BO, speed=Speed.BLITZ)
    for _ in range(3):
        room.tables.nobody_heard()
        await room.pass_time(MINUTE)
    room.tables.everybody_heard()
    room.tables.everybody_heard()
    await room.pass_time(timedelta(0))
    assert len(room.heard.back) == 1
    assert room.heard.back[0].deadline == room.clock.now + LEFT_AFTER_A_START


async def test_what_needs_no_click_goes_on(room: Room) -> None:
    table = await room.deal(ADA, computers=1, speed=Speed.BLITZ)
    await room.play(table, ADA)
    await room.open(BO, place=THREAD)
    room.tables.nobody_heard()
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table()).number == table.number + 2, "the computer has moved"
    await room.pass_time(30 * MINUTE)
    assert await room.registry.look(THREAD) is None, "a lobby closes at its time"
    assert (await room.table()).number == table.number + 2, "and waits for you"


@pytest.mark.parametrize("failures", [1, 3])
async def test_a_store_in_trouble_is_asked_again(room: Room, store: FragileStore, failures: int) -> None:
    await room.deal(ADA, BO, speed=Speed.BLITZ)
    room.tables.nobody_heard()
    await room.pass_time(MINUTE)
    room.tables.everybody_heard()
    store.failures = failures
    await room.pass_time(20 * SECOND)
    assert [back.place for back in room.heard.back] == [CHANNEL]
