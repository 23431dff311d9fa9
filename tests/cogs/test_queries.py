"""A click costs as many statements with a thousand stored matches as with one."""

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import event

from bot.app import create_bot
from bot.config import Settings
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends
from tests.cogs.history import copy_match
from tests.cogs.play import open_lobby, play_match, stacked

# Dealt to "you", "Ada" in turn: you hold 11 and call in your second turn, Ada holds 49.
DECK = "AS KS AH KH AD QS 6S QH 2H 9C 3S 8C AC"
THOUSAND = 1000


@asynccontextmanager
async def counted(friends: Friends, name: str, counts: Counter[str]) -> AsyncGenerator[None]:
    """Count the statements of one click, those of drawing what it changed included."""
    engine = friends.bot.desk.tables.store.engine.sync_engine

    def note(*_: Any) -> None:
        counts[name] += 1

    counts[name] = 0
    event.listen(engine, "before_cursor_execute", note)
    yield
    event.remove(engine, "before_cursor_execute", note)


async def click_everything(friends: Friends) -> Counter[str]:
    """Play a short match, and count the statements of every kind of click in it."""
    counts: Counter[str] = Counter()
    async with counted(friends, "start", counts):
        await open_lobby(friends, "you")
    async with counted(friends, "join", counts):
        friends.panels["Ada"] = (
            await friends.click("Ada", friends.lobby, "Join")
        ).response or friends.panels["Ada"]
    async with counted(friends, "deal", counts):
        dealt = await friends.click("you", friends.lobby, "Deal")
    assert dealt.response is not None
    friends.panels["you"] = dealt.response
    async with counted(friends, "card", counts):
        await friends.select("you", "6♠")
    async with counted(friends, "take", counts):
        await friends.click("you", friends.panel("you"), "Take 3♠")
    await friends.select("Ada", "K♠")
    async with counted(friends, "draw", counts):
        await friends.click("Ada", friends.panel("Ada"), "Draw")
    async with counted(friends, "hand", counts):
        await friends.open_hand("you")
    async with counted(friends, "more", counts):
        await friends.click("you", friends.table, "More")
    await friends.select("you", "3♠")
    await friends.click("you", friends.panel("you"), "Draw")
    await friends.select("Ada", "K♥")
    await friends.click("Ada", friends.panel("Ada"), "Draw")
    async with counted(friends, "call", counts):
        await friends.click("you", friends.panel("you"), "Yaniv!")
    async with counted(friends, "next", counts):
        await friends.click("Ada", friends.table, "Next round")
    async with counted(friends, "scores", counts):
        scores = await friends.slash("Ada", "scores")
    assert scores.response is not None
    async with counted(friends, "page", counts):
        await friends.click("Ada", scores.response, "This month")
    async with counted(friends, "vote", counts):
        await friends.slash("Ada", "end")
    async with counted(friends, "end", counts):
        await friends.slash("you", "end")
    return counts


async def test_the_number_of_statements_does_not_grow_with_the_stored_matches(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(DECK), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        for name in friends.people:
            # Who plays for the first time is looked up and welcomed, once.
            user_id = friends.people[name].id
            await friends.bot.desk.people.change(user_id, lambda personal: replace(personal, welcomed=True))
        first = await click_everything(friends)
        await open_lobby(friends, "you", "Ada")
        await friends.click("you", friends.lobby, "Deal")
        await friends.open_hand("you")
        await friends.open_hand("Ada")
        ended = await play_match(friends, "you")
        await copy_match(friends.bot.desk.tables.store, ended.id, THOUSAND)
        again = await click_everything(friends)
        assert again == first
        assert again["card"] == 0, "selecting is no action and is not stored"
        assert max(again.values()) > 0
