"""After a start everybody may know for how long the bot was away."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.tables import heartbeat
from bot.tables.heartbeat import EVERY
from bot.tables.timers import TRY_AGAIN
from bot.tables.values import Table
from tests.tables.room import ADA, BO, CHANNEL, MINUTE, SECOND, FragileStore, HandClock, Room


@pytest.fixture(autouse=True)
def signs_of_life(monkeypatch: pytest.MonkeyPatch, seldom_signs_of_life: None) -> None:
    del seldom_signs_of_life
    monkeypatch.setattr(heartbeat, "EVERY", EVERY)


async def started(room: Room) -> Room:
    """Start a new process on the same store."""
    again = Room(room.store, room.clock)
    await again.tables.resume()
    return again


@pytest.mark.parametrize(
    ("gone", "absence"),
    [
        (0 * SECOND, None),
        (60 * SECOND, None),
        (61 * SECOND, 61 * SECOND),
        (timedelta(days=3), timedelta(days=3)),
    ],
)
async def test_after_a_stop_the_next_start_knows_how_long_nobody_was_there(
    room: Room, gone: timedelta, absence: timedelta | None
) -> None:
    await room.tables.resume()
    assert room.tables.absence is None
    await room.pass_time(5 * MINUTE)
    await room.tables.close()
    room.clock.now += gone
    assert (await started(room)).tables.absence == absence


async def test_after_a_crash_it_counts_from_the_last_sign_of_life(room: Room) -> None:
    assert timedelta(seconds=30) == EVERY
    await room.tables.resume()
    await room.pass_time(10 * EVERY + 10 * SECOND)
    room.clock.now += 10 * MINUTE
    assert (await started(room)).tables.absence == 10 * MINUTE + 10 * SECOND


async def test_listeners_know_it_before_they_hear_of_a_table(room: Room) -> None:
    await room.deal(ADA, BO)
    await room.tables.resume()
    await room.tables.close()
    room.clock.now += 5 * MINUTE
    again = Room(room.store, room.clock)
    known: list[object] = []

    class Asking:
        def changed(self, before: Table | None, after: Table) -> None:
            raise AssertionError(before, after)

        def resumed(self, table: Table) -> None:
            known.append((table.place, again.tables.absence))

    again.tables.listen(Asking())
    await again.tables.resume()
    assert known == [(CHANNEL, 5 * MINUTE)]


async def test_the_very_first_start_was_preceded_by_no_absence(room: Room) -> None:
    assert (await started(room)).tables.absence is None


async def test_a_process_that_starts_while_another_runs_was_not_away(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    old, new = Room(await open_file(), clock), Room(await open_file(), clock)
    await old.tables.resume()
    await old.pass_time(10 * MINUTE)
    await new.tables.resume()
    assert new.tables.absence is None
    await asyncio.gather(old.pass_time(MINUTE), new.pass_time(MINUTE))
    await old.tables.close()
    await new.pass_time(MINUTE)
    clock.now += 2 * MINUTE
    assert (await started(new)).tables.absence == 2 * MINUTE


async def test_a_sign_of_life_that_cannot_be_written_comes_half_a_minute_later(
    room: Room, store: FragileStore
) -> None:
    await room.tables.resume()
    store.failures = 1
    await room.pass_time(2 * EVERY)
    assert store.failures == 0
    room.clock.now += MINUTE
    assert (await started(room)).tables.absence is None


async def test_a_store_that_cannot_be_read_at_the_start_does_not_hide_the_absence(
    room: Room, store: FragileStore
) -> None:
    await room.tables.resume()
    await room.tables.close()
    room.clock.now += 10 * MINUTE
    again = Room(room.store, room.clock)
    store.read_failures = 1
    await again.tables.resume()
    await again.pass_time(TRY_AGAIN)
    assert again.tables.absence == 10 * MINUTE + TRY_AGAIN
