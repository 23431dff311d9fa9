"""A match stands still while everybody is away or the bot may not speak, and is closed some day."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.rules import CLASSIC
from bot.speeds import Speed
from bot.store import EndedBy, Store
from bot.tables.attendance import Pause
from bot.tables.ending import FORGOTTEN_AFTER
from bot.tables.timers import TRY_AGAIN
from bot.tables.values import Phase, Table
from tests.engine.helpers import deck_with
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    COMPUTER_TIME,
    HIGH,
    LOW,
    MINUTE,
    NOON,
    PAUSE,
    SECOND,
    FragileStore,
    HandClock,
    Room,
    running,
    seat_0_may_call,
    state,
)

BLITZ = 20 * SECOND
DAY = timedelta(days=1)
FORGET = ("forget", CHANNEL)


async def all_away(room: Room, *, computers: int = 1) -> Table:
    """Deal to Ada, computers and Bo; both people miss two turns each, and Ada is to move."""
    table = await room.miss(await room.deal(ADA, BO, computers=computers, speed=Speed.BLITZ), 4)
    assert table.away == {0, computers + 1}
    assert table.public_view().to_move == 0
    return table


async def quiet(room: Room, table: Table) -> None:
    """Check that nothing comes by itself, but that the match is forgotten some day."""
    assert set(room.timers.waiting) == {FORGET}
    await room.pass_time(DAY)
    assert await room.table() is table


# --- everybody is away


@pytest.mark.parametrize("computers", [0, 1, 2])
async def test_when_everybody_is_away_nothing_runs_on(room: Room, computers: int) -> None:
    table = await all_away(room, computers=computers)
    assert (table.paused, table.deadline) == (Pause.AWAY, None)
    await quiet(room, table)


async def test_the_only_person_of_a_match_who_is_away_pauses_it(room: Room) -> None:
    table = await room.miss(await room.deal(ADA, computers=3, speed=Speed.FAST), 2)
    assert table.paused is Pause.AWAY
    await quiet(room, table)


async def test_whoever_comes_back_lets_the_match_go_on(room: Room) -> None:
    table = await all_away(room)
    back = await room.back(table, BO)
    assert (back.paused, back.away, back.deadline) == (None, {0}, None)
    # For Ada, then for the computer.
    await room.pass_time(2 * COMPUTER_TIME)
    now = await room.table()
    assert (now.number, now.public_view().to_move) == (back.number + 2, 2)
    assert now.deadline is not None


async def test_whoever_comes_back_to_their_own_turn_has_a_whole_one(room: Room) -> None:
    table = await all_away(room, computers=0)
    assert table.public_view().to_move == 0
    await room.pass_time(DAY)
    back = await room.back(table, ADA)
    assert back.deadline == room.clock.now + BLITZ
    await room.pass_time(BLITZ)
    assert (await room.table()).missed == {0: 1, 1: 2}


async def test_whoever_comes_back_lets_computers_play_for_those_who_are_not(room: Room) -> None:
    table = await all_away(room, computers=0)
    back = await room.back(table, BO)
    assert (back.paused, back.deadline) == (None, None)
    await room.pass_time(COMPUTER_TIME)
    now = await room.table()
    assert (now.public_view().to_move, now.away) == (1, {0})


async def test_playing_ends_the_pause_too(room: Room) -> None:
    table = await all_away(room, computers=0)
    played = await room.play(table, ADA)
    assert (played.paused, played.away) == (None, {1})
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table()).public_view().to_move == 0


async def test_between_rounds_nothing_is_dealt_until_somebody_is_back(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.play(await room.deal(ADA, BO, speed=Speed.BLITZ), ADA, 4)
    table = await room.play(await room.miss(table, 1), ADA, 4)
    table = await room.miss(table, 1)
    over = await room.call(table, ADA)
    left = await room.matches.leave(CHANNEL, over.id, ADA)
    assert (left.phase, left.paused, left.deadline) == (Phase.ROUND_OVER, Pause.AWAY, None)
    await quiet(room, left)
    back = await room.back(left, BO)
    assert (back.phase, back.paused, back.deadline) == (Phase.ROUND_OVER, None, clock.now + PAUSE)
    await room.pass_time(PAUSE)
    assert (await room.table()).public_view().round == 2


async def test_the_next_round_pressed_by_somebody_away_ends_the_pause(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.play(await room.deal(ADA, BO, speed=Speed.BLITZ), ADA, 4)
    table = await room.play(await room.miss(table, 1), ADA, 4)
    over = await room.call(await room.miss(table, 1), ADA)
    left = await room.matches.leave(CHANNEL, over.id, ADA)
    now = await room.next_round(left, BO)
    assert (now.phase, now.paused, now.away) == (Phase.PLAYING, None, frozenset())
    assert now.deadline == (clock.now + BLITZ if now.public_view().to_move == 1 else None)


async def test_the_last_person_there_who_leaves_pauses_the_match_of_those_away(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.BLITZ)
    table = await room.play(await room.miss(table, 1), BO)
    table = await room.miss(table, 1)
    left = await room.matches.leave(CHANNEL, table.id, BO)
    assert (left.is_open, left.paused) == (True, Pause.AWAY)
    await quiet(room, left)


async def test_a_pause_survives_a_restart(room: Room) -> None:
    table = await all_away(room)
    again = Room(room.store, room.clock)
    await again.tables.resume()
    assert [state(back) for back in again.heard.back] == [state(table)]
    assert FORGET in again.timers.waiting
    assert CHANNEL not in again.timers.waiting
    await again.pass_time(DAY)
    assert (await again.back(await again.table(), BO)).paused is None


async def test_people_who_have_dropped_out_do_not_keep_a_match_going(store: Store, clock: HandClock) -> None:
    # Bo has 49 points after the first round, and is out.
    rules = replace(CLASSIC, end="last_standing", target=40, exact_totals={})
    hands = [LOW, "2S 2H 2D 2C 3S", HIGH[0]]
    room = Room(store, clock, shuffler=lambda _: deck_with(rules, hands, "9H"))
    table = await room.call(await room.deal(ADA, CEM, BO, rules=rules, speed=Speed.BLITZ), ADA)
    table = await room.next_round(table, ADA)
    assert running(table).seats_in == (0, 1)
    table = await room.miss(table, 4)
    assert (table.away, table.paused) == ({0, 1}, Pause.AWAY)
    await quiet(room, table)


# --- the bot may not speak


async def test_while_the_bot_may_not_speak_nothing_runs_on(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1, speed=Speed.BLITZ)
    await room.pass_time(10 * SECOND)
    await room.matches.pause(CHANNEL, table.id)
    paused = await room.table()
    assert (paused.paused, paused.deadline) == (Pause.PERMISSION, None)
    await quiet(room, paused)


async def test_when_it_may_speak_again_whoever_is_to_move_has_a_whole_turn(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.BLITZ)
    await room.matches.pause(CHANNEL, table.id)
    room.clock.now += 5 * MINUTE
    await room.matches.resume(CHANNEL, table.id)
    now = await room.table()
    assert (now.paused, now.deadline, now.missed) == (None, room.clock.now + BLITZ, {})


async def test_a_computer_stands_still_meanwhile_and_then_moves(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    await room.matches.pause(CHANNEL, table.id)
    await quiet(room, await room.table())
    await room.matches.resume(CHANNEL, table.id)
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table()).public_view().to_move == 0


async def test_a_computers_timer_that_was_due_at_the_pause_moves_nothing(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    due = room.timers.waiting[CHANNEL][1]
    await room.matches.pause(CHANNEL, table.id)
    paused = await room.table()
    await due()
    assert await room.table() is paused


async def test_people_may_still_play_and_nobody_has_to_hurry(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.BLITZ)
    await room.matches.pause(CHANNEL, table.id)
    played = await room.play(await room.table(), ADA)
    assert (played.paused, played.deadline) == (Pause.PERMISSION, None)
    await quiet(room, played)


async def test_the_next_round_waits_too_and_then_takes_its_time(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    over = await room.call(await room.deal(ADA, BO), ADA)
    await room.pass_time(PAUSE - SECOND)
    await room.matches.pause(CHANNEL, over.id)
    await quiet(room, await room.table())
    await room.matches.resume(CHANNEL, over.id)
    assert (await room.table()).deadline == clock.now + PAUSE


async def test_pausing_and_going_on_twice_is_once(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.BLITZ)
    await room.matches.resume(CHANNEL, table.id)
    assert await room.table() is table
    await asyncio.gather(*(room.matches.pause(CHANNEL, table.id) for _ in range(10)))
    assert (await room.table()).number == table.number + 1
    await asyncio.gather(*(room.matches.resume(CHANNEL, table.id) for _ in range(10)))
    assert (await room.table()).number == table.number + 2


async def test_lobbies_and_other_matches_are_not_paused(room: Room) -> None:
    lobby = await room.open(ADA, BO)
    await room.matches.pause(CHANNEL, lobby.id)
    assert await room.table() is lobby
    table = await room.lobbies.deal(CHANNEL, lobby.id, ADA)
    await room.matches.pause(CHANNEL, table.id + 1)
    await room.matches.resume(CHANNEL, table.id + 1)
    assert await room.table() is table


async def test_a_paused_match_is_paused_after_a_restart(room: Room) -> None:
    table = await room.deal(ADA, BO, speed=Speed.BLITZ)
    await room.matches.pause(CHANNEL, table.id)
    again = Room(room.store, room.clock)
    await again.tables.resume()
    now = await again.table()
    assert (now.paused, now.deadline) == (Pause.PERMISSION, None)
    assert CHANNEL not in again.timers.waiting
    await again.matches.resume(CHANNEL, table.id)
    assert (await again.table()).deadline == again.clock.now + BLITZ


async def test_speaking_again_does_not_bring_back_those_who_are_away(room: Room) -> None:
    table = await all_away(room)
    await room.matches.pause(CHANNEL, table.id)
    assert (await room.table()).paused is Pause.PERMISSION
    await room.matches.resume(CHANNEL, table.id)
    now = await room.table()
    assert now.paused is Pause.AWAY
    await quiet(room, now)


# --- seven days


@pytest.mark.parametrize("speed", [Speed.DAY, Speed.NONE])
async def test_a_match_in_which_no_person_does_anything_for_7_days_closes_without_a_result(
    room: Room, speed: Speed
) -> None:
    assert timedelta(days=7) == FORGOTTEN_AFTER
    table = await room.deal(ADA, BO, computers=1, speed=speed)
    await room.pass_time(7 * DAY - SECOND)
    assert (await room.table()).is_open
    await room.pass_time(SECOND)
    ended = room.heard.tables[-1]
    assert (ended.phase, ended.ended_by, ended.deadline) == (Phase.ENDED, "abandoned", None)
    assert await room.registry.look(CHANNEL) is None
    assert room.timers.waiting == {}
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert (stored.ended_by, stored.winners) == (EndedBy.ABANDONED, None)


@pytest.mark.parametrize("muted", [True, False])
async def test_a_paused_match_closes_too(room: Room, muted: bool) -> None:
    table = await all_away(room)
    since = table.acted_at
    if muted:
        await room.pass_time(DAY)
        await room.matches.pause(CHANNEL, table.id)
    await room.pass_time(since + 7 * DAY - room.clock.now - SECOND)
    assert (await room.table()).is_open
    await room.pass_time(SECOND)
    assert room.heard.tables[-1].ended_by == "abandoned"


async def test_whatever_a_person_does_begins_the_seven_days_anew(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    table = await room.deal(ADA, BO, CEM)
    assert table.acted_at == NOON

    async def check(now: Table) -> Table:
        assert now.acted_at == clock.now
        stored = await store.load_match(now.id)
        assert stored is not None
        assert stored.acted_at == clock.now
        clock.now += MINUTE
        return now

    clock.now += MINUTE
    table = await check(await room.call(table, ADA))
    table = await check(await room.next_round(table, BO))
    table = await check(await room.play(table, ADA, 4))
    table = await check((await room.matches.end(CHANNEL, table.id, CEM)).table)
    table = await check(await room.matches.leave(CHANNEL, table.id, CEM))
    table = await check(await room.claim(table, CEM))
    table = await check(await room.matches.leave(CHANNEL, table.id, CEM))
    table = await check(await room.play(await room.table(), BO))
    acted_at = table.acted_at
    await room.pass_time(COMPUTER_TIME)
    table = await room.table()
    assert (table.public_view().to_move, table.acted_at) == (0, acted_at)
    await room.pass_time(acted_at + 7 * DAY - clock.now - SECOND)
    assert (await room.table()).is_open
    await room.pass_time(SECOND)
    assert await room.registry.look(CHANNEL) is None


async def test_coming_back_begins_them_anew(room: Room) -> None:
    table = await all_away(room)
    await room.pass_time(3 * DAY)
    assert (await room.back(table, ADA)).acted_at == room.clock.now


async def test_what_the_clock_and_computers_do_does_not(room: Room) -> None:
    table = await all_away(room)
    assert table.acted_at == NOON
    await room.matches.pause(CHANNEL, table.id)
    await room.matches.resume(CHANNEL, table.id)
    assert (await room.table()).acted_at == NOON


async def test_the_seven_days_go_on_over_a_restart(room: Room) -> None:
    await room.deal(ADA, BO)
    await room.pass_time(6 * DAY)
    again = Room(room.store, room.clock)
    await again.tables.resume()
    await again.pass_time(DAY - SECOND)
    assert (await again.table()).is_open
    await again.pass_time(SECOND)
    assert await again.registry.look(CHANNEL) is None


async def test_a_match_whose_days_ran_out_while_the_bot_was_away_closes_at_the_next_start(room: Room) -> None:
    await room.deal(ADA, BO)
    room.clock.now += 8 * DAY
    again = Room(room.store, room.clock)
    await again.tables.resume()
    await again.pass_time(SECOND)
    assert await again.registry.look(CHANNEL) is None


async def test_a_timer_of_the_seven_days_that_fires_early_is_set_again(room: Room) -> None:
    table = await room.deal(ADA, BO)
    room.clock.now += 6 * DAY
    await room.timers.take(FORGET)()
    assert await room.table() is table
    await room.pass_time(DAY)
    assert await room.registry.look(CHANNEL) is None


async def test_a_match_that_cannot_be_closed_is_closed_later(room: Room, store: FragileStore) -> None:
    await room.deal(ADA, BO)
    store.failures = 2
    await room.pass_time(7 * DAY + TRY_AGAIN)
    assert (await room.table()).is_open
    await room.pass_time(TRY_AGAIN)
    assert await room.registry.look(CHANNEL) is None


async def test_a_click_in_another_process_keeps_a_match(room: Room, clock: HandClock) -> None:
    table = await room.deal(ADA, BO)
    other = Room(room.store, clock)
    await other.tables.resume()
    await room.pass_time(6 * DAY)
    await room.play(table, ADA)
    await other.pass_time(2 * DAY)
    now = await other.table()
    assert now.is_open
    assert now.number == table.number + 1
