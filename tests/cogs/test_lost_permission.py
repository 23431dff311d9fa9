"""A permission that is lost in the middle of a match: it stands still, and goes on once the bot may speak."""

from collections.abc import Callable

import discord
import pytest
from simcord import intents
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.app import create_bot
from bot.config import Settings
from bot.tables.attendance import Pause
from bot.tables.values import Phase
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw, mover, open_lobby
from tests.cogs.test_threads import arrive, start_in_thread

VIEW = discord.Permissions(view_channel=True).value
SEND = discord.Permissions(send_messages=True).value
BOTH = VIEW | SEND


def forbid(friends: Friends, permissions: int) -> None:
    """Take permissions in the channel from the bot; 0 gives them back."""
    backend = friends.env.backend
    me = backend.bot_user.id
    backend.set_overwrite(friends.channel.id, Overwrite(me, OverwriteType.MEMBER, deny=permissions))


def forbid_in_server(friends: Friends, permissions: int) -> None:
    """Take permissions in the whole server from everybody but the players; 0 gives them back."""
    guild, backend = friends.guild, friends.env.backend
    roles = backend.get_guild(guild.id).roles.values()
    if not any(role.name == "players" for role in roles):
        players = backend.create_role(guild.id, "players", permissions=BOTH)
        for person in friends.people.values():
            backend.add_member_role(guild.id, person.id, players.id)
    for role in [role for role in roles if role.name != "players"]:
        allowed = discord.Permissions.all_channel().value & ~permissions
        backend.edit_role(guild.id, role.id, {"permissions": allowed})


def time_out(friends: Friends, until: str | None) -> None:
    """Send the bot into a timeout, or end it with None."""
    me = friends.env.backend.bot_user.id
    friends.env.backend.edit_member(friends.guild.id, me, {"timed_out_until": until})


def shown_mover(friends: Friends) -> str:
    """Return the heading of the table message."""
    return text(friends.table).replace("*", "").splitlines()[1]


def requests(friends: Friends) -> int:
    """Return how many requests went to the channel."""
    path = f"/channels/{friends.channel.id}/"
    return sum(1 for request in friends.env.http_requests if request.path.startswith(path))


@pytest.mark.parametrize("lost", [VIEW, BOTH])
@pytest.mark.parametrize("take", [forbid, forbid_in_server])
async def test_a_match_stands_still_and_goes_on_at_once_when_the_permission_is_back(
    settings: Settings, take: Callable[[Friends, int], None], lost: int
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        take(friends, lost)
        await lay_and_draw(friends, "you")
        table = await friends.running()
        assert mover(table) == "Ada", "the move is kept"
        assert table.paused is Pause.PERMISSION
        assert table.deadline is None
        tried = requests(friends)
        await env.advance_time(10 * 60)
        assert requests(friends) == tried, "what Discord has told already is not asked"
        take(friends, 0)
        await env.settle()
        assert (await friends.running()).paused is None
        assert "Ada to move" in shown_mover(friends)
        assert len([message for message in friends.channel.history() if "More" in labels(message)]) == 1
        await lay_and_draw(friends, "Ada")
        assert "you to move" in shown_mover(friends)


async def test_a_match_stands_still_when_the_bot_may_not_ping_though_it_may_edit(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await env.advance_time(45)
        forbid(friends, SEND)
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        assert (await friends.running()).paused is Pause.PERMISSION
        await env.advance_time(300)
        assert (await friends.running()).paused is Pause.PERMISSION, "it does not come and go"
        forbid(friends, 0)
        await env.settle()
        assert (await friends.running()).paused is None
        assert [friends.people["Ada"].mention in m.content for m in friends.mentions()] == [True]


async def test_a_timeout_of_the_bot_that_ends_lets_the_match_go_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Discord tells of the bot itself without the privileged intent, too.
    monkeypatch.setitem(intents.EVENT_INTENTS, "GUILD_MEMBER_UPDATE", ("guilds", None))
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await env.advance_time(45)
        time_out(friends, "2026-01-02T00:00:00+00:00")
        await lay_and_draw(friends, "you")
        await env.advance_time(60)
        assert (await friends.running()).paused is Pause.PERMISSION
        time_out(friends, None)
        await env.settle()
        assert (await friends.running()).paused is None
        assert "Ada to move" in shown_mover(friends)


async def test_what_discord_does_not_tell_of_is_tried_every_minute(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
        await lay_and_draw(friends, "you")
        assert (await friends.running()).paused is Pause.PERMISSION
        tried = requests(friends)
        await env.advance_time(10 * 60)
        assert 9 <= requests(friends) - tried <= 11
        env.backend.faults.clear()
        await env.advance_time(60)
        assert (await friends.running()).paused is None
        assert "Ada to move" in shown_mover(friends)


async def test_a_match_that_stands_still_is_not_forgotten_however_long(settings: Settings) -> None:
    """Nor is it by a restart."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        forbid(friends, BOTH)
        await lay_and_draw(friends, "you")
        env.settle_timeout = 60
        await env.advance_time(3600)
        await friends.bot.close()
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        await env.advance_time(3600)
        assert (await friends.running()).paused is Pause.PERMISSION
        forbid(friends, 0)
        await env.settle()
        assert (await friends.running()).paused is None
        assert "Ada to move" in shown_mover(friends)


async def test_a_lobby_waits_too(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you")
        forbid(friends, BOTH)
        await friends.click("Ada", friends.lobby, "Join")
        await env.advance_time(120)
        assert (await friends.running()).phase is Phase.LOBBY
        assert "Ada" not in text(friends.lobby)
        forbid(friends, 0)
        await env.settle()
        assert "Ada" in text(friends.lobby)


async def test_a_locked_thread_that_is_opened_again_goes_on_at_once(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        inside = await start_in_thread(await arrive(env, "you", "Ada"), "you")
        joined = await inside.click("Ada", inside.lobby, "Join")
        dealt = await inside.click("you", inside.lobby, "Deal")
        assert joined.response is not None
        assert dealt.response is not None
        inside.panels = {"you": dealt.response, "Ada": joined.response}
        env.backend.edit_channel(inside.channel.id, {}, thread_metadata={"archived": True, "locked": True})
        env.inject_error("*", "/channels/*/messages*", status=400, code=50083, times=None)
        await lay_and_draw(inside, "you")
        assert (await inside.running()).paused is Pause.PERMISSION
        env.backend.faults.clear()
        env.backend.edit_channel(inside.channel.id, {}, thread_metadata={"archived": False, "locked": False})
        await env.settle()
        assert (await inside.running()).paused is None
        assert "Ada to move" in shown_mover(inside)
