"""What people prefer is asked of the database once, and then known for a while."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from bot.personal import NOTHING_SAID, Personal, Pings, Sorting
from bot.store import Store, Unavailable
from bot.ui import people as module
from bot.ui.people import STALE, People
from bot.ui.words import Languages
from tests.ui.scenes import NOW

ADA, BO = 101, 102


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> Any:
        return self.now


@pytest.fixture
async def store() -> AsyncGenerator[Store]:
    store = await Store.open("sqlite://")
    yield store
    await store.close()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def people(store: Store, watch: Watch) -> People:
    return People(store, watch, Languages.load())


@pytest.fixture
def statements(store: Store) -> list[str]:
    """Return the statements that are sent to the database from now on."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement != "BEGIN":
            sent.append(statement)

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    return sent


def quiet(personal: Personal) -> Personal:
    return replace(personal, pings=Pings.NEVER)


async def test_somebody_is_read_once_and_then_known(people: People, statements: list[str]) -> None:
    assert not people.knows(ADA)
    for _ in range(5):
        await people.meet(ADA, "en-US")
        assert await people.of(ADA) == NOTHING_SAID
    assert people.known(ADA) == NOTHING_SAID
    assert len(statements) == 1


async def test_many_clicks_at_once_read_once(people: People, statements: list[str]) -> None:
    await asyncio.gather(*(people.meet(ADA, "en-US") for _ in range(20)))
    assert len(statements) == 1


async def test_a_change_is_known_and_written_at_once(people: People, store: Store) -> None:
    await people.meet(ADA, "en-US")
    assert (await people.change(ADA, quiet)).pings is Pings.NEVER
    assert people.known(ADA) == await store.personal_of(ADA) == Personal(pings=Pings.NEVER)
    assert not people.knows(BO)


async def test_what_another_process_changed_is_seen_after_a_while(
    people: People, store: Store, watch: Watch
) -> None:
    await people.meet(ADA, "en-US")
    await store.change_personal(ADA, quiet)
    watch.now += STALE - timedelta(seconds=1)
    assert await people.of(ADA) == NOTHING_SAID
    watch.now += timedelta(seconds=1)
    assert (await people.of(ADA)).pings is Pings.NEVER


async def test_what_another_process_changed_is_seen_at_once_where_it_is_asked_for(
    people: People, store: Store
) -> None:
    await people.meet(ADA, "en-US")
    await store.change_personal(ADA, quiet)
    assert (await people.read(ADA)).pings is Pings.NEVER
    assert people.known(ADA) == Personal(pings=Pings.NEVER)


async def test_reading_never_brings_back_what_was_before_a_change(people: People, store: Store) -> None:
    has_read, may_tell = asyncio.Event(), asyncio.Event()

    async def read_slowly(user_id: int, read: Callable[[int], Any] = store.personal_of) -> Personal:
        found: Personal = await read(user_id)
        has_read.set()
        await may_tell.wait()
        return found

    store.personal_of = read_slowly
    reading = asyncio.create_task(people.read(ADA))
    await has_read.wait()
    await people.change(ADA, quiet)
    may_tell.set()
    assert await reading == people.known(ADA) == Personal(pings=Pings.NEVER)


async def test_memory_stays_bounded_and_those_seen_last_are_kept(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_KNOWN", 3)
    for user_id in (ADA, BO, 103, ADA, 104):
        await people.meet(user_id, "en-US")
    assert people.count == 3
    assert not people.knows(BO)
    assert people.knows(ADA)


async def test_a_click_does_not_wait_long_for_a_slow_database_nor_fail_with_it(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    go_on = asyncio.Event()

    async def read_late(user_id: int) -> Personal:
        del user_id
        await go_on.wait()
        return Personal(sorting=Sorting.SUIT)

    store.personal_of = read_late
    await people.meet(ADA, "en-US")
    assert not people.knows(ADA)
    assert people.known(ADA) == NOTHING_SAID
    go_on.set()
    assert (await people.of(ADA)).sorting is Sorting.SUIT


async def test_a_click_is_answered_while_the_database_is_out_of_order(people: People, store: Store) -> None:
    async def fail(user_id: int) -> Personal:
        raise Unavailable

    store.personal_of = fail
    await people.meet(ADA, "en-US")
    assert not people.knows(ADA)
    with pytest.raises(Unavailable):
        await people.of(ADA)


async def test_nobody_is_welcomed_where_it_could_not_be_noted(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(user_id: int, change: Callable[[Personal], Personal]) -> Personal:
        change(await store.personal_of(user_id))
        raise Unavailable

    await people.meet(ADA, "fr")
    with monkeypatch.context() as patched:
        patched.setattr(store, "change_personal", lost)
        assert not await people.welcome(ADA)
    assert await people.welcome(ADA)
    assert not await people.welcome(ADA)
