"""Slow and failing storage, and Discord in trouble: no move is lost, and nothing is half done."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from discord import InteractionResponse

from bot.app import create_bot
from bot.config import Settings
from bot.process import set_up_logging
from bot.store.errors import Unavailable
from bot.store.store import Store
from bot.store.values import EndedBy
from tests.cogs.bursts import assert_answered_once, burst, command
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, shown_hand, text
from tests.cogs.play import (
    deal,
    fixed_shuffle,
    lay_and_draw,
    mover,
    open_lobby,
    play_round,
    running,
    stacked,
    take_turn,
)

SLOW = 2.0
EDIT_TABLE = ("PATCH", "/channels/*/messages/*")
DELETE = ("DELETE", "/channels/*/messages/*")
SEND = ("POST", "/channels/*/messages")
WRITES = ("append", "begin", "create_lobby", "save_lobby")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make a method of every store take that much longer, two seconds if nothing is said."""

    def slow_down(method: str, seconds: float = SLOW) -> None:
        real = getattr(Store, method)

        async def later(*arguments: Any, **named: Any) -> Any:
            await asyncio.sleep(seconds)
            return await real(*arguments, **named)

        monkeypatch.setattr(Store, method, later)

    return slow_down


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make methods of every store refuse."""

    def fail(*methods: str) -> None:
        async def refuse(*_: Any, **__: Any) -> None:
            raise Unavailable

        for method in methods:
            monkeypatch.setattr(Store, method, refuse)

    return fail


async def test_a_slow_commit_defers_the_click_and_the_answer_follows(
    settings: Settings, slow: Callable[..., None]
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        slow("begin")
        dealt = await burst(friends, friends.lobby, "Deal", ["you"])
        assert_answered_once(dealt)
        assert "Your turn" in dealt[0].words
        assert dealt[0].result.ephemeral
        panel = await friends.open_hand("you")
        slow("append")
        await friends.select("you", shown_hand(panel)[0])
        drawn = await burst(friends, panel, "Draw", ["you"])
        assert_answered_once(drawn)
        assert mover(await friends.running()) == "Ada"
        assert "Ada" in text(panel).splitlines()[1]
        refused = await burst(friends, panel, "Draw", ["you"])
        assert_answered_once(refused)


async def test_a_slow_start_opens_the_lobby_all_the_same(
    settings: Settings, slow: Callable[..., None]
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        slow("create_lobby")
        started = command(friends, "you", "start")
        await env.settle()
        assert_answered_once([started])
        assert started.result.ephemeral, "it had to be deferred, and privately"
        slow("save_lobby")
        joined = await burst(friends, friends.lobby, "Join", ["Ada"])
        assert "Your hand will appear here" in joined[0].words
        assert "Ada" in text(friends.lobby)
        assert len([m for m in friends.channel.history() if "Join" in labels(m)]) == 1


@pytest.mark.parametrize("seconds", [1.0, 2.0])
async def test_several_slow_steps_are_deferred_once(
    settings: Settings, slow: Callable[..., None], seconds: float
) -> None:
    """Alone a step may be quick enough, together they are too late; a second slow one defers nothing."""
    async with discord_with(create_bot(settings, shuffler=stacked("AS KS AH KH AD QS"))) as env:
        friends = Friends.arrive(env, "you", "Ada")
        slow("load", seconds)
        slow("leaderboard", seconds)
        scores = command(friends, "you", "scores")
        await env.settle()
        assert_answered_once([scores])
        assert "No match has been played" in scores.words
        assert any(request.path.endswith("/messages/@original") for request in env.http_requests)


async def test_a_store_that_cannot_write_says_so_and_changes_nothing(
    settings: Settings, failing: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you")
        with monkeypatch.context():
            failing(*WRITES)
            for label in ("Join", "Deal"):
                refused = await friends.click("Ada", friends.lobby, label)
                assert refused.ephemeral
        monkeypatch.undo()
        assert len((await friends.running()).seats) == 1
        joined = await friends.click("Ada", friends.lobby, "Join")
        assert joined.response is not None
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.response is not None
        panel = friends.panels["you"] = dealt.response
        await friends.select("you", shown_hand(panel)[0])
        before = (await friends.running()).number
        failing("append")
        refused = await friends.click("you", panel, "Draw")
        assert refused.response is not None
        assert "Nothing could be saved just now" in text(refused.response)
        assert len(shown_hand(panel)) == 5, "the panel stays"
        assert "Nothing could be saved" in (await said(friends, "you", "end"))
        monkeypatch.undo()
        assert (await friends.running()).number == before
        await friends.click("you", panel, "Draw")
        assert (await friends.running()).number == before + 1


async def said(friends: Friends, name: str, words: str) -> str:
    """Return the words of the private answer to a command."""
    result = await friends.slash(name, words)
    assert result.ephemeral
    assert result.response is not None
    return text(result.response)


async def test_a_store_that_cannot_be_read_leaves_the_panel_alone(
    settings: Settings, failing: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        panel = friends.panel("you")
        await friends.select("you", shown_hand(panel)[0])
        failing("append", "load", "load_match")
        refused = await friends.click("you", panel, "Draw")
        assert refused.ephemeral
        assert refused.response is not None
        assert "Nothing could be saved" in text(refused.response)
        assert len(shown_hand(panel)) == 5
        assert "Nothing could be saved" in await said(friends, "you", "hand")
        monkeypatch.undo()
        await friends.click("you", panel, "Draw")
        assert mover(await friends.running()) == "Ada"


async def test_an_answer_follows_although_the_word_that_it_was_deferred_is_lost(
    settings: Settings, slow: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = InteractionResponse.defer

    async def unheard(self: Any, **more: Any) -> None:
        await real(self, **more)
        self._response_type = None
        raise TimeoutError

    async with discord_with(create_bot(settings, shuffler=stacked("AS KS AH KH AD QS"))) as env:
        friends = Friends.arrive(env, "you", "Ada")
        slow("leaderboard", 1.7)
        monkeypatch.setattr(InteractionResponse, "defer", unheard)
        scores = command(friends, "you", "scores")
        await env.settle()
        assert "No match has been played" in scores.words


@pytest.mark.parametrize("route", [EDIT_TABLE, DELETE, SEND])
@pytest.mark.parametrize(("status", "code"), [(500, 0), (403, 50001), (403, 50013), (400, 50083)])
async def test_discord_trouble_costs_no_move(
    settings: Settings, route: tuple[str, str], status: int, code: int
) -> None:
    """What was done stands; the table is back, and right, with the next change."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await deal(friends, "you", "Ada", "Bo")
        await env.advance_time(41)
        env.inject_error(*route, status=status, code=code, times=None)
        await lay_and_draw(friends, "you")
        table = await friends.running()
        assert mover(table) == "Ada", "the move is kept"
        assert "Your turn" in text(friends.panel("Ada")), "and the panels show it"
        env.backend.faults.clear()
        await env.advance_time(45)
        await lay_and_draw(friends, "Ada")
        assert "Bo to move" in text(friends.table)
        await env.advance_time(45)
        assert [m.content.split(",")[0] for m in friends.mentions()] == [friends.people["Bo"].mention]
        assert len([m for m in friends.channel.history() if "Table ↓" in labels(m)]) == 1


async def test_a_deleted_table_is_posted_again(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        first = friends.table.id
        env.backend.delete_message(friends.channel.id, first)
        await lay_and_draw(friends, "you")
        assert friends.table.id > first
        assert "Ada to move" in text(friends.table)
        assert len([m for m in friends.channel.history() if "Table ↓" in labels(m)]) == 1


async def test_a_deleted_mention_is_no_trouble(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await env.advance_time(45)
        env.backend.delete_message(friends.channel.id, friends.mentions()[0].id)
        await lay_and_draw(friends, "you")
        await env.advance_time(45)
        assert [m.content.split(",")[0] for m in friends.mentions()] == [friends.people["Ada"].mention]


async def test_an_old_table_that_cannot_be_deleted_is_deleted_later_and_not_posted_twice(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        env.inject_error(*DELETE, status=500, times=3)
        await friends.slash("you", "table")
        assert len([m for m in friends.channel.history() if "Table ↓" in labels(m)]) == 2
        await env.advance_time(20)
        assert len([m for m in friends.channel.history() if "Table ↓" in labels(m)]) == 1


async def test_a_deleted_channel_ends_the_match_quietly(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        sent = len(env.http_requests)
        env.backend.delete_channel(friends.channel.id)
        await env.settle()
        await env.advance_time(60)
        ended = await bot.desk.tables.registry.find(table.id)
        assert ended is not None
        assert ended.ended_by == EndedBy.ABANDONED
        assert len(env.http_requests) - sent <= 4, "a few tries, no more"
        assert env.errors == []


async def test_a_channel_that_discord_does_not_know_ends_the_match_too(settings: Settings) -> None:
    """It was deleted while the bot was away, so no event told of it."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        env.inject_error("*", "/channels/*", status=404, code=10003, times=None)
        await lay_and_draw(friends, "you")
        ended = await bot.desk.tables.registry.find(table.id)
        assert ended is not None
        assert ended.ended_by == EndedBy.ABANDONED


async def test_a_lobby_in_a_deleted_channel_closes(settings: Settings) -> None:
    bot = create_bot(settings)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        env.backend.delete_channel(friends.channel.id)
        await env.settle()
        assert await bot.desk.tables.store.open_matches() == []


async def test_the_next_round_comes_although_the_last_ones_message_cannot_be_edited(
    settings: Settings,
) -> None:
    async with discord_with(
        create_bot(settings, shuffler=stacked("AS KS AH KH AD QS"), first_dealer=1)
    ) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await take_turn(friends, "you")
        await play_round(friends)
        env.inject_error(*EDIT_TABLE, status=429, code=30046, times=1)
        await friends.click("Ada", friends.table, "Next round")
        assert len(running(await friends.running()).rounds) == 2
        assert "Table ↓" in labels(friends.table)


def test_the_librarys_debug_lines_are_never_logged() -> None:
    """They hold whole events: hands, names and interaction tokens."""
    root, library = logging.getLogger(), logging.getLogger("discord")
    before = (root.level, library.level, list(root.handlers))
    try:
        set_up_logging("DEBUG")
        assert not logging.getLogger("discord.gateway").isEnabledFor(logging.DEBUG)
        assert not logging.getLogger("discord.webhook.async_").isEnabledFor(logging.DEBUG)
        assert logging.getLogger("bot.ui.panels").isEnabledFor(logging.DEBUG)
        set_up_logging("ERROR")
        assert not logging.getLogger("discord.client").isEnabledFor(logging.WARNING)
    finally:
        root.setLevel(before[0])
        library.setLevel(before[1])
        root.handlers[:] = before[2]
