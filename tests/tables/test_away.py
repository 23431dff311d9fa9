"""Two turns in a row played by the clock make a seat away; a computer plays it until its person is back."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.engine.actions import By
from bot.engine.rules import CLASSIC
from bot.players.levels import computer
from bot.presets import preset
from bot.speeds import Speed
from bot.store import Store
from bot.tables import computers
from bot.tables.errors import MovedOn, NotAway, NotSeated
from bot.tables.values import Phase, Table
from tests.engine.helpers import deck_with
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    COMPUTER_TIME,
    DAN,
    LOW,
    MINUTE,
    PAUSE,
    SECOND,
    SLAP_TIME,
    FragileStore,
    HandClock,
    Room,
    hand,
    outcomes,
    running,
    seat_0_may_call,
    state,
)

BLITZ = 20 * SECOND


async def ada_away(room: Room) -> Table:
    """Deal to Ada and Bo and let Ada miss two turns; it is Bo's turn."""
    table = await room.deal(ADA, BO, speed=Speed.BLITZ)
    table = await room.miss(table, 1)
    table = await room.play(table, BO)
    table = await room.miss(table, 1)
    assert (table.away, table.public_view().to_move) == ({0}, 1)
    return table


async def test_one_missed_turn_is_none_if_its_person_plays_the_next(room: Room) -> None:
    table = await room.miss(await room.deal(ADA, BO, speed=Speed.BLITZ), 1)
    table = await room.play(await room.play(table, BO), ADA)
    assert table.missed == {}
    table = await room.miss(await room.play(table, BO), 1)
    assert (table.missed, table.away) == ({0: 1}, frozenset())


async def test_missed_turns_count_over_rounds(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.play(await room.deal(ADA, BO, speed=Speed.BLITZ), ADA, 4)
    table = await room.miss(table, 1)
    assert table.missed == {1: 1}
    table = await room.call(table, ADA)
    await room.pass_time(PAUSE)
    table = await room.play(await room.table(), ADA, 4)
    assert table.missed == {1: 1}
    table = await room.miss(table, 1)
    assert table.away == {1}


async def test_a_computer_plays_for_somebody_who_is_away_at_its_own_speed(room: Room) -> None:
    table = await room.play(await ada_away(room), BO)
    assert table.deadline is None
    legal = running(table).legal_actions()
    expected = computer("normal").choose(hand(table, ADA), legal, random.Random(1))
    await room.pass_time(0.99 * SECOND)
    assert await room.table() is table
    await room.pass_time(2.01 * SECOND)
    now = await room.table()
    assert running(now).rounds[-1].actions[-1] == (expected, By.COMPUTER)
    assert now.away == {0}
    assert now.missed == {0: 2}


async def test_the_seat_stays_that_of_its_person(room: Room) -> None:
    table = await ada_away(room)
    assert table.seats[0].user_id == ADA.user_id
    assert running(table).players[0].is_human
    assert table.host_id == ADA.user_id


async def test_where_cards_are_slapped_down_an_away_seat_waits_exactly_4_seconds(room: Room) -> None:
    rules = replace(CLASSIC, slap_down="singles_and_sets")
    table = await room.deal(ADA, BO, rules=rules, speed=Speed.BLITZ)
    table = await room.play(await room.miss(table, 1), BO)
    table = await room.play(await room.miss(table, 1), BO)
    await room.pass_time(SLAP_TIME - SECOND / 100)
    assert (await room.table()).public_view().to_move == 0
    await room.pass_time(SECOND / 100)
    assert (await room.table()).public_view().to_move == 1


async def test_an_away_seat_slaps_down_as_a_computer_does(store: Store, clock: HandClock) -> None:
    rules = replace(CLASSIC, slap_down="singles_and_sets")
    # For Ada the clock lays two kings, then two nines, and draws the third nine.
    hands = ["KS KH 9S 9H 2C", "QC 8D 7H 6S 4C"]
    deck = deck_with(rules, hands, "2S", "JD TC 9D TD")
    room = Room(store, clock, shuffler=lambda _: deck)
    table = await room.deal(ADA, BO, rules=rules, speed=Speed.BLITZ)
    table = await room.miss(table, 1)
    table = await room.play(table, BO, 4)
    table = await room.miss(table, 1)
    match = running(table)
    assert (table.away, match.slap is not None) == ({0}, True)
    await room.pass_time(3 * SECOND)
    now = await room.table()
    assert running(now).rounds[-1].actions[-1][1] is By.COMPUTER
    assert now.number == table.number + 1
    assert len(hand(now, ADA).hand) == len(hand(table, ADA).hand) - 1
    assert now.deadline == table.deadline


async def test_a_seat_that_misses_its_first_turn_slaps_nothing_down_by_itself(
    store: Store, clock: HandClock
) -> None:
    rules = replace(CLASSIC, slap_down="singles_and_sets")
    deck = deck_with(rules, ["KS KH 9S 9H 2C", "9C 8D 7H 6S 4C"], "2S", "KD")
    room = Room(store, clock, shuffler=lambda _: deck)
    table = await room.miss(await room.deal(ADA, BO, rules=rules, speed=Speed.NORMAL), 1)
    assert running(table).slap is not None
    await room.pass_time(MINUTE)
    assert await room.table() is table
    assert (await room.slap(table, ADA)).missed == {}


# --- coming back


async def test_back_gives_the_seat_back_to_its_person(room: Room) -> None:
    table = await ada_away(room)
    back = await room.back(table, ADA)
    assert (back.away, back.missed, back.deadline) == (frozenset(), {}, table.deadline)
    table = await room.play(back, BO)
    assert table.deadline == room.clock.now + BLITZ
    await room.pass_time(BLITZ - SECOND)
    assert await room.table() is table


async def test_whoever_comes_back_in_their_turn_has_a_whole_one(room: Room) -> None:
    table = await room.play(await ada_away(room), BO)
    room.clock.now += SECOND / 2
    back = await room.back(table, ADA)
    assert back.deadline == room.clock.now + BLITZ
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.deadline == back.deadline
    await room.pass_time(BLITZ - SECOND)
    assert await room.table() is back
    await room.pass_time(SECOND)
    assert (await room.table()).missed == {0: 1}


async def test_playing_is_coming_back(room: Room) -> None:
    table = await room.play(await ada_away(room), BO)
    played = await room.play(table, ADA)
    assert (played.away, played.missed) == (frozenset(), {})


async def test_the_next_round_pressed_by_somebody_away_is_coming_back(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.play(await room.deal(ADA, BO, speed=Speed.BLITZ), ADA, 4)
    table = await room.play(await room.miss(table, 1), ADA, 4)
    table = await room.miss(table, 1)
    assert table.away == {1}
    over = await room.call(table, ADA)
    now = await room.next_round(over, BO)
    assert (now.away, now.phase, now.number) == (frozenset(), Phase.PLAYING, over.number + 2)
    assert state(await Room(store, clock).table()) == state(now)


async def test_the_next_round_pressed_by_somebody_there_brings_nobody_else_back(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.play(await room.deal(ADA, BO, speed=Speed.BLITZ), ADA, 4)
    table = await room.play(await room.miss(table, 1), ADA, 4)
    over = await room.call(await room.miss(table, 1), ADA)
    assert (await room.next_round(over, ADA)).away == {1}


async def test_who_is_not_away_cannot_come_back(room: Room) -> None:
    table = await ada_away(room)
    with pytest.raises(NotAway):
        await room.back(table, BO)
    with pytest.raises(NotSeated):
        await room.back(table, CEM)
    assert await room.table() is table


async def test_coming_back_many_times_at_once_counts_once(room: Room) -> None:
    table = await ada_away(room)
    results = await asyncio.gather(*(room.back(table, ADA) for _ in range(30)), return_exceptions=True)
    assert outcomes(results) == {"Table": 1, "NotAway": 29}
    assert (await room.table()).number == table.number + 1


@pytest.mark.parametrize("person_first", [True, False])
async def test_of_coming_back_and_the_computers_move_at_the_same_moment_the_first_decides(
    room: Room, person_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A computer that thinks elsewhere first would always come second.
    monkeypatch.setattr(computers, "LEVEL", "greedy")
    table = await room.play(await ada_away(room), BO)
    room.clock.now, due = room.timers.waiting[CHANNEL]
    both = [room.back(table, ADA), due()]
    await asyncio.gather(*(both if person_first else both[::-1]))
    now = await room.table()
    assert now.away == frozenset()
    assert now.public_view().to_move == (0 if person_first else 1)
    assert now.number == table.number + (1 if person_first else 2)


async def test_a_computers_move_being_written_does_not_lose_somebody_who_comes_back(
    room: Room, store: FragileStore
) -> None:
    table = await room.play(await ada_away(room), BO)
    room.clock.now, due = room.timers.waiting[CHANNEL]
    stall = store.stall_next_write()
    moving = asyncio.ensure_future(due())
    await stall.reached.wait()
    click = asyncio.ensure_future(room.play(table, ADA))
    await asyncio.sleep(0.02)
    stall.go_on.set()
    await moving
    with pytest.raises(MovedOn):
        await click
    now = await room.table()
    assert (now.number, now.away) == (table.number + 1, {0})
    assert (await room.back(now, ADA)).away == frozenset()


# --- leaving, ending and dropping out


async def test_whoever_leaves_is_not_away(room: Room) -> None:
    table = await ada_away(room)
    left = await room.matches.leave(CHANNEL, table.id, ADA)
    assert (left.away, left.missed, left.host_id) == (frozenset(), {}, BO.user_id)


async def test_an_away_persons_seat_does_not_count_among_those_who_end_a_match(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, speed=Speed.BLITZ)
    for _ in range(2):
        table = await room.play(await room.play(await room.miss(table, 1), BO), CEM)
    assert table.away == {0}
    vote = await room.matches.end(CHANNEL, table.id, ADA)
    assert (vote.ended, vote.votes, vote.needed) == (False, 0, 2)
    vote = await room.matches.end(CHANNEL, table.id, BO)
    assert (vote.ended, vote.votes, vote.needed) == (False, 1, 2)
    assert (await room.matches.end(CHANNEL, table.id, CEM)).ended


async def test_one_of_two_ends_a_match_alone_while_the_other_is_away(room: Room) -> None:
    table = await ada_away(room)
    assert (await room.matches.end(CHANNEL, table.id, BO)).ended


async def test_when_everybody_is_away_everybody_counts_again(room: Room) -> None:
    table = await room.miss(await room.deal(ADA, BO, speed=Speed.BLITZ), 4)
    assert table.away == {0, 1}
    vote = await room.matches.end(CHANNEL, table.id, BO)
    assert (vote.ended, vote.votes, vote.needed) == (False, 1, 2)
    assert (await room.matches.end(CHANNEL, table.id, ADA)).ended


async def test_a_leaver_leaves_the_end_to_those_who_are_there(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, DAN, speed=Speed.BLITZ)
    for _ in range(2):
        for who in (BO, CEM, DAN):
            if who is BO:
                table = await room.miss(table, 1)
            table = await room.play(table, who)
    table = (await room.matches.end(CHANNEL, table.id, BO)).table
    assert (table.away, table.votes) == ({0}, {1})
    assert (await room.matches.leave(CHANNEL, table.id, DAN)).is_open
    assert (await room.matches.leave(CHANNEL, table.id, CEM)).ended_by == "stopped"


async def test_the_wish_of_somebody_away_is_not_what_was_missing_when_another_leaves(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, speed=Speed.BLITZ)
    for _ in range(2):
        table = await room.play(await room.play(await room.miss(table, 1), BO), CEM)
    table = (await room.matches.end(CHANNEL, table.id, ADA)).table
    assert (table.away, table.votes) == ({0}, {0})
    left = await room.matches.leave(CHANNEL, table.id, CEM)
    assert left.is_open
    assert (await room.matches.end(CHANNEL, table.id, BO)).ended


async def test_whoever_drops_out_is_not_away_any_more(store: Store, clock: HandClock) -> None:
    # Bo gets 39 points a round at least and 49 at most: over the target after two.
    rules = replace(CLASSIC, end="last_standing", target=60, exact_totals={})
    deck = deck_with(rules, [LOW, "KS QH JD TC 9S", "5H 4S 3C 3D 2C"], "9H")
    room = Room(store, clock, shuffler=lambda _: deck)
    table = await room.play(await room.deal(ADA, BO, CEM, rules=rules, speed=Speed.BLITZ), ADA, 4)
    table = await room.play(await room.miss(table, 1), CEM)
    over = await room.call(table, ADA)
    assert over.missed == {1: 1}
    table = await room.play(await room.next_round(over, ADA), ADA, 4)
    table = await room.miss(table, 1)
    assert table.away == {1}
    over = await room.call(await room.play(table, CEM), ADA)
    assert 1 not in running(over).seats_in
    assert (over.missed, over.away) == ({}, frozenset())
    assert state(await Room(store, clock).table()) == state(over)


async def test_a_computer_plays_the_last_lap_for_somebody_who_is_away(store: Store, clock: HandClock) -> None:
    rules = replace(CLASSIC, last_lap=True)
    room = Room(store, clock, shuffler=seat_0_may_call(2, rules))
    table = await room.play(await room.deal(ADA, BO, rules=rules, speed=Speed.BLITZ), ADA, 4)
    table = await room.play(await room.miss(table, 1), ADA, 4)
    table = await room.miss(table, 1)
    lap = await room.call(table, ADA)
    assert (lap.phase, lap.deadline, lap.away) == (Phase.PLAYING, None, {1})
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table()).phase is Phase.ROUND_OVER


async def test_the_clock_plays_the_last_lap_too(store: Store, clock: HandClock) -> None:
    rules = replace(CLASSIC, last_lap=True)
    room = Room(store, clock, shuffler=seat_0_may_call(2, rules))
    lap = await room.call(await room.deal(ADA, BO, rules=rules, speed=Speed.BLITZ), ADA)
    assert lap.deadline == clock.now + BLITZ
    await room.pass_time(BLITZ)
    over = await room.table()
    assert (over.phase, over.missed) == (Phase.ROUND_OVER, {1: 1})
    assert over.deadline == clock.now + PAUSE


async def test_in_the_french_rules_too_a_computer_plays_for_who_is_away(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock)
    table = await room.deal(ADA, BO, rules=preset("french"), speed=Speed.BLITZ)
    table = await room.miss(table, 1)
    while 0 not in table.away:
        if table.public_view().to_move == 1:
            table = await room.step(table)
        else:
            table = await room.miss(table, 1)
    assert table.phase is Phase.PLAYING
    table = await room.step(table)
    await room.pass_time(COMPUTER_TIME)
    assert running(await room.table()).rounds[-1].actions[-1][1] is By.COMPUTER
