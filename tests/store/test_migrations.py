"""The migrations: up and down, alone or at once, and in agreement with the tables as the code knows them."""

import asyncio
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from bot.personal import Personal
from bot.speeds import Speed
from bot.store import Entry, GuildSettings, PlaceTaken, Store, UnsupportedDatabase
from bot.store.database import parse_address
from bot.store.schema import metadata
from bot.store.upgrade import alembic_config, for_migrating, upgrade
from tests.store.samples import ADA, BO, NOON, PLAY, YOU, channel, lobby, reload, running


def described(connection: Connection) -> dict[str, list[str]]:
    """Collect what SQLite says the tables and indexes are.

    The order of a table's lines means nothing, and neither do the quotes around the name of a rebuilt one.
    """
    rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE name <> 'alembic_version'"))
    return {
        name: sorted(line.strip().rstrip(",") for line in (sql or "").replace('"', "").splitlines())
        for name, sql in rows
        if not name.startswith("sqlite_autoindex_alembic")
    }


def test_the_migrations_lead_to_the_very_tables_the_code_knows(url: str) -> None:
    address = parse_address(url)
    upgrade(address)
    engine = create_engine("sqlite://")
    with for_migrating(address) as migrated, engine.begin() as fresh:
        metadata.create_all(fresh)
        assert described(migrated) == described(fresh)
        assert any("WHERE status" in line for line in described(fresh)["one_open_match_a_place"])
        context = MigrationContext.configure(migrated, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_down_to_nothing_and_up_again(url: str) -> None:
    address = parse_address(url)
    upgrade(address)
    with for_migrating(address) as connection:
        before = described(connection)
        command.downgrade(alembic_config(connection), "base")
    with for_migrating(address) as connection:
        assert [name for name in described(connection) if name != "sqlite_sequence"] == []
    upgrade(address)
    with for_migrating(address) as connection:
        assert described(connection) == before


async def test_opening_again_keeps_what_is_there(url: str) -> None:
    store = await Store.open(url)
    match = await store.create_lobby(lobby())
    await store.close()
    store = await Store.open(url)
    assert await store.load_match(match.id) == match
    await store.close()


async def test_a_database_from_before_servers_had_settings_keeps_its_matches(url: str) -> None:
    store = await Store.open(url)
    match = await store.create_lobby(lobby())
    await store.close()
    with for_migrating(parse_address(url)) as connection:
        command.downgrade(alembic_config(connection), "0001")
        assert not [name for name in described(connection) if name.startswith("guild")]
    store = await Store.open(url)
    assert await store.load_match(match.id) == match
    assert await store.rules_of(1) == []
    await store.close()


async def test_many_stores_of_one_process_open_a_new_file_at_once(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(5)))
    assert [await store.open_matches() for store in stores] == [[]] * 5
    await asyncio.gather(*(store.close() for store in stores))


async def test_new_files_are_opened_at_once_in_one_process(tmp_path: Path) -> None:
    stores = await asyncio.gather(
        *(Store.open(f"sqlite:///{tmp_path}/{number}.sqlite3") for number in range(8))
    )
    await asyncio.gather(*(store.keep("key", "value") for store in stores))
    await asyncio.gather(*(store.close() for store in stores))


def test_two_processes_open_a_new_file_at_once(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys\n"
        "from bot.store import Store\n"
        "async def main():\n"
        "    sys.stdin.readline()\n"
        "    for number in range(10):\n"
        "        store = await Store.open(f'sqlite:///{sys.argv[1]}/{number}.sqlite3')\n"
        "        await store.keep('key', 'value')\n"
        "        await store.close()\n"
        "asyncio.run(main())\n"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program, str(tmp_path)],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    problems = [process.communicate(timeout=60)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], problems
    assert problems == ["", ""]


async def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    address = parse_address(url)
    upgrade(address)
    with for_migrating(address) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UnsupportedDatabase, match="newer version"):
        await Store.open(url)


async def test_a_match_from_before_there_was_a_clock_goes_on_at_normal_speed(url: str) -> None:
    store = await Store.open(url)
    match = await running(store)
    later = NOON + timedelta(hours=3)
    await store.append(match.id, 1, [PLAY], later)
    waiting = await store.create_lobby(lobby(channel(7), host=BO))
    await store.close()
    with for_migrating(parse_address(url)) as connection:
        command.downgrade(alembic_config(connection), "0002")
        assert not any("speed" in line for line in described(connection)["matches"])
    store = await Store.open(url)
    assert await reload(store, match) == replace(
        match, acted_at=later, journal=(*match.journal, Entry(PLAY, later))
    )
    assert (await reload(store, match)).speed is Speed.NORMAL
    assert await reload(store, waiting) == waiting
    with pytest.raises(PlaceTaken):
        await store.create_lobby(lobby(channel(7), host=BO))
    assert (await store.create_lobby(lobby(channel(8), host=YOU))).id == waiting.id + 1
    await store.close()


async def test_those_who_played_before_people_had_settings_are_no_newcomers(url: str) -> None:
    store = await Store.open(url)
    match = await running(store)
    await store.save_settings(GuildSettings(guild_id=1, locale="fr"))
    await store.close()
    with for_migrating(parse_address(url)) as connection:
        command.downgrade(alembic_config(connection), "0003")
        assert "people" not in described(connection)
        assert not any("lucky" in line for line in described(connection)["guild_settings"])
    store = await Store.open(url)
    assert await store.personal_of(ADA) == Personal(welcomed=True)
    assert await store.personal_of(999) == Personal(welcomed=False)
    assert await store.settings_of(1) == GuildSettings(guild_id=1, locale="fr", lucky_words=True)
    assert await reload(store, match) == match
    await store.close()
