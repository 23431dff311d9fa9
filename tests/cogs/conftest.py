"""A bot with a real database file in a simulated Discord."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import simcord

from bot.app import YanivBot
from bot.config import Settings
from tests.conftest import record_requests

Shuffle = Callable[[Any], Sequence[Any]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings with a database of their own, and computers that do not keep a test waiting."""
    return Settings(database_url=f"sqlite:///{tmp_path / 'yaniv.sqlite3'}", computer_delay=(0.0, 0.0))


@asynccontextmanager
async def discord_with(bot: YanivBot, **options: Any) -> AsyncGenerator[simcord.Env]:
    """Run a bot in a simulated Discord, time included; its requests are kept for the API check."""
    async with simcord.run(bot, **options) as env:
        with env.time_context():
            try:
                yield env
            finally:
                record_requests(env)
                await cast("YanivBot", env.bot).close()


def decks(*rounds: Sequence[str]) -> Shuffle:
    """Return a shuffler that deals these decks, one a round, whatever it is given."""
    waiting = list(rounds)
    return lambda cards: waiting.pop(0) if waiting else cards
