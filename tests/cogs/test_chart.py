"""The end of a match and its score chart: the message is there at once, the picture follows, or does not."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot import app
from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.ui.charts.process import ChartProcess
from bot.ui.charts.values import Chart, Drawn
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, parts, text
from tests.cogs.play import deal, stacked
from tests.sketch import DOT

# Dealt to "you", "Ada" in turn: you call at once, and what Ada holds is past the target.
DECK = "AS KS AH KH AD QS 2S QH 2H JC 3S"
GALLERY = 12
PATIENCE = 100.0


@asynccontextmanager
async def friends_with(
    settings: Settings, slow: "Slow | None" = None, **options: Any
) -> AsyncGenerator[Friends]:
    """Let "you" and Ada play a match that is over as soon as you press Yaniv."""
    if slow is not None:
        options["charts"] = True
    bot = create_bot(settings, shuffler=stacked(DECK), first_dealer=1)
    async with discord_with(bot, **options) as env:
        if slow is not None:
            slow.wait = env.external_wait
        friends = Friends.arrive(env, "you", "Ada")
        await bot.desk.tables.store.save_rules(friends.guild.id, "Short", replace(CLASSIC, target=20))
        await deal(friends, "you", "Ada", rules="Short")
        yield friends


async def end(friends: Friends) -> None:
    await friends.click("you", friends.panel("you"), "Yaniv!")


def shown(friends: Friends) -> discord.Message:
    """Return the message of the end."""
    return friends.message("you wins!")


def galleries(message: discord.Message) -> list[dict[str, Any]]:
    """Return what each picture of a message is, as Discord has it."""
    found = [part for part in parts(message) if part["type"] == GALLERY]
    return [item for gallery in found for item in gallery["items"]]


async def charted(friends: Friends) -> discord.Message:
    """Wait until the end of the match has its picture; return its message."""
    async with asyncio.timeout(PATIENCE):
        while not galleries(shown(friends)):  # noqa: ASYNC110 - simcord tells nobody
            await asyncio.sleep(0.05)
    return shown(friends)


def edits(friends: Friends) -> int:
    """Return how often a public message was edited."""
    path = f"/channels/{friends.channel.id}/messages/"
    return sum(1 for one in friends.env.http_requests if one.method == "PATCH" and one.path.startswith(path))


class Slow:
    """Draws when it is told to, or what comes of it then: nothing, or an error."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.result: Drawn | Exception | None = Drawn(DOT)
        self.wait: Callable[..., Awaitable[object]] | None = None

    async def draw(self, chart: Chart) -> Drawn | None:
        del chart
        assert self.wait is not None
        await self.wait(self.go_on.wait(), reason="a chart takes its time")
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Return who draws the charts of the bots that are made from now on, with `charts`."""
    draughtsman = Slow()
    monkeypatch.setattr(app, "ChartProcess", lambda: draughtsman)
    return draughtsman


async def test_a_match_that_was_played_ends_with_its_chart(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn for real: a picture for phones, which says in words what it shows."""
    monkeypatch.setattr(app, "ChartProcess", lambda: ChartProcess(limit=PATIENCE))
    async with friends_with(settings, charts=True, settle_timeout=PATIENCE) as friends:
        await end(friends)
        message = await charted(friends)
        (item,) = galleries(message)
        assert [attachment.filename for attachment in message.attachments] == ["scores.png"]
        assert item["media"]["url"] == message.attachments[0].url
        alt = item["description"].replace("\u2068", "").replace("\u2069", "")
        assert alt == "Score chart of 1 round. you wins! Totals: you: 0 and Ada: 25."
        png = friends.env.backend.cdn.get(message.attachments[0].url)
        assert png is not None
        assert len(png) <= 150_000
        with Image.open(BytesIO(png)) as picture:
            assert picture.size == (860, 760)


async def test_the_end_is_shown_at_once_and_the_picture_is_added_by_one_edit(
    settings: Settings, slow: Slow
) -> None:
    async with friends_with(settings, slow) as friends:
        await end(friends)
        before, edited = shown(friends), edits(friends)
        assert galleries(before) == []
        assert "Rematch" in labels(before)
        slow.go_on.set()
        await friends.env.settle()
        after = await charted(friends)
        assert (after.id, edits(friends)) == (before.id, edited + 1)
        assert text(after) == text(before)
        assert labels(after) == labels(before)
        assert friends.bot.desk.publisher.boards == 0, "nothing of the match is left in memory"


async def test_a_rematch_and_a_restart_leave_the_picture_where_it_is(settings: Settings) -> None:
    async with friends_with(settings) as friends:
        await end(friends)
        message = await charted(friends)
        await friends.click("Ada", message, "Rematch")
        await friends.bot.close()
        await friends.env.restart_bot(create_bot(settings))
        await friends.click("you", shown(friends), "Scores")
        assert len(galleries(shown(friends))) == 1
        assert len(shown(friends).attachments) == 1


@pytest.mark.parametrize("result", [None, RuntimeError()])
async def test_where_nothing_is_drawn_the_end_stands_without_a_picture(
    settings: Settings, slow: Slow, result: Exception | None, caplog: pytest.LogCaptureFixture
) -> None:
    slow.result = result
    async with friends_with(settings, slow) as friends:
        await end(friends)
        edited = edits(friends)
        slow.go_on.set()
        await friends.env.settle()
        assert galleries(shown(friends)) == []
        assert edits(friends) == edited
        assert friends.bot.desk.publisher.boards == 0
    assert ("its chart is not drawn" in caplog.text) == (result is not None)


async def test_a_process_that_hangs_is_ended_with_the_bot(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pid = tmp_path / "pid"
    hangs = "import os, sys, time; open(sys.argv[1], 'w').write(f'{os.getpid()}.'); time.sleep(99)"
    charts = ChartProcess(command=(sys.executable, "-c", hangs, str(pid)), limit=PATIENCE)
    monkeypatch.setattr(app, "ChartProcess", lambda: charts)
    async with friends_with(settings, charts=True) as friends:
        friends.env.settle_timeout = 0.5
        with suppress(TimeoutError):
            await end(friends)
        async with asyncio.timeout(PATIENCE):
            while not (pid.exists() and pid.read_text().endswith(".")):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await friends.bot.close()
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid.read_text()[:-1]), 0)
        assert galleries(shown(friends)) == []


async def test_without_the_permission_to_attach_files_there_is_no_picture(settings: Settings) -> None:
    async with friends_with(settings) as friends:
        backend = friends.env.backend
        denied = discord.Permissions(attach_files=True).value
        backend.set_overwrite(
            friends.channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
        )
        await end(friends)
        await friends.env.settle()
        assert "Rematch" in labels(shown(friends))
        assert galleries(shown(friends)) == []


async def test_a_picture_that_discord_refuses_leaves_the_end_as_it_is(settings: Settings, slow: Slow) -> None:
    async with friends_with(settings, slow) as friends:
        await end(friends)
        friends.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
        slow.go_on.set()
        await friends.env.settle()
        assert galleries(shown(friends)) == []
        assert friends.bot.desk.publisher.boards == 0


async def test_a_match_that_was_stopped_has_no_chart(settings: Settings) -> None:
    async with friends_with(settings) as friends:
        await friends.slash("you", "end")
        await friends.slash("Ada", "end")
        assert galleries(friends.message("The match was ended early")) == []
