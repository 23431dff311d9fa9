"""Whatever a crowd does, no card is told, logged or put in an id before everybody may know it."""

import asyncio
import logging
import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from tests.load.conftest import MakeBot
from tests.load.crowd import Crowd
from tests.load.journals import journals
from tests.load.loopback import Loopback
from tests.load.process import RUN
from tests.load.rest import TOKEN
from tests.load.test_card_pictures import are_there
from tests.load.timeline import Timeline
from tests.waiting import until

log = logging.getLogger(__name__)

LAG = timedelta(seconds=6)
RULES = (None, "travellers", "french", "bga", "dhumbal")


def is_enough(crowd: Crowd) -> bool:
    """Say whether much was said, and somebody was told a hint at a table, in English, and somebody alone."""
    hosts = any(party.host.hints for party in crowd.parties)
    loners = any(loner.player.hints for loner in crowd.loners)
    return hosts and loners and len(crowd.discord.rest.calls) > 20 * len(crowd.parties)


async def watched(
    discord: Loopback,
    make_bot: MakeBot,
    database: Path,
    *,
    seconds: float,
    program: Sequence[str] = RUN,
    parties: int = 2,
) -> list[str]:
    """Let a crowd play for so long, or until it is enough; return what a bot that logs all gave away."""
    bot = make_bot(program=program, settings={"CARD_PICTURES": "on"})
    await bot.start()
    await until(lambda: are_there(bot))
    crowd = Crowd(discord, bot, think=0.15, curious=0.1, unsure=0.3)
    for number in range(parties):
        crowd.invite(people=3, computers=number % 2, rules=RULES[number % len(RULES)])
    for number in range((parties + 1) // 2):
        crowd.invite_loner(computers=1 + number % 2, rules=RULES[number % len(RULES)])
    await crowd.sit_down()
    async with crowd.playing():
        await asyncio.sleep(seconds)
        await until(lambda: is_enough(crowd))
    assert await bot.stop() == 0
    assert any("DEBUG" in line.text for line in bot.log), "the log holds all that it may"
    hints = [player.hints for player in crowd.players]
    log.info(
        "%d answers to %d people, %d rounds of those who play alone; %d hints",
        len(crowd.noted.seconds),
        len(hints),
        sum(loner.rounds for loner in crowd.loners),
        sum(hints),
    )
    timeline = Timeline(journals(database), LAG)
    names = [player.person.someone.name for player in crowd.players]
    secrets = [*names, TOKEN, "simcord_interaction_"]
    return [*timeline.leaks_of(discord.rest.calls), *timeline.leaks_in(bot.log, secrets)]


async def test_no_card_is_given_away(discord: Loopback, make_bot: MakeBot, database: Path) -> None:
    assert await watched(discord, make_bot, database, seconds=8) == []


@pytest.mark.load
@pytest.mark.timeout(600)
async def test_no_card_is_given_away_to_a_whole_crowd(
    discord: Loopback, make_bot: MakeBot, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """`-rP` shows how much was played, and how many hints were told."""
    caplog.set_level(logging.INFO, logger=log.name)
    assert await watched(discord, make_bot, database, seconds=180, parties=10) == []


async def test_a_bot_that_gives_something_away_is_caught_at_each_kind_of_it(
    discord: Loopback, make_bot: MakeBot, database: Path
) -> None:
    program = ("-m", "tests.load.leaking", "run")
    found = await watched(discord, make_bot, database, seconds=4, program=program)
    for kind in (
        "send to everybody: ",
        "in the custom_id 'y:rules",
        "A hand begins with",
        "💡 Lay ",
        "Looked at",
        "to one: ",
    ):
        assert any(kind in told for told in found), kind
    assert any(re.search(r"to everybody: .* in '[a-z]+_of_[a-z]+_[0-9a-f]{4}'", told) for told in found)
