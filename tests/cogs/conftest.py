"""A bot with a real database file in a simulated Discord."""

import shutil
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import pytest
import simcord
from sqlalchemy import URL

from bot import app
from bot.app import YanivBot
from bot.config import Settings
from bot.speeds import Speed
from bot.store.upgrade import upgrade
from bot.tables import heartbeat
from bot.tables.workers import Thinker
from tests.cogs.pings import assert_pings_one_or_nobody
from tests.conftest import record_requests
from tests.sketch import Sketch
from tests.thinkers import AtOnce

Thinkers = Callable[[int], Thinker]
Shuffle = Callable[[Any], Sequence[Any]]


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database file of the newest schema with nothing in it: migrating takes longer than copying."""
    file = tmp_path_factory.mktemp("empty") / "yaniv.sqlite3"
    upgrade(URL.create("sqlite", database=str(file)))
    return file


@pytest.fixture
def settings(tmp_path: Path, empty_database: Path) -> Settings:
    """Return settings with a database of their own, computers that keep no test waiting, and text cards."""
    file = shutil.copy(empty_database, tmp_path / "yaniv.sqlite3")
    return Settings(database_url=f"sqlite:///{file}", computer_delay=(0.0, 0.0), card_pictures=False)


@asynccontextmanager
async def discord_with(
    bot: YanivBot,
    *,
    hurried: bool = False,
    charts: bool = False,
    thinkers: Thinkers = AtOnce,
    **options: Any,
) -> AsyncGenerator[simcord.Env]:
    """Run a bot in a simulated Discord, time included; its requests are kept for the API check.

    Turns end by themselves only if people are `hurried`. The bot gives signs of life at its start and its
    stop only. What comes by the wall clock, in the middle of a click of a slow test, would be waited for in
    vain. Every computer thinks in the loop unless a test brings `thinkers`, and real charts are drawn only if
    a test is about `charts`. No request may ping more than one person, whatever a test is about.
    """
    with ExitStack() as patches:
        patches.enter_context(patch.object(heartbeat, "EVERY", timedelta(days=3650)))
        patches.enter_context(patch.object(app, "Workers", thinkers))
        if not hurried:
            patches.enter_context(patch.object(Speed, "turn", None))
        if not charts:
            patches.enter_context(patch.object(app, "ChartProcess", Sketch))
        async with simcord.run(bot, **options) as env:
            with env.time_context():
                try:
                    yield env
                    assert_pings_one_or_nobody(env)
                finally:
                    record_requests(env)
                    await cast("YanivBot", env.bot).close()


def decks(*rounds: Sequence[str]) -> Shuffle:
    """Return a shuffler that deals these decks, one a round, whatever it is given."""
    waiting = list(rounds)
    return lambda cards: waiting.pop(0) if waiting else cards
