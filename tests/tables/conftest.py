"""Rooms to play in: each test has a database of its own and a clock that it moves itself."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest

import bot.tables.heartbeat
import bot.tables.tables
from tests.tables.room import FragileStore, HandClock, HandTimers, Room


@pytest.fixture(autouse=True)
def timers_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.tables.tables, "Timers", HandTimers)


@pytest.fixture(autouse=True)
def seldom_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pass weeks without a sign of life every half minute."""
    monkeypatch.setattr(bot.tables.heartbeat, "EVERY", timedelta(days=3650))


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def store() -> AsyncGenerator[FragileStore]:
    store = await FragileStore.open("sqlite:///:memory:")
    yield store
    await store.close()


@pytest.fixture
def room(store: FragileStore, clock: HandClock) -> Room:
    return Room(store, clock)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "yaniv.sqlite3"


@pytest.fixture
async def open_file(file: Path) -> AsyncGenerator[Callable[[], Awaitable[FragileStore]]]:
    """Open the same database file as often as a test has processes."""
    async with AsyncExitStack() as opened:

        async def open_another() -> FragileStore:
            store = await FragileStore.open(f"sqlite:///{file}")
            opened.push_async_callback(store.close)
            return store

        yield open_another
