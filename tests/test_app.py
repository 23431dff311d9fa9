"""The application at its start: what keeps it from running is said in one sentence."""

import sqlite3
from pathlib import Path

import aiohttp
import pytest

from bot.app import YanivBot, run
from bot.config import Settings


@pytest.fixture(autouse=True)
def no_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot log in without Discord, so that only its own start is left."""

    async def start(bot: YanivBot, token: str) -> None:
        del token
        await bot.setup_hook()

    def leave_logging_alone(level: str) -> None:
        del level

    monkeypatch.setattr(YanivBot, "start", start)
    monkeypatch.setattr("bot.app.set_up_logging", leave_logging_alone)


def sentence(capsys: pytest.CaptureFixture[str], settings: Settings) -> str:
    """Return the one sentence with which the start is refused."""
    assert run(settings) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_a_language_without_a_catalogue_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(token="t", database_url=f"sqlite:///{tmp_path}/y.sqlite3", language="tlh")
    assert "'tlh'" in sentence(capsys, settings)


def test_a_database_that_cannot_be_opened_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    settings = Settings(token="t", database_url=f"sqlite:///{tmp_path}/file/y.sqlite3")
    assert "DATABASE_URL" in sentence(capsys, settings)


def test_a_database_of_a_newer_version_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(tmp_path / "y.sqlite3") as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    assert "newer" in sentence(capsys, Settings(token="t", database_url=f"sqlite:///{tmp_path}/y.sqlite3"))


def test_a_discord_that_cannot_be_reached_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def unreachable(_bot: YanivBot, _token: str) -> None:
        raise aiohttp.ClientConnectionError("no route")

    monkeypatch.setattr(YanivBot, "start", unreachable)
    assert run(Settings(token="t", database_url=f"sqlite:///{tmp_path / 'y.sqlite3'}")) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == "yaniv: Discord cannot be reached. Look at the network connection and start again."
    assert not any("Traceback" in line for line in said)
