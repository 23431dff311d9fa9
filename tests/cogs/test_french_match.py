"""A match by the French rules, by clicks alone: laying down, drawing when forced, every way a round ends."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.actions import Action, CallYaniv, Draw, Lay
from bot.engine.scoring import RoundKind
from bot.presets import preset
from bot.store.values import EndedBy
from tests.cogs.bursts import assert_answered_once, id_of, seen, tap
from tests.cogs.clicking import carry_out, dealing, open_hands, pick, play_round, shuffled, take_turn
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, shown_hand, text
from tests.cogs.play import deal, mover, next_round, running
from tests.cogs.test_restart import restarted, state

FRENCH = preset("french")
# Dealt to "you" and "Ada": you may lay 3♠ or 9♥ on 3♥, or the group of sixes, or the series of hearts.
YOURS = "3S 9H 6S 6D 6C QH KH"
ADAS = "2D 4D 8C TC JS QS KD"
# Seven cards always hold a series or fit: nothing of these five fits 2♠.
SHORT = replace(FRENCH, hand_size=5)
STUCK, OTHERS = "3H 5D TH QD KC", "2D 4D 8C TC JS"


async def sit_down(friends: Friends) -> None:
    """Let you and Ada sit down to play by the French rules."""
    await deal(friends, "you", "Ada", rules="french")


@pytest.mark.timeout(300)
async def test_a_whole_match(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=shuffled(54), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await sit_down(friends)
        done: list[Action] = []
        table = await play_round(friends, done)
        while table.is_open:
            assert text(friends.table).count("points") >= 2, "every hand and total is shown"
            await next_round(friends, "you")
            assert "On top" in text(friends.table)
            table = await play_round(friends, done)
        assert table.ended_by == EndedBy.PLAYED
        match = running(table)
        assert max(match.totals) >= FRENCH.target
        over = text(friends.message("wins"))
        for total in match.totals:
            assert str(total) in over
        kinds = Counter(round_.result.score.kind for round_ in match.rounds if round_.result is not None)
        assert {RoundKind.YANIV, RoundKind.EMPTY_HAND, RoundKind.STOCK_EXHAUSTED} <= set(kinds)
        assert {type(action) for action in done} == {Lay, Draw, CallYaniv}
        assert any(len(action.cards) > 2 for action in done if isinstance(action, Lay))


async def test_the_panel_offers_what_the_rules_do(settings: Settings) -> None:
    shuffler = dealing(FRENCH, [YOURS, ADAS], "3H", "2H 5S")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await sit_down(friends)
        panel = friends.panel("you")
        assert "Lay down" in labels(panel, enabled=True)
        assert not any(label.startswith(("Draw", "Take", "Slap")) for label in labels(panel))
        assert "Lay down" not in labels(friends.panel("Ada"), enabled=True)
        await friends.click("you", panel, "Lay down")
        assert "⚠️" in text(panel), "nothing is selected"
        await friends.select("you", "6♠")
        await friends.click("you", panel, "Lay down")
        assert "⚠️" in text(panel), "it does not fit"
        assert "✓ 6♠" in labels(panel), "the selection stays"
        await friends.select("you", "6♣", "6♦")
        assert "6♦** will be on top" in text(panel)
        await friends.click("you", panel, "Lay down")
        table = await friends.running()
        assert mover(table) == "Ada"
        assert len(shown_hand(panel)) == 4
        assert "6♦" in text(friends.table).split("On top")[1].splitlines()[0]
        assert "Lay down" in labels(friends.panel("Ada"), enabled=True)


async def test_whoever_can_lay_nothing_draws(settings: Settings) -> None:
    shuffler = dealing(SHORT, [STUCK, OTHERS], "2S", "9C 5S")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Short", SHORT)
        await deal(friends, "you", "Ada", rules="Short")
        panel = friends.panel("you")
        table = await friends.running()
        assert running(table).legal_actions() == (Draw(0),)
        assert "Draw" in labels(panel, enabled=True)
        assert "Lay down" not in labels(panel)
        old, custom_id = seen(friends, panel), id_of(panel, "Draw")
        await friends.click("you", panel, "Draw")
        assert len(shown_hand(panel)) == 6
        assert "9♣ · new" in labels(panel)
        assert "9♣" not in text(friends.table), "what was drawn is nobody's business"
        before = state(await friends.running())
        late = tap(friends, "you", old, custom_id)
        await env.settle()
        assert_answered_once([late])
        assert "moved on" in late.words
        assert state(await friends.running()) == before


async def test_a_draw_that_is_not_forced_is_refused(settings: Settings) -> None:
    shuffler = dealing(FRENCH, [YOURS, ADAS], "3H", "2H 5S")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await sit_down(friends)
        table = await friends.running()
        before = state(table)
        panel = friends.panel("you")
        forced = f"y:forced:{table.id}:{running(table).hand_versions[0]}:-"
        shown = seen(friends, panel)
        shown["components"][0]["components"].append(
            {
                "type": 1,
                "id": 4998,
                "components": [
                    {"type": 2, "id": 4999, "custom_id": forced, "style": 2, "label": "x", "disabled": False}
                ],
            }
        )
        one = tap(friends, "you", shown, forced)
        await env.settle()
        assert_answered_once([one])
        assert "⚠️" in one.words
        assert state(await friends.running()) == before


@pytest.mark.parametrize("moves", [1, 2, 5])
async def test_a_restart_in_the_middle_loses_nothing(settings: Settings, moves: int) -> None:
    """The selection goes on, and so does the match, on the panels of the earlier process."""
    async with discord_with(create_bot(settings, shuffler=shuffled(54), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await sit_down(friends)
        for _ in range(moves):
            await take_turn(friends, mover(await friends.running()))
        table = await friends.running()
        name = mover(table)
        laying = [action for action in running(table).legal_actions() if isinstance(action, Lay)]
        if laying:
            await pick(friends, name, laying[0].cards)
        await restarted(env, settings)
        assert state(await friends.running()) == state(table)
        if laying:
            await friends.click(name, friends.panel(name), "Lay down")
        else:
            await carry_out(friends, name, running(table).legal_actions()[0])
        after = await friends.running()
        assert after.number == table.number + 1
        await open_hands(friends, "you", "Ada")
        await play_round(friends)


async def test_computers_lay_down_and_draw(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=shuffled(3), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you")
        await deal(friends, "you", computers=1, rules="french")
        for _ in range(3):
            table = await friends.running()
            if running(table).to_move is None or mover(table) != "you":
                break
            number = table.number
            await take_turn(friends, "you")
            await env.advance_time(1)
            assert (await friends.newest(table.id)).number > number + 1
        assert "🤖" in text(friends.table)
