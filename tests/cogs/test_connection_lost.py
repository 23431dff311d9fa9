"""An answer that is lost on its way to Discord costs no move, and nothing else stands still for it."""

import logging
from typing import Any

import aiohttp
import discord
import pytest

from bot.app import create_bot
from bot.config import Settings
from tests.cogs.bursts import id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw, mover

TROUBLE = (aiohttp.ServerDisconnectedError(), aiohttp.ClientConnectionError(), TimeoutError())


@pytest.mark.parametrize("trouble", TROUBLE, ids=lambda trouble: type(trouble).__name__)
async def test_a_move_stands_though_its_answer_is_lost(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, trouble: Exception
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.select("you", shown_hand(friends.panel("you"))[-1])
        shown, draw = seen(friends, friends.panel("you")), id_of(friends.panel("you"), "Draw")
        with monkeypatch.context() as lost:
            lose(lost, trouble)
            tap(friends, "you", shown, draw)
            await env.settle()
        assert mover(await friends.running()) == "Ada", "the move is kept"
        assert "Ada to move" in text(friends.table)
        assert env.errors == []
        assert not [record for record in caplog.records if record.levelno > logging.WARNING]
        panel = await friends.open_hand("Ada")
        await friends.select("Ada", shown_hand(panel)[-1])
        await friends.click("Ada", panel, "Draw")
        assert mover(await friends.running()) == "you"


async def test_a_panel_is_kept_current_after_an_edit_of_it_that_was_lost(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await deal(friends, "you", "Ada", "Bo")
        with monkeypatch.context() as lost:
            lose(lost, TROUBLE[0], answers=False)
            await lay_and_draw(friends, "you")
        assert "you to move" in text(friends.panel("Bo"))
        await friends.open_hand("Ada")
        await lay_and_draw(friends, "Ada")
        # The edit that was lost is tried again after a moment, after 16 s if it was lost four times.
        await env.advance_time(20)
        assert "Your turn" in text(friends.panel("Bo"))
        assert not [record for record in caplog.records if record.levelno > logging.WARNING]


def lose(monkeypatch: pytest.MonkeyPatch, trouble: Exception, *, answers: bool = True) -> None:
    """Let no edit of a private message reach Discord, and with `answers` no answer to an interaction."""

    async def fail(*_: Any, **__: Any) -> None:
        raise trouble

    monkeypatch.setattr(discord.Webhook, "edit_message", fail)
    if answers:
        monkeypatch.setattr(discord.Interaction, "edit_original_response", fail)
        for method in ("send_message", "edit_message", "defer"):
            monkeypatch.setattr(discord.InteractionResponse, method, fail)
