"""The rules told are exactly the rules in force: every field that has a meaning changes the text."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.rules import CHOICES, FLAGS, RANGES, Rules
from bot.presets import shipped_presets
from bot.rule_fields import FIELDS, offered
from bot.ui.help import rules_view
from tests.ui.scenes import ENGLISH, FRENCH, TRAVELLERS, parts, shown


def told(rules: Rules) -> str:
    """Return what the rules are told as, without the line that names what was changed."""
    lines = shown(rules_view(ENGLISH, rules)).splitlines()
    assert lines[1].startswith("-# ")
    return "\n".join(lines[2:])


def has_meaning(rules: Rules, field: str) -> bool:
    """Say whether a field has any effect on play beside the others (docs/rules.md, section 2)."""
    if field in ("joker_points", "jokers_wild") and rules.jokers == 0:
        return False
    return offered(rules, field)


def other_values(rules: Rules, field: str) -> list[Any]:
    value = getattr(rules, field)
    if field in RANGES:
        low, high = RANGES[field]
        return [other for other in (low, (low + high) // 2, high) if other != value]
    if field in FLAGS:
        return [not value]
    if field in CHOICES:
        return [other for other in CHOICES[field] if other != value]
    if field == "court_points":
        return [(10, 10, 19), (10, 18, 10), (1, 2, 3)]
    return [{75: 35, 200: 150}, {}] if rules.exact_totals else [{75: 35}, {1: 0}]


def flips() -> Iterator[Any]:
    for name, rules in shipped_presets().items():
        for field in FIELDS:
            for value in other_values(rules, field):
                yield pytest.param(rules, field, value, id=f"{name}-{field}-{value}")


@pytest.mark.parametrize(("rules", "field", "value"), [*flips()])
async def test_a_field_changes_the_text_where_it_has_a_meaning_and_only_there(
    rules: Rules, field: str, value: object
) -> None:
    other = replace(rules, **{field: value})
    assert (told(rules) != told(other)) == has_meaning(rules, field)


@pytest.mark.parametrize("name", shipped_presets())
async def test_every_preset_fits_into_a_message(name: str) -> None:
    assert len(shown(rules_view(ENGLISH, shipped_presets()[name]))) <= 2800


async def test_the_longest_rules_fit_into_a_message() -> None:
    longest = replace(
        TRAVELLERS,
        exact_totals={total: total - 1 for total in range(991, 1001)},
        assaf_zero="assafers",
        assaf_extra=100,
        court_points=(11, 12, 13),
        jack_rule=True,
        last_lap=True,
        streak_bonus=100,
        stock_empty="end_round",
        preset="*" * 32,
    )
    for rules in (longest, replace(longest, turn_system="match_or_draw")):
        view = rules_view(ENGLISH, rules, replace(FRENCH, preset="*" * 32))
        assert len(shown(view)) <= 3200
        assert len(list(parts(view))) <= 40


@pytest.mark.parametrize(
    "said",
    [
        "dealt 7 cards",
        "you draw none after it. If you can lay nothing, draw one card from the stock.",
        "of its suit, of its rank, or a court on a court",
        "three or more of one suit (2♣ 7♣ K♣), or three or four of one rank",
        "The card you pick last is the new top card.",
        "When someone has no card left, the round ends",
        "When the last card of the stock is drawn, the round ends",
        "queen and king 10 each",
        "Every jack counts -2 if the rest of the hand is 5 or less, else 15.",
        "If someone holds less, that is an assaf: you score 30.",
        "when someone has 200 or more",
        "The deal moves on by one seat each round.",
    ],
)
async def test_the_french_rules_are_told(said: str) -> None:
    assert said in shown(rules_view(ENGLISH, FRENCH))


async def test_the_french_rules_know_no_taking_no_slap_and_no_joker() -> None:
    text = shown(rules_view(ENGLISH, FRENCH))
    for unsaid in ("may take", "Slap", "oker", "jack,", "becomes"):
        assert unsaid not in text
    assert "A joker fits on a joker only" in shown(rules_view(ENGLISH, replace(FRENCH, jokers=4)))


@pytest.mark.parametrize(
    "said",
    [
        "With 5 points or less",
        "A joker may stand for any card of a run (5♥ 🃏 7♥)",
        "**Slap-down**: a card from the stock that has the rank of the single card or set you just laid",
        "exactly 200 becomes 100",
    ],
)
async def test_the_rules_of_travellers_are_told(said: str) -> None:
    assert said in shown(rules_view(ENGLISH, TRAVELLERS))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            replace(FRENCH, stock_empty="reshuffle"),
            "It also ends when someone can neither lay, draw nor call.",
        ),
        (replace(FRENCH, last_lap=True), "then all show their cards; at once if the round ends before."),
        (
            replace(TRAVELLERS, end="last_standing"),
            "if the last ones all drop out in the same round, the lowest of them.",
        ),
    ],
)
async def test_the_rare_ends_of_rounds_and_matches_are_told_where_they_can_happen(
    rules: Rules, said: str
) -> None:
    assert said in shown(rules_view(ENGLISH, rules))
    assert said not in shown(rules_view(ENGLISH, FRENCH))
    assert said not in shown(rules_view(ENGLISH, TRAVELLERS))


async def test_what_was_changed_is_named_beside_the_preset() -> None:
    line = shown(rules_view(ENGLISH, replace(TRAVELLERS, last_lap=True))).splitlines()[1]
    assert line.startswith("-# Travellers · ")
    assert line.endswith("changed: last lap: yes")
    own = replace(TRAVELLERS, last_lap=True, preset="ours")
    assert "changed" not in shown(rules_view(ENGLISH, own, own))
    assert "changed: last lap: yes" in shown(rules_view(ENGLISH, own, TRAVELLERS))
