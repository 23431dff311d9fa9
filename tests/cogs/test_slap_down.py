"""Slapping down, by clicks: a whole match of travellers, the window, and computers that wait for it."""

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.actions import CallYaniv, Play, SlapDown
from bot.engine.cards import parse_cards
from bot.presets import preset
from bot.store.values import EndedBy
from tests.cogs.bursts import assert_answered_once, id_of, seen, tap
from tests.cogs.clicking import Shuffle, dealing, play_round, shuffled, take_turn
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, shown_hand, text
from tests.cogs.play import deal, lay_and_draw, mover, next_round, running
from tests.cogs.test_restart import restarted, state

TRAVELLERS = preset("travellers")
# You lay your king and draw another one.
YOURS = "KS 2H 3D 6C 9S"
ADAS = "QS JD 8C 7H 5D"
# Seconds a click waits for what else the bot does: less than a computer waits.
QUICK = 2.0


def kings() -> Shuffle:
    """Return the shuffler of that deal."""
    return dealing(TRAVELLERS, [YOURS, ADAS], "TS", "KH 9D TD")


async def lay_king(friends: Friends, *others: str, computers: int = 0) -> None:
    """Deal, and let you lay your king and draw the other one."""
    await deal(friends, "you", *others, computers=computers, rules="travellers")
    await friends.select("you", "K♠")
    if computers:
        friends.env.settle_timeout = QUICK
    await friends.click("you", friends.panel("you"), "Draw")


@pytest.mark.timeout(300)
async def test_a_whole_match_of_travellers_with_slap_downs(settings: Settings) -> None:
    shuffler = dealing(TRAVELLERS, [YOURS, ADAS], "TS", "KH 9D TD", then=shuffled(92))
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await lay_king(friends, "Ada")
        await friends.click("you", friends.panel("you"), "Slap down K♥")
        assert "**you** slapped down K♥" in text(friends.table)
        table = await play_round(friends)
        while table.is_open:
            await next_round(friends, "Ada")
            table = await play_round(friends)
        assert table.ended_by == EndedBy.PLAYED
        match = running(table)
        actions = [action for round_ in match.rounds for action, _ in round_.actions]
        assert sum(isinstance(action, SlapDown) for action in actions) > 1
        assert any(isinstance(action, CallYaniv) for action in actions)
        assert any(
            isinstance(action, Play)
            and any(card.is_joker for card in action.discard)
            and len(action.discard) > 2
            for action in actions
        ), "a joker stood in a run"
        over = text(friends.message("wins"))
        for total in match.totals:
            assert str(total) in over


async def test_a_card_is_slapped_down_off_turn_and_may_be_taken(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=kings(), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await lay_king(friends, "Ada")
        panel = friends.panel("you")
        assert mover(await friends.running()) == "Ada"
        assert labels(panel)[0] == "Slap down K♥"
        assert not any("Slap" in label for label in labels(friends.panel("Ada")))
        assert not any("Slap" in label for label in labels(friends.table))
        assert "K♥" not in text(friends.table), "whether there is something to slap down is nobody's business"
        await env.advance_time(60)
        mentions = friends.mentions()
        assert len(mentions) == 1
        await friends.click("you", panel, "Slap down K♥")
        assert shown_hand(panel) == ["2♥", "3♦", "6♣", "9♠"]
        assert not any("Slap" in label for label in labels(panel))
        table = await friends.running()
        assert mover(table) == "Ada"
        assert table.public_view().discard == parse_cards("KS KH")
        assert [message.id for message in friends.mentions()] == [message.id for message in mentions], (
            "a slap-down is no new turn: Ada is not called again"
        )
        await friends.select("Ada", "Q♠")
        await friends.click("Ada", friends.panel("Ada"), "Take K♥")
        assert "K♥ · new" in labels(friends.panel("Ada"))


async def test_a_slap_down_after_the_next_turn_is_refused(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=kings(), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await lay_king(friends, "Ada")
        panel = friends.panel("you")
        shown, custom_id = seen(friends, panel), id_of(panel, "Slap down")
        await lay_and_draw(friends, "Ada")
        assert not any("Slap" in label for label in labels(panel)), "the button went with the turn"
        before = state(await friends.running())
        late = tap(friends, "you", shown, custom_id)
        await env.settle()
        assert_answered_once([late])
        assert "⚠️" in late.words
        assert "went wrong" not in late.words
        assert "K♥" in shown_hand(panel)
        assert state(await friends.running()) == before


async def test_the_same_slap_down_twice_slaps_once_and_others_cannot(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=kings(), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await lay_king(friends, "Ada")
        shown, custom_id = seen(friends, friends.panel("you")), id_of(friends.panel("you"), "Slap down")
        before = await friends.running()
        strangers = [tap(friends, name, shown, custom_id) for name in ("Ada", "Eve")]
        await env.settle()
        assert_answered_once(strangers)
        assert (await friends.running()).number == before.number
        taps = [tap(friends, "you", shown, custom_id) for _ in range(2)]
        await env.settle()
        assert_answered_once(taps)
        assert (await friends.running()).number == before.number + 1


async def test_what_is_taken_from_the_discard_is_not_slapped_down(settings: Settings) -> None:
    shuffler = dealing(TRAVELLERS, [YOURS, ADAS], "KD", "9D TD")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="travellers")
        await friends.select("you", "K♠")
        await friends.click("you", friends.panel("you"), "Take K♦")
        assert not any("Slap" in label for label in labels(friends.panel("you")))


@pytest.mark.parametrize("drawn", ["KH", "9D"])
async def test_a_computer_waits_four_seconds_whether_there_is_a_slap_or_not(
    settings: Settings, drawn: str
) -> None:
    shuffler = dealing(TRAVELLERS, [YOURS, ADAS], "TS", f"{drawn} TD 4C")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you")
        await lay_king(friends, computers=1)
        number = (await friends.running()).number
        assert any("Slap" in label for label in labels(friends.panel("you"))) is (drawn == "KH")
        await env.advance_time(3.8)
        assert (await friends.running()).number == number
        await env.advance_time(0.3)
        assert (await friends.running()).number == number + 1
        assert not any("Slap" in label for label in labels(friends.panel("you")))


async def test_a_slap_down_within_that_time_counts_and_does_not_hold_up_the_computer(
    settings: Settings,
) -> None:
    shuffler = dealing(TRAVELLERS, [YOURS, ADAS], "TS", "KH TD 4C")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you")
        await lay_king(friends, computers=1)
        await env.advance_time(1.5)
        await friends.click("you", friends.panel("you"), "Slap down")
        assert len(shown_hand(friends.panel("you"))) == 4
        number = (await friends.running()).number
        await env.advance_time(2.3)
        assert (await friends.running()).number == number
        await env.advance_time(0.3)
        assert (await friends.running()).number == number + 1


async def test_a_computer_slaps_down_and_everybody_reads_it(settings: Settings) -> None:
    shuffler = dealing(TRAVELLERS, [ADAS, YOURS], "TS", "9D KH TD 4C")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you")
        await deal(friends, "you", computers=1, rules="travellers")
        await friends.select("you", "Q♠")
        env.settle_timeout = QUICK
        await friends.click("you", friends.panel("you"), "Draw")
        await env.advance_time(4.1)
        await env.advance_time(3.1)
        assert "slapped down K♥" in text(friends.table)
        assert "Take K♥" in labels(friends.panel("you"))


async def test_a_slap_down_is_there_after_a_restart(settings: Settings) -> None:
    """The window is still open: nobody has moved."""
    async with discord_with(create_bot(settings, shuffler=kings(), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await lay_king(friends, "Ada")
        table = await friends.running()
        await restarted(env, settings)
        assert state(await friends.running()) == state(table)
        await friends.click("you", friends.panel("you"), "Slap down K♥")
        after = await friends.running()
        assert after.public_view().discard == parse_cards("KS KH")
        await restarted(env, settings)
        assert state(await friends.running()) == state(after)
        await friends.open_hand("Ada")
        await take_turn(friends, "Ada")
