"""Every field of the rules has a name and every value a meaning, in the reader's language."""

from dataclasses import replace

import pytest

from bot.engine.rules import CHOICES, CLASSIC, FLAGS, ImpossibleRules, Rules
from bot.presets import shipped_presets
from bot.rule_fields import FIELDS, GROUPS, with_field
from bot.ui import refusals
from bot.ui.rule_words import (
    allowed_text,
    differences,
    field_name,
    group_name,
    preset_label,
    preset_name,
    value_text,
)
from tests.ui.scenes import ENGLISH, FRENCH


def test_every_field_has_a_name_of_its_own_that_fits_a_form() -> None:
    names = [field_name(ENGLISH, field) for field in FIELDS]
    assert len(set(names)) == len(FIELDS)
    assert max(map(len, names)) <= 32


def test_every_group_and_preset_has_a_name() -> None:
    assert [group_name(ENGLISH, group) for group in GROUPS] == [
        "Cards",
        "Points",
        "Play",
        "Calling",
        "Assaf",
        "End",
    ]
    assert [preset_name(ENGLISH, name) for name in shipped_presets()] == [
        "Classic",
        "BGA",
        "Dhumbal",
        "French",
        "Travellers",
    ]


def test_a_servers_own_name_is_shown_as_it_reads() -> None:
    assert preset_name(ENGLISH, "**our** @here") == "\\*\\*our\\*\\* @\u200bhere"
    assert preset_label(ENGLISH, "**our**\n rules") == "**our** rules"


@pytest.mark.parametrize("field", [*CHOICES, *FLAGS])
def test_every_value_of_a_choice_has_words_of_its_own(field: str) -> None:
    values = CHOICES.get(field, (True, False))
    told = [value_text(ENGLISH, replace(CLASSIC, **{field: value}), field) for value in values]
    assert len(set(told)) == len(values)
    assert "_" not in "".join(told)


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("hand_size", "5"),
        ("court_points", "10 · 10 · 10"),
        ("exact_totals", "50→25 · 100→50"),
        ("jokers_wild", "no"),
        ("decks", "as many as needed"),
    ],
)
def test_values_are_told_in_words(field: str, told: str) -> None:
    assert value_text(ENGLISH, CLASSIC, field) == told


def test_no_exact_totals_are_none() -> None:
    assert value_text(ENGLISH, FRENCH, "exact_totals") == "none"


def test_what_differs_is_told_and_what_has_no_meaning_is_not() -> None:
    assert differences(ENGLISH, CLASSIC) == []
    assert differences(ENGLISH, replace(CLASSIC, yaniv_limit=5, exact_totals={75: 35})) == [
        "call at: 5",
        "exact totals: 75→35",
    ]
    assert differences(ENGLISH, replace(FRENCH, slap_down="singles", last_lap=True)) == ["last lap: yes"]
    assert differences(ENGLISH, Rules(preset="ours", target=300)) == []
    assert differences(ENGLISH, Rules(preset="ours", target=300), CLASSIC) == ["target: 300"]


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("hand_size", "9", "**cards each** cannot be “9”: a whole number from 3 to 7."),
        ("joker_points", "many", "**points of a joker** cannot be “many”: a whole number from -5 to 10."),
        ("set_pickup", "all", "**taking from a set** cannot be “all”: any card / first or last card."),
        ("last_lap", "maybe", "**last lap** cannot be “maybe”: yes or no."),
        ("court_points", "1, 2", "**points of J, Q, K** cannot be “1, 2”: three whole numbers from 0 to 20"),
        (
            "exact_totals",
            "50:60",
            "**exact totals** cannot be “50\\:60”: up to ten totals, each with a lower",
        ),
        ("last_lap", "@everyone", "“@\u200beveryone”"),
        ("colour", "red", "There is no rule called colour."),
    ],
)
def test_an_impossible_value_is_refused_with_field_value_and_what_is_allowed(
    field: str, text: str, said: str
) -> None:
    with pytest.raises(ImpossibleRules) as refusal:
        with_field(CLASSIC, field, text)
    assert said in refusals.sentence(ENGLISH, refusal.value)


@pytest.mark.parametrize("field", FIELDS)
def test_what_is_allowed_fits_below_a_forms_field(field: str) -> None:
    assert 0 < len(allowed_text(ENGLISH, field)) <= 100
