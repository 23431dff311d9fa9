"""Leaving, and ending a match: what becomes of the seat, of the host's role, and of the votes."""

import pytest

from bot.players.characters import names_of
from bot.store import EndedBy, Store
from bot.tables.errors import AlreadyStarted, MovedOn, NotDealtYet, NothingHere, NotSeated
from bot.tables.values import Person, Phase
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    DAN,
    THREAD,
    HandClock,
    Room,
    hand,
    moderator,
    running,
    seat_0_may_call,
    state,
)


async def test_the_seat_goes_to_a_computer_that_keeps_cards_and_points(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    over = await room.call(await room.deal(ADA, BO, CEM), ADA)
    table = await room.next_round(over, ADA)
    cards = hand(table, BO).hand
    left = await room.matches.leave(CHANNEL, table.id, BO)
    seat = left.seats[1]
    assert (seat.user_id, seat.kind, seat.total) == (None, "normal", 49)
    assert seat.name in names_of("normal")
    match = running(left)
    assert match.seat_view(1).hand == cards
    assert match.totals == (0, 49, 48)
    assert left.public_view().to_move == 0
    assert [(gone.seat, gone.leaver.name) for gone in left.just_left()] == [(1, "Bo")]
    assert left.hand_of(BO.user_id) is None
    stored = await store.load_match(table.id)
    assert stored is not None
    assert stored.seats == left.seats


async def test_the_turn_stays_where_it_was(room: Room) -> None:
    table = await room.play(await room.deal(ADA, BO, CEM), ADA)
    for who in (ADA, BO):
        left = await room.matches.leave(CHANNEL, table.id, who)
        assert left.public_view().to_move == 1
    assert left.user_at(left.public_view().to_move) is None


async def test_computers_of_leavers_have_different_names(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, DAN, computers=3)
    for who in (ADA, BO, CEM):
        table = await room.matches.leave(CHANNEL, table.id, who)
    assert len({row.name for row in table.seats}) == 7
    assert [player.name for player in running(table).players] == [row.name for row in table.seats]


async def test_who_has_left_is_not_seated_any_more(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM)
    await room.matches.leave(CHANNEL, table.id, BO)
    for press in (
        room.play(table, BO),
        room.call(table, BO),
        room.matches.leave(CHANNEL, table.id, BO),
        room.matches.end(CHANNEL, table.id, BO),
    ):
        with pytest.raises(NotSeated):
            await press


@pytest.mark.parametrize(("gone", "host"), [((ADA,), BO), ((BO, ADA), CEM), ((ADA, BO), CEM), ((CEM,), ADA)])
async def test_a_host_passes_the_role_on_to_the_next_person_clockwise(
    room: Room, gone: tuple[Person, ...], host: Person
) -> None:
    table = await room.deal(ADA, BO, CEM)
    for who in gone:
        table = await room.matches.leave(CHANNEL, table.id, who)
    assert table.host_id == host.user_id
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.host_id == host.user_id


async def test_the_role_goes_round_the_table_past_computers(room: Room) -> None:
    lobby = await room.open(ADA, BO, CEM)
    lobby = await room.lobbies.leave(CHANNEL, lobby.id, ADA)
    lobby = await room.lobbies.add_computer(CHANNEL, lobby.id, BO)
    lobby = await room.lobbies.join(CHANNEL, lobby.id, ADA)
    table = await room.lobbies.deal(CHANNEL, lobby.id, BO)
    assert [row.name for row in table.people] == ["Bo", "Cem", "Ada"]
    for who, host in ((BO, CEM), (CEM, ADA)):
        table = await room.matches.leave(CHANNEL, table.id, who)
        assert table.host_id == host.user_id


async def test_the_next_person_is_the_one_after_the_host_not_the_first_of_the_row(room: Room) -> None:
    await room.open(BO, place=THREAD)
    lobby = await room.open(ADA, BO, CEM, DAN)
    lobby = await room.lobbies.leave(CHANNEL, lobby.id, ADA)
    table = await room.lobbies.deal(CHANNEL, lobby.id, CEM)
    assert [row.name for row in table.people] == ["Bo", "Cem", "Dan"]
    for who, host in ((CEM, DAN), (DAN, BO)):
        table = await room.matches.leave(CHANNEL, table.id, who)
        assert table.host_id == host.user_id


async def test_the_last_person_who_leaves_ends_the_match(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1)
    await room.matches.leave(CHANNEL, table.id, ADA)
    left = await room.matches.leave(CHANNEL, table.id, BO)
    assert (left.phase, left.ended_by) == (Phase.ENDED, "abandoned")
    assert await room.registry.look(CHANNEL) is None
    again = await room.registry.find(table.id)
    assert again is not None
    assert state(again) == state(left)


async def test_the_last_person_who_leaves_in_the_pause_ends_the_match(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    over = await room.call(await room.deal(ADA, computers=1), ADA)
    left = await room.matches.leave(CHANNEL, over.id, ADA)
    assert (left.ended_by, left.deadline) == ("abandoned", None)
    again = await room.registry.find(over.id)
    assert again is not None
    assert state(again) == state(left)


# --- ending


async def test_one_person_ends_the_match_at_once(room: Room) -> None:
    table = await room.deal(ADA, computers=2)
    vote = await room.matches.end(CHANNEL, table.id, ADA)
    assert vote.ended
    assert (vote.votes, vote.needed) == (1, 1)
    assert vote.table.ended_by == "stopped"
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert (stored.ended_by, stored.winners) == (EndedBy.STOPPED, None)
    assert await room.registry.look(CHANNEL) is None


async def test_two_people_must_both_want_it(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1)
    vote = await room.matches.end(CHANNEL, table.id, ADA)
    assert (vote.ended, vote.votes, vote.needed) == (False, 1, 2)
    again = await room.matches.end(CHANNEL, table.id, ADA)
    assert (again.ended, again.votes, again.needed) == (False, 1, 2)
    assert again.table.number == vote.table.number
    vote = await room.matches.end(CHANNEL, table.id, BO)
    assert (vote.ended, vote.votes, vote.needed) == (True, 2, 2)


@pytest.mark.parametrize(("people", "needed"), [(3, 2), (4, 3)])
async def test_more_people_end_it_by_a_majority(room: Room, people: int, needed: int) -> None:
    everybody = (ADA, BO, CEM, DAN)[:people]
    table = await room.deal(*everybody)
    for count, who in enumerate(everybody[:needed], start=1):
        vote = await room.matches.end(CHANNEL, table.id, who)
        assert (vote.votes, vote.needed, vote.ended) == (count, needed, count == needed)


async def test_a_moderator_ends_it_at_once_seated_or_not(room: Room) -> None:
    for who in (DAN, ADA):
        table = await room.deal(ADA, BO, CEM)
        with pytest.raises(NotSeated):
            await room.matches.end(CHANNEL, table.id, DAN)
        vote = await room.matches.end(CHANNEL, None, moderator(who))
        assert vote.ended
        assert vote.table.ended_by == "stopped"


async def test_where_nothing_runs_there_is_nothing_to_end(room: Room) -> None:
    with pytest.raises(NothingHere):
        await room.matches.end(CHANNEL, None, moderator(ADA))
    with pytest.raises(MovedOn):
        await room.matches.end(CHANNEL, 1, moderator(ADA))


async def test_votes_count_through_turns_and_fall_with_a_new_round(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    table = await room.deal(ADA, BO, CEM)
    await room.matches.end(CHANNEL, table.id, BO)
    over = await room.call(table, ADA)
    assert over.votes == {1}
    table = await room.next_round(over, ADA)
    assert table.votes == frozenset()
    again = await Room(store, clock).table()
    assert again.votes == frozenset()
    vote = await room.matches.end(CHANNEL, table.id, CEM)
    assert (vote.ended, vote.table.votes) == (False, {2})


async def test_a_leavers_vote_goes_with_them(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, DAN)
    for who in (ADA, BO):
        await room.matches.end(CHANNEL, table.id, who)
    left = await room.matches.leave(CHANNEL, table.id, BO)
    assert left.votes == {0}
    assert (await Room(room.store, room.clock).table()).votes == {0}
    vote = await room.matches.end(CHANNEL, table.id, CEM)
    assert (vote.ended, vote.votes, vote.needed) == (True, 2, 2)


async def test_votes_that_become_a_majority_when_someone_leaves_end_the_match(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM, DAN)
    for who in (ADA, BO):
        await room.matches.end(CHANNEL, table.id, who)
    left = await room.matches.leave(CHANNEL, table.id, DAN)
    assert (left.phase, left.ended_by) == (Phase.ENDED, "stopped")
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert (stored.ended_by, stored.deadline) == (EndedBy.STOPPED, None)


# --- the place goes


async def test_what_is_open_at_a_place_that_is_gone_closes_without_result(room: Room) -> None:
    match = await room.deal(ADA, BO)
    lobby = await room.open(ADA, BO, place=THREAD)
    for table in (match, lobby):
        await room.tables.abandon(table.place, table.id + 1)
        assert state(await room.table(table.place)) == state(table)
        await room.tables.abandon(table.place)
        assert await room.registry.look(table.place) is None
        stored = await room.store.load_match(table.id)
        assert stored is not None
        assert (stored.ended_by, stored.winners) == (EndedBy.ABANDONED, None)
        await room.tables.abandon(table.place)
        await room.tables.abandon(table.place, table.id)
    assert room.timers.waiting == {}


async def test_closing_a_match_that_ended_meanwhile_is_no_error(room: Room) -> None:
    match = await room.deal(ADA, BO)
    with pytest.raises(AlreadyStarted):
        await room.lobbies.abandon(CHANNEL, match.id)
    await room.matches.abandon(CHANNEL, match.id)
    await room.matches.abandon(CHANNEL, match.id)
    await room.lobbies.abandon(CHANNEL, match.id)
    lobby = await room.open(ADA)
    with pytest.raises(NotDealtYet):
        await room.matches.abandon(CHANNEL, lobby.id)
