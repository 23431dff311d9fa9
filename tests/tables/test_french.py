"""The French turn system at a table: lay, or draw when forced; and every preset from deal to winner."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.engine.cards import parse_cards
from bot.engine.errors import (
    DrawNotForced,
    NoMatch,
    NotAMeld,
    NothingSelected,
    NotInTheseRules,
    NotYourTurn,
    YanivError,
)
from bot.engine.round import Shuffler
from bot.presets import preset, shipped_presets
from bot.store import EndedBy, Store
from bot.tables.errors import MovedOn, NotDealtYet, NotSeated
from bot.tables.values import Phase, Table
from tests.engine.helpers import deck_with
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    HandClock,
    Room,
    hand,
    moderator,
    positions_of,
    running,
    shuffled,
    state,
)

FRENCH = replace(preset("french"), hand_size=5)
HANDS = ["5H 5D 5C KS 9D", "2S 4D 9C QC 3D"]


def with_hands(hands: Sequence[str], start: str, stock: str) -> Shuffler:
    """Deal these hands."""
    return lambda _: deck_with(FRENCH, hands, start, stock)


@pytest.fixture
def room(store: Store, clock: HandClock) -> Room:
    return Room(store, clock, shuffler=with_hands(HANDS, "3S", "8C TD"))


async def lay(room: Room, table: Table, codes: str) -> Table:
    return await room.lay(table, ADA, *positions_of(hand(table, ADA), parse_cards(codes)))


async def test_cards_are_laid_in_picking_order_and_nothing_is_drawn(room: Room, clock: HandClock) -> None:
    table = await lay(room, await room.deal(ADA, BO, rules=FRENCH), "5C 5D 5H")
    view = table.public_view()
    assert (view.discard, view.top, view.takeable) == (parse_cards("5C 5D 5H"), parse_cards("5H")[0], ())
    assert hand(table, ADA).hand == parse_cards("9D KS")
    assert view.to_move == 1
    assert state(await Room(room.store, clock).table()) == state(table)


async def test_who_can_lay_nothing_draws(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=with_hands(["2S 4S 9C JD KD", "5H 5D 5C KS 9D"], "8H", "8C TD"))
    dealt = await room.deal(ADA, BO, rules=FRENCH)
    await refused(room, NoMatch, dealt, 0)
    table = await room.draw(dealt, ADA)
    assert hand(table, ADA).hand == parse_cards("2S 4S 8C 9C JD KD")
    assert hand(table, ADA).new == 2
    assert table.public_view().to_move == 1
    stored = await store.load_match(table.id)
    assert stored is not None
    assert stored.journal[-1].body == {"seat": 0, "type": "draw", "by": "human"}


async def refused(room: Room, problem: type[YanivError], table: Table, *positions: int) -> None:
    before = state(await room.table())
    with pytest.raises(problem):
        await room.lay(table, ADA, *positions)
    assert state(await room.table()) == before


async def test_what_cannot_be_laid_is_refused_and_changes_nothing(room: Room) -> None:
    table = await room.deal(ADA, BO, rules=FRENCH)
    await refused(room, NothingSelected, table)
    await refused(room, NoMatch, table, 0)
    await refused(room, NotAMeld, table, 0, 1)
    await refused(room, MovedOn, table, 5)
    await refused(room, MovedOn, table, -1)
    with pytest.raises(DrawNotForced):
        await room.draw(table, ADA)
    with pytest.raises(NotYourTurn):
        await room.draw(table, BO)
    with pytest.raises(NotYourTurn):
        await room.lay(table, BO, 0)
    for press in (
        room.matches.lay(CHANNEL, table.id, CEM, version=1, positions=[0]),
        room.matches.draw(CHANNEL, table.id, CEM, version=1),
    ):
        with pytest.raises(NotSeated):
            await press
    assert await room.table() is table


async def test_the_same_lay_twice_lays_once(room: Room) -> None:
    table = await room.deal(ADA, BO, rules=FRENCH)
    after = await lay(room, table, "5C 5D 5H")
    for press in (
        room.matches.lay(CHANNEL, table.id, ADA, version=hand(table, ADA).version, positions=[0]),
        room.matches.draw(CHANNEL, table.id, ADA, version=hand(table, ADA).version),
    ):
        with pytest.raises(MovedOn):
            await press
    assert await room.table() is after


async def test_the_moves_of_one_turn_system_are_none_of_the_other(room: Room, store: Store) -> None:
    table = await room.deal(ADA, BO, rules=FRENCH)
    with pytest.raises(NotInTheseRules):
        await room.play(table, ADA, 0)
    await room.matches.end(CHANNEL, table.id, moderator(ADA))
    table = await Room(store, room.clock).deal(ADA, BO)
    room = Room(store, room.clock)
    with pytest.raises(NotInTheseRules):
        await room.lay(table, ADA, 0)
    with pytest.raises(NotInTheseRules):
        await room.draw(table, ADA)


async def test_there_is_nothing_to_lay_or_draw_in_a_lobby(room: Room) -> None:
    table = await room.open(ADA, BO, rules=FRENCH)
    for press in (
        room.matches.lay(CHANNEL, table.id, ADA, version=1, positions=[0]),
        room.matches.draw(CHANNEL, table.id, ADA, version=1),
    ):
        with pytest.raises(NotDealtYet):
            await press


@pytest.mark.parametrize("name", shipped_presets())
async def test_every_preset_is_played_to_its_end_by_people_and_computers(
    store: Store, clock: HandClock, name: str
) -> None:
    room = Room(store, clock, shuffler=shuffled(3))
    table = await room.deal(ADA, BO, computers=2, rules=replace(preset(name), target=40))
    for _ in range(2000):
        table = await room.step(table)
        if table.phase is Phase.ENDED:
            break
    stored = await store.load_match(table.id)
    assert stored is not None
    assert (stored.ended_by, stored.winners) == (EndedBy.PLAYED, running(table).winners)
    assert [seat.total for seat in stored.seats] == list(running(table).totals)
    assert len(await store.scores_of(table.id)) == 4 * len(running(table).rounds)
    found = await room.registry.find(table.id)
    assert found is not None
    assert state(found) == state(table)
    assert room.timers.waiting == {}
