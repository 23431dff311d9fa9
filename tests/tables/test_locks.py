"""One lock a place: never dropped while somebody holds it, and nobody else's business."""

import asyncio
import gc

import pytest

from bot.store import Unavailable
from bot.tables.registry import IDLE
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    THREAD,
    FragileStore,
    Person,
    Room,
    channel,
    hand,
    moderator,
    state,
)


async def test_the_second_waits_until_the_first_is_done(room: Room, store: FragileStore) -> None:
    table = await room.deal(ADA, BO)
    stall = store.stall_next_write()
    first = asyncio.create_task(room.play(table, ADA))
    await stall.reached.wait()
    second = asyncio.create_task(room.play(table, BO))
    await asyncio.sleep(0.05)
    assert room.registry.is_held(CHANNEL)
    assert not first.done()
    assert not second.done()
    stall.go_on.set()
    assert (await first).number == table.number + 1
    assert (await second).number == table.number + 2
    assert not room.registry.is_held(CHANNEL)


async def test_a_lock_that_is_held_is_never_dropped(room: Room, store: FragileStore) -> None:
    table = await room.deal(ADA, BO)
    stall = store.stall_next_write()
    first = asyncio.create_task(room.play(table, ADA))
    await stall.reached.wait()
    for number in range(200):
        assert await room.registry.look(channel(number)) is None
    room.clock.now += 2 * IDLE
    room.registry.release_idle()
    gc.collect()
    assert room.registry.is_held(CHANNEL)
    second = asyncio.create_task(room.play(table, BO))
    await asyncio.sleep(0.05)
    assert not second.done()
    stall.go_on.set()
    await first
    assert (await second).number == table.number + 2


async def test_locks_of_other_places_are_free(room: Room, store: FragileStore) -> None:
    here = await room.deal(ADA, BO)
    there = await room.deal(ADA, BO, place=THREAD)
    stall = store.stall_next_write()
    slow = asyncio.create_task(room.play(here, ADA))
    await stall.reached.wait()
    assert room.registry.is_held(CHANNEL)
    assert not room.registry.is_held(THREAD)
    assert (await room.play(there, ADA)).number == there.number + 1
    assert not slow.done()
    stall.go_on.set()
    await slow


async def test_looking_shows_what_is_committed_and_does_not_wait(room: Room, store: FragileStore) -> None:
    table = await room.deal(ADA, BO)
    stall = store.stall_next_write()
    slow = asyncio.create_task(room.play(table, ADA))
    await stall.reached.wait()
    assert await room.registry.look(CHANNEL) is table
    stall.go_on.set()
    now = await slow
    assert await room.registry.look(CHANNEL) is now


async def test_a_table_handed_out_never_changes(room: Room) -> None:
    table = await room.deal(ADA, BO)
    before = state(table)
    await room.play(await room.play(table, ADA), BO)
    await room.matches.leave(CHANNEL, table.id, ADA)
    assert state(table) == before


# --- a store in trouble


async def test_a_click_that_cannot_be_written_is_told_so_and_changes_nothing(
    room: Room, store: FragileStore
) -> None:
    table = await room.deal(ADA, BO, CEM)
    heard = len(room.heard.changes)
    for press in (
        lambda: room.play(table, ADA),
        lambda: room.matches.leave(CHANNEL, table.id, ADA),
        lambda: room.matches.end(CHANNEL, table.id, ADA),
        lambda: room.matches.end(CHANNEL, table.id, moderator(ADA)),
    ):
        store.failures = 1
        with pytest.raises(Unavailable):
            await press()
        assert state(await room.table()) == state(table)
    assert len(room.heard.changes) == heard
    assert (await room.play(table, ADA)).number == table.number + 1


async def test_a_lobby_that_cannot_be_written_stays_as_it_was(room: Room, store: FragileStore) -> None:
    store.failures = 1
    with pytest.raises(Unavailable):
        await room.open(ADA)
    assert await room.registry.look(CHANNEL) is None
    table = await room.open(ADA, BO)
    for press in (
        lambda: room.lobbies.join(CHANNEL, table.id, CEM),
        lambda: room.lobbies.leave(CHANNEL, table.id, BO),
        lambda: room.lobbies.deal(CHANNEL, table.id, ADA),
        lambda: room.lobbies.stop(CHANNEL, table.id, ADA),
    ):
        store.failures = 1
        with pytest.raises(Unavailable):
            await press()
        assert state(await room.table()) == state(table)


async def test_somebodys_failed_click_gives_the_host_no_more_time(room: Room, store: FragileStore) -> None:
    table = await room.open(ADA, BO)
    room.clock.now += IDLE
    store.failures = 1
    with pytest.raises(Unavailable):
        await room.lobbies.join(CHANNEL, table.id, CEM)
    assert (await room.lobbies.deal(CHANNEL, table.id, BO)).number == 2


async def test_after_a_failed_write_the_table_is_read_again(room: Room, store: FragileStore) -> None:
    table = await room.deal(ADA, BO)
    store.failures = 1
    with pytest.raises(Unavailable):
        await room.play(table, ADA)
    assert room.registry.loaded == 0
    again = await room.table()
    assert again is not table
    assert state(again) == state(table)


async def test_a_click_given_up_while_it_was_written_is_looked_up_and_told(
    room: Room, store: FragileStore
) -> None:
    table = await room.deal(ADA, computers=1)
    stall = store.stall_next_answer()
    click = asyncio.create_task(room.play(table, ADA))
    await stall.reached.wait()
    click.cancel()
    with pytest.raises(asyncio.CancelledError):
        await click
    heard = len(room.heard.changes)
    now = await room.table()
    assert now.number == table.number + 1
    assert [(before, state(after)) for before, after in room.heard.changes[heard:]] == [(table, state(now))]
    await room.pass_time(IDLE)
    assert (await room.table()).public_view().to_move == 0


async def test_a_start_given_up_while_it_was_written_is_looked_up_and_told(
    room: Room, store: FragileStore
) -> None:
    stall = store.stall_next_answer()
    start = asyncio.create_task(room.open(ADA))
    await stall.reached.wait()
    start.cancel()
    with pytest.raises(asyncio.CancelledError):
        await start
    table = await room.table()
    assert room.heard.changes == [(None, table)]
    assert CHANNEL in room.timers.waiting


async def test_an_end_given_up_while_it_was_written_is_looked_up_and_told(
    room: Room, store: FragileStore
) -> None:
    table = await room.deal(ADA, BO)
    stall = store.stall_next_answer()
    click = asyncio.create_task(room.matches.end(CHANNEL, table.id, moderator(ADA)))
    await stall.reached.wait()
    click.cancel()
    with pytest.raises(asyncio.CancelledError):
        await click
    assert await room.registry.look(CHANNEL) is None
    before, after = room.heard.changes[-1]
    assert before is table
    assert (after.id, after.ended_by) == (table.id, "stopped")


async def test_who_gives_up_waiting_changes_nothing(room: Room, store: FragileStore) -> None:
    table = await room.deal(ADA, BO)
    stall = store.stall_next_write()
    first = asyncio.create_task(room.play(table, ADA))
    await stall.reached.wait()
    second = asyncio.create_task(room.play(table, BO))
    await asyncio.sleep(0.01)
    second.cancel()
    stall.go_on.set()
    now = await first
    with pytest.raises(asyncio.CancelledError):
        await second
    assert state(await room.table()) == state(now)
    assert (await room.play(now, Person(BO.user_id, ""))).number == now.number + 1
    assert hand(now, BO).version == hand(table, BO).version
