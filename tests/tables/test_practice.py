"""Playing alone: a match whose place is one person, which nothing hurries and no server counts."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.errors import DeckTooSmall
from bot.engine.rules import CLASSIC, Rules
from bot.presets import preset
from bot.store import EndedBy, Place, PlaceKind, Store
from bot.tables.errors import MovedOn, NotSeated
from bot.tables.practice import practice_place
from bot.tables.values import Person, Phase, Table
from tests.tables.room import (
    ADA,
    BO,
    CHANNEL,
    COMPUTER_TIME,
    GUILD,
    SHORT,
    HandClock,
    Room,
    hand,
    running,
    seat_0_may_call,
    state,
)

ALONE = practice_place(ADA)
DAY = timedelta(days=1)


async def begin(room: Room, who: Person = ADA, *, computers: int = 2, rules: Rules = CLASSIC) -> Table:
    return await room.tables.practice.begin(who, computers=computers, rules=rules, locale="de")


async def test_practice_is_dealt_at_once_and_its_place_is_the_person(room: Room) -> None:
    table = await begin(room, computers=3)
    assert table.place == Place(PlaceKind.PERSON, ADA.user_id)
    assert (table.guild_id, table.host_id, table.locale) == (None, ADA.user_id, "de")
    assert [seat.user_id for seat in table.seats] == [ADA.user_id, None, None, None]
    assert table.phase is Phase.PLAYING
    assert table.is_practice
    assert await room.registry.look(ALONE) is table


async def test_practice_again_gives_the_match_that_runs(room: Room) -> None:
    first = await begin(room)
    assert await begin(room, computers=7, rules=preset("french")) is first
    at_once = await asyncio.gather(begin(room, BO), begin(room, BO), begin(room, BO))
    assert len({table.id for table in at_once}) == 1
    assert {match.place.id for match in await room.store.open_matches()} == {ADA.user_id, BO.user_id}


async def test_one_may_practise_beside_ones_own_lobby_and_match(room: Room) -> None:
    await room.deal(ADA, BO)
    await begin(room, ADA)
    lobby = await room.open(ADA, place=replace(CHANNEL, id=999))
    assert lobby.is_open


async def test_a_deck_too_small_is_refused_and_nothing_is_written(room: Room) -> None:
    with pytest.raises(DeckTooSmall):
        await begin(room, computers=7, rules=replace(CLASSIC, hand_size=7, decks=1))
    assert await room.store.open_matches() == []


async def test_nothing_in_practice_is_hurried_neither_a_turn_nor_the_next_round(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    table = await begin(room)
    assert table.deadline is None
    await room.pass_time(6 * DAY)
    assert state(await room.table(ALONE)) == state(table)
    over = await room.call(table, ADA)
    assert (over.phase, over.deadline) == (Phase.ROUND_OVER, None)
    await room.pass_time(6 * DAY)
    assert state(await room.table(ALONE)) == state(over)
    following = await room.next_round(over, ADA)
    assert (following.phase, following.public_view().round) == (Phase.PLAYING, 2)


async def test_computers_take_their_visible_time_in_practice_too(room: Room) -> None:
    table = await room.play(await begin(room), ADA)
    await room.pass_time(2 * COMPUTER_TIME)
    assert (await room.table(ALONE)).number == table.number + 2
    assert running(await room.table(ALONE)).to_move == 0


async def test_practice_of_which_nobody_has_heard_for_seven_days_closes(room: Room) -> None:
    table = await begin(room)
    await room.pass_time(7 * DAY)
    assert await room.registry.look(ALONE) is None
    ended = await room.registry.find(table.id)
    assert ended is not None
    assert ended.ended_by == EndedBy.ABANDONED


async def test_practice_can_be_ended_at_once(room: Room) -> None:
    table = await begin(room)
    assert (await room.matches.end(ALONE, table.id, ADA)).ended
    assert (await begin(room)).id != table.id


async def test_practice_goes_on_after_a_restart(store: Store, clock: HandClock) -> None:
    room = Room(store, clock)
    table = await room.play(await begin(room), ADA)
    await room.tables.close()
    again = Room(store, clock)
    await again.tables.resume()
    assert state(await again.table(ALONE)) == state(table)
    await again.pass_time(2 * COMPUTER_TIME)
    assert running(await again.table(ALONE)).to_move == 0


async def test_a_practice_that_was_opened_but_not_dealt_is_dealt_by_the_next_wish(room: Room) -> None:
    """The process may end between the two."""
    table = await room.open(ADA, place=ALONE, computers=1, guild_id=None)
    assert table.phase is Phase.LOBBY
    dealt = await begin(room, computers=5)
    assert (dealt.id, dealt.phase, len(dealt.seats)) == (table.id, Phase.PLAYING, 2)


async def play_out(room: Room, table: Table) -> Table:
    while table.is_open:
        table = await room.step(table)
    return table


async def test_practice_played_to_its_end_counts_in_no_leaderboard(room: Room) -> None:
    ended = await play_out(room, await begin(room, computers=1, rules=SHORT))
    assert ended.ended_by == "played"
    assert len(await room.store.scores_of(ended.id)) == 2 * len(ended.results())
    assert (await room.store.leaderboard(GUILD)).count == 0
    assert await room.store.matches_of(GUILD, ADA.user_id) == []


async def test_again_deals_another_match_with_the_same_computers_and_rules(room: Room) -> None:
    first = await begin(room, computers=3, rules=replace(SHORT, yaniv_limit=5))
    await room.matches.end(ALONE, first.id, ADA)
    again = await room.tables.practice.again(first.id, ADA)
    assert again.id != first.id
    assert again.phase is Phase.PLAYING
    assert again.seats == first.seats
    assert again.rules == first.rules
    assert await room.tables.practice.again(first.id, ADA) is again


async def test_again_is_for_whoever_played_it_and_only_once_it_has_ended(room: Room) -> None:
    table = await begin(room)
    with pytest.raises(MovedOn):
        await room.tables.practice.again(table.id, ADA)
    await room.matches.end(ALONE, table.id, ADA)
    public = await room.deal(ADA, BO)
    await room.matches.leave(CHANNEL, public.id, BO)
    await room.matches.end(CHANNEL, public.id, ADA)
    for number, who in ((table.id, BO), (public.id, ADA), (99, ADA)):
        with pytest.raises(MovedOn):
            await room.tables.practice.again(number, who)
    assert await room.store.open_matches() == []


async def test_nobody_else_gets_at_somebodys_practice(room: Room) -> None:
    table = await begin(room)
    with pytest.raises(NotSeated):
        await room.matches.call(ALONE, table.id, BO, version=hand(table, ADA).version)
    assert table.hand_of(BO.user_id) is None
