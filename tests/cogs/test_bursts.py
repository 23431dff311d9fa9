"""Fifty clicks at once: applied once each, every one answered exactly once."""

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.cards import Card
from bot.tables.values import Phase
from tests.cogs.bursts import BUSY, Tap, assert_answered_once, burst, command, id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, shown_hand, text
from tests.cogs.play import (
    deal,
    fixed_shuffle,
    lay_and_draw,
    mover,
    open_lobby,
    play_match,
    play_round,
    running,
    stacked,
)

MANY = 50
CROWD = tuple(f"guest {number}" for number in range(MANY))
# Dealt to "you", "Ada" in turn: you hold 7 and may call at once, Ada may take 3♠.
EASY = "AS KS AH KH AD QS 2S QH 2H 9C 3S"


def count(taps: list[Tap], *words: str) -> int:
    """Return how many answers hold all these words."""
    return sum(all(word in one.words for word in words) for one in taps)


async def test_fifty_people_join_at_once_and_eight_are_seated(settings: Settings) -> None:
    async with discord_with(create_bot(settings), settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", *CROWD)
        await open_lobby(friends, "you")
        taps = await burst(friends, friends.lobby, "Join", CROWD)
        assert_answered_once(taps)
        assert count(taps, "Your hand will appear here") == 7
        assert count(taps, "All 8 seats are taken") == MANY - 7
        table = await friends.running()
        assert len({seat.user_id for seat in table.seats}) == 8
        for seat in table.seats:
            assert seat.name in text(friends.lobby)


async def test_one_person_joins_fifty_times_and_sits_once(settings: Settings) -> None:
    async with discord_with(create_bot(settings), settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you")
        taps = await burst(friends, friends.lobby, "Join", ["Ada"] * MANY)
        assert_answered_once(taps)
        assert count(taps, "Your hand will appear here") == 1
        assert count(taps, "You are seated already") == MANY - 1
        assert [seat.name for seat in (await friends.running()).seats] == ["you", "Ada"]


async def test_fifty_starts_open_one_lobby_and_the_others_get_its_link(settings: Settings) -> None:
    async with discord_with(create_bot(settings), settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, *CROWD)
        taps = [command(friends, name, "start") for name in CROWD]
        await env.settle()
        assert_answered_once(taps)
        lobbies = [message for message in friends.channel.history() if "Join" in labels(message)]
        assert len(lobbies) == 1
        link = f"{friends.guild.id}/{friends.channel.id}/{lobbies[0].id}"
        refused = [one for one in taps if "There is a match here already" in one.words]
        assert len(refused) == MANY - 1
        assert all(one.result.ephemeral for one in refused)
        assert count(taps, link) + count(taps, f"<#{friends.channel.id}>") == MANY - 1


async def test_fifty_deals_deal_once(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=stacked(EASY), first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        taps = await burst(friends, friends.lobby, "Deal", ["you"] * MANY)
        assert_answered_once(taps)
        assert count(taps, "Your turn") == 1
        assert count(taps, "The cards are dealt already") == MANY - 1
        table = await friends.running()
        assert table.number == 2
        assert len([message for message in friends.channel.history() if "Table ↓" in labels(message)]) == 1


async def test_a_card_that_is_clicked_fifty_times_toggles_once(settings: Settings) -> None:
    """Each click carries what its reader saw, and so wants the same."""
    bot = create_bot(settings, shuffler=stacked(EASY), first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        taps = await burst(friends, friends.panel("you"), "A♠", ["you"] * MANY)
        assert_answered_once(taps)
        chosen = [label for label in labels(friends.panel("you")) if label.startswith("✓")]
        assert chosen == ["✓ A♠"]
        taps = await burst(friends, friends.panel("you"), "✓ A♠", ["you"] * MANY)
        assert_answered_once(taps)
        assert not any(label.startswith("✓") for label in labels(friends.panel("you")))


async def test_two_quick_taps_on_two_cards_both_count(settings: Settings) -> None:
    """The second was tapped before the panel showed the first."""
    bot = create_bot(settings, shuffler=stacked(EASY), first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        panel = seen(friends, friends.panel("you"))
        ids = [id_of(friends.panel("you"), card) for card in ("A♠", "A♥", "A♦")]
        taps = [tap(friends, "you", panel, custom_id) for custom_id in ids]
        await env.settle()
        assert_answered_once(taps)
        chosen = [label for label in labels(friends.panel("you")) if label.startswith("✓")]
        assert chosen == ["✓ A♠", "✓ A♥", "✓ A♦"]
        assert "A set, 3 points" in text(friends.panel("you"))


@pytest.mark.parametrize("label", ["Draw", "Take 3♠"])
async def test_fifty_draws_play_one_turn(settings: Settings, label: str) -> None:
    bot = create_bot(settings, shuffler=stacked(EASY), first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.select("you", "2♠")
        before = await friends.running()
        taps = await burst(friends, friends.panel("you"), label, ["you"] * MANY)
        assert_answered_once(taps)
        table = await friends.running()
        assert table.number == before.number + 1
        assert mover(table) == "Ada"
        assert len(shown_hand(friends.panel("you"))) == 5
        assert ("3♠" in shown_hand(friends.panel("you"))) is (label == "Take 3♠")
        assert table.public_view().discard == (Card.parse("2S"),)


async def test_fifty_calls_end_one_round(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=stacked(EASY), first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        taps = await burst(friends, friends.panel("you"), "Yaniv!", ["you"] * MANY)
        assert_answered_once(taps)
        table = await friends.running()
        assert table.phase is Phase.ROUND_OVER
        assert len(table.results()) == 1
        assert running(table).totals == (0, 49)


async def test_fifty_clicks_on_next_round_deal_one_round(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=stacked(EASY), first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.click("you", friends.panel("you"), "Yaniv!")
        taps = await burst(friends, friends.table, "Next round", ["you", "Ada"] * (MANY // 2))
        assert_answered_once(taps)
        table = await friends.running()
        assert table.phase is Phase.PLAYING
        assert len(running(table).rounds) == 2


async def test_fifty_rematches_open_one_lobby(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=stacked(EASY), first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await deal(friends, "you", "Ada")
        ended = await play_match(friends, "Ada")
        over = friends.message("wins!")
        taps = await burst(friends, over, "Rematch", ["you", "Ada"] * (MANY // 2))
        assert_answered_once(taps)
        lobbies = [message for message in friends.channel.history() if "Join" in labels(message)]
        assert len(lobbies) == 1
        assert count(taps, "There is a match here already") == MANY - 1
        table = await friends.running()
        assert table.id != ended.id
        assert {seat.name for seat in table.seats} == {"you", "Ada"}


async def test_everybody_clicks_everything_at_once_and_the_turn_is_played_once(settings: Settings) -> None:
    """Draw, take, call and leave at the same moment: one of them wins, the others are told so."""
    bot = create_bot(settings, shuffler=stacked(EASY), first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await friends.select("you", "2♠")
        panel = seen(friends, friends.panel("you"))
        ids = [id_of(friends.panel("you"), label) for label in ("Draw", "Take 3♠", "Yaniv!", "A♠")]
        taps = [tap(friends, "you", panel, custom_id) for custom_id in ids * 5]
        await env.settle()
        assert_answered_once(taps)
        assert (await friends.running()).number == 3
        round_over = play_round(friends)
        assert (await round_over).phase is Phase.ROUND_OVER


async def test_a_draw_right_behind_a_tap_lays_the_tapped_card(settings: Settings) -> None:
    """Draw was clicked before the panel showed the selection."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        panel, shown = friends.panel("you"), seen(friends, friends.panel("you"))
        card = shown_hand(panel)[2]
        taps = [tap(friends, "you", shown, id_of(panel, label)) for label in (card, "Draw")]
        await env.settle()
        assert_answered_once(taps)
        table = await friends.running()
        assert mover(table) == "Ada"
        assert card in text(friends.table)
        await lay_and_draw(friends, "Ada")
        assert mover(await friends.running()) == "you"
