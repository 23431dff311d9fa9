"""How a database is reached: its address, its connections and their transactions."""

import logging
from typing import Final

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from bot.store.errors import UnsupportedDatabase

FOR_WRITING: Final = "yaniv_for_writing"
"""The execution option of a connection whose transactions take the write lock at once."""

BUSY_TIMEOUT: Final = 5000
"""Milliseconds that a transaction waits for a lock that someone else holds."""

_READERS = 5


def parse_address(text: str) -> URL:
    """Read the setting DATABASE_URL.

    Raise UnsupportedDatabase for anything but SQLite. The message never repeats the address: it may hold a
    password.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise UnsupportedDatabase(
            "DATABASE_URL is not a database address like sqlite:///data/yaniv.sqlite3"
        ) from None
    kind = url.drivername.partition("+")[0]
    if kind in {"postgres", "postgresql"}:
        raise UnsupportedDatabase("PostgreSQL is not supported yet: DATABASE_URL must begin with sqlite:///")
    if kind != "sqlite":
        raise UnsupportedDatabase(f"{kind} is not supported: DATABASE_URL must begin with sqlite:///")
    return url.set(drivername="sqlite+aiosqlite")


def is_in_memory(url: URL) -> bool:
    """Tell whether the database ends with its connection."""
    return url.database in {None, "", ":memory:"}


def connect(url: URL) -> AsyncEngine:
    """Make the engine whose connections and transactions are as the store needs them."""
    # The driver's debug lines hold every parameter, and with them the cards of running matches.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    engine = create_async_engine(
        url,
        # For the same reason: no parameters in error texts and logs.
        hide_parameters=True,
        poolclass=AsyncAdaptedQueuePool,
        # A database in memory lives in its one connection, which is then taken in turns.
        pool_size=1 if is_in_memory(url) else _READERS,
        max_overflow=0,
        # Waiting for a free connection has no timer of its own: the loop's clock may not be the wall clock.
        pool_timeout=None,
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", begin)
    return engine


def begin_by_hand(connection: DBAPIConnection) -> None:
    """Stop the driver from beginning transactions when it sees fit; `begin` does it."""
    connection.isolation_level = None


def begin(connection: Connection) -> None:
    """Begin a transaction; one for writing takes the lock at once and waits for it.

    A transaction that reads first and asks for the lock later would be refused without waiting.
    """
    for_writing = connection.get_execution_options().get(FOR_WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if for_writing else "BEGIN")


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    begin_by_hand(connection)
    cursor = connection.cursor()
    # The time to wait comes first, because the next line may already have to.
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
