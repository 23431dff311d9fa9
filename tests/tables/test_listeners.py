"""Listeners hear of what is committed: afterwards, outside of the lock, in order, and of nothing else."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.engine.errors import YanivError
from bot.store import MessageKind, StoredMessage, Unavailable
from bot.tables.values import Phase, Table
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    COMPUTER_TIME,
    NOON,
    SECOND,
    SHORT,
    FragileStore,
    HandClock,
    Room,
    moderator,
    state,
)


class Witness:
    """A listener that looks at the lock and into the database file in the moment it is told."""

    def __init__(self, room: Room, file: Path) -> None:
        self.room = room
        self.file = file
        self.heard: list[Table] = []

    def changed(self, before: Table | None, after: Table) -> None:
        assert not self.room.registry.is_held(after.place)
        with sqlite3.connect(self.file) as database:
            row = database.execute(
                "SELECT version, entries, status, (SELECT count(*) FROM entries WHERE match_id = id)"
                " FROM matches WHERE id = ?",
                (after.id,),
            ).fetchone()
        database.close()
        status = {Phase.LOBBY: "lobby", Phase.ENDED: "ended"}.get(after.phase, "running")
        assert row == (after.version, after.number, status, after.number)
        assert before is None or before is self.heard[-1]
        self.heard.append(after)

    def resumed(self, table: Table) -> None:
        raise AssertionError(table)


async def test_listeners_are_told_after_the_commit_and_after_the_lock(
    open_file: Callable[[], Awaitable[FragileStore]], file: Path, clock: HandClock
) -> None:
    room = Room(await open_file(), clock)
    witness = Witness(room, file)
    room.tables.listen(witness)
    table = await room.deal(ADA, BO, CEM, computers=1, rules=SHORT)
    await room.matches.end(CHANNEL, table.id, ADA)
    table = await room.matches.leave(CHANNEL, table.id, CEM)
    while table.is_open:
        table = await room.step(table)
    assert len(witness.heard) > 10
    assert witness.heard == room.heard.tables
    assert witness.heard[-1].phase is Phase.ENDED
    numbers = [(after.version, after.number) for after in witness.heard]
    assert numbers == sorted(set(numbers))


async def test_each_change_begins_where_the_last_one_ended(room: Room) -> None:
    await room.play(await room.deal(ADA, BO, computers=1), ADA)
    await room.pass_time(COMPUTER_TIME)
    await room.play(await room.table(), BO)
    befores = [before for before, _ in room.heard.changes]
    assert befores == [None, *room.heard.tables[:-1]]


async def test_what_is_refused_tells_nobody(room: Room) -> None:
    table = await room.deal(ADA, BO)
    heard = list(room.heard.changes)
    for press in (
        room.play(table, BO),
        room.call(table, ADA),
        room.next_round(table, ADA),
        room.lobbies.join(CHANNEL, table.id, CEM),
        room.open(CEM),
    ):
        with pytest.raises(YanivError):
            await press
    assert room.heard.changes == heard


async def test_a_commit_that_fails_tells_nobody(room: Room, store: FragileStore) -> None:
    table = await room.deal(ADA, BO)
    heard = list(room.heard.changes)
    store.failures = 1
    with pytest.raises(Unavailable):
        await room.play(table, ADA)
    assert state(await room.table()) == state(table)
    assert room.heard.changes == heard


async def test_a_listener_that_fails_costs_no_move_and_the_others_hear(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def changed(self, before: Table | None, after: Table) -> None:
            del before, after
            raise RuntimeError

        def resumed(self, table: Table) -> None:
            del table
            raise RuntimeError

    room.registry.listeners.insert(0, Broken())
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    assert room.heard.tables[-1] is table
    assert "RuntimeError" in caplog.text
    await room.pass_time(3 * SECOND)
    assert (await room.table()).number == table.number + 1
    again = Room(room.store, room.clock)
    again.registry.listeners.insert(0, Broken())
    await again.tables.resume()
    assert len(again.heard.back) == 1


async def test_resuming_tells_once_of_every_open_table(room: Room) -> None:
    table = await room.deal(ADA, BO)
    again = Room(room.store, room.clock)
    await again.tables.resume()
    assert [state(back) for back in again.heard.back] == [state(table)]
    assert again.heard.changes == []


# --- where the messages stand


async def test_a_message_noted_while_a_click_is_written_is_not_forgotten(
    room: Room, store: FragileStore
) -> None:
    table = await room.deal(ADA, BO)
    message = StoredMessage(MessageKind.TABLE, 500, 7000, table.number, NOON)
    stall = store.stall_next_write()
    click = asyncio.create_task(room.play(table, ADA))
    await stall.reached.wait()
    note = asyncio.create_task(room.registry.remember_message(table, message))
    await asyncio.sleep(0.05)
    stall.go_on.set()
    await asyncio.gather(click, note)
    assert dict((await room.table()).messages) == {MessageKind.TABLE: message}


async def test_messages_are_remembered_replaced_and_forgotten(room: Room) -> None:
    table = await room.deal(ADA, BO)
    heard = len(room.heard.changes)
    first = StoredMessage(MessageKind.TABLE, 500, 7000, 2, NOON)
    second = StoredMessage(MessageKind.TABLE, 500, 7001, 3, NOON)
    turn = StoredMessage(MessageKind.TURN, 500, 7002, 3, NOON)
    for message in (first, turn, second):
        await room.registry.remember_message(table, message)
    for process in (room, Room(room.store, room.clock)):
        assert dict((await process.table()).messages) == {MessageKind.TABLE: second, MessageKind.TURN: turn}
    await room.registry.forget_message(table, MessageKind.TURN)
    for process in (room, Room(room.store, room.clock)):
        assert dict((await process.table()).messages) == {MessageKind.TABLE: second}
    assert len(room.heard.changes) == heard
    assert dict((await room.play(table, ADA)).messages) == {MessageKind.TABLE: second}


async def test_messages_of_an_ended_match_do_not_reach_the_next_one(room: Room) -> None:
    old = await room.deal(ADA, BO)
    await room.matches.end(CHANNEL, old.id, moderator(ADA))
    table = await room.open(ADA)
    message = StoredMessage(MessageKind.TABLE, 500, 7000, 2, NOON)
    await room.registry.remember_message(old, message)
    assert dict((await room.table()).messages) == {}
    assert await room.table() is table
    again = await room.registry.find(old.id)
    assert again is not None
    assert dict(again.messages) == {MessageKind.TABLE: message}
