"""Forged clicks on what other rules, options and settings have: answered, and without effect."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from simcord.enums import ComponentType

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.presets import preset
from bot.store.values import GuildSettings
from tests.cogs.bursts import assert_answered_once, seen, tap
from tests.cogs.clicking import dealing
from tests.cogs.conftest import discord_with
from tests.cogs.forms import options_of
from tests.cogs.friends import Friends, custom_ids, labels, shown_hand, text
from tests.cogs.play import deal, lay_and_draw, open_lobby, running
from tests.cogs.test_forgeries import HUGE, assert_refused, state, with_button

TRAVELLERS, FRENCH = preset("travellers"), preset("french")


def hand_ids(match_id: int, version: int) -> Iterator[str]:
    """Return custom_ids of a hand's moves with every argument wrong in turn."""
    for match in (match_id + 1, 0, HUGE, "", "x"):
        for verb in ("lay", "forced", "slap"):
            yield f"y:{verb}:{match}:{version}:0"
    for other in (version + 1, version - 1, HUGE, -1, "x", ""):
        for verb in ("lay", "forced", "slap"):
            yield f"y:{verb}:{match_id}:{other}:0"
    for selection in ("00", "789", "9", "-1", "x", "", "0123456789", "01234567890"):
        yield f"y:lay:{match_id}:{version}:{selection}"
    for verb in ("lay", "forced", "slap"):
        yield from (f"y:{verb}", f"y:{verb}:{match_id}", f"y:{verb}:{match_id}:{version}")


@pytest.mark.parametrize("rules", ["classic", "french", "travellers"])
async def test_wrong_arguments_of_a_move_change_nothing(settings: Settings, rules: str) -> None:
    hands = {
        "classic": ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D"],
        "travellers": ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D"],
        "french": ["3S 9H 6S 6D 6C QH KH", "2D 4D 8C TC JS QS KD"],
    }[rules]
    bot = create_bot(settings, shuffler=dealing(preset(rules), hands, "5S"), first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada", rules=rules)
        table = await friends.running()
        before = state(table)
        panel = seen(friends, friends.panel("you"))
        version = running(table).hand_versions[0]
        for custom_id in hand_ids(table.id, version):
            one = tap(friends, "you", with_button(panel, custom_id), custom_id)
            await env.settle()
            assert_answered_once([one])
            assert "went wrong" not in one.words, custom_id
            assert state(await friends.running()) == before, custom_id
        public = seen(friends, friends.table)
        others = [
            tap(friends, name, with_button(public, custom_id), custom_id)
            for name in ("Ada", "Eve")
            for custom_id in (
                f"y:lay:{table.id}:{version}:0",
                f"y:slap:{table.id}:{version}:-",
                f"y:forced:{table.id}:{version}:-",
            )
        ]
        await env.settle()
        assert_answered_once(others)
        assert state(await friends.running()) == before
        assert "More" in labels(friends.table), "no hand is drawn on what everybody sees"


async def test_moves_of_one_turn_system_are_refused_in_the_other(settings: Settings) -> None:
    shuffler = dealing(FRENCH, ["3S 9H 6S 6D 6C QH KH", "2D 4D 8C TC JS QS KD"], "3H")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="french")
        table = await friends.running()
        before, panel = state(table), seen(friends, friends.panel("you"))
        version = running(table).hand_versions[0]
        for custom_id in (
            f"y:draw:{table.id}:{version}:0",
            f"y:take:{table.id}:{version}:0:3H",
            f"y:slap:{table.id}:{version}:-",
        ):
            one = tap(friends, "you", with_button(panel, custom_id), custom_id)
            await env.settle()
            assert_answered_once([one])
            assert "⚠️" in one.words
            assert state(await friends.running()) == before
        assert len(shown_hand(friends.panel("you"))) == 7


async def test_a_slap_down_that_there_is_not_is_refused(settings: Settings) -> None:
    """Drawn from the stock, but another rank; and the same hand a turn later."""
    shuffler = dealing(TRAVELLERS, ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D"], "TS", "4D TD")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="travellers")
        await friends.select("you", "K♠")
        await friends.click("you", friends.panel("you"), "Draw")
        for _ in range(2):
            table = await friends.running()
            before, panel = state(table), seen(friends, friends.panel("you"))
            custom_id = f"y:slap:{table.id}:{running(table).hand_versions[0]}:-"
            one = tap(friends, "you", with_button(panel, custom_id), custom_id)
            await env.settle()
            assert_answered_once([one])
            assert "⚠️" in one.words
            assert state(await friends.running()) == before
            if table.match is not None and table.match.to_move == 1:
                await lay_and_draw(friends, "Ada")


def lobby_ids(match_id: int, version: int) -> Iterator[str]:
    """Return custom_ids of options and settings with every argument wrong in turn."""
    for match in (match_id + 1, 0, HUGE, -1, "", "x"):
        yield from (f"y:options:{match}", f"y:options:{match}:{version}:end")
        yield from (f"y:options:{match}:{version}:save", f"y:preset:{match}:{version}:french")
    for what in ("everything", "END", "save", "0", "end.end", "preset"):
        yield f"y:options:{match_id}:{version}:{what}"
    for name in ("poker", "own.0000000000000000", "own.", "", "FRENCH", "x" * 24):
        yield f"y:preset:{match_id}:{version}:{name}"
    yield from ("y:options", "y:preset", "y:settings", "y:settings:", "y:settings:everything")
    yield from (f"y:settings:{what}" for what in ("rules", "speed", "channels", "delete"))


async def test_wrong_arguments_of_options_and_settings_change_nothing(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await open_lobby(friends, "you", "Ada")
        table = await friends.running()
        panel, public = await options_of(friends, "you"), seen(friends, friends.lobby)
        for custom_id in lobby_ids(table.id, table.version):
            shown = seen(friends, panel)
            taps = [
                tap(friends, "you", with_button(shown, custom_id), custom_id),
                *(tap(friends, name, with_button(public, custom_id), custom_id) for name in ("Ada", "Eve")),
            ]
            await env.settle()
            assert_answered_once(taps)
            assert not any("went wrong" in one.words for one in taps), custom_id
            assert all(one.result.ephemeral or one.result.acknowledged for one in taps)
            assert await friends.running() == table, custom_id
        assert "Join" in labels(friends.lobby), "what everybody sees stays a lobby"
        store = friends.bot.desk.tables.store
        assert await store.settings_of(friends.guild.id) == GuildSettings(guild_id=friends.guild.id)


async def test_options_are_refused_once_the_cards_are_dealt(settings: Settings) -> None:
    shuffler = dealing(CLASSIC, ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D"], "TS")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await open_lobby(friends, "you", "Ada")
        panel = await options_of(friends, "you")
        shown, ids = seen(friends, panel), custom_ids(panel)
        lobby, options = seen(friends, friends.lobby), f"y:options:{(await friends.running()).id}"
        await friends.click("you", friends.lobby, "Deal")
        before = state(await friends.running())
        taps = [tap(friends, "you", lobby, options), tap(friends, "Eve", lobby, options)]
        await env.settle()
        assert_refused(taps)
        for custom_id in ids:
            one = tap(friends, "you", shown, custom_id)
            await env.settle()
            assert_answered_once([one])
            assert "dealt already" in one.words
            assert state(await friends.running()) == before


async def test_menus_with_the_ids_of_options_are_refused(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        table = await friends.running()
        shown = seen(friends, friends.lobby)
        ids = [f"y:options:{table.id}", f"y:preset:{table.id}:0:french", "y:settings:rules"]
        taps = [tap(friends, "you", shown, i, component=ComponentType.STRING_SELECT) for i in ids]
        await env.settle()
        assert_refused(taps)
        assert await friends.running() == table


async def test_rules_with_a_name_full_of_signs_are_shown_as_they_read(settings: Settings) -> None:
    name = "**@everyone** `x` || <#1>"
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        store = friends.bot.desk.tables.store
        await store.save_rules(friends.guild.id, name, replace(CLASSIC, target=70))
        await friends.slash("you", "start", rules=name)
        panel = await options_of(friends, "you")
        for message in (friends.lobby, panel):
            assert "@everyone" not in text(message)
            assert r"\*\*@" in text(message)
        await friends.click("you", panel, "**@everyone**")
        assert (await friends.running()).rules.target == 70
