"""Options of a lobby: every group by its form, presets, saving, and whatever is refused."""

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC, Rules
from bot.presets import preset, shipped_presets
from bot.rule_fields import GROUPS, offered, with_field
from tests.cogs.bursts import assert_answered_once, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.forms import add_manager, as_shown, change, fields, fill_in, forged, options_of, said
from tests.cogs.friends import Friends, Shown, custom_ids, labels, text
from tests.cogs.play import fixed_shuffle, open_lobby
from tests.cogs.test_restart import restarted

# One value a field, none of them that of classic.
OTHERS = {
    "hand_size": "6",
    "decks": "2",
    "jokers": "3",
    "jokers_wild": "yes",
    "joker_points": "-2",
    "court_points": "11, 12, 13",
    "jack_rule": "yes",
    "turn_system": "match_or_draw",
    "set_pickup": "ends",
    "slap_down": "singles",
    "stock_empty": "end_round",
    "next_starter": "left_of_dealer",
    "yaniv_limit": "5",
    "last_lap": "yes",
    "streak_bonus": "10",
    "assaf_on": "lower",
    "assaf_penalty": "25",
    "assaf_adds_hand": "no",
    "assaf_zero": "all_others",
    "assaf_extra": "5",
    "target": "250",
    "end": "last_standing",
    "exact_totals": "75→35, 200→150",
}


def expected(group: str) -> Rules:
    """Return classic with every field of a group changed."""
    rules = CLASSIC
    for field in GROUPS[group]:
        rules = with_field(rules, field, OTHERS[field])
    return rules


async def rules_of(friends: Friends) -> Rules:
    """Return the rules of the lobby as the bot knows them."""
    return (await friends.running()).rules


def group_label(panel: Shown, group: str) -> str:
    """Return the label of the button for a group."""
    return labels(panel)[list(GROUPS).index(group)]


@pytest.mark.parametrize("group", GROUPS)
async def test_every_field_of_a_group_is_changed_by_its_form(settings: Settings, group: str) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        panel = await options_of(friends, "you")
        assert "Just as in **Classic**" in text(panel)
        shown = await friends.click("you", panel, group_label(panel, group))
        assert set(fields(shown)) == set(GROUPS[group])
        for field, value in as_shown(shown).items():
            assert with_field(CLASSIC, field, value) == CLASSIC, "the form shows what is in force"
        done = await fill_in(friends, "you", shown, **{field: OTHERS[field] for field in GROUPS[group]})
        assert await rules_of(friends) == expected(group)
        assert done.response is not None
        assert done.response.id == panel.id, "the panel itself shows it"
        assert "What differs from **Classic**" in text(panel)
        differing = sum(1 for line in text(panel).splitlines() if line.startswith("- "))
        assert differing == sum(offered(expected(group), field) for field in GROUPS[group])
        assert "changed:" in text(friends.lobby), "whoever joins should know"


async def test_a_form_left_as_it_is_changes_nothing(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you", rules="bga")
        panel = await options_of(friends, "you")
        for group in GROUPS:
            await change(friends, "you", panel, group_label(panel, group))
            assert await rules_of(friends) == preset("bga")
        assert "Just as in **BGA**" in text(panel)


async def test_what_means_nothing_in_the_french_turn_system_is_not_asked(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you", rules="french")
        panel = await options_of(friends, "you")
        shown = await friends.click("you", panel, group_label(panel, "play"))
        assert set(fields(shown)) == {"turn_system", "stock_empty", "next_starter"}
        shown = await friends.click("you", panel, group_label(panel, "cards"))
        assert "jokers_wild" not in fields(shown)


@pytest.mark.parametrize(
    ("group", "field", "value"),
    [
        ("cards", "hand_size", "8"),
        ("cards", "hand_size", "five"),
        ("points", "court_points", "10, 10"),
        ("points", "joker_points", "-6"),
        ("calling", "yaniv_limit", "0"),
        ("calling", "streak_bonus", "@here"),
        ("assaf", "assaf_penalty", "101"),
        ("end", "target", "19"),
        ("end", "exact_totals", "50→50"),
        ("end", "exact_totals", "**50**, || @everyone"),
    ],
)
async def test_an_impossible_value_is_refused_in_one_sentence_and_nothing_changes(
    settings: Settings, group: str, field: str, value: str
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel, lobby = await options_of(friends, "you"), text(friends.lobby)
        before = await friends.running()
        await change(friends, "you", panel, group_label(panel, group), **{field: value})
        notices = [line for line in text(panel).splitlines() if line.startswith("⚠️")]
        assert len(notices) == 1
        assert "cannot be" in notices[0]
        assert "@everyone" not in notices[0]
        assert await friends.running() == before
        assert text(friends.lobby) == lobby
        await change(friends, "you", panel, group_label(panel, "calling"), yaniv_limit="6")
        assert "⚠️" not in text(panel), "what is right takes the notice away"
        assert (await rules_of(friends)).yaniv_limit == 6


async def test_one_impossible_value_keeps_the_others_of_its_form_from_changing(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        await change(friends, "you", panel, group_label(panel, "cards"), hand_size="7", jokers="5")
        assert "⚠️" in text(panel)
        assert await rules_of(friends) == CLASSIC


async def test_more_cards_than_the_deck_has_are_refused(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you", computers=7)
        panel = await options_of(friends, "you")
        await change(friends, "you", panel, group_label(panel, "cards"), hand_size="7", decks="1")
        assert "8 players with 7 cards each need more cards than the deck has" in text(panel)
        assert await rules_of(friends) == CLASSIC


async def test_who_would_not_be_dealt_to_cannot_join(settings: Settings) -> None:
    """The other way round: the rules are there first."""
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", computers=6)
        panel = await options_of(friends, "you")
        await change(friends, "you", panel, group_label(panel, "cards"), hand_size="7", decks="1", jokers="0")
        assert (await rules_of(friends)).decks == 1
        refused = said(await friends.click("Ada", friends.lobby, "Join"))
        assert "need more cards than the deck has" in refused


async def test_a_preset_sets_every_field(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        await change(friends, "you", panel, group_label(panel, "end"), target="55")
        for name in shipped_presets():
            await friends.click("you", panel, name.upper() if name == "bga" else name.capitalize())
            rules = await rules_of(friends)
            assert (rules, rules.preset) == (preset(name), name)
            assert "Just as in" in text(panel)


async def test_only_the_host_has_options(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await open_lobby(friends, "you", "Ada")
        for name in ("Ada", "Eve"):
            assert "Only the host" in said(await friends.click(name, friends.lobby, "Options"))


async def test_a_host_who_left_meanwhile_changes_nothing_any_more(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        panel = await options_of(friends, "you")
        shown = await friends.click("you", panel, group_label(panel, "end"))
        await friends.slash("you", "leave")
        for result in (
            await fill_in(friends, "you", shown, target="50"),
            await friends.click("Ada", friends.lobby, "Options"),
        ):
            assert result.acknowledged
        assert "Only the host" in text(panel)
        assert labels(panel) == []
        assert await rules_of(friends) == CLASSIC
        own = await options_of(friends, "Ada")
        await change(friends, "Ada", own, group_label(own, "end"), target="50")
        assert (await rules_of(friends)).target == 50


async def test_a_form_sent_after_the_deal_or_the_close_changes_nothing(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        panel = await options_of(friends, "you")
        late = [await friends.click("you", panel, group_label(panel, "end")) for _ in range(2)]
        await friends.click("you", friends.lobby, "Deal")
        await fill_in(friends, "you", late[0], target="50")
        assert "dealt already" in text(panel)
        assert await rules_of(friends) == CLASSIC
        for name in ("you", "Ada"):
            await friends.slash(name, "end")
        await fill_in(friends, "you", late[1], target="50")
        assert "moved on" in text(panel)


async def test_who_joins_meanwhile_does_not_void_a_form(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        shown = await friends.click("you", panel, group_label(panel, "end"))
        await friends.click("Ada", friends.lobby, "Join")
        await fill_in(friends, "you", shown, target="50")
        table = await friends.running()
        assert table.rules.target == 50
        assert len(table.seats) == 2


async def test_two_forms_sent_after_each_other_both_count(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        ends = await friends.click("you", panel, group_label(panel, "end"))
        calls = await friends.click("you", panel, group_label(panel, "calling"))
        await fill_in(friends, "you", ends, target="50")
        await fill_in(friends, "you", calls, yaniv_limit="3")
        assert await rules_of(friends) == replace(CLASSIC, target=50, yaniv_limit=3)


async def test_forms_and_panels_from_before_a_restart_work(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        shown = await friends.click("you", panel, group_label(panel, "end"))
        await restarted(env, settings)
        await fill_in(friends, "you", shown, target="50")
        assert (await rules_of(friends)).target == 50
        assert "What differs from **Classic**" in text(panel)
        await restarted(env, settings)
        await friends.click("you", panel, "Dhumbal")
        assert await rules_of(friends) == preset("dhumbal")


async def test_a_dismissed_form_leaves_nothing_in_memory(settings: Settings) -> None:
    bot = create_bot(settings)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        for _ in range(3):
            for group in GROUPS:
                await friends.click("you", panel, group_label(panel, group))
        store: Any = cast("Any", bot)._connection._view_store
        assert store._modals == {}
        assert store._views == {}


async def test_forms_that_were_never_shown_are_refused(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await open_lobby(friends, "you", "Ada")
        table = await friends.running()
        taps = [
            *(
                forged(friends, name, f"y:options:{table.id}:{table.version}:end", target="50")
                for name in ("Ada", "Eve")
            ),
            *(
                forged(friends, "you", custom_id, target="50")
                for custom_id in (
                    f"y:options:{table.id + 1}:0:end",
                    f"y:options:{table.id}:{table.version}:",
                    f"y:options:{table.id}:{table.version}",
                    f"y:options:{table.id}:{table.version}:everything",
                    f"y:options:{table.id}:{table.version}:END",
                    "y:options",
                    "y:options:x:y:end",
                    f"y:preset:{table.id}:{table.version}:french",
                    "y:settings:rules",
                    "y:settings:speed",
                    "y:settings",
                    f"y:options:{table.id}:{table.version}:save",
                )
            ),
        ]
        await env.settle()
        assert_answered_once(taps)
        assert all(one.result.ephemeral for one in taps)
        assert not any("went wrong" in one.words for one in taps)
        assert await friends.running() == table
        assert await friends.bot.desk.tables.store.rules_of(friends.guild.id) == []


async def test_a_form_with_fields_of_another_group_changes_only_its_own(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        table = await friends.running()
        one = forged(
            friends,
            "you",
            f"y:options:{table.id}:{table.version}:end",
            target="50",
            yaniv_limit="3",
            preset="french",
            nonsense="1",
        )
        await env.settle()
        assert_answered_once([one])
        assert await rules_of(friends) == replace(CLASSIC, target=50)


async def test_somebody_elses_private_panel_cannot_be_used(settings: Settings) -> None:
    """A form that names another's private message is no way to their lobby."""
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        panel = await options_of(friends, "you")
        before, shown = await friends.running(), seen(friends, panel)
        taps = [tap(friends, "Ada", shown, custom_id) for custom_id in custom_ids(panel)]
        await env.settle()
        assert_answered_once(taps)
        assert await friends.running() == before


async def test_saved_rules_are_offered_again(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        add_manager(friends, "Mo")
        await open_lobby(friends, "Mo")
        panel = await options_of(friends, "Mo")
        await change(friends, "Mo", panel, group_label(panel, "end"), target="70")
        await change(friends, "Mo", panel, "Save for this server", name="  Friday   night ")
        assert "Just as in **Friday night**" in text(panel)
        rules = await rules_of(friends)
        assert (rules.preset, rules.target) == ("Friday night", 70)
        assert "Friday night" in text(friends.lobby)
        await friends.click("Mo", panel, "French")
        await friends.click("Mo", panel, "Friday night")
        assert await rules_of(friends) == rules
        await friends.slash("Mo", "end")
        await friends.slash("you", "start", rules="Friday night")
        assert await rules_of(friends) == rules


async def test_saving_again_under_the_same_name_replaces_the_rules(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env)
        add_manager(friends, "Mo")
        await open_lobby(friends, "Mo")
        panel = await options_of(friends, "Mo")
        await change(friends, "Mo", panel, "Save for this server", name="Friday")
        await change(friends, "Mo", panel, group_label(panel, "end"), target="70")
        assert "What differs from **Friday**" in text(panel)
        await change(friends, "Mo", panel, "Save for this server")
        assert "Just as in **Friday**" in text(panel)
        saved = await friends.bot.desk.tables.store.rules_of(friends.guild.id)
        assert [(entry.name, entry.rules.target) for entry in saved] == [("Friday", 70)]


@pytest.mark.parametrize("name", ["classic", "Friday", "   "])
async def test_a_name_that_is_taken_or_empty_is_refused(settings: Settings, name: str) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env)
        add_manager(friends, "Mo")
        await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Friday", CLASSIC)
        await open_lobby(friends, "Mo")
        panel = await options_of(friends, "Mo")
        await change(friends, "Mo", panel, "Save for this server", name=name)
        assert "⚠️" in text(panel)
        assert len(await friends.bot.desk.tables.store.rules_of(friends.guild.id)) == 1


async def test_only_who_manages_the_server_saves_rules_for_it(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        assert "Save for this server" not in labels(panel)
        table = await friends.running()
        one = forged(friends, "you", f"y:options:{table.id}:{table.version}:save", name="Mine")
        await env.settle()
        assert "Manage Server" in one.words
        assert await friends.bot.desk.tables.store.rules_of(friends.guild.id) == []


async def test_deleted_rules_can_not_be_chosen_from_an_old_panel(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        store = friends.bot.desk.tables.store
        await store.save_rules(friends.guild.id, "Friday", replace(CLASSIC, target=70))
        await open_lobby(friends, "you")
        panel = await options_of(friends, "you")
        await store.delete_rules(friends.guild.id, "Friday")
        await friends.click("you", panel, "Friday")
        assert "have been deleted" in text(panel)
        assert "Friday" not in labels(panel)
        assert await rules_of(friends) == CLASSIC
