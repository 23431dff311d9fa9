"""Whoever plays for the first time is told privately where to start: once, and nobody else."""

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.store import Store
from bot.store.errors import Unavailable
from tests.cogs.bursts import id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw, open_lobby

HINT = "New here? **/yaniv tutorial** shows the game, **/yaniv help** the rest."


async def test_the_first_panel_of_a_newcomer_has_the_hint_and_no_later_one(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        assert text(friends.panel("Ada")).splitlines()[-1] == f"-# 👋 {HINT}"
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.response is not None
        friends.panels["you"] = dealt.response
        assert text(dealt.response).splitlines()[-1] == f"-# 👋 {HINT}", "below the cards, which stay"
        assert HINT not in text(friends.panel("Ada"))
        await lay_and_draw(friends, "you")
        assert HINT not in text(friends.panel("you"))
        for name in ("you", "Ada"):
            assert HINT not in text(await friends.open_hand(name))
        everything = "\n".join(text(message) for message in friends.channel.history())
        assert HINT not in everything, "it is private"
        assert env.errors == []


async def test_the_hint_does_not_come_again_after_a_restart_or_in_another_match(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.slash("you", "end")
        await friends.slash("Ada", "end")
        await friends.bot.close()
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        await deal(friends, "Ada", "you")
        assert HINT not in text(friends.panel("you"))
        assert HINT not in text(friends.panel("Ada"))


async def test_whoever_only_looks_is_told_nothing(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        for command in ("hand", "scores", "me", "rules"):
            shown = (await friends.slash("Eve", command)).response
            assert shown is not None
            assert HINT not in text(shown)
        assert not (await friends.bot.desk.tables.store.personal_of(friends.people["Eve"].id)).welcomed


async def test_a_hand_is_shown_although_it_cannot_be_noted_that_its_owner_was_welcomed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")

        async def fail(*_: object) -> None:
            raise Unavailable

        with monkeypatch.context() as broken:
            broken.setattr(Store, "change_personal", fail)
            await open_lobby(friends, "you", "Ada")
            assert text(friends.panel("Ada")).strip() == "You are seated. Your hand will appear here."
        assert HINT in text(await friends.open_hand("Ada")), "nobody has told her yet"


async def test_a_hint_that_never_arrived_comes_with_the_next_panel_and_then_no_more(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.slash("you", "start")
        env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=1)
        tap(friends, "Ada", seen(friends, friends.lobby), id_of(friends.lobby, "Join"))
        await env.settle()
        assert "Ada" in text(friends.lobby)
        assert HINT in text(await friends.open_hand("Ada"))
        assert HINT not in text(await friends.open_hand("Ada"))
        assert env.errors == []
