"""`last_standing`: who is out stays at the table and watches, and no match runs on for computers alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from bot.engine.cards import Card
from bot.engine.errors import NoSlapDown
from bot.presets import preset
from bot.store import EndedBy, RoundScore, Store
from bot.tables.errors import SeatOut
from bot.tables.values import Person, Phase, Table
from tests.engine.helpers import deck_with
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    LOW,
    SLAP_TIME,
    HandClock,
    Room,
    hand,
    running,
    state,
)

RULES = replace(preset("bga"), target=40)
HIGH = "KS KH KD KC 9S"
MIDDLE = "2S 2H 2D 2C 3S"


def decks(*rounds: Sequence[str]) -> Callable[[Sequence[Card]], Sequence[Card]]:
    """Deal these hands, round by round, from seat 0 on, seats that are out left aside."""
    coming = iter(rounds)
    return lambda _: deck_with(RULES, next(coming), "TS")


async def bo_is_out(room: Room, *, computer_instead_of: Person | None = None) -> Table:
    """Let Ada call in a round in which Bo reaches the target; Cem has 11 points."""
    table = await room.deal(ADA, BO, CEM, rules=RULES)
    if computer_instead_of is not None:
        await room.matches.leave(CHANNEL, table.id, computer_instead_of)
    return await room.call(table, ADA)


@pytest.fixture
def room(store: Store, clock: HandClock) -> Room:
    return Room(store, clock, shuffler=decks([LOW, HIGH, MIDDLE], [LOW, MIDDLE], [LOW, MIDDLE]))


async def test_who_is_out_stays_seated_and_sees_the_table(room: Room, clock: HandClock) -> None:
    over = await bo_is_out(room)
    assert over.phase is Phase.ROUND_OVER
    assert [seat.is_out for seat in over.public_view().seats] == [False, True, False]
    table = await room.next_round(over, ADA)
    view = hand(table, BO)
    assert (view.hand, view.slap, view.can_yaniv) == ((), None, False)
    assert view.public == table.public_view()
    assert [seat.user_id for seat in table.seats] == [ADA.user_id, BO.user_id, CEM.user_id]
    assert [seat.cards for seat in table.public_view().seats] == [5, 0, 5]
    assert state(await Room(room.store, clock).table()) == state(table)


async def test_who_is_out_may_go_on_to_the_next_round(room: Room) -> None:
    table = await room.next_round(await bo_is_out(room), BO)
    assert (table.phase, table.public_view().round) == (Phase.PLAYING, 2)


async def test_who_is_out_cannot_act(room: Room) -> None:
    table = await room.next_round(await bo_is_out(room), ADA)
    version = hand(table, BO).version
    for press in (
        room.matches.play(CHANNEL, table.id, BO, version=version, positions=[], draw=None),
        room.matches.lay(CHANNEL, table.id, BO, version=version, positions=[]),
        room.matches.draw(CHANNEL, table.id, BO, version=version),
        room.matches.call(CHANNEL, table.id, BO, version=version),
    ):
        with pytest.raises(SeatOut):
            await press
    with pytest.raises(NoSlapDown):
        await room.matches.slap(CHANNEL, table.id, BO, version=version)
    assert await room.table() is table


async def test_a_round_without_someone_has_their_row_without_points(room: Room) -> None:
    table = await room.call(await room.next_round(await bo_is_out(room), ADA), ADA)
    rows = (await room.store.scores_of(table.id))[3:]
    assert rows == (
        RoundScore(2, 0, ADA.user_id, 4, 0, 0, winner=True, kind="yaniv"),
        RoundScore(2, 1, BO.user_id, None, None, 49, winner=False, kind="yaniv"),
        RoundScore(2, 2, CEM.user_id, 11, 11, 22, winner=False, kind="yaniv"),
    )
    assert [seat.total for seat in table.seats] == [0, 49, 22]
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.seats == table.seats


async def test_the_last_one_left_wins(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=decks([LOW, HIGH, MIDDLE], [LOW, HIGH]))
    table = await room.call(await room.next_round(await bo_is_out(room), ADA), ADA)
    assert (table.phase, table.ended_by, running(table).winners) == (Phase.ENDED, "played", (0,))
    stored = await store.load_match(table.id)
    assert stored is not None
    assert (stored.ended_by, stored.winners) == (EndedBy.PLAYED, (0,))


async def test_when_all_people_are_out_the_match_is_decided_at_once(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=decks([LOW, HIGH, MIDDLE]))
    table = await room.deal(ADA, BO, CEM, rules=RULES)
    await room.matches.leave(CHANNEL, table.id, ADA)
    await room.matches.leave(CHANNEL, table.id, CEM)
    await room.pass_time(SLAP_TIME)
    over = room.heard.tables[-1]
    assert (over.phase, over.ended_by, running(over).winners, over.deadline) == (
        Phase.ENDED,
        "played",
        (0,),
        None,
    )
    await ended_as(store, over, (0,))
    assert room.timers.waiting == {}


async def ended_as(store: Store, table: Table, winners: tuple[int, ...]) -> None:
    stored = await store.load_match(table.id)
    assert stored is not None
    assert (stored.ended_by, stored.winners, stored.deadline) == (EndedBy.PLAYED, winners, None)
    assert await store.load(CHANNEL) is None


@pytest.mark.parametrize("between_rounds", [True, False])
async def test_when_the_last_person_who_plays_leaves_those_who_watch_see_the_winner(
    room: Room, between_rounds: bool
) -> None:
    table = await bo_is_out(room, computer_instead_of=CEM)
    if not between_rounds:
        table = await room.next_round(table, ADA)
    after = await room.matches.leave(CHANNEL, table.id, ADA)
    assert (after.phase, after.ended_by, running(after).winners) == (Phase.ENDED, "played", (0,))
    assert after.deadline is None
    assert room.heard.tables[-1] is after
    await ended_as(room.store, after, (0,))
    again = await room.registry.find(table.id)
    assert again is not None
    assert state(again) == state(after)
    assert room.timers.waiting == {}


async def test_when_someone_who_is_out_leaves_the_match_goes_on(room: Room) -> None:
    table = await room.next_round(await bo_is_out(room), ADA)
    after = await room.matches.leave(CHANNEL, table.id, BO)
    assert (after.phase, after.public_view().to_move) == (Phase.PLAYING, 0)
    assert after.host_id == ADA.user_id


async def test_when_everybody_leaves_nobody_has_won(room: Room) -> None:
    table = await room.next_round(await bo_is_out(room), ADA)
    for who in (BO, CEM, ADA):
        after = await room.matches.leave(CHANNEL, table.id, who)
    assert (after.phase, after.ended_by, running(after).winners) == (Phase.ENDED, "abandoned", None)
