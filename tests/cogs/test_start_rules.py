"""`/yaniv start rules:` and `/yaniv rules`: which rules are offered, played and explained."""

from dataclasses import replace

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC, Rules
from bot.presets import preset, shipped_presets
from bot.store.values import GuildSettings
from tests.cogs.bursts import command
from tests.cogs.conftest import discord_with
from tests.cogs.forms import said
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import fixed_shuffle, open_lobby, running

SHIPPED = ("classic", "bga", "dhumbal", "french", "travellers")


async def save(friends: Friends, name: str, rules: Rules) -> None:
    """Save rules for the server."""
    await friends.bot.desk.tables.store.save_rules(friends.guild.id, name, rules)


async def prefer(friends: Friends, **wishes: object) -> None:
    """Set what the server prefers."""
    settings = replace(GuildSettings(guild_id=friends.guild.id), **wishes)
    await friends.bot.desk.tables.store.save_settings(settings)


async def offered(
    friends: Friends, typed: str, command_name: str = "start", option: str = "rules"
) -> list[str]:
    """Return the values that are offered for what was typed."""
    member = friends.people["you"]
    choices = await member.autocomplete(friends.channel, f"yaniv {command_name}", option, typed)
    return [choice["value"] for choice in choices]


@pytest.mark.parametrize("name", SHIPPED)
async def test_a_table_starts_with_every_preset_and_is_dealt_by_it(settings: Settings, name: str) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada", rules=name)
        assert (await friends.running()).rules == preset(name)
        line = text(friends.lobby).splitlines()
        assert any(name.casefold() in part.casefold() and "call at" in part for part in line)
        assert not any("changed" in part for part in line)
        await friends.click("you", friends.lobby, "Deal")
        match = running(await friends.running())
        assert match.rules == preset(name)
        assert len(match.seat_view(0).hand) == preset(name).hand_size
        panel = await friends.open_hand("you")
        assert ("Lay down" in labels(panel) or "Draw" in labels(panel)) is True
        assert ("On top" in text(panel)) is (name == "french")


async def test_without_a_wish_it_is_classic(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        assert (await friends.running()).rules == CLASSIC


async def test_the_servers_own_rules_are_offered_first_and_played(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        assert await offered(friends, "") == list(SHIPPED)
        await save(friends, "Zoo night", replace(CLASSIC, target=150))
        await save(friends, "At grandma's", replace(CLASSIC, target=75))
        assert await offered(friends, "") == ["At grandma's", "Zoo night", *SHIPPED]
        assert await offered(friends, "", "rules", "preset") == ["At grandma's", "Zoo night", *SHIPPED]
        assert await offered(friends, "GRAND") == ["At grandma's"]
        assert await offered(friends, "rench") == ["french"]
        assert await offered(friends, "poker") == []
        await friends.slash("you", "start", rules="zoo  NIGHT")
        table = await friends.running()
        assert (table.rules.target, table.rules.preset) == (150, "Zoo night")
        assert "Zoo night" in text(friends.lobby)
        assert "changed" not in text(friends.lobby)


async def test_at_most_25_rules_are_offered(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        names = [f"house {number:02}" for number in range(25)]
        for name in names:
            await save(friends, name, CLASSIC)
        assert await offered(friends, "") == names
        assert await offered(friends, "bga") == ["bga"], "what was typed brings the others back"


async def test_unknown_rules_get_one_sentence_that_names_those_there_are(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await save(friends, "*Zoo* night", CLASSIC)
        for result in (
            await friends.slash("you", "start", rules="@everyone **poker**"),
            await friends.slash("you", "rules", preset="@everyone **poker**"),
        ):
            words = said(result)
            assert len(words.strip().splitlines()) == 1
            assert "There are no rules called" in words
            assert "@everyone" not in words
            assert "**" not in words
            for name in ("Classic", "French", r"\*Zoo\* night"):
                assert name in words
        assert await friends.look() is None


async def test_the_servers_defaults_are_played_in_its_language(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        ours = replace(preset("bga"), preset="Ours", target=60)
        await prefer(friends, rules=ours, rules_name="Ours", locale="en")
        one = command(friends, "you", "start", locale="de")
        await env.settle()
        assert one.acknowledgements == 1
        table = await friends.running()
        assert (table.rules, table.rules.preset, table.locale) == (ours, "Ours", "en")
        await friends.slash("you", "end")
        await friends.slash("you", "start", rules="dhumbal")
        assert (await friends.running()).rules == preset("dhumbal"), "who asks for others gets them"


async def test_without_a_language_of_the_server_it_is_the_starters(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        command(friends, "you", "start", locale="de")
        await env.settle()
        assert (await friends.running()).locale == "de"


async def test_a_match_is_only_started_where_the_server_wants_it(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        games = friends.guild.create_text_channel("games")
        await prefer(friends, channels=(games.id,))
        words = said(await friends.slash("you", "start"))
        assert len(words.strip().splitlines()) == 1
        assert f"<#{games.id}>" in words
        assert await friends.look() is None
        started = await friends.people["you"].slash(games, "yaniv start")
        assert started.response is not None
        assert "Join" in labels(started.response)
        assert "Goal" in said(await friends.slash("you", "rules")), "whatever starts nothing works everywhere"


async def test_a_rematch_too_is_only_started_where_the_server_wants_it(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        await friends.click("you", friends.lobby, "Deal")
        await friends.slash("you", "end")
        await friends.slash("Ada", "end")
        over = next(m for m in reversed(friends.channel.history()) if "Rematch" in labels(m))
        games = friends.guild.create_text_channel("games")
        await prefer(friends, channels=(games.id,))
        assert f"<#{games.id}>" in said(await friends.click("you", over, "Rematch"))
        await prefer(friends, channels=(games.id, friends.channel.id))
        await friends.click("you", over, "Rematch")
        assert (await friends.running()).match is None


async def test_the_rules_of_every_preset_are_explained(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        told = {name: said(await friends.slash("you", "rules", preset=name)) for name in shipped_presets()}
        assert len(set(told.values())) == len(told)
        for name, words in told.items():
            rules = preset(name)
            assert f"call at {rules.yaniv_limit}" in words
            assert str(rules.target) in words
        assert told["french"] == said(await friends.slash("you", "rules", preset="French"))


async def test_the_rules_in_force_are_explained_before_the_servers_default(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        told = {name: said(await friends.slash("you", "rules", preset=name)) for name in shipped_presets()}
        assert said(await friends.slash("you", "rules")) == told["classic"]
        await prefer(friends, rules=preset("dhumbal"), rules_name="dhumbal")
        assert said(await friends.slash("you", "rules")) == told["dhumbal"]
        await open_lobby(friends, "you", rules="travellers")
        assert said(await friends.slash("you", "rules")) == told["travellers"]
        assert said(await friends.slash("you", "rules", preset="bga")) == told["bga"]


async def test_rules_are_found_by_the_name_that_is_read(settings: Settings) -> None:
    """Autocomplete answers in time even with nothing typed, and a value may be typed by hand."""
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await friends.slash("you", "start", rules="Travellers")
        assert (await friends.running()).rules == preset("travellers")
