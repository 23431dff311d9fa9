"""The last lap by clicks: after a call everybody else plays one more turn."""

from dataclasses import replace

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.tables.values import Phase
from tests.cogs.bursts import assert_answered_once, id_of, seen, tap
from tests.cogs.clicking import dealing
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import deal, lay_and_draw, mover
from tests.cogs.test_restart import restarted, state

RULES = replace(CLASSIC, last_lap=True)
HANDS = ["AS AD 2H AC AH", "KS JH QD 9C TH", "2S 3D 4C 2C 3S"]


async def call(friends: Friends) -> None:
    """Let you call in the first turn, Ada and Bo being next."""
    await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Lap", RULES)
    await deal(friends, "you", "Ada", "Bo", rules="Lap")
    await friends.click("you", friends.panel("you"), "Yaniv!")


async def test_after_a_call_the_others_play_one_more_turn_each(settings: Settings) -> None:
    shuffler = dealing(RULES, HANDS, "5S")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await call(friends)
        table = await friends.running()
        assert (table.phase, mover(table)) == (Phase.PLAYING, "Ada")
        assert "**you** called Yaniv!" in text(friends.table)
        assert "The last lap" in text(friends.table)
        assert "You have called Yaniv" in text(friends.panel("you"))
        assert "this is your last turn" in text(friends.panel("Ada"))
        assert "you have one more turn" in text(friends.panel("Bo"))
        assert not any("A♠" in text(message) for message in friends.channel.history()), "no hand is shown yet"
        for name in ("Ada", "Bo"):
            assert "Yaniv!" not in labels(friends.panel(name))
            await lay_and_draw(friends, name)
        table = await friends.running()
        assert table.phase is Phase.ROUND_OVER
        assert "A♠" in text(friends.table)
        assert "points" in text(friends.panel("Ada"))


async def test_nobody_calls_in_the_lap(settings: Settings) -> None:
    shuffler = dealing(RULES, [HANDS[0], HANDS[1], "2S 2D 2C X1 X2"], "5S")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Lap", RULES)
        await deal(friends, "you", "Ada", "Bo", rules="Lap")
        shown, custom_id = seen(friends, friends.panel("you")), id_of(friends.panel("you"), "Yaniv!")
        await friends.click("you", friends.panel("you"), "Yaniv!")
        await lay_and_draw(friends, "Ada")
        before = state(await friends.running())
        for name in ("you", "Bo"):
            one = tap(friends, name, shown, custom_id)
            await env.settle()
            assert_answered_once([one])
            assert state(await friends.running()) == before


@pytest.mark.parametrize("played", [0, 1])
async def test_a_restart_in_the_lap_loses_nothing(settings: Settings, played: int) -> None:
    shuffler = dealing(RULES, HANDS, "5S")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await call(friends)
        for name in ("Ada", "Bo")[:played]:
            await lay_and_draw(friends, name)
        before = await friends.running()
        await restarted(env, settings)
        assert state(await friends.running()) == state(before)
        for name in ("Ada", "Bo")[played:]:
            await friends.open_hand(name)
            await lay_and_draw(friends, name)
        assert (await friends.running()).phase is Phase.ROUND_OVER
