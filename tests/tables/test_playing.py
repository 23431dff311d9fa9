"""Turns, calls and the next round: what is applied, and what is refused as what."""

from collections.abc import Sequence

import pytest

from bot.engine.cards import Card
from bot.engine.errors import (
    CardNotTakeable,
    HandTooHigh,
    MixedCards,
    NoRoundRunning,
    NothingSelected,
    NotYourTurn,
    YanivError,
)
from bot.engine.round import Shuffler
from bot.engine.rules import CLASSIC
from bot.store import Store
from bot.tables.errors import MovedOn, NotDealtYet, NotSeated, RoundNotOver
from bot.tables.values import Phase, Table
from tests.engine.helpers import cards, deck_with
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    PAUSE,
    SHORT,
    THREAD,
    HandClock,
    Room,
    hand,
    moderator,
    running,
    seat_0_may_call,
    state,
)

HANDS = ["5H 6H 7H KS KD", "2S 4D 9C QH JD"]


def with_hands(hands: Sequence[str], start: str, stock: str) -> Shuffler:
    """Deal these hands."""
    return lambda _: deck_with(CLASSIC, hands, start, stock)


@pytest.fixture
def room(store: Store, clock: HandClock) -> Room:
    return Room(store, clock, shuffler=with_hands(HANDS, "3S", "8C 9D TD"))


async def refused(room: Room, problem: type[YanivError], table: Table, who: int, *positions: int) -> None:
    """Check that a play is refused, and has changed nothing."""
    before = state(await room.table())
    presser = {ADA.user_id: ADA, BO.user_id: BO, CEM.user_id: CEM}[who]
    view = table.hand_of(who)
    version = 1 if view is None else view.version
    with pytest.raises(problem):
        await room.matches.play(CHANNEL, table.id, presser, version=version, positions=positions, draw=None)
    assert state(await room.table()) == before


async def test_a_card_is_laid_and_one_drawn_from_the_stock(room: Room) -> None:
    table = await room.deal(ADA, BO)
    assert hand(table, ADA).hand == cards("5H 6H 7H KS KD")
    table = await room.play(table, ADA, 4)
    assert table.public_view().discard == cards("KD")
    assert table.public_view().to_move == 1
    assert hand(table, ADA).hand == cards("5H 6H 7H 8C KS")
    assert hand(table, ADA).new == 3


async def test_cards_are_laid_in_the_order_they_were_picked(room: Room) -> None:
    table = await room.play(await room.deal(ADA, BO), ADA, 4, 3)
    assert table.public_view().discard == cards("KD KS")
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.journal[-1].body["discard"] == ["KD", "KS"]


async def test_a_run_lies_in_rank_order_and_only_its_ends_may_be_taken(room: Room) -> None:
    table = await room.play(await room.deal(ADA, BO), ADA, 2, 0, 1)
    assert table.public_view().discard == cards("5H 6H 7H")
    assert table.public_view().takeable == cards("5H 7H")
    with pytest.raises(CardNotTakeable):
        await room.play(table, BO, 0, draw=Card.parse("6H"))
    table = await room.play(table, BO, 0, draw=Card.parse("7H"))
    assert Card.parse("7H") in hand(table, BO).hand


async def test_a_position_named_twice_counts_once(room: Room) -> None:
    table = await room.play(await room.deal(ADA, BO), ADA, 4, 3, 4)
    assert table.public_view().discard == cards("KD KS")


@pytest.mark.parametrize("positions", [(5,), (0, 5), (-1,), (99,), (0, -5)])
async def test_positions_outside_of_the_hand_have_moved_on(room: Room, positions: tuple[int, ...]) -> None:
    await refused(room, MovedOn, await room.deal(ADA, BO), ADA.user_id, *positions)


async def test_nothing_selected_and_no_discard_are_refused_as_such(room: Room) -> None:
    table = await room.deal(ADA, BO)
    await refused(room, NothingSelected, table, ADA.user_id)
    await refused(room, MixedCards, table, ADA.user_id, 0, 3)


async def test_the_hand_as_it_was_before_is_refused(room: Room) -> None:
    first = await room.deal(ADA, BO)
    table = await room.play(await room.play(first, ADA, 4), BO, 0)
    await refused(room, MovedOn, first, ADA.user_id, 3)
    assert (await room.play(table, ADA, 4)).number == table.number + 1


async def test_the_same_click_twice_plays_once(room: Room) -> None:
    table = await room.deal(ADA, BO)
    await room.play(table, ADA, 4)
    await refused(room, MovedOn, table, ADA.user_id, 4)


async def test_the_moves_of_others_leave_a_hand_its_version(room: Room) -> None:
    table = await room.deal(ADA, BO)
    after = await room.play(table, ADA, 4)
    assert hand(after, BO).version == hand(table, BO).version
    assert (await room.play(table, BO, 0)).public_view().to_move == 0


async def test_out_of_turn_is_refused_with_who_is_to_move(room: Room) -> None:
    table = await room.deal(ADA, BO)
    await refused(room, NotYourTurn, table, BO.user_id, 0)
    with pytest.raises(NotYourTurn) as problem:
        await room.call(table, BO)
    assert problem.value.details == {"seat": 0}


async def test_who_is_not_seated_is_refused(room: Room) -> None:
    table = await room.deal(ADA, BO)
    await refused(room, NotSeated, table, CEM.user_id, 0)
    with pytest.raises(NotSeated):
        await room.matches.call(CHANNEL, table.id, CEM, version=1)
    with pytest.raises(NotSeated):
        await room.matches.next_round(CHANNEL, table.id, CEM, round_number=1)
    with pytest.raises(NotSeated):
        await room.matches.leave(CHANNEL, table.id, CEM)
    with pytest.raises(NotSeated):
        await room.matches.end(CHANNEL, table.id, CEM)


async def test_table_buttons_before_the_deal_say_so(room: Room) -> None:
    table = await room.open(ADA, BO)
    for press in (
        room.matches.play(CHANNEL, table.id, ADA, version=1, positions=[0], draw=None),
        room.matches.call(CHANNEL, table.id, ADA, version=1),
        room.matches.next_round(CHANNEL, table.id, ADA, round_number=1),
        room.matches.leave(CHANNEL, table.id, ADA),
        room.matches.end(CHANNEL, table.id, moderator(ADA)),
    ):
        with pytest.raises(NotDealtYet):
            await press


async def test_the_match_of_another_place_has_moved_on(room: Room) -> None:
    here = await room.deal(ADA, BO)
    there = await room.deal(ADA, BO, place=THREAD)
    for place, match_id in ((CHANNEL, there.id), (THREAD, here.id), (CHANNEL, 999)):
        for press in (
            room.matches.play(place, match_id, ADA, version=1, positions=[0], draw=None),
            room.matches.call(place, match_id, ADA, version=1),
            room.matches.next_round(place, match_id, ADA, round_number=1),
            room.matches.leave(place, match_id, ADA),
            room.matches.end(place, match_id, moderator(ADA)),
        ):
            with pytest.raises(MovedOn):
                await press
    assert state(await room.table()) == state(here)
    assert state(await room.table(THREAD)) == state(there)


async def test_a_call_above_the_limit_is_refused_and_changes_nothing(room: Room) -> None:
    table = await room.deal(ADA, BO)
    with pytest.raises(HandTooHigh):
        await room.call(table, ADA)
    assert state(await room.table()) == state(table)


async def test_a_call_with_the_hand_as_it_was_before_is_refused(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    first = await room.deal(ADA, BO)
    await room.next_round(await room.call(first, ADA), BO)
    with pytest.raises(MovedOn):
        await room.call(first, ADA)


async def test_a_call_ends_the_round_and_the_totals_are_stored(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    table = await room.call(await room.deal(ADA, BO, CEM), ADA)
    assert table.phase is Phase.ROUND_OVER
    assert [row.total for row in table.seats] == [0, 49, 48]
    assert table.deadline == clock.now + PAUSE
    stored = await store.load_match(table.id)
    assert stored is not None
    assert [row.total for row in stored.seats] == [0, 49, 48]
    sheet = await store.scores_of(table.id)
    assert [(row.user_id, row.sum, row.points, row.winner) for row in sheet] == [
        (ADA.user_id, 4, 0, True),
        (BO.user_id, 49, 49, False),
        (CEM.user_id, 48, 48, False),
    ]
    for press in (room.play(table, ADA, 0), room.call(table, ADA)):
        with pytest.raises(NoRoundRunning):
            await press


async def test_any_player_may_go_on_to_the_next_round_but_not_before_it_is_over(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    first = await room.deal(ADA, BO)
    with pytest.raises(RoundNotOver):
        await room.next_round(first, BO)
    over = await room.call(first, ADA)
    table = await room.next_round(over, BO)
    assert (table.phase, table.deadline) == (Phase.PLAYING, None)
    assert table.public_view().round == 2
    with pytest.raises(MovedOn):
        await room.next_round(over, ADA)


async def test_the_winner_is_stored_and_nothing_can_be_pressed_after_the_end(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    table = await room.call(await room.deal(ADA, BO, rules=SHORT), ADA)
    assert (table.phase, table.ended_by, running(table).winners) == (Phase.ENDED, "played", (0,))
    stored = await store.load_match(table.id)
    assert stored is not None
    assert (stored.winners, stored.deadline, stored.ended_at) == ((0,), None, clock.now)
    assert await room.registry.look(CHANNEL) is None
    assert room.timers.waiting == {}
    for press in (
        room.play(table, ADA, 0),
        room.call(table, ADA),
        room.next_round(table, ADA),
        room.matches.leave(CHANNEL, table.id, ADA),
        room.matches.end(CHANNEL, table.id, moderator(ADA)),
    ):
        with pytest.raises(MovedOn):
            await press
    assert (await room.open(BO)).id != table.id
