"""The clock, through Discord: turns end, whoever is absent is played for, and comes back when they like."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord.utils import utcnow

from bot.app import create_bot
from bot.config import Settings
from bot.speeds import Speed
from bot.tables.attendance import Pause
from bot.tables.values import Phase
from tests.cogs.conftest import Shuffle, discord_with
from tests.cogs.forms import change, options_of
from tests.cogs.friends import Friends, labels, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw, mover, next_round, open_lobby, running, stacked

WEEK = timedelta(days=7).total_seconds()
# Dealt to "you", "Ada" in turn: you may call at once, Ada holds 49.
EASY = "AS KS AH KH AD QS 2S QH 2H 9C 3S"


@asynccontextmanager
async def in_a_hurry(
    settings: Settings, *names: str, shuffler: Shuffle = fixed_shuffle
) -> AsyncGenerator[Friends]:
    """Bring people together, "you" and "Ada" if nobody is named, whose turns end by themselves."""
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1), hurried=True) as env:
        yield Friends.arrive(env, *(names or ("you", "Ada")))


async def pass_turns(friends: Friends, turns: int) -> None:
    """Let that many turns run out."""
    for _ in range(turns):
        deadline = (await friends.running()).deadline
        assert deadline is not None
        await friends.env.advance_time((deadline - utcnow()).total_seconds() + 1)


@pytest.mark.parametrize("speed", list(Speed))
async def test_a_match_has_the_speed_that_its_start_asked_for(settings: Settings, speed: Speed) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed=speed.value)
        deadline = (await friends.running()).deadline
        assert (await friends.running()).speed is speed
        if speed.turn is None:
            assert deadline is None
            assert "The turn ends" not in text(friends.table)
            return
        assert deadline is not None
        assert abs(deadline - utcnow() - speed.turn) < timedelta(seconds=5)
        assert f"The turn ends <t:{int(deadline.timestamp())}:R>." in text(friends.table)


async def test_the_server_says_how_long_a_turn_lasts_and_the_host_may_change_it(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        store = friends.bot.desk.tables.store
        kept = await store.settings_of(friends.guild.id)
        await store.save_settings(type(kept)(guild_id=friends.guild.id, speed=Speed.RELAXED))
        await open_lobby(friends, "you", "Ada")
        assert (await friends.running()).speed is Speed.RELAXED
        assert "10 minutes a turn" in text(friends.lobby)
        await change(friends, "you", await options_of(friends, "you"), "Speed", speed="blitz")
        assert (await friends.running()).speed is Speed.BLITZ
        assert "20 seconds a turn" in text(friends.lobby)


async def test_a_turn_that_runs_out_is_played_plainly_and_everybody_reads_it(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="fast")
        assert mover(await friends.running()) == "you"
        await friends.env.advance_time(40)
        assert mover(await friends.running()) == "you"
        await friends.env.advance_time(6)
        assert mover(await friends.running()) == "Ada"
        assert "⏰ Time was up: **you** laid" in text(friends.table)
        assert "away" not in text(friends.table), "one turn missed is not away"


async def test_two_turns_missed_make_a_seat_away_until_its_player_is_back(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="fast")
        for _ in range(2):
            await pass_turns(friends, 1)
            await lay_and_draw(friends, "Ada")
        assert "💤 away" in text(friends.table)
        await friends.env.advance_time(5)
        assert mover(await friends.running()) == "Ada", "a computer played for you"
        stranger = friends.people["Ada"]
        assert (await stranger.click(friends.table, label="I'm back")).response is not None
        assert "💤 away" in text(friends.table), "nobody comes back for somebody else"
        back = await friends.click("you", friends.table, "I'm back")
        assert back.response is not None
        assert back.ephemeral
        friends.panels["you"] = back.response
        assert "💤" not in text(friends.table)
        await lay_and_draw(friends, "Ada")
        await friends.env.advance_time(10)
        assert mover(await friends.running()) == "you", "no computer plays for somebody who is back"
        await lay_and_draw(friends, "you")
        assert mover(await friends.running()) == "Ada"


async def test_a_match_whose_people_are_all_away_waits_for_one_of_them(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", computers=1, speed="blitz")
        for _ in range(12):
            if (await friends.running()).paused is not None:
                break
            await friends.env.advance_time(21)
        assert (await friends.running()).paused is Pause.AWAY
        assert "## The match waits" in text(friends.table)
        number = (await friends.running()).number
        await friends.env.advance_time(3600)
        assert (await friends.running()).number == number, "nothing runs on"
        assert friends.mentions() == []
        await friends.click("Ada", friends.table, "I'm back")
        assert (await friends.running()).paused is None
        assert "The match waits" not in text(friends.table)


async def test_half_of_a_turn_brings_one_reminder(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="relaxed")
        await friends.env.advance_time(250)
        (first,) = friends.mentions()
        await friends.env.advance_time(60)
        (reminder,) = friends.mentions()
        assert reminder.id > first.id
        assert "still your turn" in text(reminder)
        await friends.env.advance_time(200)
        assert [message.id for message in friends.mentions()] == [reminder.id]


async def test_a_reminder_is_a_message_of_its_own_where_discord_looks_at_the_nonce(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For minutes Discord answers a nonce that it knows with the message that has it, and sends nothing."""
    known = send_each_nonce_once(monkeypatch)
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="normal")
        await friends.env.advance_time(50)
        (first,) = friends.mentions()
        await friends.env.advance_time(15)
        (reminder,) = friends.mentions()
        assert reminder.id > first.id
        assert "still your turn" in text(reminder)
        old = friends.bot
        await old.close()
        await friends.env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        (again,) = friends.mentions()
        assert again.id > reminder.id, "after a restart too"
        assert again.id in {message.id for message in known.values()}


def send_each_nonce_once(monkeypatch: pytest.MonkeyPatch) -> dict[str, discord.Message]:
    """Let messages be sent as Discord does it; return those that were, by their nonces."""
    real, known = discord.PartialMessageable.send, dict[str, discord.Message]()

    async def send(*arguments: Any, nonce: str, **named: Any) -> discord.Message:
        if nonce not in known:
            known[nonce] = await real(*arguments, nonce=nonce, **named)
        return known[nonce]

    monkeypatch.setattr(discord.PartialMessageable, "send", send)
    return known


async def test_nobody_is_to_be_reminded_of_a_match_that_is_over(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        timers = friends.bot.desk.tables.timers
        await deal(friends, "you", "Ada", speed="day")
        match_id = (await friends.running()).id
        assert timers.is_set(("reminder", match_id))
        await friends.slash("you", "end")
        await friends.slash("Ada", "end")
        assert not timers.is_set(("reminder", match_id))


async def test_turns_of_less_than_a_minute_bring_no_reminder(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="fast")
        await friends.env.advance_time(17)
        first = [message.id for message in friends.mentions()]
        await friends.env.advance_time(20)
        assert [message.id for message in friends.mentions()] == first


async def test_a_late_friend_takes_a_computers_seat_at_the_next_round(settings: Settings) -> None:
    async with in_a_hurry(settings, "you", "Dan", shuffler=stacked(EASY)) as friends:
        await deal(friends, "you", computers=1, speed="none")
        refused = await friends.click("you", friends.table, "More")
        assert refused.response is not None
        assert "Take a seat" not in labels(refused.response), "you have one"
        more = await friends.click("Dan", friends.table, "More")
        assert more.response is not None
        taken = await friends.click("Dan", more.response, "Take a seat")
        assert taken.response is not None
        assert "from the next round on" in text(taken.response)
        friends.panels["Dan"] = taken.response
        assert "**Dan** plays for 🤖" in text(friends.table)
        again = await friends.click("Dan", friends.table, "My hand")
        assert again.response is not None
        assert "from the next round on" in text(again.response), "whoever lost sight of it opens it again"
        friends.panels["Dan"] = again.response
        assert (await friends.running()).seat_of(friends.people["Dan"].id) is None
        await friends.click("you", friends.panel("you"), "Yaniv!")
        assert (await friends.running()).phase is Phase.ROUND_OVER
        await next_round(friends, "you")
        table = await friends.running()
        seat = table.seat_of(friends.people["Dan"].id)
        assert seat is not None
        assert seat.name == "Dan"
        assert seat.total == running(table).totals[seat.seat]
        assert "Your hand: " in text(friends.panel("Dan")), "the hand appears without a click"


async def test_whoever_left_may_come_back_to_their_own_seat(settings: Settings) -> None:
    async with in_a_hurry(settings, "you", "Ada", shuffler=stacked(EASY)) as friends:
        await deal(friends, "you", "Ada", speed="none")
        await friends.slash("Ada", "leave")
        more = await friends.click("Ada", friends.table, "More")
        assert more.response is not None
        await friends.click("Ada", more.response, "Take a seat")
        await friends.click("you", friends.panel("you"), "Yaniv!")
        await next_round(friends, "you")
        seat = (await friends.running()).seat_of(friends.people["Ada"].id)
        assert seat is not None
        assert seat.seat == 1


async def test_a_week_without_anybody_closes_a_match_whatever_its_speed(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="none")
        match_id = (await friends.running()).id
        await friends.bot.close()
        await friends.env.advance_time(WEEK - 60)
        await friends.env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        assert (await friends.newest(match_id)).is_open
        await friends.env.advance_time(120)
        ended = await friends.newest(match_id)
        assert not ended.is_open
        assert running(ended).winners is None
        assert await friends.look() is None
        assert "nobody played for a week" in text(friends.message("The match is over"))


async def test_after_a_restart_the_turn_has_half_a_minute_and_its_player_is_mentioned(
    settings: Settings,
) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="blitz")
        old = friends.bot
        await old.close()
        await friends.env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        deadline = (await friends.running()).deadline
        assert deadline is not None
        assert deadline - utcnow() > timedelta(seconds=25)
        assert len(friends.mentions()) == 1
        assert "The bot was away" not in text(friends.table), "it was hardly away"


async def test_a_bot_that_was_away_for_minutes_says_so_at_the_table(settings: Settings) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="normal")
        await friends.bot.close()
        await friends.env.advance_time(300)
        await friends.env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        assert "The bot was away for 5 minutes." in text(friends.table)
        opened = await friends.open_hand("you")
        assert opened is not None
        await lay_and_draw(friends, "you")
        assert "The bot was away" not in text(friends.table)


@pytest.mark.parametrize("event", ["connect", "resumed"])
async def test_nobody_loses_a_turn_while_discord_cannot_be_reached(settings: Settings, event: str) -> None:
    async with in_a_hurry(settings) as friends:
        await deal(friends, "you", "Ada", speed="fast")
        number = (await friends.running()).number
        await friends.env.advance_time(20)
        (mention,) = friends.mentions()
        friends.bot.dispatch("disconnect")
        await friends.env.advance_time(300)
        assert (await friends.running()).number == number
        friends.bot.dispatch(event)
        async with asyncio.timeout(5):
            # What an event of the connection brings about is none of the things that simcord waits for.
            while "The bot was away" not in text(friends.table) or len(friends.mentions()) > 1:
                await asyncio.sleep(0.01)
                await friends.env.advance_time(0.01)
        table = await friends.running()
        assert (table.number, mover(table)) == (number, "you")
        assert table.deadline is not None
        assert f"The turn ends <t:{int(table.deadline.timestamp())}:R>." in text(friends.table)
        assert f"The turn ends <t:{int(table.deadline.timestamp())}:R>." in text(friends.panel("you"))
        assert "The bot was away for 5 minutes." in text(friends.table)
        (again,) = friends.mentions()
        assert again.id != mention.id, "whoever is to move is called back"
