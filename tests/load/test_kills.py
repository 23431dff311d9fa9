"""The bot is killed, or told to stop, amid matches: nothing acknowledged is lost, nothing is done twice."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.engine.rules import CLASSIC, Rules
from bot.presets import preset
from bot.store.store import Store
from tests.load.conftest import MakeBot
from tests.load.crowd import Crowd
from tests.load.journals import compare, journals
from tests.load.ledger import Outcome
from tests.load.loopback import Loopback
from tests.load.messages import words
from tests.load.process import BotProcess

SHORT: dict[str, Rules] = {
    "Short": replace(CLASSIC, target=30, exact_totals={}),
    "Short travellers": replace(preset("travellers"), target=40, exact_totals={}),
    "Short french": replace(preset("french"), target=40),
    "Short last standing": replace(preset("bga"), target=30, exact_totals={}),
}
FINISH = 240.0
FEW = 0.05
"""So many hints a move are told at least, of 0.2 that are asked for."""


@pytest.fixture
async def crowd(discord: Loopback, make_bot: MakeBot, database: Path) -> Crowd:
    """Let a crowd sit down in four channels, by rules whose matches are short; they ask for hints."""
    store = await Store.open(f"sqlite:///{database}")
    for name, rules in SHORT.items():
        await store.save_rules(discord.world.guild_id, name, rules)
    await store.close()
    # What was sent matters here less than how fast the computers are.
    bot = make_bot(settings={"LOG_LEVEL": "INFO", "COMPUTER_DELAY": "0.05-0.1", "NEXT_ROUND_SECONDS": "1"})
    await bot.start()
    crowd = Crowd(discord, bot, think=0.05, unsure=0.2)
    for number, name in enumerate(SHORT):
        crowd.invite(people=2 + number % 2, computers=number % 2, rules=name)
    await crowd.sit_down()
    return crowd


async def end_and_start_again(
    crowd: Crowd, database: Path, times: int, end: Callable[[], Awaitable[object]], seed: int
) -> None:
    """End the bot so often at random moments; whatever was acknowledged stands, and every match goes on."""
    chance = random.Random(seed)
    async with crowd.playing():
        for number in range(times):
            await asyncio.sleep(chance.uniform(0.5, 2.5))
            await end()
            assert compare(crowd.ledger, journals(database)) == [], f"after end number {number + 1}"
            await crowd.bot.start()
        await finish(crowd, database)
    done = crowd.ledger.count(Outcome.DONE)
    assert done > times
    assert sum(player.hints for player in crowd.players) > done * FEW
    assert compare(crowd.ledger, journals(database)) == []
    assert crowd.noted.faults == []
    assert crowd.bot.complaints() == []
    assert crowd.discord.rest.unexpected == []


async def finish(crowd: Crowd, database: Path) -> None:
    """Wait until every match that is open now has ended."""
    running = {journal.match_id for journal in journals(database) if journal.status == "running"}
    for _ in range(int(FINISH)):
        await asyncio.sleep(1)
        running -= {journal.match_id for journal in journals(database) if journal.status == "ended"}
        if not running:
            return
    stuck = [journal for journal in journals(database) if journal.match_id in running]
    raise AssertionError(
        f"matches {sorted(running)} did not end; the last lines of each: "
        + "; ".join(
            f"{len(journal.lines)} lines, "
            + " ".join(f"{line.at:%T} {line.body}" for line in journal.lines[-4:])
            for journal in stuck
        )
        + f"; it is {datetime.now(UTC):%T}; on the tables: "
        + " | ".join(words(party.host.table) for party in crowd.parties if party.host.table is not None)
    )


async def stop(bot: BotProcess) -> None:
    """Ask the bot to stop, which it has ten seconds for."""
    assert await bot.stop() == 0


async def test_what_was_acknowledged_is_there_after_a_kill(crowd: Crowd, database: Path) -> None:
    crowd_bot = crowd.bot
    chance = random.Random(1)
    async with crowd.playing():
        for _ in range(3):
            await asyncio.sleep(chance.uniform(0.5, 2.0))
            await crowd_bot.kill()
            assert compare(crowd.ledger, journals(database)) == []
            await crowd_bot.start()
        await crowd.moves(1)
    assert compare(crowd.ledger, journals(database)) == []
    assert crowd.noted.faults == []


@pytest.mark.load
@pytest.mark.timeout(3600)
async def test_two_hundred_kills(crowd: Crowd, database: Path) -> None:
    await end_and_start_again(crowd, database, 200, crowd.bot.kill, seed=200)


@pytest.mark.load
@pytest.mark.timeout(1200)
async def test_thirty_stops(crowd: Crowd, database: Path) -> None:
    await end_and_start_again(crowd, database, 30, lambda: stop(crowd.bot), seed=30)
