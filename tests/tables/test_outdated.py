"""A table that another process changed is not held on to: even a refusal looks again."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from bot.engine.errors import NotYourTurn
from bot.tables.errors import AlreadySeated, MovedOn, TooFew
from tests.tables.room import ADA, BO, CHANNEL, FragileStore, HandClock, Room, outcomes, state
from tests.tables.test_queries import counted

Pair = tuple[Room, Room]


@pytest.fixture
async def rooms(open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock) -> Pair:
    return Room(await open_file(), clock), Room(await open_file(), clock)


async def test_who_is_to_move_by_now_is_not_told_again_and_again_that_they_are_not(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.deal(ADA, BO)
    await other.table()
    now = await one.play(seen, ADA)
    with pytest.raises(MovedOn):
        await other.play(now, BO)
    assert [state(table) for table in other.heard.tables] == [state(now)]
    assert (await other.play(await other.table(), BO)).number == now.number + 1


async def test_who_is_seated_by_now_is_let_in(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.open(ADA)
    await other.table()
    now = await one.lobbies.join(CHANNEL, seen.id, BO)
    with pytest.raises(MovedOn):
        await other.lobbies.deal(CHANNEL, seen.id, BO)
    assert state(await other.table()) == state(now)
    assert (await other.lobbies.deal(CHANNEL, seen.id, ADA)).number == 2


async def test_a_match_that_ended_elsewhere_is_let_go_by_a_refusal(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.deal(ADA, BO)
    await other.table()
    await one.matches.leave(CHANNEL, seen.id, BO)
    await one.matches.leave(CHANNEL, seen.id, ADA)
    with pytest.raises(MovedOn):
        await other.play(seen, BO)
    assert await other.registry.look(CHANNEL) is None
    assert other.timers.waiting == {}


async def test_a_refusal_at_a_table_nobody_else_changed_stays_what_it_is(rooms: Pair) -> None:
    one, _ = rooms
    table = await one.deal(ADA, BO)
    with pytest.raises(NotYourTurn):
        await one.play(table, BO)
    assert await one.table() is table


async def test_a_refusal_in_a_lobby_stays_what_it_is(room: Room) -> None:
    lobby = await room.open(ADA)
    with pytest.raises(TooFew):
        await room.lobbies.deal(CHANNEL, lobby.id, ADA)
    with pytest.raises(AlreadySeated):
        await room.lobbies.join(CHANNEL, lobby.id, ADA)
    assert (await room.table()).version == lobby.version


async def test_a_store_in_trouble_leaves_a_refusal_what_it_is(room: Room, store: FragileStore) -> None:
    table = await room.deal(ADA, BO)
    store.read_failures = 1
    with pytest.raises(NotYourTurn):
        await room.play(table, BO)
    assert store.read_failures == 0
    assert await room.table() is table


async def test_only_a_refusal_asks_the_store_whether_it_is_outdated(room: Room) -> None:
    table = await room.deal(ADA, BO)
    counts: Counter[str] = Counter()
    with counted(room.store, "play", counts):
        table = await room.play(table, ADA)
    for name in ("refused", "refused again"):
        with counted(room.store, name, counts), pytest.raises(NotYourTurn):
            await room.play(table, ADA)
    assert (counts["play"], counts["refused"], counts["refused again"]) == (3, 2, 0)


async def test_of_a_hundred_refusals_at_once_one_asks_the_store(room: Room) -> None:
    table = await room.deal(ADA, BO)
    counts: Counter[str] = Counter()
    with counted(room.store, "refused", counts):
        presses = [room.play(table, BO) for _ in range(100)]
        results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"NotYourTurn": 100}
    assert counts["refused"] == 2
