"""The journal of a running match: every turn written once, with all that belongs to it or not at all."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError

from bot.store import (
    Change,
    Conflict,
    End,
    EndedBy,
    HandOver,
    MatchStatus,
    RoundScore,
    SeatRow,
    Store,
)
from tests.store.samples import ADA, BO, CHANNEL, DECK, NOON, PLAY, reload, running

SCORES = (
    RoundScore(0, 0, ADA, 36, 36, 36, winner=False, kind="assaf"),
    RoundScore(0, 1, BO, 4, 0, 0, winner=True, kind="assaf"),
    RoundScore(0, 2, None, None, None, 99, winner=False, kind="assaf"),
)
ROUND_END = Change(
    totals={0: 36, 1: 0, 2: 99},
    scores=SCORES,
    handovers=(HandOver(1, "Robin", "greedy"),),
    host_id=BO,
    deadline=NOON + timedelta(seconds=20),
)


async def test_entries_come_back_in_order_with_their_times(store: Store) -> None:
    match = await running(store)
    await store.append(match.id, 1, [PLAY, {"seat": 1}], NOON + timedelta(seconds=1))
    await store.append(match.id, 3, [{"seat": 2}], NOON + timedelta(seconds=2))
    journal = (await reload(store, match)).journal
    assert [entry.body for entry in journal] == [DECK, PLAY, {"seat": 1}, {"seat": 2}]
    assert [(entry.at - NOON).seconds for entry in journal] == [0, 1, 1, 2]
    assert list(journal[1].body) == list(PLAY)


async def test_the_end_of_a_round_is_written_with_its_turn(store: Store) -> None:
    match = await running(store)
    await store.append(match.id, 1, [PLAY], NOON, ROUND_END)
    after = await reload(store, match)
    assert [seat.total for seat in after.seats] == [36, 0, 99]
    assert after.seats[1] == SeatRow(1, None, "Robin", "greedy", 0)
    assert (after.host_id, after.deadline) == (BO, NOON + timedelta(seconds=20))
    assert await store.scores_of(match.id) == SCORES


async def test_a_deadline_stays_unless_it_is_changed_or_taken_away(store: Store) -> None:
    match = await running(store)
    await store.append(match.id, 1, [PLAY], NOON, Change(deadline=NOON))
    await store.append(match.id, 2, [PLAY], NOON)
    assert (await reload(store, match)).deadline == NOON
    await store.append(match.id, 3, [PLAY], NOON, Change(deadline=None))
    assert (await reload(store, match)).deadline is None


async def test_what_a_person_does_is_noted_and_nothing_else(store: Store) -> None:
    match = await running(store)
    assert match.acted_at == NOON
    await store.append(match.id, 1, [PLAY], NOON + timedelta(seconds=1))
    assert (await reload(store, match)).acted_at == NOON
    await store.append(match.id, 2, [PLAY], NOON + timedelta(seconds=2), Change(acted=True))
    assert (await reload(store, match)).acted_at == NOON + timedelta(seconds=2)


async def test_what_was_due_is_written_only_if_it_still_is(store: Store) -> None:
    match = await running(store)
    due, later = NOON + timedelta(seconds=20, microseconds=7), NOON + timedelta(minutes=1)
    await store.append(match.id, 1, [], NOON, Change(deadline=due))
    with pytest.raises(Conflict):
        await store.append(match.id, 1, [PLAY], NOON, due=later)
    await store.append(match.id, 1, [], NOON, Change(deadline=later))
    with pytest.raises(Conflict):
        await store.append(match.id, 1, [PLAY], NOON, due=due)
    assert len((await reload(store, match)).journal) == 1
    await store.append(match.id, 1, [PLAY], NOON, Change(deadline=None), due=later)
    assert len((await reload(store, match)).journal) == 2


async def test_a_stamp_tells_whether_a_match_has_changed(store: Store) -> None:
    match = await running(store)
    stamps = [await store.stamp_of(match.id)]
    await store.append(match.id, 1, [PLAY], NOON)
    stamps.append(await store.stamp_of(match.id))
    await store.append(match.id, 2, [], NOON, Change(deadline=NOON))
    stamps.append(await store.stamp_of(match.id))
    assert len(set(stamps)) == 3
    assert stamps[-1] == (match.version, 2, NOON)
    assert await store.stamp_of(match.id + 1) is None


async def test_a_match_ends_with_its_winners_and_frees_its_place(store: Store) -> None:
    match = await running(store)
    await store.append(match.id, 1, [PLAY], NOON, Change(end=End(EndedBy.PLAYED, winners=(1, 2))))
    ended = await reload(store, match)
    assert (ended.status, ended.ended_by, ended.ended_at) == (MatchStatus.ENDED, EndedBy.PLAYED, NOON)
    assert ended.winners == (1, 2)
    assert await store.load(CHANNEL) is None
    with pytest.raises(Conflict):
        await store.append(match.id, 2, [PLAY], NOON)


async def test_a_match_can_end_without_another_turn_and_without_winners(store: Store) -> None:
    match = await running(store)
    await store.append(match.id, 1, [], NOON, Change(end=End(EndedBy.ABANDONED)))
    ended = await reload(store, match)
    assert (ended.ended_by, ended.winners, len(ended.journal)) == (EndedBy.ABANDONED, None, 1)


@pytest.mark.parametrize("number", [0, 2])
async def test_a_turn_that_is_not_the_next_one_is_refused(store: Store, number: int) -> None:
    match = await running(store)
    with pytest.raises(Conflict):
        await store.append(match.id, number, [PLAY], NOON, ROUND_END)
    assert await reload(store, match) == match


async def test_two_processes_cannot_write_the_same_turn(open_store: Callable[[], Awaitable[Store]]) -> None:
    one, other = await open_store(), await open_store()
    match = await running(one)
    for number in range(1, 11):
        outcomes = await asyncio.gather(
            one.append(match.id, number, [{"by": "one"}], NOON),
            other.append(match.id, number, [{"by": "other"}], NOON),
            return_exceptions=True,
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
        winner = "one" if outcomes[0] is None else "other"
        assert (await reload(one, match)).journal[number].body == {"by": winner}


async def test_the_number_of_a_turn_is_taken_even_if_the_match_does_not_say_so(store: Store) -> None:
    match = await running(store)
    async with store.engine.begin() as connection:
        await connection.execute(text("UPDATE matches SET entries = 0"))
    with pytest.raises(Conflict):
        await store.append(match.id, 0, [PLAY], NOON)


@pytest.mark.parametrize("table", ["entries", "seats", "round_scores"])
async def test_an_append_that_fails_on_its_way_leaves_nothing_half_done(store: Store, table: str) -> None:
    match = await running(store)

    def fail(*arguments: Any) -> None:
        if table in arguments[2].split()[:3]:
            raise RuntimeError("power cut")

    event.listen(store.engine.sync_engine, "before_cursor_execute", fail)
    with pytest.raises(RuntimeError, match="power cut"):
        await store.append(match.id, 1, [PLAY], NOON, ROUND_END)
    event.remove(store.engine.sync_engine, "before_cursor_execute", fail)
    assert await reload(store, match) == match
    assert await store.scores_of(match.id) == ()
    await store.append(match.id, 1, [PLAY], NOON, ROUND_END)


async def test_a_score_written_twice_undoes_the_whole_turn(store: Store) -> None:
    match = await running(store)
    await store.append(match.id, 1, [PLAY], NOON, ROUND_END)
    before = await reload(store, match)
    with pytest.raises(IntegrityError):
        await store.append(match.id, 2, [PLAY], NOON, Change(totals={0: 1}, scores=SCORES))
    assert await reload(store, match) == before


async def test_a_cancelled_append_is_written_wholly_or_not_and_blocks_nobody(store: Store) -> None:
    match = await running(store)
    for delay in range(30):
        number = len((await reload(store, match)).journal)
        writing = asyncio.create_task(
            store.append(match.id, number, [PLAY], NOON, Change(totals={0: number}))
        )
        for _ in range(delay):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.wait([writing])
        after = await reload(store, match)
        assert len(after.journal) - 1 == after.seats[0].total or len(after.journal) == number
    number = len((await reload(store, match)).journal)
    await store.append(match.id, number, [PLAY], NOON)


async def test_no_card_is_in_a_log_line_or_an_error(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    match = await running(store)
    await store.append(match.id, 1, [PLAY], NOON, ROUND_END)
    async with store.engine.begin() as connection:
        await connection.execute(text("UPDATE matches SET entries = 1"))
    with pytest.raises(Conflict) as refused:
        await store.append(match.id, 1, [PLAY], NOON)
    assert "5H" not in str(refused.value.__cause__)
    assert "5H" not in caplog.text
    assert "9S" not in caplog.text
