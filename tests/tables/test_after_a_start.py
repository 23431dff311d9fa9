"""After a start clocks go on with half a minute at least."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.speeds import Speed
from bot.store import Change, Store
from bot.tables.timers import TRY_AGAIN
from bot.tables.values import Phase, Table
from tests.tables.room import (
    ADA,
    BO,
    CHANNEL,
    COMPUTER_TIME,
    MINUTE,
    NOON,
    PAUSE,
    SECOND,
    THREAD,
    FragileStore,
    HandClock,
    Room,
    seat_0_may_call,
    state,
)


async def started(room: Room) -> Room:
    """Start a new process on the same store."""
    again = Room(room.store, room.clock)
    await again.tables.resume()
    return again


async def stored_deadline(room: Room, table: Table) -> object:
    stored = await room.store.load_match(table.id)
    assert stored is not None
    return stored.deadline


# --- half a minute


@pytest.mark.parametrize(
    ("passed", "left"),
    [
        (0 * SECOND, 120 * SECOND),
        (60 * SECOND, 60 * SECOND),
        (90 * SECOND, 30 * SECOND),
        (91 * SECOND, 30 * SECOND),
        (119 * SECOND, 30 * SECOND),
        (120 * SECOND, 30 * SECOND),
        (timedelta(days=2), 30 * SECOND),
    ],
)
async def test_a_running_turn_has_half_a_minute_left_at_least(
    room: Room, passed: timedelta, left: timedelta
) -> None:
    table = await room.deal(ADA, BO, speed=Speed.NORMAL)
    room.clock.now += passed
    again = await started(room)
    (back,) = again.heard.back
    assert back.deadline == NOON + passed + left
    assert back.number == table.number
    assert await stored_deadline(again, table) == back.deadline
    assert again.heard.changes == []
    await again.pass_time(left - SECOND)
    assert state(await again.table()) == state(back)
    await again.pass_time(SECOND)
    assert (await again.table()).missed == {0: 1}


async def test_a_turn_of_20_seconds_gets_half_a_minute_too(room: Room) -> None:
    await room.deal(ADA, BO, speed=Speed.BLITZ)
    again = await started(room)
    assert again.heard.back[0].deadline == NOON + 30 * SECOND


async def test_what_has_no_deadline_gets_none(room: Room) -> None:
    await room.deal(ADA, BO)
    await room.play(await room.deal(ADA, computers=1, speed=Speed.BLITZ, place=THREAD), ADA)
    again = await started(room)
    assert [back.deadline for back in again.heard.back] == [None, None]


async def test_the_pause_between_rounds_and_a_lobby_get_no_more_time(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    await room.call(await room.deal(ADA, BO), ADA)
    await room.open(ADA, place=THREAD)
    clock.now += 15 * SECOND
    again = await started(room)
    assert [back.deadline for back in again.heard.back] == [NOON + PAUSE, NOON + 30 * MINUTE]


async def test_a_turn_that_began_before_turns_had_deadlines_gets_a_whole_one(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.NORMAL)
    await room.store.append(table.id, table.number, [], NOON, Change(deadline=None))
    again = await started(room)
    assert again.heard.back[0].deadline == NOON + 2 * MINUTE


@pytest.mark.parametrize("starts", [2, 5])
async def test_starting_again_and_again_always_leaves_half_a_minute(room: Room, starts: int) -> None:
    await room.deal(ADA, BO, speed=Speed.FAST)
    for _ in range(starts):
        room.clock.now += 29 * SECOND
        room = await started(room)
    assert room.heard.back[0].deadline == room.clock.now + 30 * SECOND
    assert room.heard.back[0].missed == {}


async def test_a_store_in_trouble_delays_the_half_minute_but_does_not_lose_it(
    room: Room, store: FragileStore
) -> None:
    table = await room.deal(ADA, BO, speed=Speed.FAST)
    room.clock.now += 44 * SECOND
    again = Room(room.store, room.clock)
    store.failures = 2
    await again.tables.resume()
    assert again.heard.back == []
    await again.pass_time(TRY_AGAIN)
    (back,) = again.heard.back
    assert back.deadline == room.clock.now + 30 * SECOND
    assert (await again.play(back, ADA)).number == table.number + 1


@pytest.mark.parametrize("speed", [Speed.BLITZ, Speed.NORMAL, Speed.DAY])
async def test_a_restart_after_every_single_thing_that_happens_loses_nothing(
    store: Store, clock: HandClock, speed: Speed
) -> None:
    room = Room(store, clock)
    table = await room.deal(ADA, BO, computers=1, speed=speed)
    seen: set[object] = set()
    for step in range(40):
        room = await started(room)
        now = await room.table()
        deadline = now.deadline
        assert {**state(now), "deadline": None} == {**state(table), "deadline": None}
        assert (deadline is None) == (table.deadline is None)
        if deadline is not None and now.phase is Phase.PLAYING:
            assert deadline >= clock.now + 30 * SECOND
        seen.add((now.phase, now.paused, now.away))
        if now.paused is not None:
            table = await room.back(now, (ADA, BO)[step % 2])
        elif now.deadline is None:
            await room.pass_time(COMPUTER_TIME)
            table = await room.table()
        else:
            await room.pass_time(now.deadline - clock.now)
            table = await room.table()
    assert len(seen) > 4


# --- two processes


async def test_the_process_that_still_runs_gives_the_half_minute_too(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    old, new = Room(await open_file(), clock), Room(await open_file(), clock)
    table = await old.deal(ADA, BO, speed=Speed.FAST)
    clock.now += 40 * SECOND
    await new.tables.resume()
    deadline = new.heard.back[0].deadline
    assert deadline == clock.now + 30 * SECOND
    await old.pass_time(29 * SECOND)
    now = await old.table()
    assert (now.number, now.deadline, now.missed) == (table.number, deadline, {})
    # What it told its listeners is what everybody sees.
    assert old.heard.tables[-1].deadline == deadline
    await old.pass_time(SECOND)
    assert (await old.table()).missed == {0: 1}


async def test_a_click_in_the_old_process_after_the_start_of_the_new_one_counts(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    old, new = Room(await open_file(), clock), Room(await open_file(), clock)
    table = await old.deal(ADA, BO, speed=Speed.FAST)
    clock.now += 40 * SECOND
    await new.tables.resume()
    played = await old.play(table, ADA)
    assert played.deadline == clock.now + 45 * SECOND
    await new.pass_time(30 * SECOND)
    assert state(await new.table()) == state(played)


async def test_a_click_in_the_old_process_during_the_start_of_the_new_one_is_taken_up_too(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    store = await open_file()
    old, new = Room(await open_file(), clock), Room(store, clock)
    table = await old.deal(ADA, BO, speed=Speed.FAST)
    clock.now += 40 * SECOND
    sign_of_life, half_a_minute = store.stall_next_write(), store.stall_next_write()
    starting = asyncio.create_task(new.tables.resume())
    sign_of_life.go_on.set()
    await half_a_minute.reached.wait()
    played = await old.play(table, ADA)
    half_a_minute.go_on.set()
    await starting
    await new.pass_time(TRY_AGAIN)
    (back,) = new.heard.back
    assert {**state(back), "deadline": None} == {**state(played), "deadline": None}
    assert CHANNEL in new.timers.waiting
    await new.pass_time(MINUTE)
    assert (await new.table()).missed == {1: 1}


async def test_a_vote_in_the_old_process_does_not_take_the_half_minute_back(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    old, new = Room(await open_file(), clock), Room(await open_file(), clock)
    table = await old.deal(ADA, BO, speed=Speed.FAST)
    clock.now += 40 * SECOND
    await new.tables.resume()
    await old.matches.end(CHANNEL, table.id, BO)
    assert await stored_deadline(old, table) == clock.now + 30 * SECOND
    await old.pass_time(29 * SECOND)
    assert (await old.table()).missed == {}
