"""How the database is reached: addresses, settings of each connection, locks, times, the end."""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.store import MessageKind, NaiveDatetime, Store, Unavailable, UnsupportedDatabase
from tests.store.samples import CHANNEL, NOON, PLAY, channel, lobby, reload, running


async def test_the_file_and_its_folder_are_made(file: Path, store: Store) -> None:
    await store.keep("key", "value")
    assert await asyncio.to_thread(file.exists)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
async def test_a_database_in_memory_serves_many_at_once(url: str) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(store.create_lobby(lobby(channel(n), host=n)) for n in range(20)))
    read = await asyncio.gather(*(store.load(channel(n)) for n in range(20)))
    assert [match.host_id for match in read if match] == list(range(20))
    await store.close()


@pytest.mark.parametrize(
    "url",
    ["postgres://me:hidden@host/db", "postgresql://me:hidden@host/db", "postgresql+asyncpg://me:hidden@host"],
)
async def test_postgresql_is_refused_by_name_without_repeating_the_password(url: str) -> None:
    with pytest.raises(UnsupportedDatabase, match="PostgreSQL is not supported yet") as refused:
        await Store.open(url)
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize(
    "url", ["mysql://me:hidden@host/db", "data/hidden.sqlite3", "", "x://me:hidden@host:port"]
)
async def test_any_other_address_is_refused_in_one_sentence(url: str) -> None:
    with pytest.raises(UnsupportedDatabase, match="DATABASE_URL") as refused:
        await Store.open(url)
    assert "hidden" not in str(refused.value)


async def test_a_file_that_is_no_database_is_refused(file: Path, url: str) -> None:
    await asyncio.to_thread(file.parent.mkdir)
    await asyncio.to_thread(file.write_text, "a letter to a friend " * 100)
    with pytest.raises(Unavailable):
        await Store.open(url)


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    await asyncio.to_thread((tmp_path / "file").touch)
    with pytest.raises(Unavailable):
        await Store.open(f"sqlite:///{tmp_path}/file/yaniv.sqlite3")


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
async def test_the_settings_are_in_force_on_every_connection(
    store: Store, pragma: str, value: str | int
) -> None:
    async with store.engine.connect() as one, store.engine.connect() as other:
        for connection in (one, other):
            assert await connection.scalar(text(f"PRAGMA {pragma}")) == value


async def test_foreign_keys_are_enforced(store: Store) -> None:
    with pytest.raises(IntegrityError):
        await store.remember_message(77, MessageKind.LOBBY, 1, 2, number=0, at=NOON)


@pytest.mark.parametrize(
    "wrong",
    [
        "UPDATE matches SET status = 'asleep'",
        "UPDATE matches SET place_kind = 'planet'",
        "UPDATE matches SET status = 'ended'",
        "UPDATE matches SET ended_by = 'magic'",
        "UPDATE seats SET user_id = NULL WHERE kind = 'human'",
    ],
)
async def test_the_database_itself_refuses_what_cannot_be(store: Store, wrong: str) -> None:
    await running(store)
    with pytest.raises(IntegrityError):
        async with store.engine.begin() as connection:
            await connection.execute(text(wrong))


async def test_twenty_writers_at_once_all_get_their_turn(open_store: Callable[[], Awaitable[Store]]) -> None:
    stores = [await open_store() for _ in range(4)]
    await asyncio.gather(
        *(stores[n % 4].create_lobby(lobby(channel(n), host=n)) for n in range(20)),
        *(stores[n % 4].keep("last", str(n)) for n in range(20)),
    )
    assert len(await stores[0].open_matches()) == 20


async def test_a_write_waits_for_another_process_that_holds_the_lock(file: Path, store: Store) -> None:
    locked = threading.Event()

    def hold() -> None:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        locked.set()
        time.sleep(2)
        other.execute("COMMIT")
        other.close()

    holding = threading.Thread(target=hold)
    holding.start()
    await asyncio.to_thread(locked.wait)
    began = time.monotonic()
    await store.create_lobby(lobby())
    assert time.monotonic() - began > 1
    holding.join()


async def test_reading_goes_on_while_another_process_writes(file: Path, store: Store) -> None:
    await store.create_lobby(lobby())
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("UPDATE matches SET locale = 'fr'")
    match = await store.load(CHANNEL)
    assert match is not None
    assert match.locale == "en"
    other.execute("ROLLBACK")
    other.close()


async def test_a_lock_that_is_never_given_back_is_told_and_changes_nothing(file: Path, store: Store) -> None:
    match = await running(store)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable):
        await store.append(match.id, 1, [PLAY], NOON)
    other.execute("ROLLBACK")
    other.close()
    assert await reload(store, match) == match
    await store.append(match.id, 1, [PLAY], NOON)


async def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    match = await running(store)
    naive = datetime(2024, 5, 17, 12, 0)  # noqa: DTZ001 - a naive one is meant
    with pytest.raises(NaiveDatetime):
        await store.append(match.id, 1, [PLAY], naive)
    with pytest.raises(NaiveDatetime):
        await store.create_lobby(lobby(channel(9), at=naive))
    assert await reload(store, match) == match


async def test_the_machine_s_time_zone_shifts_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        monkeypatch.setenv("TZ", "Asia/Kolkata")
        time.tzset()
        match = await store.create_lobby(lobby())
        assert (await reload(store, match)).created_at == NOON
        async with store.engine.connect() as connection:
            kept = await connection.scalar(text("SELECT created_at FROM matches"))
        assert kept == "2024-05-17 12:00:00.000000"
    finally:
        monkeypatch.undo()
        time.tzset()


async def test_any_zone_goes_in_and_utc_comes_out(store: Store) -> None:
    in_india = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
    match = await store.create_lobby(lobby(at=in_india + timedelta(microseconds=1)))
    assert match.created_at == NOON + timedelta(microseconds=1)
    assert match.created_at.tzinfo is UTC


async def test_closing_ends_every_thread_and_a_closed_store_opens_nothing_again(url: str) -> None:
    before = threading.active_count()
    store = await Store.open(url)
    await asyncio.gather(*(store.load(channel(n)) for n in range(20)))
    assert threading.active_count() > before
    await store.close()
    with pytest.raises(Unavailable):
        await store.load(CHANNEL)
    deadline = time.monotonic() + 5
    while any(
        "aiosqlite" in str(thread) or "connection_worker" in thread.name for thread in threading.enumerate()
    ):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


async def test_closing_waits_for_the_writes_under_way(open_store: Callable[[], Awaitable[Store]]) -> None:
    store, reader = await open_store(), await open_store()
    writing = asyncio.create_task(store.create_lobby(lobby()))
    await asyncio.sleep(0)
    await store.close()
    assert await reader.load(CHANNEL) == await writing


async def test_closing_waits_for_the_reads_under_way_and_for_those_behind_them(store: Store) -> None:
    reading = [asyncio.create_task(store.load(CHANNEL)) for _ in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert [task.done() for task in reading] == [True] * 20
    assert await asyncio.gather(*reading) == [None] * 20


@pytest.mark.parametrize("steps", range(1, 60, 6))
def test_a_loop_that_ends_amid_a_read_leaves_no_traceback(
    url: str, caplog: pytest.LogCaptureFixture, steps: int
) -> None:
    async def read_and_stop() -> None:
        store = await Store.open(url)
        reading = asyncio.create_task(store.load(CHANNEL))
        for _ in range(steps):
            await asyncio.sleep(0.0002)
        await store.close()
        assert reading.done()

    asyncio.run(read_and_stop())
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []
