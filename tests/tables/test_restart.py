"""A restart at any moment loses nothing, and a table that was let go comes back as it was."""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from bot.engine.actions import action_from_json
from bot.engine.cards import Card
from bot.engine.rules import CLASSIC, Rules
from bot.store import OpenMatch, Store
from bot.tables.registry import IDLE
from bot.tables.values import Person, Table
from tests.engine.helpers import example_record
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    PAUSE,
    SECOND,
    SHORT,
    FragileStore,
    HandClock,
    Room,
    channel,
    hand,
    moderator,
    running,
    seat_0_may_call,
    shuffled,
    state,
)


async def reread(room: Room, match_id: int) -> Table:
    """Read a match from the store as a new process would."""
    table = await room.registry.find(match_id)
    assert table is not None
    return table


async def totals_agree(store: Store, table: Table) -> None:
    """Check that what is stored for queries is what the match says."""
    stored = await store.load_match(table.id)
    assert stored is not None
    match = running(table)
    assert tuple(row.total for row in stored.seats) == match.totals
    assert [(row.user_id, row.kind) for row in stored.seats] == [
        (row.user_id, player.kind) for row, player in zip(table.seats, match.players, strict=True)
    ]
    sheet = {
        (row.round, row.seat): (row.sum, row.points, row.total) for row in await store.scores_of(table.id)
    }
    assert sheet == {
        (number, seat): (result.score.sums[seat], result.score.points[seat], result.totals[seat])
        for number, result in enumerate(table.results(), start=1)
        for seat in range(len(match.players))
    }
    assert stored.winners == match.winners


@pytest.mark.parametrize(
    ("computers", "people", "rules"),
    [(0, 3, SHORT), (2, 1, SHORT), (2, 2, CLASSIC)],
    ids=["three people", "one person, two computers", "two and two, a long match"],
)
async def test_a_restart_after_every_single_action_of_a_match_loses_nothing(
    store: Store, clock: HandClock, computers: int, people: int, rules: Rules
) -> None:
    shuffler = shuffled(3)
    room = Room(store, clock, shuffler=shuffler)
    table = await room.deal(*(ADA, BO, CEM)[:people], computers=computers, rules=rules)
    actions = 0
    while table.is_open:
        room = Room(store, clock, shuffler=shuffler)
        await room.tables.resume()
        assert [state(back) for back in room.heard.back] == [state(table)]
        assert state(await room.table()) == state(table)
        table = await room.step(await room.table())
        actions += 1
        assert state(await reread(room, table.id)) == state(table)
    await totals_agree(store, table)
    assert table.ended_by == "played"
    assert actions > 10


async def test_every_process_opens_the_file_anew_and_the_match_goes_on(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    table = await Room(await open_file(), clock).deal(ADA, BO, computers=1)
    for _ in range(6):
        room = Room(await open_file(), clock)
        await room.tables.resume()
        assert state(await room.table()) == state(table)
        table = await room.step(await room.table())


async def test_the_worked_example_played_with_restarts_has_its_own_figures(
    store: Store, clock: HandClock
) -> None:
    record = example_record()
    decks = iter([[Card.parse(code) for code in round_["deck"]] for round_ in record["rounds"]])
    people = [Person(1 + seat, str(player["name"])) for seat, player in enumerate(record["players"])]

    def shuffler(_: Sequence[Card]) -> Sequence[Card]:
        return next(decks)

    room = Room(store, clock, shuffler=shuffler, first_dealer=record["rounds"][0]["dealer"])
    table = await room.deal(*people, rules=Rules.from_json(record["rules"]))
    for number, round_ in enumerate(record["rounds"]):
        if number:
            table = await room.next_round(table, people[0])
        for line in round_["actions"]:
            room = Room(store, clock, shuffler=shuffler)
            action = action_from_json(line)
            table = await room.act(await room.table(), people[action.seat], action)
        result = table.results()[-1]
        assert [list(result.score.points), list(result.totals)] == [round_["points"], round_["totals"]]
        assert list(result.score.sums) == round_["sums"]
        await totals_agree(store, table)


async def test_votes_and_departures_survive_a_restart(store: Store, clock: HandClock) -> None:
    room = Room(store, clock)
    table = await room.deal(ADA, BO, CEM)
    table = await room.matches.leave(CHANNEL, table.id, ADA)
    vote = await room.matches.end(CHANNEL, table.id, BO)
    assert vote.table.votes == {1}
    again = Room(store, clock)
    assert state(await again.table()) == state(vote.table)
    assert (await again.matches.end(CHANNEL, table.id, CEM)).ended


async def test_the_pause_between_rounds_goes_on_after_a_restart(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    over = await room.call(await room.deal(ADA, BO), ADA)
    clock.now += 15 * SECOND
    again = Room(store, clock, shuffler=seat_0_may_call(2))
    await again.tables.resume()
    await again.pass_time(PAUSE - 15 * SECOND - SECOND)
    assert (await again.table()).number == over.number
    await again.pass_time(SECOND)
    assert (await again.table()).public_view().round == 2


async def test_a_computer_to_move_moves_after_a_restart(room: Room) -> None:
    table = await room.play(await room.deal(ADA, computers=1), ADA)
    assert table.public_view().to_move == 1
    again = Room(room.store, room.clock)
    await again.tables.resume()
    await again.pass_time(3 * SECOND)
    assert (await again.table()).public_view().to_move == 0


async def test_a_lobby_survives_a_restart(room: Room) -> None:
    table = await room.open(ADA, BO, computers=1)
    again = Room(room.store, room.clock)
    await again.tables.resume()
    assert [state(back) for back in again.heard.back] == [state(table)]
    table = await again.lobbies.join(CHANNEL, table.id, CEM)
    assert [row.name for row in table.people] == ["Ada", "Bo", "Cem"]


async def test_a_store_that_fails_at_the_start_only_delays_a_table(
    store: FragileStore, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await Room(store, clock).play(await Room(store, clock).deal(ADA, computers=1), ADA)
    again = Room(store, clock)
    found = await store.open_matches()

    async def fail_from_now_on() -> list[OpenMatch]:
        store.read_failures = 1
        return found

    monkeypatch.setattr(store, "open_matches", fail_from_now_on)
    await again.tables.resume()
    assert again.heard.back == []
    await again.pass_time(5 * SECOND)
    assert [state(back) for back in again.heard.back] == [state(table)]
    await again.pass_time(3 * SECOND)
    assert (await again.table()).number == table.number + 1


async def test_a_store_that_cannot_even_list_its_matches_only_delays_the_start(
    store: FragileStore, clock: HandClock
) -> None:
    table = await Room(store, clock).deal(ADA, BO)
    again = Room(store, clock)
    store.read_failures = 1
    await again.tables.resume()
    assert again.heard.back == []
    await again.pass_time(5 * SECOND)
    assert [state(back) for back in again.heard.back] == [state(table)]


# --- letting go


async def test_idle_tables_are_let_go_and_come_back_as_they_were(store: Store, clock: HandClock) -> None:
    room = Room(store, clock)
    table = await room.play(await room.deal(ADA, BO, CEM), ADA)
    table = (await room.matches.end(CHANNEL, table.id, BO)).table
    await room.tables.resume()
    await room.pass_time(IDLE - SECOND)
    assert room.registry.loaded == 1
    await room.pass_time(IDLE)
    assert room.registry.loaded == 0
    again = await room.table()
    assert again is not table
    assert state(again) == state(table)
    assert room.registry.loaded == 1
    assert (await room.play(again, BO)).number == table.number + 1


async def test_a_table_that_is_looked_at_stays(room: Room) -> None:
    await room.deal(ADA, BO)
    for _ in range(5):
        await room.pass_time(IDLE / 2)
        await room.table()
        room.registry.release_idle()
    assert room.registry.loaded == 1


async def test_a_lobby_stays_so_that_its_host_gets_no_more_time(room: Room) -> None:
    table = await room.open(ADA, BO)
    await room.pass_time(IDLE)
    room.registry.release_idle()
    assert (await room.table()) is table
    assert (await room.lobbies.deal(CHANNEL, table.id, BO)).number == 2


async def test_every_idle_table_is_let_go(room: Room) -> None:
    for number in range(40):
        table = await room.open(Person(number, "host"), place=channel(number), computers=1)
        await room.lobbies.deal(channel(number), table.id, Person(number, "host"))
    assert room.registry.loaded == 40
    room.clock.now += IDLE
    room.registry.release_idle()
    assert room.registry.loaded == 0
    assert hand(await room.table(channel(7)), Person(7, "host")).hand


async def test_ended_tables_are_let_go_at_once(room: Room) -> None:
    table = await room.deal(ADA, BO)
    await room.matches.end(CHANNEL, table.id, moderator(ADA))
    assert room.registry.loaded == 0
