"""Fifty clicks at once on what other rules, options and settings have: applied once, each answered once."""

from dataclasses import replace

from bot.app import create_bot
from bot.config import Settings
from bot.engine.cards import parse_cards
from bot.engine.rules import CLASSIC
from bot.presets import preset
from tests.cogs.bursts import assert_answered_once, burst, id_of, seen, tap
from tests.cogs.clicking import dealing
from tests.cogs.conftest import discord_with
from tests.cogs.forms import add_manager, forged, options_of
from tests.cogs.friends import Friends, labels, shown_hand, text
from tests.cogs.play import deal, mover, open_lobby
from tests.cogs.test_bursts import BUSY, MANY

FRENCH, TRAVELLERS = preset("french"), preset("travellers")
SHORT = replace(FRENCH, hand_size=5)


async def test_fifty_times_lay_down_plays_one_turn(settings: Settings) -> None:
    shuffler = dealing(FRENCH, ["3S 9H 6S 6D 6C QH KH", "2D 4D 8C TC JS QS KD"], "3H")
    bot = create_bot(settings, shuffler=shuffler, first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="french")
        await friends.select("you", "6♠", "6♦", "6♣")
        number = (await friends.running()).number
        assert_answered_once(await burst(friends, friends.panel("you"), "Lay down", ["you"] * MANY))
        table = await friends.running()
        assert (table.number, mover(table)) == (number + 1, "Ada")
        assert table.public_view().discard == parse_cards("6S 6D 6C")


async def test_fifty_forced_draws_draw_one_card(settings: Settings) -> None:
    shuffler = dealing(SHORT, ["3H 5D TH QD KC", "2D 4D 8C TC JS"], "2S", "9C")
    bot = create_bot(settings, shuffler=shuffler, first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Short", SHORT)
        await deal(friends, "you", "Ada", rules="Short")
        assert_answered_once(await burst(friends, friends.panel("you"), "Draw", ["you"] * MANY))
        assert mover(await friends.running()) == "Ada"
        assert len(shown_hand(friends.panel("you"))) == 6


async def test_fifty_slap_downs_slap_one_card(settings: Settings) -> None:
    shuffler = dealing(TRAVELLERS, ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D"], "TS", "KH")
    bot = create_bot(settings, shuffler=shuffler, first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="travellers")
        await friends.select("you", "K♠")
        await friends.click("you", friends.panel("you"), "Draw")
        number = (await friends.running()).number
        assert_answered_once(await burst(friends, friends.panel("you"), "Slap down", ["you"] * MANY))
        table = await friends.running()
        assert table.number == number + 1
        assert table.public_view().discard == parse_cards("KS KH")
        assert shown_hand(friends.panel("you")) == ["2♥", "3♦", "6♣", "9♠"]


async def test_a_slap_and_the_next_turn_at_the_same_moment_are_both_answered(settings: Settings) -> None:
    shuffler = dealing(TRAVELLERS, ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D"], "TS", "KH")
    bot = create_bot(settings, shuffler=shuffler, first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", rules="travellers")
        await friends.select("you", "K♠")
        await friends.click("you", friends.panel("you"), "Draw")
        await friends.select("Ada", "Q♠")
        you, ada = friends.panel("you"), friends.panel("Ada")
        taps = [
            tap(friends, "Ada", seen(friends, ada), id_of(ada, "Draw")),
            tap(friends, "you", seen(friends, you), id_of(you, "Slap down")),
        ]
        await env.settle()
        assert_answered_once(taps)
        slapped = "K♥" not in shown_hand(you)
        assert slapped is ("⚠️" not in taps[1].words), "the first of the two decided, and both read how"


async def test_fifty_different_forms_at_once_all_count(settings: Settings) -> None:
    """Each changes one field of the same lobby: none is lost."""
    async with discord_with(create_bot(settings), settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        table = await friends.running()
        fields = {"end": {"target": "70"}, "calling": {"yaniv_limit": "4"}, "assaf": {"assaf_penalty": "20"}}
        taps = [
            forged(friends, "you", f"y:options:{table.id}:{table.version}:{group}", **changed)
            for _ in range(MANY // 3)
            for group, changed in fields.items()
        ]
        await env.settle()
        assert_answered_once(taps)
        rules = (await friends.running()).rules
        assert rules == replace(CLASSIC, target=70, yaniv_limit=4, assaf_penalty=20)


async def test_fifty_clicks_on_presets_end_with_one_of_them(settings: Settings) -> None:
    async with discord_with(create_bot(settings), settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        shown = seen(friends, panel)
        ids = [id_of(panel, label) for label in ("French", "Dhumbal")]
        taps = [tap(friends, "you", shown, custom_id) for custom_id in ids * (MANY // 2)]
        await env.settle()
        assert_answered_once(taps)
        rules = (await friends.running()).rules
        assert rules in (FRENCH, preset("dhumbal"))
        assert rules == preset(rules.preset)
        assert ("French" if rules == FRENCH else "Dhumbal") in text(friends.lobby)


async def test_rules_saved_fifty_times_at_once_are_saved_once(settings: Settings) -> None:
    async with discord_with(create_bot(settings), settle_timeout=BUSY) as env:
        friends = Friends.arrive(env)
        add_manager(friends, "Mo")
        await open_lobby(friends, "Mo")
        table = await friends.running()
        taps = [
            forged(friends, "Mo", f"y:options:{table.id}:{table.version}:save", name="Friday")
            for _ in range(MANY)
        ]
        await env.settle()
        assert_answered_once(taps)
        assert [saved.name for saved in await friends.bot.desk.tables.store.rules_of(friends.guild.id)] == [
            "Friday"
        ]
        assert "Friday" in text(friends.lobby)


async def test_a_deal_and_a_form_at_the_same_moment_agree(settings: Settings) -> None:
    """Whichever was first, the match is played by the rules that were in force when it was dealt."""
    shuffler = dealing(CLASSIC, ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D"], "TS", "KH")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        table = await friends.running()
        lobby, deal_id = seen(friends, friends.lobby), id_of(friends.lobby, "Deal")
        taps = [
            tap(friends, "you", lobby, deal_id),
            forged(friends, "you", f"y:options:{table.id}:{table.version}:end", target="70"),
        ]
        await env.settle()
        assert_answered_once(taps)
        after = await friends.running()
        assert after.match is not None
        assert after.match.rules == after.rules
        assert (after.rules.target == 70) is ("dealt already" not in taps[1].words)
        assert "More" in labels(friends.table)
