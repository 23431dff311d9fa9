"""Under other rules too a card that is not public yet stands nowhere but on the panel of whoever holds it."""

import logging
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC, Rules
from bot.presets import preset
from tests.cogs.clicking import shuffled, slap_if_possible, take_turn
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends
from tests.cogs.play import deal, mover, next_round, running
from tests.cogs.test_secrecy import Guard

NAMES = ("you", "Ada", "Bo")
MAX_STEPS = 70


async def watched(
    settings: Settings, caplog: pytest.LogCaptureFixture, rules: Rules, seed: int
) -> Sequence[str]:
    """Play a match of three people, everything watched; return where a card was that is not public."""
    caplog.set_level(logging.INFO, logger="discord")
    caplog.set_level(logging.DEBUG)
    slaps = 0
    async with discord_with(create_bot(settings, shuffler=shuffled(seed), first_dealer=2)) as env:
        friends = Friends.arrive(env, *NAMES, "Eve")
        await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Watched", rules)
        guard = Guard(env, caplog)
        await deal(friends, *NAMES, rules="Watched")
        table = await friends.running()
        guard.look(table)
        for _ in range(MAX_STEPS):
            if running(table).to_move is None:
                await next_round(friends, "Ada")
            else:
                name = mover(table)
                await take_turn(friends, name)
                guard.look(await friends.newest(table.id))
                slaps += await slap_if_possible(friends, name)
            table = await friends.newest(table.id)
            guard.look(table)
            if not table.is_open:
                break
            await friends.click("Eve", friends.table, "My hand")
        await friends.slash("you", "scores")
        guard.look(table)
        assert guard.requests > 100
        if rules.slap_down == "singles_and_sets":
            assert slaps > 0
        return guard.found


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(replace(preset("french"), target=80), id="french"),
        pytest.param(replace(preset("travellers"), target=60, exact_totals={}), id="travellers"),
        pytest.param(replace(preset("bga"), target=60), id="last standing"),
        pytest.param(replace(CLASSIC, last_lap=True, target=60), id="last lap"),
    ],
)
async def test_no_card_is_seen_before_it_is_public(
    settings: Settings, caplog: pytest.LogCaptureFixture, rules: Rules
) -> None:
    assert await watched(settings, caplog, rules, 5) == []
