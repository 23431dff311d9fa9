"""Two processes on one database, as at a deployment: the second to write has moved on, and both agree."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.engine.actions import By
from bot.tables.errors import MovedOn
from bot.tables.values import Table
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    COMPUTER_TIME,
    PAUSE,
    SHORT,
    FragileStore,
    HandClock,
    Room,
    moderator,
    outcomes,
    running,
    seat_0_may_call,
    state,
)

Pair = tuple[Room, Room]


@pytest.fixture
async def rooms(open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock) -> Pair:
    """Give two processes; seat 0 may call at any time."""
    shuffler = seat_0_may_call(2)
    one, other = await open_file(), await open_file()
    return Room(one, clock, shuffler=shuffler), Room(other, clock, shuffler=shuffler)


async def both_see(rooms: Pair, table: Table) -> None:
    """Check that both processes hold the same state."""
    for room in rooms:
        assert state(await room.table(table.place)) == state(table)


async def test_the_second_of_two_plays_has_moved_on_and_both_agree(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.deal(ADA, BO)
    assert state(await other.table()) == state(seen)
    now = await one.play(seen, ADA, 0)
    with pytest.raises(MovedOn):
        await other.play(seen, ADA, 1)
    await both_see(rooms, now)
    later = await other.play(now, BO)
    with pytest.raises(MovedOn):
        await one.play(now, BO)
    await both_see(rooms, later)


async def test_listeners_of_the_loser_hear_of_the_fresh_state(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.deal(ADA, BO)
    await other.table()
    now = await one.play(seen, ADA)
    with pytest.raises(MovedOn):
        await other.play(seen, ADA)
    ((before, after),) = other.heard.changes
    assert before is not None
    assert state(before) == state(seen)
    assert state(after) == state(now)


async def test_the_same_play_at_once_in_both_is_applied_once(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.deal(ADA, BO)
    await other.table()
    presses = [room.play(seen, ADA) for room in rooms for _ in range(10)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "MovedOn": 19}
    now = next(result for result in results if isinstance(result, Table))
    assert now.number == seen.number + 1
    await both_see(rooms, now)


async def test_the_second_to_change_a_lobby_has_moved_on_and_sees_it(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.open(ADA)
    await other.table()
    now = await one.lobbies.join(CHANNEL, seen.id, BO)
    with pytest.raises(MovedOn):
        await other.lobbies.join(CHANNEL, seen.id, CEM)
    await both_see(rooms, now)
    now = await other.lobbies.join(CHANNEL, seen.id, CEM)
    assert [row.name for row in now.seats] == ["Ada", "Bo", "Cem"]


async def test_a_deal_in_both_deals_once(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.open(ADA, BO)
    await other.table()
    presses = [room.lobbies.deal(CHANNEL, seen.id, ADA) for room in rooms]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "MovedOn": 1}
    await both_see(rooms, next(result for result in results if isinstance(result, Table)))


async def test_a_match_that_ended_elsewhere_is_told_as_ended(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.deal(ADA, BO, rules=SHORT)
    await other.table()
    ended = await one.call(seen, ADA)
    with pytest.raises(MovedOn):
        await other.call(seen, ADA)
    ((before, after),) = other.heard.changes
    assert before is not None
    assert state(before) == state(seen)
    assert state(after) == state(ended)
    assert await other.registry.look(CHANNEL) is None
    assert other.timers.waiting == {}


async def test_a_match_that_ended_elsewhere_makes_room_for_the_next_one(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.deal(ADA, BO)
    await other.table()
    await one.matches.end(CHANNEL, seen.id, moderator(ADA))
    lobby = await one.open(BO)
    with pytest.raises(MovedOn):
        await other.play(seen, ADA)
    assert [(after.id, after.is_open) for after in other.heard.tables] == [(seen.id, False), (lobby.id, True)]
    await both_see(rooms, lobby)


async def test_both_clockworks_move_a_computer_once(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.play(await one.deal(ADA, computers=1), ADA)
    await other.tables.resume()
    jobs = [room.timers.take(CHANNEL)() for room in rooms]
    await asyncio.gather(*jobs)
    now = await one.table()
    assert now.number == seen.number + 1
    await both_see(rooms, now)
    stored = await one.store.load_match(seen.id)
    assert stored is not None
    assert [entry.body["by"] for entry in stored.journal[2:]] == [By.HUMAN, By.COMPUTER]


async def test_both_clockworks_deal_the_next_round_once(rooms: Pair) -> None:
    one, other = rooms
    over = await one.call(await one.deal(ADA, BO), ADA)
    await other.tables.resume()
    one.clock.now += PAUSE
    await asyncio.gather(*(room.timers.take(CHANNEL)() for room in rooms))
    now = await one.table()
    assert len(running(now).rounds) == 2
    assert now.number == over.number + 1
    await both_see(rooms, now)


async def test_a_loser_goes_on_playing_its_computers(rooms: Pair) -> None:
    one, other = rooms
    seen = await one.deal(ADA, computers=1)
    await other.tables.resume()
    await one.play(seen, ADA)
    with pytest.raises(MovedOn):
        await other.play(seen, ADA)
    await other.pass_time(COMPUTER_TIME)
    assert (await other.table()).public_view().to_move == 0
