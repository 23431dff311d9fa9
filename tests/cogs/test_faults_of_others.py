"""Faults that other bots had, and that this one is not to have: those that have no place elsewhere.

`tests/README.md` lists all of them, each with its tests.
"""

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.store.values import GuildSettings, Place, PlaceKind
from tests.cogs.bursts import seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.forms import add_manager, fields, options_of
from tests.cogs.friends import Friends, custom_ids, labels, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw, mover, open_lobby, play_match

QUARTER: Final = 15 * 60
LATER: Final = QUARTER + 60
ROOT: Final = Path(__file__).parents[2]
ANSWER: Final = ("POST", "/interactions/*/*/callback")


async def test_every_button_works_after_more_than_a_quarter_of_an_hour(settings: Settings) -> None:
    """Interaction tokens run out by then; buttons of lobby, table, panel and mention do not."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await friends.slash("you", "start")
        await env.advance_time(LATER)
        joined = await friends.click("Ada", friends.lobby, "Join")
        assert joined.response is not None
        friends.panels["Ada"] = joined.response
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.response is not None
        friends.panels["you"] = dealt.response
        await env.advance_time(LATER)
        await friends.select("you", shown_hand(friends.panel("you"))[0])
        await friends.click("you", friends.panel("you"), "Draw")
        assert mover(await friends.running()) == "Ada"
        await env.advance_time(LATER)
        for message, label in ((friends.mentions()[-1], "My hand"), (friends.table, "More")):
            opened = await friends.click("Ada", message, label)
            assert opened.ephemeral
            assert opened.response is not None
            assert labels(opened.response)
        await lay_and_draw(friends, "Ada")
        assert mover(await friends.running()) == "you"


async def test_a_button_acts_on_its_own_table_and_not_on_the_newest(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        older = Friends.arrive(env, "you", "Ada", "Bo", "Cem")
        await deal(older, "you", "Ada")
        newer = Friends(env, older.guild, older.guild.create_text_channel("more cards"), older.people)
        await open_lobby(newer, "Bo", "Cem")
        await newer.click("Bo", newer.lobby, "Deal")
        untouched = await newer.running()
        await lay_and_draw(older, "you")
        assert mover(await older.running()) == "Ada"
        assert await newer.running() == untouched
        refused = await older.click("Cem", older.table, "My hand")
        assert refused.response is not None
        assert "not seated" in text(refused.response), "seated at the newest table, not at this one"


async def test_a_button_of_an_ended_match_does_nothing_to_its_rematch(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table, panel = seen(friends, friends.table), seen(friends, friends.panel("you"))
        ids = [(table, i) for i in custom_ids(friends.table)]
        ids += [(panel, i) for i in custom_ids(friends.panel("you"))]
        await friends.slash("you", "end")
        await friends.slash("Ada", "end")
        await friends.click("you", friends.message("ended early"), "Rematch")
        await friends.click("you", friends.lobby, "Deal")
        before = await friends.running()
        for message, custom_id in ids:
            one = tap(friends, "you", message, custom_id)
            await env.settle()
            assert one.acknowledgements == 1
            assert await friends.running() == before, custom_id


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_an_answer_that_comes_too_late_or_twice_costs_no_move(
    settings: Settings, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """The click counted; nobody sees an error, and the next click is answered."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await open_lobby(friends, "you", "Ada")
        env.inject_error(*ANSWER, status=status, code=code, times=1)
        await friends.people["Bo"].click(friends.lobby, label="Join")
        assert [seat.name for seat in (await friends.running()).seats] == ["you", "Ada", "Bo"]
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.response is not None
        friends.panels["you"] = dealt.response
        await friends.select("you", shown_hand(friends.panel("you"))[0])
        before = (await friends.running()).number
        env.inject_error(*ANSWER, status=status, code=code, times=1)
        await friends.people["you"].click(friends.panel("you"), label="Draw")
        assert (await friends.running()).number == before + 1
        assert "Ada to move" in text(friends.table)
        panel = await friends.open_hand("you")
        assert "Ada to move" in text(panel)
        assert env.errors == []
        assert "Traceback" not in caplog.text


@pytest.mark.parametrize("route", [("PATCH", "/channels/*/messages/*"), ("POST", "/channels/*/messages")])
async def test_a_match_goes_on_though_its_thread_is_archived_and_locked(
    settings: Settings, route: tuple[str, str]
) -> None:
    """Nothing can be sent or edited there: what is done counts, panels show it, the table catches up."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.bot.desk.tables.store.save_settings(
            GuildSettings(guild_id=friends.guild.id, offer_threads=True)
        )
        await friends.slash("you", "start", thread=True)
        inside = Friends(env, friends.guild, friends.channel.threads[-1], friends.people)
        joined = await inside.click("Ada", inside.lobby, "Join")
        dealt = await inside.click("you", inside.lobby, "Deal")
        assert joined.response is not None
        assert dealt.response is not None
        inside.panels = {"you": dealt.response, "Ada": joined.response}
        env.inject_error(*route, status=400, code=50083, times=None)
        await lay_and_draw(inside, "you")
        await lay_and_draw(inside, "Ada")
        assert "Your turn" in text(inside.panel("you"))
        env.backend.faults.clear()
        await env.advance_time(60)
        await lay_and_draw(inside, "you")
        await env.advance_time(60)
        assert "Ada to move" in text(inside.table)
        assert len([message for message in inside.channel.history() if "More" in labels(message)]) == 1
        assert env.errors == []


async def test_somebody_who_left_the_server_stays_on_the_leaderboard(settings: Settings) -> None:
    """Names are those of the matches: no member is looked up who is not there any more."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        store = friends.bot.desk.tables.store
        await store.save_rules(friends.guild.id, "Short", replace(CLASSIC, target=20))
        await deal(friends, "you", "Ada", "Bo", rules="Short")
        await play_match(friends, "you")
        friends.guild.remove_member(friends.people["Ada"])
        assert all("/members" not in request.path for request in env.http_requests)
        scores = await friends.slash("you", "scores")
        assert scores.response is not None
        assert {"you", "Ada", "Bo"} <= set(re.findall(r"\*\*(\w+)\*\*", text(scores.response)))
        turned = await friends.click("you", scores.response, "This channel")
        assert turned.response is not None
        assert "Ada" in text(turned.response)
        assert (await store.leaderboard(friends.guild.id)).count == 3
        assert env.errors == []


async def test_somebody_who_left_the_server_in_the_middle_breaks_no_match(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        friends.guild.remove_member(friends.people["Ada"])
        await lay_and_draw(friends, "you")
        assert "Ada to move" in text(friends.table)
        await env.advance_time(60)
        assert friends.people["Ada"].mention in friends.mentions()[-1].content
        for words in ("scores", "hand", "table"):
            await friends.slash("you", words)
        assert env.errors == []


async def test_where_there_would_be_26_options_25_are_shown(settings: Settings) -> None:
    """A server with all the rules it may save, beside those that come with the bot."""
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        manager = add_manager(friends, "Mo")
        store = friends.bot.desk.tables.store
        names = [f"rules {number:02}" for number in range(25)]
        for name in names:
            await store.save_rules(friends.guild.id, name, CLASSIC)
        for command, option in (("start", "rules"), ("rules", "preset")):
            choices = await manager.autocomplete(friends.channel, f"yaniv {command}", option, "")
            assert len(choices) == 25
            found = await manager.autocomplete(friends.channel, f"yaniv {command}", option, "french")
            assert [choice["value"] for choice in found] == ["french"], "what is typed is found all the same"
        panel = (await friends.slash("Mo", "settings")).response
        assert panel is not None
        for button, field in (("Rules", "rules"), ("Delete", "delete")):
            shown = await friends.click("Mo", panel, button)
            assert 1 <= len(fields(shown)[field]["options"]) <= 25
        await friends.slash("Mo", "start", rules=names[-1])
        assert (await friends.running()).rules.preset == names[-1]
        assert labels(await options_of(friends, "Mo"))
        assert env.errors == []


def moments(message: Any) -> list[int]:
    """Return the moments that a message names, in seconds since 1970."""
    return [int(moment) for moment in re.findall(r"<t:(\d+):", text(message))]


async def test_a_deadline_is_the_same_moment_wherever_the_machine_stands(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.slash("you", "start")
        opened = env.now()
        assert moments(friends.lobby) == [int((opened + timedelta(minutes=30)).timestamp())]
        stored = await friends.bot.desk.tables.store.load(Place(PlaceKind.CHANNEL, friends.channel.id))
        assert stored is not None
        assert stored.deadline is not None
        assert stored.deadline.utcoffset() == timedelta(0)
        assert abs(stored.deadline - opened - timedelta(minutes=30)) < timedelta(seconds=5)
        await env.advance_time(29 * 60)
        assert await friends.look() is not None
        await env.advance_time(2 * 60)
        assert await friends.look() is None


@pytest.mark.parametrize("zone", ["Asia/Kolkata"])
def test_the_clock_goes_right_on_a_machine_in_india(zone: str) -> None:
    """Half an hour beside the full hours of everybody else: the tests of the clock, on such a machine."""
    tests = (
        "tests/cogs/test_faults_of_others.py::test_a_deadline_is_the_same_moment_wherever_the_machine_stands",
        "tests/tables/test_clock.py::test_at_the_deadline_and_not_before_the_plain_move_is_played_for_them",
        "tests/tables/test_opening.py::test_a_lobby_whose_time_ran_out_while_nobody_was_there_closes_at_the_next_start",
        "tests/store/test_database.py::test_any_zone_goes_in_and_utc_comes_out",
    )
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        cwd=ROOT,
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    assert " passed" in ran.stdout
