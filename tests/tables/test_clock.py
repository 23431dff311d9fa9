"""A turn has its time; when that is over the plain move is played, and exactly one of two decides."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.actions import By
from bot.engine.rules import CLASSIC
from bot.players.plain import plain_move
from bot.presets import preset
from bot.speeds import Speed
from bot.store import Store
from bot.tables.timers import TRY_AGAIN
from bot.tables.values import Phase, Table
from tests.engine.helpers import deck_with
from tests.tables.room import (
    ADA,
    BO,
    CEM,
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
    hand,
    outcomes,
    running,
    seat_0_may_call,
    state,
)

TURNS = {
    Speed.BLITZ: 20 * SECOND,
    Speed.FAST: 45 * SECOND,
    Speed.NORMAL: 2 * MINUTE,
    Speed.RELAXED: 10 * MINUTE,
    Speed.DAY: timedelta(hours=24),
}
TIMED = pytest.mark.parametrize(("speed", "turn"), TURNS.items(), ids=[speed.value for speed in TURNS])


async def lines_of(room: Room, table: Table) -> list[dict[str, object]]:
    """Read the journal of a match."""
    stored = await room.store.load_match(table.id)
    assert stored is not None
    return [entry.body for entry in stored.journal]


async def stored_deadline(room: Room, table: Table) -> object:
    stored = await room.store.load_match(table.id)
    assert stored is not None
    return stored.deadline


# --- how long a turn takes


@TIMED
async def test_each_turn_of_a_person_has_the_time_of_its_speed(
    room: Room, speed: Speed, turn: timedelta
) -> None:
    table = await room.deal(ADA, BO, speed=speed)
    assert table.deadline == NOON + turn
    room.clock.now += turn / 4
    table = await room.play(table, ADA)
    assert table.deadline == NOON + turn / 4 + turn
    assert await stored_deadline(room, table) == table.deadline


@TIMED
async def test_at_the_deadline_and_not_before_the_plain_move_is_played_for_them(
    room: Room, speed: Speed, turn: timedelta
) -> None:
    table = await room.deal(ADA, BO, speed=speed)
    expected = plain_move(hand(table, ADA), running(table).legal_actions())
    await room.pass_time(turn - SECOND)
    assert await room.table() is table
    await room.pass_time(SECOND)
    now = await room.table()
    assert now.number == table.number + 1
    assert now.public_view().to_move == 1
    assert running(now).rounds[-1].actions[-1] == (expected, By.CLOCK)
    assert now.missed == {0: 1}
    assert (now.deadline, now.away) == (NOON + 2 * turn, frozenset())


async def test_without_a_time_nobody_moves_for_a_person(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.NONE)
    assert table.deadline is None
    await room.pass_time(timedelta(days=6))
    assert await room.table() is table


async def test_a_computers_turn_has_no_deadline(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    assert table.deadline is None
    assert await stored_deadline(room, table) is None
    table = await room.play(await room.deal(ADA, computers=1, speed=Speed.FAST, place=THREAD), ADA)
    assert table.deadline is None
    await room.pass_time(COMPUTER_TIME)
    now = await room.table(THREAD)
    assert now.deadline is not None
    assert 42 * SECOND <= now.deadline - NOON - SECOND <= 47 * SECOND


async def test_the_first_turn_of_every_round_has_its_time(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    over = await room.call(await room.deal(ADA, BO, speed=Speed.FAST), ADA)
    assert over.deadline == NOON + PAUSE
    await room.pass_time(PAUSE)
    assert (await room.table()).deadline == NOON + PAUSE + 45 * SECOND


async def test_what_others_do_meanwhile_gives_no_more_time(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, computers=1, speed=Speed.NORMAL)
    deadline = table.deadline
    assert deadline == NOON + 2 * MINUTE
    room.clock.now += 30 * SECOND
    table = (await room.matches.end(CHANNEL, table.id, CEM)).table
    assert table.deadline == deadline
    table = await room.matches.leave(CHANNEL, table.id, BO)
    assert table.deadline == deadline
    table = await room.claim(table, BO)
    assert table.deadline == deadline
    assert await stored_deadline(room, table) == deadline
    await room.pass_time(90 * SECOND)
    assert (await room.table()).missed == {0: 1}


async def test_a_slap_down_gives_the_next_seat_no_more_time(store: Store, clock: HandClock) -> None:
    rules = replace(CLASSIC, slap_down="singles_and_sets")
    deck = deck_with(rules, ["9S KS QS JS TS", "8S 7S 6S 5S 4S"], "2S", "9D")
    room = Room(store, clock, shuffler=lambda _: deck)
    table = await room.deal(ADA, BO, rules=rules, speed=Speed.FAST)
    table = await room.play(table, ADA, [card.code for card in hand(table, ADA).hand].index("9S"))
    clock.now += 3 * SECOND
    slapped = await room.slap(table, ADA)
    assert slapped.number == table.number + 1
    assert slapped.deadline == table.deadline == NOON + 45 * SECOND


async def test_when_the_seat_to_move_leaves_its_deadline_goes(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, speed=Speed.NORMAL)
    left = await room.matches.leave(CHANNEL, table.id, ADA)
    assert (left.public_view().to_move, left.deadline) == (0, None)
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table()).public_view().to_move == 1


async def test_a_match_that_ends_has_no_deadline(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.NORMAL)
    ended = (await room.matches.end(CHANNEL, table.id, replace(ADA, moderator=True))).table
    assert ended.deadline is None
    assert await stored_deadline(room, ended) is None
    assert room.timers.waiting == {}


# --- what is played


@pytest.mark.parametrize("name", ["classic", "french", "travellers", "bga", "dhumbal"])
async def test_the_clock_plays_the_plain_move_by_any_rules(store: Store, clock: HandClock, name: str) -> None:
    room = Room(store, clock)
    table = await room.deal(ADA, BO, rules=preset(name), speed=Speed.BLITZ)
    for who in (ADA, BO, ADA):
        expected = plain_move(hand(table, who), running(table).legal_actions())
        await room.pass_time(20 * SECOND)
        table = await room.table()
        assert running(table).rounds[-1].actions[-1] == (expected, By.CLOCK)


async def test_it_never_calls_for_anyone(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.deal(ADA, BO, speed=Speed.FAST)
    assert hand(table, ADA).can_yaniv
    await room.pass_time(45 * SECOND)
    now = await room.table()
    assert (now.phase, now.public_view().caller) == (Phase.PLAYING, None)
    assert now.number == table.number + 1


# --- timers


async def test_a_timer_for_a_turn_already_played_does_nothing(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.FAST)
    late = room.timers.waiting[CHANNEL][1]
    table = await room.play(table, ADA)
    room.clock.now += 45 * SECOND
    await late()
    assert await room.table() is table


async def test_a_timer_that_fires_early_by_the_wall_clock_is_set_again(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.DAY)
    room.clock.now += timedelta(hours=23)
    await room.timers.take(CHANNEL)()
    assert await room.table() is table
    await room.pass_time(timedelta(hours=1))
    assert (await room.table()).number == table.number + 1


async def test_a_vote_being_written_at_the_deadline_does_not_stop_the_clock(
    room: Room, store: FragileStore
) -> None:
    table = await room.deal(ADA, BO, CEM, speed=Speed.FAST)
    stall = store.stall_next_write()
    vote = asyncio.create_task(room.matches.end(CHANNEL, table.id, BO))
    await stall.reached.wait()
    room.clock.now += 45 * SECOND
    timer = asyncio.ensure_future(room.timers.take(CHANNEL)())
    await asyncio.sleep(0.05)
    stall.go_on.set()
    await asyncio.gather(vote, timer)
    await room.pass_time(SECOND)
    now = await room.table()
    assert (now.votes, now.missed, now.number) == ({1}, {0: 1}, table.number + 2)


@pytest.mark.parametrize("times", [1, 3])
async def test_a_plain_move_that_cannot_be_written_is_tried_again_after_5_seconds(
    room: Room, store: FragileStore, times: int
) -> None:
    table = await room.deal(ADA, BO, speed=Speed.FAST)
    await room.pass_time(45 * SECOND - SECOND)
    store.failures = times
    await room.pass_time(SECOND + times * TRY_AGAIN - SECOND)
    assert state(await room.table()) == state(table)
    await room.pass_time(SECOND)
    assert store.failures == 0
    assert (await room.table()).number == table.number + 1


# --- races


@pytest.mark.parametrize("person_first", [True, False])
async def test_of_a_click_and_the_deadline_at_the_same_moment_exactly_one_counts(
    room: Room, person_first: bool
) -> None:
    table = await room.deal(ADA, BO, speed=Speed.FAST)
    room.clock.now += 45 * SECOND
    both = [room.play(table, ADA), room.timers.take(CHANNEL)()]
    results = await asyncio.gather(*(both if person_first else both[::-1]), return_exceptions=True)
    expected = {"Table": 1, "NoneType": 1} if person_first else {"MovedOn": 1, "NoneType": 1}
    assert outcomes(results) == expected
    now = await room.table()
    assert now.number == table.number + 1
    assert now.missed == ({} if person_first else {0: 1})
    lines = await lines_of(room, table)
    assert lines[-1]["by"] == ("human" if person_first else "clock")


async def test_of_fifty_clicks_and_fifty_timers_at_the_deadline_exactly_one_counts(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.FAST)
    room.clock.now += 45 * SECOND
    due = room.timers.waiting[CHANNEL][1]
    work: list[Awaitable[object]] = []
    for _ in range(50):
        work += [due(), room.play(table, ADA)]
    results = await asyncio.gather(*work, return_exceptions=True)
    assert set(outcomes(results)) <= {"Table", "MovedOn", "NoneType"}
    assert (await room.table()).number == table.number + 1
    assert len(await lines_of(room, table)) == table.number + 1


async def test_two_processes_at_the_deadline_play_once(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    one, other = Room(await open_file(), clock), Room(await open_file(), clock)
    table = await one.deal(ADA, BO, speed=Speed.NORMAL)
    await other.tables.resume()
    clock.now += 2 * MINUTE
    await asyncio.gather(*(room.timers.take(CHANNEL)() for room in (one, other)))
    now = await one.table()
    assert now.number == table.number + 1
    assert state(await other.table()) == state(now)
    assert [line["by"] for line in (await lines_of(one, now))[2:]] == ["clock"]


async def test_a_click_in_one_process_stops_the_clock_of_the_other(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    one, other = Room(await open_file(), clock), Room(await open_file(), clock)
    table = await one.deal(ADA, BO, speed=Speed.NORMAL)
    await other.tables.resume()
    clock.now += MINUTE
    now = await one.play(table, ADA)
    await other.pass_time(MINUTE)
    assert state(await other.table()) == state(now)
    # The other one knows the turn now, and until when it may take.
    await other.pass_time(MINUTE)
    assert (await other.table()).missed == {1: 1}


# --- the speed of a lobby


async def test_a_host_may_change_the_speed_and_the_lobby_waits_as_long_as_its_speed(room: Room) -> None:
    table = await room.open(ADA, BO)
    assert (table.speed, table.deadline) == (Speed.NORMAL, NOON + 30 * MINUTE)
    room.clock.now += 10 * MINUTE
    table = await room.lobbies.change_speed(CHANNEL, table.id, ADA, Speed.DAY)
    assert (table.speed, table.deadline) == (Speed.DAY, NOON + 10 * MINUTE + timedelta(hours=24))
    assert state(await Room(room.store, room.clock).table()) == state(table)
    table = await room.lobbies.change_speed(CHANNEL, table.id, ADA, Speed.BLITZ)
    assert table.deadline == NOON + 40 * MINUTE
    table = await room.lobbies.deal(CHANNEL, table.id, ADA)
    assert table.deadline == NOON + 10 * MINUTE + 20 * SECOND


@pytest.mark.parametrize("speed", [Speed.RELAXED, Speed.DAY, Speed.NONE])
async def test_a_lobby_at_a_slow_speed_closes_after_a_day(room: Room, speed: Speed) -> None:
    await room.open(ADA, BO, speed=speed)
    await room.pass_time(timedelta(hours=24) - SECOND)
    assert (await room.table()).phase is Phase.LOBBY
    await room.pass_time(SECOND)
    assert await room.registry.look(CHANNEL) is None


async def test_a_rematch_keeps_the_speed(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.FAST)
    await room.matches.end(CHANNEL, table.id, replace(ADA, moderator=True))
    again = await room.lobbies.rematch(table.id, CHANNEL, BO)
    assert again.speed is Speed.FAST
    assert (await room.lobbies.deal(CHANNEL, again.id, BO)).deadline == room.clock.now + 45 * SECOND
