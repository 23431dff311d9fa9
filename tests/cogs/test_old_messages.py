"""A message that is almost an hour old is posted anew before it changes: few edits of old ones may be."""

import asyncio
from typing import Any

import discord
import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.speeds import Speed
from bot.tables.values import Person, Phase
from bot.ui import messages
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import (
    deal,
    fixed_shuffle,
    lay_and_draw,
    mover,
    next_round,
    open_lobby,
    stacked,
    take_turn,
)

ALMOST_AN_HOUR = 56 * 60
EDIT = ("PATCH", "/channels/*/messages/*")
YOU_CALL_AT_ONCE = "AS KS AH KH AD QS"


def with_button(friends: Friends, label: str) -> list[discord.Message]:
    """Return the public messages with that button."""
    return [message for message in friends.channel.history() if label in labels(message)]


async def open_slow_lobby(friends: Friends, *names: str) -> None:
    """Let them sit down for a match without haste, whose lobby stays open for a day."""
    await open_lobby(friends, *names)
    lobby, host = await friends.running(), Person(friends.people[names[0]].id, names[0])
    await friends.bot.desk.tables.lobbies.change_speed(lobby.place, lobby.id, host, Speed.DAY)
    await friends.env.settle()


async def test_a_table_that_changes_is_posted_anew(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        first = friends.table.id
        await env.advance_time(ALMOST_AN_HOUR)
        assert friends.table.id == first, "nothing has changed"
        await friends.open_hand("you")
        await lay_and_draw(friends, "you")
        assert friends.table.id != first
        assert len(with_button(friends, "Table ↓")) == 1
        assert "Ada to move" in text(friends.table)


async def test_a_lobby_that_changes_is_posted_anew(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await open_slow_lobby(friends, "you", "Ada")
        first = friends.lobby.id
        await env.advance_time(ALMOST_AN_HOUR)
        await friends.click("Bo", friends.lobby, "Join")
        assert friends.lobby.id != first
        assert len(with_button(friends, "Join")) == 1
        assert "Bo" in text(friends.lobby)


async def test_the_end_of_a_round_is_posted_anew(settings: Settings) -> None:
    """Whether the call itself comes so late, or the match ends long after it."""
    bot = create_bot(settings, shuffler=stacked(YOU_CALL_AT_ONCE), first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        first = friends.table.id
        await take_turn(friends, "you")
        if (await friends.running()).phase is Phase.PLAYING:
            await lay_and_draw(friends, "Ada")
        await env.advance_time(ALMOST_AN_HOUR)
        await friends.open_hand("you")
        while (await friends.running()).phase is Phase.PLAYING:
            name = mover(await friends.running())
            await friends.open_hand(name)
            await take_turn(friends, name)
        assert friends.table.id != first
        assert len(with_button(friends, "Next round")) == 1


@pytest.mark.parametrize("status", [400, 429])
async def test_a_round_whose_old_message_cannot_be_edited_holds_up_nothing(
    settings: Settings, status: int
) -> None:
    bot = create_bot(settings, shuffler=stacked(YOU_CALL_AT_ONCE), first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_slow_lobby(friends, "you", "Ada")
        await env.advance_time(70 * 60)
        env.inject_error(*EDIT, status=status, code=30046, times=None)
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.response is not None
        friends.panels["you"] = dealt.response
        assert with_button(friends, "Join") == [], "a lobby that cannot be closed is deleted"
        await friends.open_hand("Ada")
        for _ in range(4):
            name = mover(await friends.running())
            await take_turn(friends, name)
            if (await friends.running()).phase is not Phase.PLAYING:
                await next_round(friends, "Ada")
                break
            assert f"{mover(await friends.running())} to move" in text(friends.table).replace("*", "")
            assert len(with_button(friends, "Table ↓")) == 1


async def test_an_edit_for_which_the_library_would_wait_long_is_not_waited_for(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library sleeps as long as Discord wants, even for what only edits of old messages may not do."""
    monkeypatch.setattr(messages, "PATIENCE_WITH_OLD", 0.2)
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_slow_lobby(friends, "you", "Ada")
        await env.advance_time(70 * 60)

        async def sleep(*_: Any, **__: Any) -> None:
            await asyncio.sleep(3600)

        with monkeypatch.context() as patch:
            patch.setattr(discord.PartialMessage, "edit", sleep)
            await friends.click("you", friends.lobby, "Deal")
        assert with_button(friends, "Join") == []
        assert len(with_button(friends, "Table ↓")) == 1


async def test_a_message_whose_answer_was_lost_is_sent_again_by_the_same_name_and_brought_up_to_date(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord answers with the message as it was sent first, for it knows the nonce."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        real, sent = discord.PartialMessageable.send, dict[str, discord.Message]()

        async def send(*arguments: Any, **named: Any) -> Any:
            nonce = named["nonce"]
            if nonce in sent:
                return sent[nonce]
            sent[nonce] = await real(*arguments, **named)
            table, ada = await friends.running(), Person(friends.people["Ada"].id, "Ada")
            await friends.bot.desk.tables.matches.leave(table.place, table.id, ada)
            raise TimeoutError

        with monkeypatch.context() as patch:
            patch.setattr(discord.PartialMessageable, "send", send)
            await friends.click("you", friends.lobby, "Deal")
            await env.advance_time(10)
        assert len(sent) == 1
        assert "Ada left" in text(friends.table)
        assert len(with_button(friends, "Table ↓")) == 1
