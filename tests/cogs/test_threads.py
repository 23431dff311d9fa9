"""A thread for a match, where the server offers that."""

from dataclasses import replace

import discord
import pytest
import simcord

from bot.app import YanivBot, create_bot
from bot.config import Settings
from bot.store.values import GuildSettings, Place, PlaceKind
from tests.cogs.conftest import discord_with
from tests.cogs.forms import said
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import fixed_shuffle, lay_and_draw, mover


async def arrive(env: simcord.Env, *names: str, **wishes: object) -> Friends:
    """Make a server that offers threads."""
    friends = Friends.arrive(env, *names)
    settings = replace(GuildSettings(guild_id=friends.guild.id, offer_threads=True), **wishes)
    await friends.bot.desk.tables.store.save_settings(settings)
    return friends


async def start_in_thread(friends: Friends, name: str, **options: object) -> Friends:
    """Let someone start a match in a thread; return the same people in the thread."""
    result = await friends.slash(name, "start", thread=True, **options)
    assert result.response is not None
    thread = friends.channel.threads[-1]
    assert f"<#{thread.id}>" in text(result.response)
    assert not result.ephemeral, "the others are to see it"
    return Friends(friends.env, friends.guild, thread, friends.people)


async def test_a_match_is_played_in_a_thread_of_its_own(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = await arrive(env, "you", "Ada")
        inside = await start_in_thread(friends, "you")
        made = next(r for r in env.http_requests if r.method == "POST" and r.path.endswith("/threads"))
        assert made.json is not None
        assert (made.json["type"], made.json["auto_archive_duration"]) == (11, 10080)
        assert "you" in str(inside.channel.name)
        assert await friends.look() is None
        assert "Join" in labels(inside.lobby)
        joined = await inside.click("Ada", inside.lobby, "Join")
        dealt = await inside.click("you", inside.lobby, "Deal")
        assert joined.response is not None
        assert dealt.response is not None
        inside.panels = {"you": dealt.response, "Ada": joined.response}
        for _ in range(4):
            await lay_and_draw(inside, mover(await inside.running()))
        assert "More" in labels(inside.table)
        assert not any("More" in labels(message) for message in friends.channel.history())
        await friends.slash("Ada", "start")
        assert (await friends.running()).id != (await inside.running()).id, "the channel is free meanwhile"


async def test_without_the_wish_or_the_offer_it_is_played_in_the_channel(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = await arrive(env, "you", "Ada")
        await friends.slash("you", "start")
        await friends.slash("you", "end")
        await friends.slash("you", "start", thread=False)
        await friends.slash("you", "end")
        await friends.bot.desk.tables.store.save_settings(GuildSettings(guild_id=friends.guild.id))
        await friends.slash("you", "start", thread=True)
        assert await friends.look() is not None
        assert friends.channel.threads == []


async def test_in_a_thread_no_other_is_made(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = await arrive(env, "you", "Ada")
        inside = await start_in_thread(friends, "you")
        await inside.slash("you", "end")
        await inside.slash("Ada", "start", thread=True)
        assert (await inside.running()).host_id == friends.people["Ada"].id
        assert len(friends.channel.threads) == 1


@pytest.mark.parametrize(
    ("denied", "names"),
    [
        ({"create_public_threads": False}, ["Create Public Threads"]),
        ({"send_messages_in_threads": False}, ["Send Messages in Threads"]),
        (
            {"create_public_threads": False, "send_messages_in_threads": False, "view_channel": False},
            ["View Channel", "Create Public Threads", "Send Messages in Threads"],
        ),
    ],
)
async def test_a_missing_permission_is_named_and_no_thread_is_made(
    settings: Settings, denied: dict[str, bool], names: list[str]
) -> None:
    bot = create_bot(settings)
    async with discord_with(bot) as env:
        friends = await arrive(env, "you")
        assert bot.user is not None
        friends.channel = friends.guild.create_text_channel(
            "closed", overwrites={bot.user: discord.PermissionOverwrite(**denied)}
        )
        words = said(await friends.slash("you", "start", thread=True))
        assert all(name in words for name in names)
        assert len(words.strip().splitlines()) == 1
        assert friends.channel.threads == []
        assert await bot.desk.tables.store.open_matches() == []


async def test_a_thread_goes_with_the_channels_a_server_allows(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = await arrive(env, "you", "Ada")
        await friends.bot.desk.tables.store.save_settings(
            GuildSettings(guild_id=friends.guild.id, offer_threads=True, channels=(friends.channel.id,))
        )
        inside = await start_in_thread(friends, "you")
        await inside.slash("you", "end")
        await inside.slash("Ada", "start")
        assert await inside.look() is not None


async def test_whoever_hosts_elsewhere_gets_the_link_and_no_thread(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = await arrive(env, "you")
        await friends.slash("you", "start")
        refused = said(await friends.slash("you", "start", thread=True))
        assert f"{friends.channel.id}/{friends.lobby.id}" in refused
        assert friends.channel.threads == []


async def test_too_many_seats_for_the_rules_make_no_thread(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = await arrive(env, "you")
        rules = replace(
            friends.bot.desk.languages and (await friends.bot.desk.rule_book.default(None)), decks=1
        )
        await friends.bot.desk.tables.store.save_rules(
            friends.guild.id, "Small", replace(rules, hand_size=7, jokers=0)
        )
        refused = said(await friends.slash("you", "start", rules="Small", computers=7, thread=True))
        assert "need more cards" in refused
        assert friends.channel.threads == []


async def test_a_thread_that_discord_refuses_is_said(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = await arrive(env, "you")
        env.inject_error("POST", "/channels/*/threads", status=400, code=30033)
        words = said(await friends.slash("you", "start", thread=True))
        assert "No thread can be made here" in words
        assert await friends.bot.desk.tables.store.open_matches() == []


@pytest.mark.parametrize("gone", ["thread", "channel"])
async def test_a_match_ends_with_its_thread(settings: Settings, gone: str) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = await arrive(env, "you")
        inside = await start_in_thread(friends, "you")
        deleted = inside.channel if gone == "thread" else friends.channel
        env.backend.delete_channel(deleted.id)
        await env.settle()
        bot = env.bot
        assert isinstance(bot, YanivBot)
        assert await bot.desk.tables.registry.look(Place(PlaceKind.CHANNEL, inside.channel.id)) is None
        assert await bot.desk.tables.store.open_matches() == []
