"""Two processes on one database, as at a deployment: everybody still sees each message once."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord.utils import utcnow

from bot.app import YanivBot, create_bot
from bot.config import Settings
from bot.engine.errors import YanivError
from bot.store.store import Store
from bot.tables.dealing import Dealing
from bot.tables.errors import MovedOn
from bot.tables.tables import Tables
from bot.tables.values import Person
from bot.ui.emojis import CardEmojis
from bot.ui.pace import Pace
from bot.ui.panels import Panels
from bot.ui.people import People
from bot.ui.publisher import Publisher
from bot.ui.rule_book import RuleBook
from bot.ui.words import Languages
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import (
    deal,
    fixed_shuffle,
    lay_and_draw,
    mover,
    next_round,
    open_lobby,
    play_round,
    running,
    stacked,
    take_turn,
)
from tests.sketch import Sketch
from tests.thinkers import AtOnce

YOU_CALL_AT_ONCE = "AS KS AH KH AD QS"


@dataclass
class Other:
    """A second process: the same Discord and the same database, nothing else in common."""

    tables: Tables

    async def hears(self, friends: Friends) -> None:
        """Let it try something that is over already: it loses, and looks at the store anew."""
        table = await friends.running()
        person = Person(friends.people["you"].id, "you")
        with pytest.raises(YanivError):
            await self.tables.matches.next_round(table.place, table.id, person, round_number=1)
        await friends.env.settle()
        await self.has_drawn()

    async def has_drawn(self) -> None:
        """Wait until it has drawn what it heard of: simcord does not know its work for the bot's."""
        workers = [task for task in asyncio.all_tasks() if task.get_name().startswith("draw ")]
        if workers:
            await asyncio.wait(workers, timeout=5)


@asynccontextmanager
async def another(bot: YanivBot, settings: Settings) -> AsyncGenerator[Other]:
    """Run a second process beside a bot."""
    store = await Store.open(settings.database_url)
    dealing = Dealing(lambda cards: fixed_shuffle(list(cards)), lambda _: 1)
    pause = timedelta(seconds=20)
    rng = random.Random(1)
    tables = Tables(
        store,
        clock=utcnow,
        dealing=dealing,
        rng=rng,
        thinker=AtOnce(),
        computer_delay=(0, 0),
        pause=pause,
    )
    cards, languages = CardEmojis(bot, tables.timers, utcnow), Languages.load(default="en")
    panels = Panels(bot, cards, utcnow, rng)
    publisher = Publisher(
        bot,
        tables,
        panels,
        RuleBook(store),
        people=People(store, utcnow, languages),
        draughtsman=Sketch(),
        languages=languages,
        clock=utcnow,
        pace=Pace(utcnow),
        rng=rng,
    )
    tables.listen(publisher)
    try:
        yield Other(tables)
    finally:
        await tables.close()
        await publisher.close(2.0)
        await panels.close(2.0)
        await store.close()


def tables_in(friends: Friends) -> list[discord.Message]:
    """Return the public messages with the buttons of a table or of the end of a round."""
    return [message for message in friends.channel.history() if "More" in labels(message)]


async def test_a_process_that_starts_takes_over_the_messages_that_are_there(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env, another(bot, settings) as other:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await env.advance_time(45)
        before = len(friends.channel.history())
        await other.tables.resume()
        await other.has_drawn()
        assert len(friends.channel.history()) == before
        assert len(tables_in(friends)) == len(friends.mentions()) == 1


async def test_what_one_has_posted_the_other_takes_over_and_does_not_post_too(
    settings: Settings,
) -> None:
    """A new round and its mention, and a table moved down."""
    bot = create_bot(settings, shuffler=stacked(YOU_CALL_AT_ONCE), first_dealer=1)
    async with discord_with(bot) as env, another(bot, settings) as other:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await other.tables.resume()
        await other.has_drawn()
        await take_turn(friends, "you")
        await play_round(friends)
        await env.advance_time(15)
        await next_round(friends, "Ada")
        await env.advance_time(45)
        await friends.slash("you", "table")
        await other.hears(friends)
        assert len(tables_in(friends)) == 1
        assert len(friends.mentions()) == 1
        assert len([message for message in friends.channel.history() if "-# Round 1" in text(message)]) == 1
        await lay_and_draw(friends, mover(await friends.running()))
        await other.hears(friends)
        await env.advance_time(60)
        await other.has_drawn()
        (table,) = tables_in(friends)
        assert f"{mover(await friends.running())} to move" in text(table).replace("*", "")
        assert len(friends.mentions()) == 1


async def test_two_that_post_at_the_very_same_time_leave_one_message(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where Discord does not see by its nonce that it is the same one."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env, another(bot, settings) as other:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        await other.tables.resume()
        await other.has_drawn()
        nonces = meet_before_sending(monkeypatch)
        dealing = asyncio.create_task(friends.click("you", friends.lobby, "Deal"))
        await asyncio.sleep(0.2)
        lobby = await friends.running()
        with pytest.raises(MovedOn):
            await other.tables.lobbies.deal(lobby.place, lobby.id, Person(friends.people["you"].id, "you"))
        dealt = await dealing
        monkeypatch.undo()
        assert nonces[0] == nonces[1], "Discord would make one message of it"
        await env.advance_time(10)
        await other.has_drawn()
        assert len(tables_in(friends)) == 1
        assert dealt.response is not None
        friends.panels["you"] = dealt.response
        for _ in range(3):
            await lay_and_draw(friends, mover(await friends.running()))
            await other.hears(friends)
            await env.advance_time(60)
            await other.has_drawn()
            (table,) = tables_in(friends)
            assert f"{mover(await friends.running())} to move" in text(table).replace("*", "")
            assert len(friends.mentions()) == 1
        assert len(running(await friends.running()).rounds) == 1


def meet_before_sending(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Let the next two messages be sent only once both are about to be; return their nonces."""
    nonces, both = list[Any](), asyncio.Event()
    real = discord.PartialMessageable.send

    async def send(*arguments: Any, **named: Any) -> Any:
        nonces.append(named["nonce"])
        if len(nonces) == 2:
            both.set()
        await both.wait()
        return await real(*arguments, **named)

    monkeypatch.setattr(discord.PartialMessageable, "send", send)
    return nonces
