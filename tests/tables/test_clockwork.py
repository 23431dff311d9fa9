"""What happens without a click: computers move, the next round comes, and nothing runs on for nobody."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.rules import CLASSIC
from bot.store import EndedBy, Store
from bot.tables.timers import TRY_AGAIN
from bot.tables.values import Phase
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    COMPUTER_TIME,
    MINUTE,
    PAUSE,
    SECOND,
    SHORT,
    THREAD,
    FragileStore,
    HandClock,
    Room,
    outcomes,
    running,
    seat_0_may_call,
    state,
)

HOUR = 60 * MINUTE


async def test_a_computer_moves_1_to_3_seconds_after_its_turn_came(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    await room.pass_time(0.99 * SECOND)
    assert (await room.table()).number == table.number
    await room.pass_time(2.01 * SECOND)
    now = await room.table()
    assert now.number == table.number + 1
    assert now.public_view().to_move == 0
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert [entry.body["by"] for entry in stored.journal[2:]] == ["human", "computer"]


async def test_seven_computers_play_one_after_the_other_until_it_is_the_persons_turn(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=7), ADA)
    await room.pass_time(7 * COMPUTER_TIME)
    now = await room.table()
    assert now.phase is Phase.ROUND_OVER or now.public_view().to_move == 0
    assert now.number == table.number + 7


async def test_nothing_moves_for_a_person(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1)
    assert room.timers.next_things == frozenset()
    await room.pass_time(24 * HOUR)
    assert await room.table() is table


async def test_computers_play_a_round_by_themselves_when_it_does_not_need_a_person(
    store: Store, clock: HandClock
) -> None:
    # The computer on seat 0 calls as soon as it may, in each round.
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.deal(ADA, BO)
    await room.matches.leave(CHANNEL, table.id, ADA)
    await room.pass_time(10 * MINUTE)
    ended = room.heard.tables[-1]
    assert (ended.phase, ended.ended_by) == (Phase.ENDED, "played")
    assert [result.score.caller for result in ended.results()] == [0, 0, 0]
    assert room.timers.waiting == {}
    assert await room.registry.look(CHANNEL) is None


async def test_the_last_person_who_leaves_ends_the_match_and_nothing_runs_on(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=3), ADA)
    assert CHANNEL in room.timers.waiting
    left = await room.matches.leave(CHANNEL, table.id, ADA)
    assert (left.phase, left.ended_by) == (Phase.ENDED, "abandoned")
    assert room.timers.waiting == {}
    heard = len(room.heard.changes)
    await room.pass_time(24 * HOUR)
    assert len(room.heard.changes) == heard
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.ended_by is EndedBy.ABANDONED
    assert stored.winners is None
    assert len(stored.journal) == left.number


async def test_the_next_round_comes_by_itself_after_the_pause(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    over = await room.call(await room.deal(ADA, BO), ADA)
    await room.pass_time(PAUSE - SECOND)
    assert await room.table() is over
    await room.pass_time(SECOND)
    now = await room.table()
    assert (now.phase, now.public_view().round, now.deadline) == (Phase.PLAYING, 2, None)
    await room.pass_time(HOUR)
    assert await room.table() is now


@pytest.mark.parametrize("person_first", [True, False])
async def test_next_pressed_at_the_very_moment_deals_one_round(
    store: Store, clock: HandClock, person_first: bool
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    over = await room.call(await room.deal(ADA, BO), ADA)
    clock.now += PAUSE
    both = [room.next_round(over, BO), room.timers.take(CHANNEL)()]
    results = await asyncio.gather(*(both if person_first else both[::-1]), return_exceptions=True)
    assert outcomes(results) in ({"Table": 1, "NoneType": 1}, {"MovedOn": 1, "NoneType": 1})
    assert outcomes(results)["Table"] == person_first
    now = await room.table()
    assert len(running(now).rounds) == 2
    assert now.number == over.number + 1
    await room.pass_time(HOUR)
    assert await room.table() is now


async def test_next_being_written_when_the_pause_ends_gives_the_computer_its_time_to_think(
    store: FragileStore, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    table = await room.deal(ADA, BO, CEM)
    await room.matches.leave(CHANNEL, table.id, ADA)
    await room.pass_time(COMPUTER_TIME)
    over = await room.table()
    assert over.phase is Phase.ROUND_OVER
    stall = store.stall_next_write()
    click = asyncio.create_task(room.next_round(over, BO))
    await stall.reached.wait()
    timer = asyncio.ensure_future(room.timers.take(CHANNEL)())
    await asyncio.sleep(0.05)
    stall.go_on.set()
    await asyncio.gather(click, timer)
    now = await room.table()
    assert now.number == over.number + 1
    assert now.public_view().to_move == 0
    assert CHANNEL in room.timers.waiting


async def test_a_timer_for_a_turn_already_played_does_nothing(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    late = room.timers.waiting[CHANNEL][1]
    await room.pass_time(COMPUTER_TIME)
    table = await room.play(await room.table(), ADA)
    for _ in range(3):
        await late()
    assert await room.table() is table


async def test_a_timer_of_an_earlier_match_does_nothing_in_the_next(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    late = room.timers.waiting[CHANNEL][1]
    await room.matches.leave(CHANNEL, table.id, ADA)
    await late()
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    await late()
    assert await room.table() is table


async def test_a_vote_and_a_leaver_do_not_stop_the_computers(room: Room) -> None:
    table = await room.play(await room.deal(ADA, BO), ADA)
    await room.matches.leave(CHANNEL, table.id, BO)
    vote_needs_two = await room.table()
    assert CHANNEL in room.timers.waiting
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table()).number == vote_needs_two.number + 1


async def test_a_leaver_in_the_pause_does_not_stop_the_next_round(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    over = await room.call(await room.deal(ADA, BO, CEM), ADA)
    await room.pass_time(10 * SECOND)
    left = await room.matches.leave(CHANNEL, over.id, BO)
    assert left.deadline == over.deadline
    await room.matches.end(CHANNEL, over.id, ADA)
    await room.pass_time(10 * SECOND)
    assert (await room.table()).public_view().round == 2


async def test_places_have_timers_of_their_own(room: Room) -> None:
    await room.play(await room.deal(ADA, computers=1), ADA)
    await room.play(await room.deal(ADA, computers=1, place=THREAD), ADA)
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table(CHANNEL)).public_view().to_move == 0
    assert (await room.table(THREAD)).public_view().to_move == 0


# --- a store in trouble


@pytest.mark.parametrize("times", [1, 5])
async def test_a_computers_move_that_cannot_be_written_is_tried_again_after_5_seconds(
    room: Room, store: FragileStore, times: int
) -> None:
    assert timedelta(seconds=5) == TRY_AGAIN
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    moment, job = room.timers.waiting[CHANNEL]
    room.clock.now = moment
    store.failures = times
    room.timers.cancel(CHANNEL)
    await job()
    for _ in range(times - 1):
        await room.pass_time(TRY_AGAIN)
    await room.pass_time(TRY_AGAIN - SECOND)
    assert state(await room.table()) == state(table)
    await room.pass_time(SECOND)
    assert store.failures == 0
    assert (await room.table()).number == table.number + 1


async def test_a_next_round_that_cannot_be_written_is_tried_again(
    store: FragileStore, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    over = await room.call(await room.deal(ADA, BO), ADA)
    store.failures = 2
    await room.pass_time(PAUSE + 2 * TRY_AGAIN - SECOND)
    assert state(await room.table()) == state(over)
    await room.pass_time(SECOND)
    assert (await room.table()).public_view().round == 2


async def test_a_lobby_that_cannot_be_closed_is_closed_later(room: Room, store: FragileStore) -> None:
    await room.open(ADA)
    store.failures = 1
    await room.pass_time(30 * MINUTE)
    assert (await room.table()).is_open
    await room.pass_time(TRY_AGAIN)
    assert await room.registry.look(CHANNEL) is None


async def test_a_table_that_cannot_even_be_read_is_tried_again(room: Room, store: FragileStore) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    store.failures = 1
    store.read_failures = 3
    await room.pass_time(COMPUTER_TIME + 4 * TRY_AGAIN)
    assert (store.failures, store.read_failures) == (0, 0)
    assert (await room.table()).number == table.number + 1


async def test_trying_again_does_not_replace_the_timer_of_a_later_turn(
    room: Room, store: FragileStore
) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    early = room.timers.waiting[CHANNEL][1]
    await room.pass_time(COMPUTER_TIME)
    table = await room.play(await room.table(), ADA)
    waiting = room.timers.waiting[CHANNEL]
    room.clock.now += timedelta(hours=1)
    room.registry.release_idle()
    store.read_failures = 1
    await early()
    assert room.timers.waiting[CHANNEL] is waiting
    await room.pass_time(SECOND)
    assert (await room.table()).number == table.number + 1


async def test_a_match_with_computers_is_played_to_its_end(room: Room) -> None:
    table = await room.deal(ADA, computers=3, rules=replace(CLASSIC, target=50))
    while table.is_open:
        table = await room.step(table)
    assert table.ended_by == "played"
    assert min(running(table).totals) in [
        running(table).totals[seat] for seat in running(table).winners or ()
    ]
    assert max(running(table).totals) >= 50
    assert room.timers.waiting == {}


async def test_short_matches_of_many_places_do_not_mix(room: Room) -> None:
    tables = [await room.deal(ADA, computers=1, place=place, rules=SHORT) for place in (CHANNEL, THREAD)]
    while any(table.is_open for table in tables):
        for at, table in enumerate(tables):
            if table.is_open:
                now = await room.registry.look(table.place) or await room.registry.find(table.id)
                assert now is not None
                tables[at] = now
                if now.phase is Phase.PLAYING and now.public_view().to_move == 0:
                    tables[at] = await room.step(now)
        await room.pass_time(PAUSE)
    assert [table.ended_by for table in tables] == ["played", "played"]
    assert len({table.id for table in tables}) == 2
