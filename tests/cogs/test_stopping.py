"""Stopping: no new clicks, commits finished and answered, nothing waited for in vain, nothing left behind."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest

import bot as bot_package
from bot import app
from bot.app import YanivBot, create_bot
from bot.config import Settings
from bot.stopping import STOP_TIME
from bot.store.store import Store
from bot.tables.timers import CANCEL_TIME
from tests.cogs.bursts import Tap, assert_answered_once, command, form, id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, mover, open_lobby
from tests.waiting import until

RESTARTING = "The bot is restarting; press again in a moment."


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Callable[[type, str], asyncio.Event]:
    """Let a method wait until the event that is returned is set."""

    def hold(kind: type, method: str) -> asyncio.Event:
        real, go_on = getattr(kind, method), asyncio.Event()

        async def later(*arguments: Any, **named: Any) -> Any:
            await go_on.wait()
            return await real(*arguments, **named)

        monkeypatch.setattr(kind, method, later)
        return go_on

    return hold


def draws(friends: Friends, name: str) -> Tap:
    """Let someone who has selected a card draw, without waiting for the answer."""
    panel = friends.panel(name)
    return tap(friends, name, seen(friends, panel), id_of(panel, "Draw"))


async def amid_a_write(
    bot: YanivBot, friends: Friends, held: Callable[[type, str], asyncio.Event]
) -> tuple[Tap, asyncio.Event]:
    """Let "you" draw; return the click, whose move is being written, and the event that lets it be."""
    await deal(friends, "you", "Ada")
    await friends.select("you", shown_hand(friends.panel("you"))[0])
    go_on = held(Store, "append")
    click = draws(friends, "you")
    await until(lambda: bot.desk.under_way)
    return click, go_on


async def stopped(bot: YanivBot) -> float:
    """Close a bot; return how many seconds that took."""
    began = asyncio.get_running_loop().time()
    await bot.close()
    return asyncio.get_running_loop().time() - began


async def test_a_move_that_is_being_written_is_finished_and_answered(
    settings: Settings, held: Callable[[type, str], asyncio.Event]
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        click, go_on = await amid_a_write(bot, friends, held)
        closing = asyncio.create_task(stopped(bot))
        await asyncio.sleep(0.1)
        assert not closing.done()
        go_on.set()
        assert await closing < 4
        assert_answered_once([click])
        assert "Ada" in click.words
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        assert mover(await friends.running()) == "Ada"


async def test_what_comes_while_the_bot_stops_is_answered_and_changes_nothing(
    settings: Settings, held: Callable[[type, str], asyncio.Event]
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await deal(friends, "you", "Ada")
        await friends.select("you", shown_hand(friends.panel("you"))[0])
        number = (await friends.running()).number
        go_on = held(discord.PartialMessageable, "send")
        bot.desk.publisher.repost(await friends.running())
        closing = asyncio.create_task(stopped(bot))
        await until(lambda: bot.stopping)
        late = [
            draws(friends, "you"),
            command(friends, "Ada", "hand"),
            command(friends, "Bo", "start"),
            form(friends, "you", "y:options:1"),
        ]
        await until(lambda: all(one.acknowledgements for one in late))
        go_on.set()
        await closing
        assert_answered_once(late)
        assert [one.words.strip() for one in late] == [RESTARTING] * len(late)
        assert all(one.result.ephemeral for one in late)
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        assert (await friends.running()).number == number


async def test_requests_that_hang_are_not_waited_for(
    settings: Settings, held: Callable[[type, str], asyncio.Event]
) -> None:
    """As in a long 429, or on a connection that is dead without a word: the next start draws the rest."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.select("you", shown_hand(friends.panel("you"))[0])
        go_on = held(discord.PartialMessage, "edit"), held(discord.Webhook, "edit_message")
        click = draws(friends, "you")
        await until(lambda: len(ours()) >= 2)
        assert await stopped(bot) < 6
        assert_answered_once([click])
        for event in go_on:
            event.set()
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        assert "Ada to move" in text(friends.table)


async def test_a_store_that_hangs_is_not_waited_for(
    settings: Settings, held: Callable[[type, str], asyncio.Event]
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you")
        go_on = held(Store, "save_lobby")
        tap(friends, "Ada", seen(friends, friends.lobby), id_of(friends.lobby, "Join"))
        await until(lambda: bot.desk.under_way)
        assert await stopped(bot) < 8
        go_on.set()


def test_all_steps_together_take_less_time_than_there_is() -> None:
    """Should every one of them hang, the last still comes before the process is ended by force."""
    with_cancelling = (app.ANSWER_TIME, app.DRAW_TIME)
    waiting = sum(with_cancelling) + app.STORE_TIME + app.GATEWAY_TIME + app.CONNECTION_TIME
    assert waiting + len(with_cancelling) * CANCEL_TIME < STOP_TIME < 10


async def test_closing_twice_at_once_closes_once(settings: Settings) -> None:
    bot = create_bot(settings)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you", computers=2)
        await asyncio.gather(bot.close(), bot.close())
        await bot.close()
        assert bot.is_closed()


def ours() -> list[str]:
    """Return the names of the running tasks whose code is the bot's own."""
    here = str(Path(bot_package.__file__).parent)
    tasks = {task: getattr(task.get_coro(), "cr_code", None) for task in asyncio.all_tasks()}
    return [task.get_name() for task, code in tasks.items() if code and code.co_filename.startswith(here)]


async def test_every_task_of_ours_has_a_name_while_a_move_is_written(
    settings: Settings, held: Callable[[type, str], asyncio.Event]
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        click, go_on = await amid_a_write(bot, friends, held)
        names = ours()
        go_on.set()
        await until(lambda: not bot.desk.under_way)
        assert_answered_once([click])
        assert names
        assert not [name for name in names if name.startswith("Task-")]


async def test_every_task_of_ours_has_a_name_and_none_is_left_after_closing(
    settings: Settings, held: Callable[[type, str], asyncio.Event]
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.select("you", shown_hand(friends.panel("you"))[0])
        for kind, method in ((discord.PartialMessage, "edit"), (discord.Webhook, "edit_message")):
            held(kind, method)
        draws(friends, "you")
        await until(lambda: len(ours()) >= 2)
        assert not [name for name in ours() if name.startswith("Task-")]
        await bot.close()
        assert ours() == []
