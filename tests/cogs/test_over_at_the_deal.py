"""A round that is over as it is dealt: whoever deals sees the result, and so does the channel."""

from dataclasses import replace

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.match_or_draw import MatchOrDraw
from bot.engine.round import Round
from bot.engine.scoring import RoundKind
from bot.presets import preset
from bot.store.values import EndedBy
from bot.tables.values import Phase
from tests.cogs.clicking import shuffled
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, custom_ids, labels, text
from tests.cogs.play import deal, next_round, running


@pytest.fixture(autouse=True)
def over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every round be over as soon as it is dealt, whatever the cards."""

    def begin(_: MatchOrDraw, dealt: Round) -> None:
        dealt.end_without_call(RoundKind.STOCK_EXHAUSTED, dealt.dealer)

    monkeypatch.setattr(MatchOrDraw, "begin", begin)


async def test_a_round_over_at_the_deal_is_shown_and_the_next_one_comes(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=shuffled(1), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="french")
        table = await friends.running()
        assert table.phase is Phase.ROUND_OVER
        for name in ("you", "Ada"):
            assert "Round 1 is over" in text(friends.panel(name))
            assert "Next round" in labels(friends.panel(name))
        first = friends.message("Round 1")
        assert "Next round" in labels(first)
        assert "To the table" in labels(friends.channel.history()[0])
        await next_round(friends, "Ada")
        assert "Round 2 is over" in text(friends.panel("Ada"))
        assert "Round 2 is over" in text(friends.panel("you"))
        assert friends.message("Round 2").id != first.id
        await env.advance_time(21)
        assert len((await friends.newest(table.id)).results()) == 3
        assert friends.mentions() == []


async def test_a_match_over_with_its_deals_shows_its_winner(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=shuffled(1), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        rules = replace(preset("french"), target=20)
        await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Once", rules)
        await deal(friends, "you", "Ada", rules="Once")
        assert await friends.look() is None
        over = friends.message("wins")
        rematch = next(i for i in custom_ids(over) if i.startswith("y:rematch:"))
        table = await friends.newest(int(rematch.split(":")[2]))
        assert (table.phase, table.ended_by) == (Phase.ENDED, EndedBy.PLAYED)
        assert len(running(table).rounds) == 1
        assert "Rematch" in labels(over)
        for name in ("you", "Ada"):
            assert "Rematch" in labels(friends.panel(name))
