"""A late friend, or a leaver who is back, takes a computer's seat at the next deal."""

import asyncio
from dataclasses import replace

import pytest

from bot.engine.record import from_record, to_record
from bot.engine.rules import CLASSIC
from bot.speeds import Speed
from bot.store import Store, StoredMatch
from bot.tables.attendance import Pause
from bot.tables.errors import (
    AlreadyClaimed,
    AlreadySeated,
    MovedOn,
    NoFreeSeat,
    NotDealtYet,
    NothingHere,
    NotSeated,
)
from bot.tables.values import Phase, Table
from tests.engine.helpers import deck_with
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    COMPUTER_TIME,
    DAN,
    GUILD,
    HIGH,
    LOW,
    PAUSE,
    SECOND,
    FragileStore,
    HandClock,
    Room,
    hand,
    outcomes,
    person,
    running,
    seat_0_may_call,
    state,
)
from tests.tables.test_restart import reread, totals_agree


@pytest.fixture
def room(store: FragileStore, clock: HandClock) -> Room:
    """Seat 0 may call at once; seats 1 and 2 follow."""
    return Room(store, clock, shuffler=seat_0_may_call(3))


async def agreed(room: Room, table: Table) -> Table:
    """Check that a new process would find this very table."""
    assert state(await Room(room.store, room.clock).table()) == state(table)
    return table


async def test_a_late_friend_is_seated_at_the_next_deal_with_the_computers_points(room: Room) -> None:
    table = await room.deal(ADA, computers=2, speed=Speed.FAST)
    table = await agreed(room, await room.claim(table, CEM))
    assert table.claims == {1: CEM}
    assert table.seat_of(CEM.user_id) is None
    assert running(table).players[1].name == table.seats[1].name != "Cem"
    over = await room.call(table, ADA)
    assert over.claims == {1: CEM}
    now = await agreed(room, await room.next_round(over, ADA))
    row = now.seats[1]
    assert (row.user_id, row.name, row.kind, row.total) == (CEM.user_id, "Cem", "human", 49)
    assert running(now).players[1].is_human
    assert (now.claims, now.missed, now.away) == ({}, {}, frozenset())
    assert len(hand(now, CEM).hand) == 5
    await totals_agree(room.store, now)
    lines = [entry.body["type"] for entry in (await loaded(room, now)).journal]
    assert lines == ["start", "deal", "claim", "yaniv", "sit", "deal"]


async def loaded(room: Room, table: Table) -> StoredMatch:
    stored = await room.store.load_match(table.id)
    assert stored is not None
    return stored


async def test_the_next_round_that_comes_by_itself_seats_them_too(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    await room.call(table, ADA)
    await room.pass_time(PAUSE)
    now = await room.table()
    assert now.seats[1].user_id == CEM.user_id


async def test_between_rounds_a_claim_is_for_the_very_next_one(room: Room) -> None:
    over = await room.call(await room.deal(ADA, computers=2), ADA)
    claimed = await room.claim(over, CEM)
    assert (claimed.phase, claimed.deadline) == (Phase.ROUND_OVER, over.deadline)
    assert (await room.next_round(claimed, ADA)).seats[1].user_id == CEM.user_id


async def test_a_newcomer_plays_and_has_their_time(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2, speed=Speed.FAST), CEM)
    table = await room.next_round(await room.call(table, ADA), ADA)
    table = await room.play(table, ADA)
    assert (table.public_view().to_move, table.deadline) == (1, room.clock.now + 45 * SECOND)
    table = await room.miss(table, 1)
    assert table.missed == {1: 1}


async def test_whoever_left_gets_their_own_seat_again(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1)
    assert [row.user_id for row in table.seats] == [ADA.user_id, None, BO.user_id]
    left = await room.matches.leave(CHANNEL, table.id, BO)
    again = Room(room.store, room.clock, shuffler=seat_0_may_call(3))
    claimed = await again.claim(await again.table(), BO)
    assert claimed.claims == {2: BO}
    now = await again.next_round(await again.call(claimed, ADA), ADA)
    assert now.seats[2].user_id == BO.user_id
    assert left.seats[2].user_id is None
    await totals_agree(room.store, now)


async def test_whoever_left_takes_another_seat_if_somebody_asked_for_theirs(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1)
    table = await room.matches.leave(CHANNEL, table.id, BO)
    table = await room.claim(await room.claim(table, CEM), DAN)
    assert table.claims == {1: CEM, 2: DAN}
    with pytest.raises(NoFreeSeat):
        await room.claim(table, BO)
    table = await room.matches.leave(CHANNEL, table.id, CEM)
    assert (await room.claim(table, BO)).claims == {2: DAN, 1: BO}


async def test_somebody_may_leave_and_come_back_again_and_again(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1, rules=replace(CLASSIC, target=1000))
    for _ in range(3):
        table = await room.matches.leave(CHANNEL, table.id, BO)
        table = await room.call(await room.claim(table, BO), ADA)
        table = await agreed(room, await room.next_round(table, ADA))
        assert table.seats[2].user_id == BO.user_id
    assert [arrival.player.name for arrival in running(table).joined] == ["Bo"] * 3
    record = to_record(running(table))
    assert to_record(from_record(record)) == record


# --- who may not


async def test_who_is_seated_or_has_asked_already_is_refused(room: Room) -> None:
    table = await room.deal(ADA, computers=2)
    with pytest.raises(AlreadySeated):
        await room.claim(table, ADA)
    table = await room.claim(table, CEM)
    with pytest.raises(AlreadyClaimed):
        await room.claim(table, CEM)
    assert await room.table() is table


async def test_without_a_computer_there_is_no_seat(room: Room) -> None:
    table = await room.deal(ADA, BO, CEM)
    with pytest.raises(NoFreeSeat):
        await room.claim(table, DAN)


async def test_there_are_as_many_claims_as_computers(room: Room) -> None:
    table = await room.deal(ADA, computers=2)
    table = await room.claim(await room.claim(table, BO), CEM)
    with pytest.raises(NoFreeSeat):
        await room.claim(table, DAN)


async def test_a_lobby_and_a_match_that_is_over_have_no_seats_to_claim(room: Room) -> None:
    lobby = await room.open(ADA, computers=2)
    with pytest.raises(NotDealtYet):
        await room.claim(lobby, CEM)
    table = await room.lobbies.deal(CHANNEL, lobby.id, ADA)
    await room.matches.leave(CHANNEL, table.id, ADA)
    with pytest.raises((MovedOn, NothingHere)):
        await room.claim(table, CEM)


async def test_a_hundred_who_ask_at_once_get_as_many_seats_as_there_are(room: Room) -> None:
    table = await room.deal(ADA, computers=2)
    asking = [room.claim(table, person(number % 50)) for number in range(100)]
    results = await asyncio.gather(*asking, return_exceptions=True)
    assert outcomes(results)["Table"] == 2
    assert set(outcomes(results)) == {"Table", "NoFreeSeat", "AlreadyClaimed"}
    assert len((await room.table()).claims) == 2


# --- changing one's mind


async def test_somebody_who_asked_may_leave_before_the_deal(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    table = await agreed(room, await room.matches.leave(CHANNEL, table.id, CEM))
    assert (table.claims, table.is_open) == ({}, True)
    with pytest.raises(NotSeated):
        await room.matches.leave(CHANNEL, table.id, CEM)
    now = await room.next_round(await room.call(table, ADA), ADA)
    assert now.seats[1].user_id is None


async def test_somebody_who_asked_may_do_nothing_else_yet(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    with pytest.raises(NotSeated):
        await room.matches.end(CHANNEL, table.id, CEM)
    with pytest.raises(NotSeated):
        await room.back(table, CEM)
    over = await room.call(table, ADA)
    with pytest.raises(NotSeated):
        await room.next_round(over, CEM)


# --- what happens meanwhile


DROP = replace(CLASSIC, end="last_standing", target=40, exact_totals={})


def dropping_out(store: Store, clock: HandClock, seats: int) -> Room:
    """Deal so that seat 0 may call, and seat 1 drops out by it with 49 points."""
    hands = [LOW, HIGH[0], "2S 2H 2D 2C 3S", "4S 4H 4D 4C 3H"][:seats]
    deck = deck_with(DROP, hands, "9H")
    return Room(store, clock, shuffler=lambda _: deck)


async def test_whose_seat_drops_out_meanwhile_gets_another_one(store: Store, clock: HandClock) -> None:
    room = dropping_out(store, clock, 3)
    table = await room.claim(await room.deal(ADA, computers=2, rules=DROP), CEM)
    assert table.claims == {1: CEM}
    over = await room.call(table, ADA)
    assert running(over).seats_in == (0, 2)
    now = await agreed(room, await room.next_round(over, ADA))
    assert (now.seats[1].user_id, now.seats[2].user_id) == (None, CEM.user_id)


async def test_the_seat_somebody_else_asked_for_is_not_given_away(store: Store, clock: HandClock) -> None:
    room = dropping_out(store, clock, 4)
    table = await room.deal(ADA, computers=3, rules=DROP)
    table = await room.claim(await room.claim(table, CEM), DAN)
    now = await agreed(room, await room.next_round(await room.call(table, ADA), ADA))
    assert [row.user_id for row in now.seats] == [ADA.user_id, None, DAN.user_id, CEM.user_id]


async def test_without_another_seat_the_claim_lapses(store: Store, clock: HandClock) -> None:
    room = dropping_out(store, clock, 3)
    table = await room.claim(await room.deal(ADA, DAN, computers=1, rules=DROP), CEM)
    now = await agreed(room, await room.next_round(await room.call(table, ADA), ADA))
    assert (now.seat_of(CEM.user_id), now.claims) == (None, {})
    with pytest.raises(NoFreeSeat):
        await room.claim(now, CEM)


async def test_a_seat_that_has_dropped_out_cannot_be_claimed(store: Store, clock: HandClock) -> None:
    room = dropping_out(store, clock, 3)
    over = await room.call(await room.deal(ADA, computers=2, rules=DROP), ADA)
    assert (await room.claim(over, CEM)).claims == {2: CEM}
    with pytest.raises(NoFreeSeat):
        await room.claim(over, DAN)


async def test_a_claim_does_not_keep_a_match_going_that_its_last_person_leaves(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    left = await room.matches.leave(CHANNEL, table.id, ADA)
    assert (left.ended_by, left.claims) == ("abandoned", {})


async def test_a_claim_waits_while_everybody_is_away(room: Room) -> None:
    table = await room.miss(await room.deal(ADA, computers=2, speed=Speed.BLITZ), 2)
    claimed = await room.claim(table, CEM)
    assert (claimed.paused, claimed.claims) == (Pause.AWAY, {1: CEM})
    await room.pass_time(PAUSE)
    assert await room.table() is claimed


async def test_a_newcomer_is_the_one_who_may_vote_and_leave(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    table = await room.next_round(await room.call(table, ADA), ADA)
    vote = await room.matches.end(CHANNEL, table.id, CEM)
    assert (vote.ended, vote.votes, vote.needed) == (False, 1, 2)
    left = await room.matches.leave(CHANNEL, table.id, ADA)
    assert left.ended_by == "stopped"


async def test_a_host_who_leaves_passes_the_role_to_a_newcomer(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    table = await room.next_round(await room.call(table, ADA), ADA)
    left = await room.matches.leave(CHANNEL, table.id, ADA)
    assert (left.is_open, left.host_id) == (True, CEM.user_id)
    assert (await room.claim(left, ADA)).claims == {0: ADA}


async def test_a_deal_that_cannot_be_written_seats_nobody(room: Room, store: FragileStore) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    await room.call(table, ADA)
    store.failures = 1
    await room.pass_time(PAUSE)
    assert (await room.table()).claims == {1: CEM}
    assert (await room.table()).seats[1].user_id is None
    await room.pass_time(5 * SECOND)
    assert (await room.table()).seats[1].user_id == CEM.user_id


# --- afterwards


async def test_a_rematch_seats_whoever_was_seated_at_the_end(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    table = await room.next_round(await room.call(table, ADA), ADA)
    await room.matches.end(CHANNEL, table.id, replace(ADA, moderator=True))
    again = await room.lobbies.rematch(table.id, CHANNEL, CEM)
    assert [row.user_id for row in again.seats] == [CEM.user_id, ADA.user_id, None]
    assert (await room.lobbies.deal(CHANNEL, again.id, CEM)).phase is Phase.PLAYING


async def test_the_leaderboard_counts_a_match_for_those_seated_at_its_end(
    store: Store, clock: HandClock
) -> None:
    rules = replace(CLASSIC, target=60)
    room = Room(store, clock, shuffler=seat_0_may_call(3, rules))
    table = await room.deal(ADA, BO, computers=1, rules=rules)
    table = await room.matches.leave(CHANNEL, table.id, BO)
    table = await room.claim(table, CEM)
    assert table.claims == {1: CEM}
    table = await room.next_round(await room.call(table, ADA), ADA)
    ended = await room.call(table, ADA)
    assert ended.ended_by == "played"
    board = await store.leaderboard(GUILD)
    assert [(row.name, row.matches, row.wins, row.rounds) for row in board.rows] == [
        ("Ada", 1, 1, 2),
        ("Cem", 1, 0, 1),
    ]
    sheet = await store.scores_of(table.id)
    assert [row.user_id for row in sheet if row.seat == 1] == [None, CEM.user_id]
    await totals_agree(store, await reread(room, table.id))


async def test_the_record_keeps_who_sat_down_first_and_who_joined(room: Room) -> None:
    table = await room.claim(await room.deal(ADA, computers=2), CEM)
    table = await room.next_round(await room.call(table, ADA), ADA)
    await room.pass_time(COMPUTER_TIME)
    record = to_record(running(await room.table()))
    assert record["players"][1]["kind"] == "normal"
    assert record["joined"] == [{"seat": 1, "round": 2, "name": "Cem"}]
    assert to_record(from_record(record)) == record
