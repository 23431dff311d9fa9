"""Fifty clicks at once: each is applied once or refused, and nothing is half done."""

import asyncio
from datetime import timedelta

from bot.store import Store
from bot.tables.values import Phase, Table
from tests.tables.room import (
    ADA,
    BO,
    CHANNEL,
    SHORT,
    HandClock,
    Room,
    hand,
    outcomes,
    person,
    running,
    seat_0_may_call,
    state,
)

BURST = 50


async def stored_state(room: Room, table: Table) -> dict[str, object]:
    """Read the table from the store, as another process would see it."""
    again = await Room(room.store, room.clock).registry.find(table.id)
    assert again is not None
    return state(again)


async def test_fifty_presses_on_join_by_one_person_seat_them_once(room: Room) -> None:
    table = await room.open(ADA)
    presses = [room.lobbies.join(CHANNEL, table.id, BO) for _ in range(BURST)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "AlreadySeated": BURST - 1}
    now = await room.table()
    assert [row.name for row in now.seats] == ["Ada", "Bo"]
    assert now.version == table.version + 1
    assert await stored_state(room, now) == state(now)


async def test_fifty_people_join_at_once_and_seven_find_a_seat(room: Room) -> None:
    table = await room.open(ADA)
    presses = [room.lobbies.join(CHANNEL, table.id, person(number)) for number in range(BURST)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"Table": 7, "TableFull": BURST - 7}
    now = await room.table()
    assert [row.seat for row in now.seats] == list(range(8))
    assert now.version == table.version + 7
    assert await stored_state(room, now) == state(now)


async def test_fifty_starts_at_once_open_one_lobby(room: Room) -> None:
    results = await asyncio.gather(*(room.open(person(n)) for n in range(BURST)), return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "AlreadyOpen": BURST - 1}
    assert len(await room.store.open_matches()) == 1


async def test_fifty_presses_on_deal_deal_once(room: Room) -> None:
    table = await room.open(ADA, BO)
    presses = [room.lobbies.deal(CHANNEL, table.id, ADA) for _ in range(BURST)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "AlreadyStarted": BURST - 1}
    now = await room.table()
    assert (now.number, now.version) == (2, table.version + 1)
    assert len(running(now).rounds) == 1
    assert await stored_state(room, now) == state(now)


async def test_fifty_times_the_same_play_is_played_once(room: Room) -> None:
    table = await room.deal(ADA, BO)
    results = await asyncio.gather(*(room.play(table, ADA) for _ in range(BURST)), return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "MovedOn": BURST - 1}
    now = await room.table()
    assert now.number == table.number + 1
    assert hand(now, ADA).version == hand(table, ADA).version + 1
    assert hand(now, BO).version == hand(table, BO).version
    assert len(now.public_view().turns) == 1
    assert await stored_state(room, now) == state(now)


async def test_fifty_times_the_same_call_is_scored_once(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.deal(ADA, BO)
    results = await asyncio.gather(*(room.call(table, ADA) for _ in range(BURST)), return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "NoRoundRunning": BURST - 1}
    now = await room.table()
    assert running(now).totals == (0, 49)
    assert now.number == table.number + 1
    assert len(await store.scores_of(table.id)) == 2
    assert await stored_state(room, now) == state(now)


async def test_fifty_times_the_call_that_ends_a_match_ends_it_once(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.deal(ADA, BO, rules=SHORT)
    results = await asyncio.gather(*(room.call(table, ADA) for _ in range(BURST)), return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "MovedOn": BURST - 1}
    assert [after.phase for after in room.heard.tables].count(Phase.ENDED) == 1


async def test_fifty_presses_on_next_deal_one_round(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.call(await room.deal(ADA, BO), ADA)
    people = (ADA, BO)
    presses = [room.next_round(table, people[number % 2]) for number in range(BURST)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "MovedOn": BURST - 1}
    assert len(running(await room.table()).rounds) == 2


async def test_fifty_presses_on_leave_free_one_seat(room: Room) -> None:
    table = await room.deal(ADA, BO)
    presses = [room.matches.leave(CHANNEL, table.id, BO) for _ in range(BURST)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "NotSeated": BURST - 1}
    assert len(running(await room.table()).left) == 1


async def test_fifty_presses_on_rematch_open_one_lobby(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    ended = await room.call(await room.deal(ADA, BO, rules=SHORT), ADA)
    people = (ADA, BO)
    presses = [room.lobbies.rematch(ended.id, CHANNEL, people[number % 2]) for number in range(BURST)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "AlreadyOpen": BURST - 1}


async def test_a_mixed_burst_leaves_memory_and_store_agreed(room: Room) -> None:
    table = await room.open(ADA, BO)
    lobbies = room.lobbies
    presses = [
        press
        for number in range(10)
        for press in (
            lobbies.join(CHANNEL, table.id, person(number)),
            lobbies.leave(CHANNEL, table.id, BO),
            lobbies.add_computer(CHANNEL, table.id, ADA),
            lobbies.remove(CHANNEL, table.id, ADA, seat=1, version=table.version + number),
            lobbies.deal(CHANNEL, table.id, ADA),
        )
    ]
    await asyncio.gather(*presses, return_exceptions=True)
    now = await room.table()
    assert now.phase is Phase.PLAYING
    assert await stored_state(room, now) == state(now)
    versions = [after.version for after in room.heard.tables]
    assert versions == sorted(set(versions))
    await room.pass_time(timedelta(minutes=1))
