"""Whoever is to move hears of it as they like: in the channel, by a direct message, or not at all."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final, cast

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.ui import pings as module
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw

OPEN_DM: Final = ("POST", "/users/@me/channels")
NORMAL_TURN: Final = 120.0


def direct(friends: Friends, name: str) -> list[Any]:
    """Return the direct messages that somebody has, oldest first."""
    backend = friends.env.backend
    channel_id = backend.dm_channels.get(friends.people[name].id)
    return [] if channel_id is None else list(backend.messages.get(channel_id, {}).values())


def buttons(message: Any) -> list[dict[str, Any]]:
    """Return what stands under a direct message."""
    return [part for row in message.components for part in cast("dict[str, Any]", row)["components"]]


def asked_for(friends: Friends, method: str, path: str) -> int:
    """Return how often the bot asked for that."""
    return sum((request.method, request.path) == (method, path) for request in friends.env.http_requests)


def called(friends: Friends) -> Iterable[str]:
    """Return whom the channel's plain messages call, oldest first."""
    return [message.content.split(",")[0] for message in friends.mentions()]


@asynccontextmanager
async def playing(settings: Settings, **preferred: str) -> AsyncGenerator[Friends]:
    """Let two people play, of whom "you" are to move first; Ada prefers what is named."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        if preferred:
            await friends.prefer("Ada", **preferred)
        yield friends


async def test_a_direct_message_with_a_link_comes_and_goes_once_they_moved(settings: Settings) -> None:
    async with playing(settings, pings="direct") as friends:
        env = friends.env
        await env.advance_time(60)
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        (message,) = direct(friends, "Ada")
        assert message.content == f"It is your turn in <#{friends.channel.id}>."
        (link,) = buttons(message)
        assert link["url"].endswith(f"/{friends.guild.id}/{friends.channel.id}/{friends.table.id}")
        assert friends.mentions() == [], "nobody is called in the channel"
        await lay_and_draw(friends, "Ada")
        assert direct(friends, "Ada") == []
        await env.advance_time(60)
        assert called(friends) == [friends.people["you"].mention], "the others are called as before"


async def test_nobody_gets_direct_messages_who_did_not_ask_for_them(settings: Settings) -> None:
    async with playing(settings) as friends:
        env = friends.env
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        assert called(friends) == [friends.people["Ada"].mention]
        assert all("/users/" not in request.path for request in env.http_requests)


async def test_a_direct_message_is_in_its_readers_language(settings: Settings) -> None:
    async with playing(settings, pings="direct", language="fr") as friends:
        env = friends.env
        await env.advance_time(60)
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        (message,) = direct(friends, "Ada")
        assert message.content == f"À toi de jouer dans <#{friends.channel.id}>."
        assert "Ada to move" in text(friends.table)


async def test_after_half_the_time_the_reminder_goes_the_same_way(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot, hurried=True) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.prefer("Ada", pings="direct")
        await env.advance_time(35)
        await lay_and_draw(friends, "you")
        await env.advance_time(1)
        (first,) = direct(friends, "Ada")
        assert "It is your turn" in first.content
        await env.advance_time(NORMAL_TURN / 2)
        (reminder,) = direct(friends, "Ada")
        assert reminder.id != first.id, "edits notify nobody"
        assert f"It is still your turn in <#{friends.channel.id}>. It ends <t:" in reminder.content
        assert friends.mentions() == []


async def test_whoever_wants_no_calls_gets_none_and_no_reminder(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot, hurried=True) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.prefer("Ada", pings="never")
        await env.advance_time(35)
        await lay_and_draw(friends, "you")
        await env.advance_time(NORMAL_TURN - 1)
        assert friends.mentions() == []
        assert direct(friends, "Ada") == []
        assert "Ada to move" in text(friends.table)
        await env.advance_time(40)
        assert called(friends) == [friends.people["you"].mention]


async def test_a_later_wish_holds_from_the_next_turn_on(settings: Settings) -> None:
    async with playing(settings) as friends:
        env = friends.env
        page = await friends.prefer("you", pings="never")
        for wish, expected in (("channel", 1), ("never", 0), ("direct", 0), ("channel", 1)):
            await friends.choose("you", page, "y:me:pings", wish)
            await lay_and_draw(friends, "you")
            await lay_and_draw(friends, "Ada")
            await env.advance_time(60)
            assert len(friends.mentions()) == expected, wish
            assert len(direct(friends, "you")) == (wish == "direct")


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_fall_back_to_the_channel_and_are_not_tried_again_soon(
    settings: Settings, code: int
) -> None:
    async with playing(settings, pings="direct") as friends:
        env = friends.env
        dm = env.backend.get_dm_channel(friends.people["Ada"].id).id
        refused = f"/channels/{dm}/messages"
        env.inject_error("POST", refused, status=403, code=code, times=None)
        for _ in range(3):
            await env.advance_time(60)
            await lay_and_draw(friends, "you")
            await env.advance_time(60)
            assert called(friends) == [friends.people["Ada"].mention]
            await lay_and_draw(friends, "Ada")
        assert asked_for(friends, "POST", refused) == 1, "what is refused is not asked for at every turn"
        env.backend.faults.clear()
        await friends.prefer("Ada", pings="direct")
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        assert len(direct(friends, "Ada")) == 1, "who says it again wants it tried again"
        assert env.errors == []


async def test_closed_direct_messages_are_tried_again_after_a_while(settings: Settings) -> None:
    async with playing(settings, pings="direct") as friends:
        env = friends.env
        env.inject_error(*OPEN_DM, status=403, code=50007, times=1)
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        assert called(friends) == [friends.people["Ada"].mention]
        await env.advance_time(module.CLOSED_FOR.total_seconds())
        await friends.open_hand("Ada")
        await lay_and_draw(friends, "Ada")
        await friends.open_hand("you")
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        assert len(direct(friends, "Ada")) == 1
        assert friends.mentions() == []


@pytest.mark.parametrize(
    ("status", "code"), [(500, 0), (503, 0), (429, 40003), (404, 10003), (403, 50001), (404, 10013)]
)
async def test_a_match_goes_on_whatever_becomes_of_a_direct_message(
    settings: Settings, status: int, code: int
) -> None:
    """It says nothing of the match's own channel; whoever is to move is called there."""
    async with playing(settings, pings="direct") as friends:
        env = friends.env
        env.inject_error(*OPEN_DM, status=status, code=code, times=None)
        await env.advance_time(60)
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        assert called(friends) == [friends.people["Ada"].mention]
        assert "Ada to move" in text(friends.table)
        await lay_and_draw(friends, "Ada")
        assert (await friends.running()).paused is None
        assert env.errors == []


async def test_a_direct_message_that_cannot_be_deleted_stops_nothing(settings: Settings) -> None:
    async with playing(settings, pings="direct") as friends:
        env = friends.env
        await env.advance_time(60)
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        (message,) = direct(friends, "Ada")
        env.inject_error("DELETE", f"/channels/{message.channel_id}/messages/*", status=403, code=50001)
        await lay_and_draw(friends, "Ada")
        await env.advance_time(60)
        assert called(friends) == [friends.people["you"].mention]
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        assert len(direct(friends, "Ada")) == 1, "the next one is there, the old one gone at last"
        assert env.errors == []


async def test_a_bot_that_starts_again_calls_the_same_way_and_tidies_up(settings: Settings) -> None:
    async with playing(settings, pings="direct") as friends:
        env = friends.env
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        (before,) = direct(friends, "Ada")
        await friends.bot.close()
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        await env.settle()
        (after,) = direct(friends, "Ada")
        assert after.id != before.id
        assert friends.mentions() == []
        await friends.open_hand("Ada")
        await lay_and_draw(friends, "Ada")
        assert direct(friends, "Ada") == []
