"""A round that nobody can begin is over as it is dealt: scored, stored and shown like any other."""

from dataclasses import replace

import pytest

from bot.engine.match_or_draw import MatchOrDraw
from bot.engine.round import Round
from bot.engine.scoring import RoundKind
from bot.presets import preset
from bot.store import EndedBy, MatchStatus, Store
from bot.tables.values import Phase
from tests.tables.room import ADA, BO, CHANNEL, PAUSE, HandClock, Room, running, state

FRENCH = preset("french")


@pytest.fixture
def room(store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Let every round be over as soon as it is dealt, whatever the cards."""

    def begin(_: MatchOrDraw, round_dealt: Round) -> None:
        round_dealt.end_without_call(RoundKind.STOCK_EXHAUSTED, round_dealt.dealer)

    monkeypatch.setattr(MatchOrDraw, "begin", begin)
    return Room(store, clock)


async def test_the_first_round_is_scored_and_the_next_one_comes(room: Room, clock: HandClock) -> None:
    table = await room.deal(ADA, BO, rules=FRENCH)
    assert (table.phase, table.deadline) == (Phase.ROUND_OVER, clock.now + PAUSE)
    (result,) = table.results()
    rows = await room.store.scores_of(table.id)
    assert [(row.round, row.points, row.total) for row in rows] == [
        (1, points, points) for points in result.score.points
    ]
    assert [seat.total for seat in table.seats] == list(result.totals)
    assert state(await Room(room.store, clock).table()) == state(table)
    await room.pass_time(PAUSE)
    assert len((await room.table()).results()) == 2


async def test_a_later_round_is_scored_and_can_end_the_match(room: Room) -> None:
    table = await room.deal(ADA, BO, rules=FRENCH)
    before = table
    while table.phase is Phase.ROUND_OVER:
        before, table = table, await room.next_round(table, ADA)
    assert len(running(table).rounds) == len(running(before).rounds) + 1 > 1
    assert (table.phase, table.ended_by, table.deadline) == (Phase.ENDED, "played", None)
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert (stored.ended_by, stored.winners) == (EndedBy.PLAYED, running(table).winners)
    assert len(await room.store.scores_of(table.id)) == 2 * len(running(table).rounds)
    assert room.timers.waiting == {}


async def test_a_match_can_be_over_with_its_first_deal(room: Room) -> None:
    table = await room.deal(ADA, BO, rules=replace(FRENCH, target=20))
    assert (table.phase, table.ended_by) == (Phase.ENDED, "played")
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert (stored.status, stored.ended_by) == (MatchStatus.ENDED, EndedBy.PLAYED)
    assert stored.winners == running(table).winners
    assert await room.registry.look(CHANNEL) is None
