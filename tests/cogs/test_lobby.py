"""The lobby, through Discord: who comes, goes, hosts and deals, and what is said to whom."""

import discord
import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.tables.computers import OFFERED
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import deal, fixed_shuffle, open_lobby


def said(result: discord.Message | object) -> str:
    """Return the words of an answer."""
    response = getattr(result, "response", None)
    assert response is not None
    assert response.ephemeral
    return text(response)


async def seats(friends: Friends) -> list[str]:
    """Return who is seated, as the bot knows it."""
    return [seat.name for seat in (await friends.running()).seats]


async def test_whoever_leaves_frees_a_seat(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await open_lobby(friends, "you", "Ada", "Bo")
        assert "left" in said(await friends.click("Ada", friends.lobby, "Leave"))
        assert await seats(friends) == ["you", "Bo"]
        assert "Ada" not in text(friends.lobby)
        assert "no seat here yet" in said(await friends.click("Ada", friends.lobby, "Leave"))
        assert "not seated" in text(friends.panel("Ada")), "what waited for a hand says so too"
        assert "Your hand will appear here" in said(await friends.click("Ada", friends.lobby, "Join"))


async def test_a_host_who_leaves_passes_the_role_on(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        await friends.slash("you", "leave")
        assert "Ada** · host" in text(friends.lobby)
        messages = len(friends.channel.history())
        await friends.click("Ada", friends.lobby, "Add computer")
        assert len(await seats(friends)) == 2
        assert len(friends.channel.history()) == messages, "the lobby shows it; nothing else has to"
        await friends.click("Ada", friends.lobby, "Leave")
        assert await friends.look() is None
        assert "has closed" in text(friends.channel.history()[0])


async def test_computers_come_and_go_at_the_hosts_wish(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await open_lobby(friends, "you", "Ada", computers=1)
        for name in ("Ada", "Eve"):
            for label in ("Add computer", "Remove a seat"):
                assert "Only the host" in said(await friends.click(name, friends.lobby, label))
        for name in ("Ada", "Eve"):
            expected = "no seat here yet" if name == "Eve" else "Only the host deals"
            assert expected in said(await friends.click(name, friends.lobby, "Deal"))
        await friends.click("you", friends.lobby, "Add computer")
        assert len(await seats(friends)) == 4
        choice = (await friends.click("you", friends.lobby, "Remove a seat")).response
        assert choice is not None
        computer, person = (await seats(friends))[1], "Ada"
        assert sorted(labels(choice)) == sorted(set(await seats(friends)) - {"you"})
        await friends.click("you", choice, person)
        assert "Ada" not in await seats(friends)
        assert "not seated" in text(friends.panel("Ada"))
        assert sorted(labels(choice)) == sorted(set(await seats(friends)) - {"you"}), "the list goes on"
        await friends.click("Ada", friends.lobby, "Join")
        assert "moved on" in said(await friends.click("you", choice, computer)), (
            "the seats have changed since"
        )
        choice = (await friends.click("you", friends.lobby, "Remove a seat")).response
        assert choice is not None
        await friends.click("you", choice, computer)
        assert computer not in await seats(friends)


async def levels(friends: Friends) -> list[str]:
    """Return how the computers play, as the bot knows it."""
    return [seat.kind for seat in (await friends.running()).seats if seat.user_id is None]


async def computers(friends: Friends) -> list[str]:
    """Return what the computers are called now."""
    return [seat.name for seat in (await friends.running()).seats if seat.user_id is None]


async def test_the_host_chooses_how_each_computer_plays(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada", computers=1, level="easy")
        await friends.click("you", friends.lobby, "Add computer")
        assert await levels(friends) == ["easy", "normal"]
        first, second = await computers(friends)
        assert f"🤖 {first}** · Easy" in text(friends.lobby)
        assert f"🤖 {second}** · Normal" in text(friends.lobby)
        options = (await friends.click("you", friends.lobby, "Options")).response
        assert options is not None
        choice = (await friends.click("you", options, "Computers")).response
        assert choice is not None
        assert choice.ephemeral
        await friends.click("you", choice, f"{first} · Easy")
        assert await levels(friends) == [OFFERED[1], "normal"]
        await friends.click("you", choice, "Add: Easy")
        assert await levels(friends) == [OFFERED[1], "normal", "easy"]
        for _ in OFFERED:
            await friends.click("you", choice, (await computers(friends))[1])
        assert await levels(friends) == [OFFERED[1], "normal", "easy"], "round once"
        _, second, third = await computers(friends)
        await friends.click("you", friends.lobby, "Deal")
        assert f"🤖 {second} · Normal" in text(friends.table)
        assert f"🤖 {third} · Easy" in text(friends.table)


async def test_a_choice_drawn_before_somebody_left_changes_nobody_but_shows_how_it_is(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.slash("you", "start", computers=1, level="easy")
        await friends.click("Ada", friends.lobby, "Join")
        options = (await friends.click("you", friends.lobby, "Options")).response
        assert options is not None
        choice = (await friends.click("you", options, "Computers")).response
        assert choice is not None
        await friends.click("Ada", friends.lobby, "Leave")
        [computer] = await computers(friends)
        await friends.click("you", choice, computer)
        assert await levels(friends) == ["easy"]
        await friends.click("you", choice, computer)
        assert await levels(friends) == [OFFERED[1]]


async def test_a_lobby_is_moved_down_once_in_20_seconds_for_those_seated(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.slash("you", "start")
        first = friends.lobby
        assert "The table is here" in said(await friends.slash("Ada", "table"))
        await friends.people["Ada"].send(friends.channel, "hello")
        await friends.slash("you", "table")
        assert friends.lobby.id > first.id
        assert first.id not in [message.id for message in friends.channel.history()]
        assert "just now" in said(await friends.slash("you", "table"))
        await friends.click("Ada", friends.lobby, "Join")
        assert "Ada" in text(friends.lobby)


async def test_eight_sit_at_most(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.slash("you", "start", computers=7)
        assert "All 8 seats are taken" in said(await friends.click("Ada", friends.lobby, "Join"))
        assert "All 8 seats are taken" in said(await friends.click("you", friends.lobby, "Add computer"))
        assert len(await seats(friends)) == 8


async def test_one_alone_cannot_deal(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        assert "At least two" in said(await friends.click("you", friends.lobby, "Deal"))


async def test_a_lobby_that_nobody_deals_closes_after_half_an_hour_and_says_so(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        await env.advance_time(29 * 60)
        assert "Join" in labels(friends.lobby)
        await env.advance_time(61)
        assert await friends.look() is None
        message = friends.channel.history()[0]
        assert "nobody dealt in time" in text(message)
        assert labels(message) == []
        await friends.slash("Ada", "start")
        assert await seats(friends) == ["Ada"]


async def test_after_two_minutes_without_the_host_any_seated_player_deals(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await open_lobby(friends, "you", "Ada")
        await env.advance_time(90)
        await friends.click("you", friends.lobby, "Add computer")
        await env.advance_time(90)
        refused = said(await friends.click("Ada", friends.lobby, "Deal"))
        assert "Only the host deals" in refused
        assert "<t:" in refused, "when they may is said"
        await env.advance_time(31)
        assert "no seat here yet" in said(await friends.click("Eve", friends.lobby, "Deal"))
        assert "Your hand" in said(await friends.click("Ada", friends.lobby, "Deal"))
        assert (await friends.running()).match is not None


async def test_a_second_start_gets_a_link_to_the_first(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you")
        here = f"https://discord.com/channels/{friends.guild.id}/{friends.channel.id}/"
        assert f"{here}{friends.lobby.id}" in said(await friends.slash("Ada", "start"))
        await friends.click("Ada", friends.lobby, "Join")
        await friends.click("you", friends.lobby, "Deal")
        assert f"{here}{friends.table.id}" in said(await friends.slash("Ada", "start"))


async def test_a_host_has_one_lobby_in_a_server(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        elsewhere = friends.guild.create_text_channel("elsewhere")
        refused = await friends.people["you"].slash(elsewhere, "yaniv start")
        assert f"{friends.channel.id}/{friends.lobby.id}" in said(refused)
        assert elsewhere.history() == [] or all(m.flags.ephemeral for m in elsewhere.history())


@pytest.mark.parametrize(
    ("denied", "name"),
    [
        ({"send_messages": False}, "Send Messages"),
        ({"view_channel": False}, "View Channel"),
        ({"view_channel": False, "send_messages": False}, "View Channel and Send Messages"),
    ],
)
async def test_a_missing_permission_is_named(settings: Settings, denied: dict[str, bool], name: str) -> None:
    bot = create_bot(settings)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you")
        assert bot.user is not None
        closed = friends.guild.create_text_channel(
            "closed", overwrites={bot.user: discord.PermissionOverwrite(**denied)}
        )
        refused = await friends.people["you"].slash(closed, "yaniv start")
        assert name in said(refused)
        assert "permission" in said(refused)
        assert await bot.desk.tables.store.open_matches() == []


async def test_the_rules_and_the_help_are_told_at_any_time(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        assert "halved" in said(await friends.slash("you", "rules")) or "exactly 50" in said(
            await friends.slash("you", "rules")
        )
        assert "/yaniv start" in said(await friends.slash("you", "help"))
        for command in ("hand", "table", "leave", "end"):
            refused = said(await friends.slash("you", command))
            assert "no match here" in refused or "not seated here" in refused
        await deal(friends, "you", "Ada")
        more = (await friends.click("Ada", friends.table, "More")).response
        assert more is not None
        assert said(await friends.click("Ada", more, "Rules")) == said(await friends.slash("you", "rules"))
