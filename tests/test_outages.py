"""An outage of Discord is two lines of the log: that it has begun, and that it is over."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.backoff import ExponentialBackoff
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from bot.outages import Outages

ATTEMPTS = 4


class Clock:
    """A clock that is moved by hand."""

    now = datetime(2024, 5, 17, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
async def bot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncGenerator[commands.Bot]:
    """Give a client of the library that tries to connect as often as a test wants, without waiting."""

    async def refused(*_: object, **__: object) -> DiscordWebSocket:
        nonlocal left
        if not left:
            raise EnoughError
        left -= 1
        raise aiohttp.ClientConnectionError("ada's hand: 9S")

    def at_once(_: object) -> float:
        return 0.0

    left = ATTEMPTS
    monkeypatch.setattr(DiscordWebSocket, "from_client", refused)
    monkeypatch.setattr(ExponentialBackoff, "delay", at_once)
    client = commands.Bot("!", intents=discord.Intents.none())
    # There is no connection whose place in the events could be told.
    lost: Any = SimpleNamespace(open=False, sequence=None, gateway=None, session_id=None)
    monkeypatch.setattr(client, "ws", lost)
    async with client:
        caplog.clear()
        yield client


class EnoughError(Exception):
    """There were as many attempts as a test wants."""


async def attempts(bot: commands.Bot) -> None:
    """Let a bot try to connect, again and again."""
    with pytest.raises(EnoughError):
        await bot.connect()


async def test_an_outage_is_told_in_one_line_however_often_the_bot_tries(
    bot: commands.Bot, caplog: pytest.LogCaptureFixture
) -> None:
    with Outages(Clock()).told_of(bot):
        await attempts(bot)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.exc_info is None
    assert record.getMessage() == (
        "Discord cannot be reached (ClientConnectionError). The bot tries again until it can."
    )
    assert "9S" not in caplog.text


async def test_without_it_every_attempt_is_a_traceback(
    bot: commands.Bot, caplog: pytest.LogCaptureFixture
) -> None:
    """Should the library ever word it otherwise, this says so."""
    await attempts(bot)
    assert len(caplog.records) == ATTEMPTS
    assert all(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("event", ["connect", "resumed"])
async def test_the_end_of_an_outage_is_told_and_the_next_one_again(
    bot: commands.Bot, caplog: pytest.LogCaptureFixture, event: str
) -> None:
    clock = Clock()
    outages = Outages(clock)
    with outages.told_of(bot):
        bot.dispatch(event)
        await asyncio.sleep(0)
        assert not caplog.records, "there was none"
        await attempts(bot)
        clock.now += timedelta(minutes=2)
        bot.dispatch(event)
        await asyncio.sleep(0)
        assert caplog.messages[1:] == ["Discord can be reached again, after 120 s."]
        for _ in range(2):
            outages.filter(attempt())
    assert len(caplog.messages) == 3


async def test_other_lines_of_the_library_stay(bot: commands.Bot, caplog: pytest.LogCaptureFixture) -> None:
    with Outages(Clock()).told_of(bot):
        logging.getLogger("discord.client").error("Ignoring exception in %s", "on_message")
    assert caplog.messages == ["Ignoring exception in on_message"]


def attempt() -> logging.LogRecord:
    """Return what the library logs of an attempt."""
    return logging.LogRecord(
        "discord.client", logging.ERROR, "", 0, "Attempting a reconnect in %.2fs", (1.0,), None
    )
