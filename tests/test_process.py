"""The process at its start: what keeps it from running is said in one sentence."""

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.app import YanivBot
from bot.config import Settings
from bot.process import run


@pytest.fixture(autouse=True)
def no_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot log in without Discord, so that only its own start is left."""

    async def start(bot: YanivBot, token: str) -> None:
        del token
        await bot.setup_hook()

    def leave_logging_alone(level: str) -> None:
        del level

    monkeypatch.setattr(YanivBot, "start", start)
    monkeypatch.setattr("bot.process.set_up_logging", leave_logging_alone)


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


HOSTS = ["DYNO", "RENDER", "RAILWAY_ENVIRONMENT_NAME", "FLY_APP_NAME", "K_SERVICE"]


async def no_service(*_: Any) -> None:
    """Serve nothing."""


@pytest.fixture
def warnings_at_start(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., list[str]]:
    """Give a start in some environment, with SQLite, that returns what it warns of."""
    monkeypatch.setattr("bot.process._serve", no_service)
    usual = {"DISCORD_TOKEN": "t", "DATABASE_URL": f"sqlite:///{tmp_path}/new/y.sqlite3"}

    def start(**environ: str) -> list[str]:
        assert run(Settings.from_env(usual | environ, None)) == 0
        return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]

    return start


@pytest.mark.parametrize("mark", HOSTS)
def test_a_host_that_wipes_its_disk_is_warned_of_loudly(
    warnings_at_start: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    one_device(monkeypatch)
    (said,) = warnings_at_start(**{mark: "web.1"})
    assert "EVERY MATCH, SCORE AND SETTING" in said
    assert "DATABASE_URL" in said


def test_any_other_host_is_not_warned_of(warnings_at_start: Callable[..., list[str]]) -> None:
    assert warnings_at_start(HOME="/home/me", DYNO_LIKE="1", RENDERER="x", RAILWAY="1") == []


@pytest.mark.parametrize(("mark", "warnings"), [("FLY_APP_NAME", 0), ("DYNO", 1)])
def test_a_volume_that_stays_is_not_warned_of_where_a_host_has_them(
    warnings_at_start: Callable[..., list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mark: str,
    warnings: int,
) -> None:
    one_device(monkeypatch, volume=tmp_path)
    assert len(warnings_at_start(**{mark: "1"})) == warnings


def one_device(monkeypatch: pytest.MonkeyPatch, volume: Path | None = None) -> None:
    """Let everything but a volume lie on one device, whatever this machine looks like."""
    real = Path.stat

    def stat(path: Path, **options: Any) -> SimpleNamespace:
        real(path, **options)
        return SimpleNamespace(st_dev=2 if path == volume else 1)

    monkeypatch.setattr(Path, "stat", stat)
