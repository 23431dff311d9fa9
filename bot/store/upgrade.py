"""Bring a database file to the newest schema; done at every start, by however many processes."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.store.database import FOR_WRITING, begin, begin_by_hand
from bot.store.errors import Unavailable, UnsupportedDatabase

_MIGRATIONS = Path(__file__).parent / "migrations"
_SECONDS_TO_WAIT: Final = 30

# Alembic keeps the migration under way in its module: only one can run in a process.
_one_at_a_time = Lock()


def upgrade(url: URL) -> None:
    """Create the database file and its folder if needed, and apply the migrations it lacks.

    Blocks: run it in a worker thread. Raise Unavailable if the file cannot be opened or written,
    UnsupportedDatabase if it was written by a newer version.
    """
    try:
        with for_migrating(url) as connection:
            command.upgrade(alembic_config(connection), "head")
    except CommandError as problem:
        raise UnsupportedDatabase("The database was written by another, newer version of Yaniv") from problem
    except (DBAPIError, sqlite3.Error, OSError) as problem:
        raise Unavailable from problem


@contextmanager
def for_migrating(url: URL) -> Generator[Connection]:
    """Open a transaction while no other process writes; foreign keys wait, so that tables can be rebuilt."""
    database = str(url.database)
    Path(database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        URL.create("sqlite", database=database),
        connect_args={"timeout": _SECONDS_TO_WAIT},
        execution_options={FOR_WRITING: True},
        poolclass=NullPool,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", begin)
    with _one_at_a_time, engine.begin() as connection:
        yield connection


def alembic_config(connection: Connection) -> Config:
    """Point Alembic at our migrations and at a connection that is already in a transaction."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    begin_by_hand(connection)
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.close()
