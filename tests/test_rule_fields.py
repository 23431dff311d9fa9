"""Rules field by field: as text, compared, and grouped for forms."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.engine.rules import CHOICES, CLASSIC, FLAGS, RANGES, ImpossibleRules, Rules
from bot.presets import preset, shipped_presets
from bot.rule_fields import FIELDS, GROUPS, changed_fields, field_text, offered, with_field


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("jokers", "4", 4),
        ("jokers", " 0 ", 0),
        ("joker_points", "-5", -5),
        ("joker_points", "−2", -2),
        ("decks", "2", 2),
        ("decks", "AUTO", "auto"),
        ("end", "last_standing", "last_standing"),
        ("slap_down", "Singles and sets", "singles_and_sets"),
        ("turn_system", "match-or-draw", "match_or_draw"),
        *[("jokers_wild", text, True) for text in ("yes", "on", "true", "Yes", "ON")],
        *[("assaf_adds_hand", text, False) for text in ("no", "off", "false", "No ")],
        ("court_points", "11,12,13", (11, 12, 13)),
        ("court_points", "0, 5 ,20", (0, 5, 20)),
        ("exact_totals", "50:25,100:50", {50: 25, 100: 50}),
        ("exact_totals", "50→25, 100→50", {50: 25, 100: 50}),
        ("exact_totals", "75 → 35", {75: 35}),
        ("exact_totals", "200->150", {200: 150}),
        ("exact_totals", "50=0", {50: 0}),
        *[("exact_totals", text, {}) for text in ("", "  ", "none", "–", "-")],
    ],
)
def test_a_text_says_what_a_field_becomes(field: str, text: str, value: object) -> None:
    base = replace(CLASSIC, jokers_wild=False, assaf_adds_hand=True, preset="ours")
    rules = with_field(base, field, text)
    assert getattr(rules, field) == value
    assert rules == replace(base, **{field: value})
    assert rules.preset == "ours"


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("jokers", "5", "jokers cannot be 5: a whole number from 0 to 4."),
        ("jokers", "", "jokers cannot be : a whole number from 0 to 4."),
        ("jokers", "two", "jokers cannot be two: a whole number from 0 to 4."),
        ("jokers", "1.5", "jokers cannot be 1.5: a whole number from 0 to 4."),
        ("jokers", "9" * 5000, f"jokers cannot be {'9' * 5000}: a whole number from 0 to 4."),
        ("jokers", "٣", "jokers cannot be ٣: a whole number from 0 to 4."),
        ("joker_points", "-6", "joker_points cannot be -6: a whole number from -5 to 10."),
        ("decks", "3", "decks cannot be 3: 1 or 2 or auto."),
        ("end", "Never", "end cannot be Never: first_over or last_standing."),
        ("jack_rule", "maybe", "jack_rule cannot be maybe: yes or no."),
        ("jack_rule", "", "jack_rule cannot be : yes or no."),
        ("court_points", "10,10", "court_points cannot be 10,10: three whole numbers from 0 to 20"),
        ("court_points", "10,10,21", "court_points cannot be 10,10,21: three whole numbers from 0 to 20"),
        ("court_points", "a,b,c", "court_points cannot be a,b,c: three whole numbers from 0 to 20"),
        ("exact_totals", "50:50", "exact_totals cannot be 50:50: up to 10 pairs"),
        ("exact_totals", "50", "exact_totals cannot be 50: up to 10 pairs"),
        ("exact_totals", "50:25,50:20", "exact_totals cannot be 50:25,50:20: up to 10 pairs"),
        ("exact_totals", "50:25,", "exact_totals cannot be 50:25,: up to 10 pairs"),
        ("exact_totals", "1001:5", "exact_totals cannot be 1001:5: up to 10 pairs"),
        (
            "exact_totals",
            ",".join(f"{total}:1" for total in range(50, 61)),
            "exact_totals cannot be 50:1,51:1,",
        ),
        ("colour", "blue", "colour cannot be blue: the rules have no such field; they have turn_system, "),
        ("preset", "ours", "preset cannot be ours: the rules have no such field"),
        ("to_json", "x", "to_json cannot be x: the rules have no such field"),
    ],
)
def test_a_text_that_says_nothing_possible_is_refused_with_field_value_and_what_is_allowed(
    field: str, text: str, sentence: str
) -> None:
    with pytest.raises(ImpossibleRules) as refused:
        with_field(CLASSIC, field, text)
    assert refused.value.sentence().startswith(sentence)
    assert refused.value.details["field"] == field


@pytest.mark.parametrize("name", shipped_presets())
def test_every_value_can_be_written_and_read_again(name: str) -> None:
    rules = preset(name)
    read = replace(CLASSIC, preset=name)
    for field in FIELDS:
        read = with_field(read, field, field_text(rules, field))
    assert read == rules


def test_what_differs_from_a_preset_is_listed_in_the_order_of_the_table() -> None:
    assert changed_fields(CLASSIC, CLASSIC) == []
    assert changed_fields(preset("dhumbal"), CLASSIC) == [
        "jokers", "court_points", "yaniv_limit", "assaf_penalty", "exact_totals",
    ]  # fmt: skip
    ours = replace(preset("bga"), exact_totals={}, hand_size=6)
    assert changed_fields(ours, preset("bga")) == ["hand_size", "exact_totals"]
    assert changed_fields(replace(CLASSIC, preset="ours"), CLASSIC) == []


def test_what_has_no_meaning_in_the_turn_system_makes_no_difference() -> None:
    french = preset("french")
    ignored = replace(french, slap_down="singles", set_pickup="ends", jokers_wild=True)
    assert changed_fields(ignored, french) == []
    assert changed_fields(replace(ignored, turn_system="discard_then_draw"), french) == [
        "turn_system", "jokers_wild", "set_pickup", "slap_down",
    ]  # fmt: skip


def test_every_field_is_in_one_group_of_at_most_five() -> None:
    grouped = [field for group in GROUPS.values() for field in group]
    assert sorted(grouped) == sorted(FIELDS)
    assert all(1 <= len(group) <= 5 for group in GROUPS.values())


def test_every_field_is_a_number_a_choice_a_flag_or_one_of_two_lists() -> None:
    assert sorted([*RANGES, *CHOICES, *FLAGS, "court_points", "exact_totals"]) == sorted(FIELDS)


def test_only_what_means_something_is_offered() -> None:
    assert all(offered(CLASSIC, field) for field in FIELDS)
    french = preset("french")
    hidden = [field for field in FIELDS if not offered(french, field)]
    assert hidden == ["jokers_wild", "set_pickup", "slap_down"]
    assert offered(french, "court_points")


def test_the_rules_given_stay_as_they_are() -> None:
    rules = Rules()
    before: Mapping[str, object] = rules.to_json()
    with_field(rules, "jokers", "4")
    assert rules.to_json() == before
