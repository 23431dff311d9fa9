"""The database without threads: every statement runs at once, or as late and as badly as is asked for."""

import asyncio
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import StrEnum
from random import Random
from typing import Any, Final, cast
from unittest import mock
from weakref import WeakSet

import aiosqlite
from aiosqlite import core

BUSY: Final = 5.0
TRIES: Final = 10


class Fault(StrEnum):
    """What can be wrong with the database."""

    SLOW = "slow"
    LOCKED = "locked"
    FULL = "full"
    LOST = "lost"
    """It is written, and then the answer is lost."""


class Storage:
    """All connections of one run, and what is wrong with them."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.connections: WeakSet[Connection] = WeakSet()
        self.fault: Fault | None = None
        self.seconds = 0.0
        self.hits = 0

    async def before(self, what: str, statement: str) -> None:
        """Wait as a database may, so that whoever waits too gets a turn; refuse what is to be refused.

        Raises sqlite3.OperationalError.
        """
        for _ in range(self._chance.choice((0, 0, 1, 1, 2, 3))):
            await asyncio.sleep(0)
        writes = statement.startswith("BEGIN IMMEDIATE")
        if self.fault is Fault.LOCKED and writes:
            await self._wait_for_lock()
        if self.fault is Fault.FULL and statement.startswith(("INSERT", "UPDATE", "DELETE")):
            self.hits += 1
            raise sqlite3.OperationalError("database or disk is full")
        if self.fault is Fault.SLOW and (writes or what == "commit"):
            self.hits += 1
            await asyncio.sleep(self.seconds)

    async def _wait_for_lock(self) -> None:
        self.hits += 1
        for _ in range(TRIES):
            await asyncio.sleep(BUSY / TRIES)
            if self.fault is not Fault.LOCKED:
                return
        raise sqlite3.OperationalError("database is locked")

    def after(self, *, written: bool) -> None:
        """Lose the answer to a commit, if that is to happen.

        Raises sqlite3.OperationalError.
        """
        if self.fault is Fault.LOST and written:
            self.hits += 1
            raise sqlite3.OperationalError("disk I/O error")

    def let_go(self) -> None:
        """Drop all connections as the end of a process does: what was not committed is gone."""
        for connection in tuple(self.connections):
            connection.drop()
        self.connections.clear()

    @contextmanager
    def installed(self) -> Generator[None]:
        """Let every new connection be one of these."""

        def connect(database: str, **options: Any) -> Connection:
            connection = Connection(self, database, options)
            self.connections.add(connection)
            return connection

        with mock.patch.object(aiosqlite, "connect", connect):
            yield


class _AtOnce:
    """Stands for the queue of a connection's thread: whatever is put into it is done at once."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = asked
        try:
            result = function()
        except sqlite3.Error as problem:
            if future is not None:
                future.set_exception(problem)
        else:
            if future is not None:
                future.set_result(result)


class _NoThread:
    """Stands for the thread of a connection."""

    daemon = True

    def start(self) -> None:
        """Begin nothing."""


class Connection(core.Connection):
    """A connection whose statements run where they are asked for."""

    def __init__(self, storage: Storage, database: str, options: dict[str, Any]) -> None:
        super().__init__(lambda: sqlite3.connect(database, **options), 64)
        self._storage = storage
        self._changes = 0
        self._tx: Any = _AtOnce()
        self._thread: Any = _NoThread()

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        what = getattr(fn, "__name__", "")
        if what not in ("execute", "executemany", "commit"):
            return await self._really(fn, *args, **kwargs)
        await self._storage.before(what, args[0] if args else "")
        result = await self._really(fn, *args, **kwargs)
        if what == "commit":
            written, self._changes = self._conn.total_changes > self._changes, self._conn.total_changes
            self._storage.after(written=written)
        return result

    async def _really(self, *args: Any, **kwargs: Any) -> Any:
        return await cast("Any", super())._execute(*args, **kwargs)

    def drop(self) -> None:
        """Close it, whatever it is in the middle of."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
