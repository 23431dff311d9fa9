"""The rules as one value (docs/rules.md, section 2)."""

import copy
import dataclasses
import json
import pickle
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import Card
from bot.engine.errors import DeckTooSmall, SeatCount
from bot.engine.rules import CLASSIC, ImpossibleRules, Rules
from tests.engine.strategies import any_rules

RANGES = {
    "hand_size": (3, 7),
    "jokers": (0, 4),
    "joker_points": (-5, 10),
    "yaniv_limit": (1, 15),
    "target": (20, 1000),
    "assaf_penalty": (0, 100),
    "assaf_extra": (0, 100),
    "streak_bonus": (0, 100),
}
CHOICES: dict[str, list[object]] = {
    "turn_system": ["discard_then_draw", "match_or_draw"],
    "decks": [1, 2, "auto"],
    "end": ["first_over", "last_standing"],
    "assaf_on": ["equal_or_lower", "lower"],
    "assaf_zero": ["lowest", "assafers", "all_others", "none"],
    "set_pickup": ["any", "ends"],
    "slap_down": ["off", "singles", "singles_and_sets"],
    "stock_empty": ["reshuffle", "end_round"],
    "next_starter": ["winner", "left_of_dealer"],
    "assaf_adds_hand": [True, False],
    "jokers_wild": [True, False],
    "jack_rule": [True, False],
    "last_lap": [True, False],
}


def rules_with(name: str, value: object) -> Rules:
    return Rules(**{name: value})  # pyright: ignore[reportArgumentType] - wrong types are what is tested


def test_classic_is_the_default_in_every_field() -> None:
    assert Rules() == CLASSIC
    assert CLASSIC.to_json() == {
        "preset": "classic",
        "turn_system": "discard_then_draw",
        "hand_size": 5,
        "decks": "auto",
        "jokers": 2,
        "joker_points": 0,
        "jokers_wild": False,
        "court_points": [10, 10, 10],
        "jack_rule": False,
        "yaniv_limit": 7,
        "target": 100,
        "end": "first_over",
        "assaf_on": "equal_or_lower",
        "assaf_penalty": 30,
        "assaf_adds_hand": True,
        "assaf_zero": "lowest",
        "assaf_extra": 0,
        "exact_totals": {"50": 25, "100": 50},
        "set_pickup": "any",
        "slap_down": "off",
        "last_lap": False,
        "streak_bonus": 0,
        "stock_empty": "reshuffle",
        "next_starter": "winner",
    }


@pytest.mark.parametrize(("name", "bounds"), RANGES.items())
def test_a_number_within_its_bounds_is_accepted(name: str, bounds: tuple[int, int]) -> None:
    for value in bounds:
        assert getattr(rules_with(name, value), name) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, (low, high) in RANGES.items() for value in (low - 1, high + 1)],
)
def test_a_number_outside_its_bounds_is_refused_with_field_value_and_bounds(name: str, value: int) -> None:
    low, high = RANGES[name]
    with pytest.raises(ImpossibleRules) as refused:
        rules_with(name, value)
    assert str(refused.value) == f"{name} cannot be {value}: a whole number from {low} to {high}"


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("value", [True, 4.0, "4", None, [4]])
def test_a_number_that_is_no_whole_number_is_refused(name: str, value: object) -> None:
    with pytest.raises(ImpossibleRules, match=f"^{name} cannot be"):
        rules_with(name, value)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, all_of in CHOICES.items() for value in all_of]
)
def test_every_choice_is_accepted(name: str, value: object) -> None:
    assert getattr(rules_with(name, value), name) == value


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("value", ["", "AUTO", "yes", 3, 0, None, 1.5, ["any"]])
def test_any_other_choice_is_refused_with_field_value_and_what_is_allowed(name: str, value: object) -> None:
    with pytest.raises(ImpossibleRules) as refused:
        rules_with(name, value)
    text = str(refused.value)
    assert text.startswith(f"{name} cannot be {value!r}: ")
    allowed = ["yes or no"] if isinstance(CHOICES[name][0], bool) else [str(one) for one in CHOICES[name]]
    assert all(one in text for one in allowed)


def test_a_yes_is_no_number_of_decks() -> None:
    with pytest.raises(ImpossibleRules, match="decks cannot be True: 1 or 2 or auto"):
        rules_with("decks", True)


@pytest.mark.parametrize("points", [(0, 0, 0), (20, 20, 20), [11, 12, 13]])
def test_courts_count_what_the_rules_say(points: tuple[int, int, int]) -> None:
    rules = Rules(court_points=points)
    assert [rules.points(Card.parse(code)) for code in ("JS", "QH", "KD")] == list(points)
    assert isinstance(rules.court_points, tuple)


@pytest.mark.parametrize(
    "points", [(10, 10), (10, 10, 10, 10), (10, 10, 21), (-1, 10, 10), (True, 10, 10), 10, "abc", None]
)
def test_other_court_points_are_refused(points: object) -> None:
    with pytest.raises(
        ImpossibleRules, match=r"^court_points cannot be .*: three whole numbers from 0 to 20"
    ):
        rules_with("court_points", points)


@pytest.mark.parametrize("pairs", [{}, {1: 0}, {1000: 999}, {"50": 25}, dict.fromkeys(range(1, 11), 0)])
def test_exact_totals_are_up_to_ten_lower_totals(pairs: Mapping[Any, int]) -> None:
    assert Rules(exact_totals=pairs).exact_totals == {int(total): lower for total, lower in pairs.items()}


@pytest.mark.parametrize(
    "pairs",
    [
        {0: 0},
        {1001: 0},
        {50: 50},
        {50: 51},
        {50: -1},
        {True: 0},
        {50: False},
        {50: 2.5},
        {"fifty": 25},
        {"-50": 0},
        {"²": 0},
        dict.fromkeys(range(1, 12), 0),
        [50, 25],
        None,
    ],
)
def test_other_exact_totals_are_refused(pairs: object) -> None:
    with pytest.raises(
        ImpossibleRules, match=r"^exact_totals cannot be .*: up to 10 pairs of a total from 1 to 1000"
    ):
        rules_with("exact_totals", pairs)


@given(st.sampled_from([*RANGES, *CHOICES]), st.data())
def test_a_refused_combination_names_its_reason(name: str, data: st.DataObject) -> None:
    """Whatever the other fields are, the one that cannot be is named, with what it can be."""
    rules = data.draw(any_rules)
    wrong = RANGES[name][1] + 1 if name in RANGES else "never"
    with pytest.raises(ImpossibleRules) as refused:
        dataclasses.replace(rules, **{name: wrong})
    assert str(refused.value).startswith(f"{name} cannot be {wrong!r}: ")
    assert refused.value.details["allowed"]


@given(any_rules, st.integers(2, 8))
def test_rules_are_refused_for_more_seats_than_the_deck_has_cards_for_and_for_no_other_reason(
    rules: Rules, seats: int
) -> None:
    needed = seats * rules.hand_size + 1
    if needed <= rules.decks_for(seats) * (52 + rules.jokers):
        rules.check_seats(seats)
        return
    with pytest.raises(DeckTooSmall) as refused:
        rules.check_seats(seats)
    assert f"{seats} players with {rules.hand_size} cards" in refused.value.sentence()


def test_rules_cannot_be_changed_afterwards() -> None:
    given_pairs = {50: 25}
    rules = Rules(exact_totals=given_pairs)
    given_pairs[60] = 0
    assert dict(rules.exact_totals) == {50: 25}
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.target = 50  # pyright: ignore[reportAttributeAccessIssue] - that it fails is what is tested
    with pytest.raises(TypeError):
        rules.exact_totals[50] = 0  # pyright: ignore[reportIndexIssue] - likewise


def test_a_card_counts_its_number_an_ace_one_a_joker_what_the_rules_say() -> None:
    rules = Rules(joker_points=-5)
    codes = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS X1"
    assert [rules.points(Card.parse(code)) for code in codes.split()] == [*range(1, 11), -5]


@given(any_rules)
def test_rules_survive_json_pickling_and_copying(rules: Rules) -> None:
    read = Rules.from_json(json.loads(json.dumps(rules.to_json())))
    for twin in (read, pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert twin == rules
        assert hash(twin) == hash(rules)
        assert twin.to_json() == rules.to_json()


@pytest.mark.parametrize("name", CLASSIC.to_json())
def test_every_field_must_be_in_a_record(name: str) -> None:
    data = CLASSIC.to_json()
    del data[name]
    with pytest.raises(ImpossibleRules, match=f"^{name} cannot be None: it must be given"):
        Rules.from_json(data)


def test_unknown_keys_of_a_record_are_ignored() -> None:
    assert Rules.from_json(CLASSIC.to_json() | {"colour": "blue"}) == CLASSIC


def test_the_name_of_the_preset_is_a_text_and_no_rule() -> None:
    assert Rules(preset="ours") == CLASSIC
    with pytest.raises(ImpossibleRules, match="preset cannot be 5: a name"):
        rules_with("preset", 5)


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 100])
def test_a_match_has_two_to_eight_seats(seats: int) -> None:
    with pytest.raises(SeatCount):
        CLASSIC.check_seats(seats)


def test_two_to_eight_seats_can_play_classic() -> None:
    for seats in range(2, 9):
        CLASSIC.check_seats(seats)


@pytest.mark.parametrize(("seats", "hand_size", "jokers"), [(8, 7, 0), (8, 7, 2), (8, 7, 3), (8, 7, 4)])
def test_more_cards_than_the_deck_has_are_refused(seats: int, hand_size: int, jokers: int) -> None:
    with pytest.raises(DeckTooSmall) as refused:
        Rules(decks=1, hand_size=hand_size, jokers=jokers).check_seats(seats)
    assert refused.value.sentence() == "8 players with 7 cards each need more cards than the deck has."


@pytest.mark.parametrize(("seats", "hand_size", "decks"), [(7, 7, 1), (8, 6, 1), (8, 7, 2), (8, 7, "auto")])
def test_a_deck_that_just_suffices_is_enough(seats: int, hand_size: int, decks: int | str) -> None:
    Rules(decks=decks, hand_size=hand_size, jokers=0).check_seats(seats)


@pytest.mark.parametrize(
    ("seats", "hand_size", "decks"),
    [(4, 7, 1), (5, 6, 2), (5, 5, 1), (6, 5, 2), (7, 4, 1), (8, 4, 2), (8, 3, 1)],
)
def test_auto_takes_two_decks_as_soon_as_the_hands_need_more_than_28_cards(
    seats: int, hand_size: int, decks: int
) -> None:
    assert Rules(hand_size=hand_size).decks_for(seats) == decks


@pytest.mark.parametrize("decks", [1, 2])
def test_a_fixed_number_of_decks_stands_for_any_number_of_seats(decks: int) -> None:
    assert [Rules(decks=decks).decks_for(seats) for seats in (2, 8)] == [decks, decks]
