"""Slow and failing storage under options, settings, threads and the moves of other rules."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.presets import preset
from bot.store.errors import Unavailable
from bot.store.store import Store
from bot.store.values import GuildSettings
from tests.cogs.bursts import assert_answered_once, burst, id_of, seen, tap
from tests.cogs.clicking import dealing
from tests.cogs.conftest import discord_with
from tests.cogs.forms import add_manager, fill_in, forged, options_of, said
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import deal, mover, open_lobby

SLOW = 2.0
FRENCH, TRAVELLERS = preset("french"), preset("travellers")
SHORT = replace(FRENCH, hand_size=5)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make a method of the store take two seconds longer from now on."""

    def slow_down(method: str) -> None:
        real = getattr(Store, method)

        async def later(*arguments: Any, **named: Any) -> Any:
            await asyncio.sleep(SLOW)
            return await real(*arguments, **named)

        monkeypatch.setattr(Store, method, later)

    return slow_down


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make a method of the store refuse from now on."""

    async def refuse(*_: Any, **__: Any) -> None:
        raise Unavailable

    return lambda method: monkeypatch.setattr(Store, method, refuse)


async def test_slow_moves_are_deferred_and_count_once(
    settings: Settings, slowly: Callable[[str], None]
) -> None:
    shuffler = dealing(FRENCH, ["3S 9H 6S 6D 6C QH KH", "2D 4D 8C TC JS QS KD"], "3H")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="french")
        await friends.select("you", "3♠")
        slowly("append")
        laid = await burst(friends, friends.panel("you"), "Lay down", ["you"])
        assert_answered_once(laid)
        assert laid[0].result.deferred
        assert mover(await friends.running()) == "Ada"
        assert "3♠" not in " ".join(labels(friends.panel("you")))


async def test_a_slow_forced_draw_is_deferred_and_counts_once(
    settings: Settings, slowly: Callable[[str], None]
) -> None:
    shuffler = dealing(SHORT, ["3H 5D TH QD KC", "2D 4D 8C TC JS"], "2S", "9C")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Short", SHORT)
        await deal(friends, "you", "Ada", rules="Short")
        slowly("append")
        assert_answered_once(await burst(friends, friends.panel("you"), "Draw", ["you"]))
        assert "9♣ · new" in labels(friends.panel("you"))
        assert mover(await friends.running()) == "Ada"


async def test_a_slow_slap_down_is_deferred_and_counts_once(
    settings: Settings, slowly: Callable[[str], None]
) -> None:
    shuffler = dealing(TRAVELLERS, ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D"], "TS", "KH")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="travellers")
        await friends.select("you", "K♠")
        await friends.click("you", friends.panel("you"), "Draw")
        slowly("append")
        assert_answered_once(await burst(friends, friends.panel("you"), "Slap down", ["you"]))
        assert "slapped down K♥" in text(friends.table)
        assert not any("Slap" in label for label in labels(friends.panel("you")))


async def test_a_slow_form_is_deferred_and_the_panel_follows(
    settings: Settings, slowly: Callable[[str], None]
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        shown = await friends.click("you", panel, "End")
        slowly("save_lobby")
        done = await fill_in(friends, "you", shown, target="70")
        assert done.deferred
        assert (await friends.running()).rules.target == 70
        assert "What differs from **Classic**" in text(panel)


async def test_a_form_that_cannot_be_shown_in_time_is_told_of(
    settings: Settings, slowly: Callable[[str], None]
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env)
        add_manager(friends, "Mo")
        opened = await friends.slash("Mo", "settings")
        assert opened.response is not None
        slowly("rules_of")
        late = await friends.click("Mo", opened.response, "Speed")
        assert late.modal is None
        assert "took too long" in said(late)


async def test_a_change_that_cannot_be_written_changes_nothing_and_says_so(
    settings: Settings, refusing: Callable[[str], None]
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        add_manager(friends, "Mo")
        await open_lobby(friends, "you")
        table = await friends.running()
        panel = await options_of(friends, "you")
        preset_id = id_of(panel, "French")
        for method in ("save_lobby", "save_settings"):
            refusing(method)
        taps = [
            forged(friends, "you", f"y:options:{table.id}:{table.version}:end", target="70"),
            forged(friends, "Mo", "y:settings:threads", threads=["yes"]),
            tap(friends, "you", seen(friends, panel), preset_id),
        ]
        await env.settle()
        assert_answered_once(taps)
        assert all("could be saved" in one.words for one in taps)
        assert (await friends.running()).rules == CLASSIC
        store = friends.bot.desk.tables.store
        assert await store.settings_of(friends.guild.id) == GuildSettings(guild_id=friends.guild.id)


async def test_a_start_whose_settings_cannot_be_read_is_refused(
    settings: Settings, refusing: Callable[[str], None]
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        refusing("settings_of")
        assert "try again" in said(await friends.slash("you", "start"))
        assert await friends.look() is None


async def test_a_lobby_is_shown_even_if_the_saved_rules_cannot_be_read(
    settings: Settings, refusing: Callable[[str], None]
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        store = friends.bot.desk.tables.store
        await store.save_settings(
            GuildSettings(
                guild_id=friends.guild.id,
                rules=replace(CLASSIC, target=70, preset="Ours"),
                rules_name="Ours",
            )
        )
        refusing("rules_of")
        await friends.slash("you", "start")
        await friends.click("Ada", friends.lobby, "Join")
        assert "Ours" in text(friends.lobby)
        assert "Ada" in text(friends.lobby)


async def test_a_thread_that_took_long_is_linked_privately(
    settings: Settings, slowly: Callable[[str], None]
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        store = friends.bot.desk.tables.store
        await store.save_settings(GuildSettings(guild_id=friends.guild.id, offer_threads=True))
        slowly("create_lobby")
        words = said(await friends.slash("you", "start", thread=True))
        (thread,) = friends.channel.threads
        assert f"<#{thread.id}>" in words
        assert any("Join" in labels(message) for message in thread.history())


async def test_a_thread_whose_lobby_cannot_be_opened_is_closed_again(
    settings: Settings, refusing: Callable[[str], None]
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        store = friends.bot.desk.tables.store
        await store.save_settings(GuildSettings(guild_id=friends.guild.id, offer_threads=True))
        refusing("create_lobby")
        assert "could be saved" in said(await friends.slash("you", "start", thread=True))
        (thread,) = friends.channel.threads
        closing = [request for request in env.http_requests if request.method == "PATCH"]
        assert [request.path for request in closing] == [f"/channels/{thread.id}"]
        assert closing[0].json == {"archived": True}
