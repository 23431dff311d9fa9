"""A loopback Discord, and bots against it that are gone when the test is over."""

from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.load.loopback import Loopback, loopback
from tests.load.process import BotProcess

MakeBot = Callable[..., BotProcess]


@pytest.fixture
async def discord() -> AsyncGenerator[Loopback]:
    """Run a loopback Discord."""
    async with loopback() as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return where the bot's database is."""
    return tmp_path / "yaniv.sqlite3"


@pytest.fixture
async def make_bot(discord: Loopback, database: Path) -> AsyncGenerator[MakeBot]:
    """Return a function that makes a bot that is not started yet, with options of `BotProcess`."""
    made: list[BotProcess] = []

    def make(**options: Any) -> BotProcess:
        made.append(BotProcess(discord, options.pop("database", database), **options))
        return made[-1]

    yield make
    for bot in made:
        if bot.runs:
            await bot.kill()


@pytest.fixture
async def bot(make_bot: MakeBot) -> BotProcess:
    """Return a bot that takes clicks."""
    running = make_bot()
    await running.start()
    return running
