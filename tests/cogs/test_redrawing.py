"""What everybody sees catches up by itself, whatever kept it from being drawn; a hand never gets there."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord
import pytest
from discord.ui import LayoutView

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.store.errors import Unavailable
from bot.store.store import Store
from bot.tables.timers import Timers
from bot.ui.answers import Answer
from bot.ui.publisher import Publisher
from tests.cogs.bursts import seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, parts, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw, running, stacked
from tests.cogs.test_chart import DECK as LAST_ROUND
from tests.cogs.test_chart import GALLERY
from tests.cogs.test_forgeries import with_button

EDIT = ("PATCH", "/channels/*/messages/*")


async def test_a_lost_permission_given_back_lets_the_table_catch_up(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        env.inject_error(*EDIT, status=403, code=50013)
        await lay_and_draw(friends, "you")
        assert "▶ you" in text(friends.table).replace("*", "")
        await env.advance_time(61)
        assert "▶ Ada" in text(friends.table).replace("*", "")
        assert friends.people["Ada"].mention in friends.mentions()[0].content


async def test_a_lost_connection_lets_the_table_catch_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")

        async def disconnected(*_: Any, **__: Any) -> None:
            raise aiohttp.ClientConnectionError

        with monkeypatch.context() as patch:
            patch.setattr(discord.PartialMessage, "edit", disconnected)
            await lay_and_draw(friends, "you")
        await env.advance_time(55)
        assert "▶ Ada" in text(friends.table).replace("*", "")
        assert friends.people["Ada"].mention in friends.mentions()[0].content


async def test_a_lobby_that_could_not_be_noted_at_once_is_noted_later(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lobby stays as it was posted, and a restart posts no second one."""
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")

        async def refuse(*_: Any, **__: Any) -> None:
            raise Unavailable

        with monkeypatch.context() as patch:
            patch.setattr(Store, "remember_message", refuse)
            await friends.slash("you", "start")
        assert "Join" in labels(friends.lobby)
        await env.advance_time(11)
        await friends.bot.close()
        await env.restart_bot(create_bot(settings))
        assert len([message for message in friends.channel.history() if "Join" in labels(message)]) == 1


async def test_a_mention_held_back_comes_even_if_its_timer_fires_early(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, early = Timers.set, [timedelta(seconds=1)]

    def set_early(timers: Timers, name: Any, at: datetime, job: Any) -> None:
        is_mention = "mention" in str(name)
        real(timers, name, at - (early.pop() if is_mention and early else timedelta()), job)

    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.select("Ada", shown_hand(friends.panel("Ada"))[0])
        monkeypatch.setattr(Timers, "set", set_early)
        await lay_and_draw(friends, "you")
        assert not friends.mentions()
        await env.advance_time(45)
        assert not early
        assert friends.people["Ada"].mention in friends.mentions()[0].content


async def test_a_hand_is_never_drawn_on_a_public_message(settings: Settings) -> None:
    """Even if a button of a hand panel stood there."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        custom_id = f"y:card:{table.id}:{running(table).hand_versions[0]}:-:0"
        before = text(friends.table)
        one = tap(friends, "you", with_button(seen(friends, friends.table), custom_id), custom_id)
        await env.settle()
        assert one.result.ephemeral
        assert "Your hand" in one.words
        assert text(friends.table) == before


async def test_a_server_that_removes_the_bot_ends_what_is_open_there(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        here, elsewhere = Friends.arrive(env, "you", "Ada"), Friends.arrive(env, "Bo", "Cem")
        await deal(here, "you", "Ada")
        await deal(elsewhere, "Bo", "Cem")
        env.backend.emit("GUILD_DELETE", {"id": str(here.guild.id)})
        await env.settle()
        assert await here.look() is None
        assert await elsewhere.look() is not None


async def test_a_panel_that_opens_as_the_match_ends_shows_the_end(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table, matches = await friends.running(), friends.bot.desk.tables.matches
        real = Answer.show

        async def show(answer: Answer, view: LayoutView, **options: Any) -> int | None:
            message_id = await real(answer, view, **options)
            await matches.abandon(table.place, table.id)
            return message_id

        with monkeypatch.context() as patch:
            patch.setattr(Answer, "show", show)
            opened = await friends.click("you", friends.table, "My hand")
        assert opened.response is not None
        assert "Rematch" in labels(opened.response)


async def test_an_end_that_was_not_shown_before_the_bot_stopped_is_shown_after_the_next_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = create_bot(settings, shuffler=stacked(LAST_ROUND), first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await bot.desk.tables.store.save_rules(friends.guild.id, "Short", replace(CLASSIC, target=20))
        await deal(friends, "you", "Ada", rules="Short")
        with monkeypatch.context() as killed:
            killed.setattr(Publisher, "_work", _nothing)
            await friends.click("you", friends.panel("you"), "Yaniv!")
            await bot.close()
        assert "you to move" in text(friends.table)
        await env.restart_bot(create_bot(settings))
        await env.settle()
        end = friends.message("you wins!")
        assert "Rematch" in labels(end)
        assert any(part["type"] == GALLERY for part in parts(end)), "its chart is there too"
        await friends.bot.close()
        asked = len(env.http_requests)
        await env.restart_bot(create_bot(settings))
        await env.settle()
        again = [one.path for one in env.http_requests[asked:] if str(end.id) in one.path]
        assert again == [], "once it is shown, no start shows it again"


async def test_a_lobby_that_closed_as_the_bot_stopped_is_closed_after_the_next_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = create_bot(settings)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.slash("you", "start")
        with monkeypatch.context() as killed:
            killed.setattr(Publisher, "_work", _nothing)
            await friends.slash("you", "end")
            await bot.close()
        assert "Join" in labels(friends.lobby)
        await env.restart_bot(create_bot(settings))
        await env.settle()
        assert all("Join" not in labels(message) for message in friends.channel.history())


async def _nothing(*_: object) -> None:
    """Draw nothing, as a process that is killed."""
