"""The jack rule (docs/rules.md, section 5)."""

import pytest

from bot.engine.rules import CLASSIC, Rules
from tests.engine.helpers import card, cards
from tests.engine.preset_table import FRENCH


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("JS", -2),
        ("JS JH 5D", 1),
        ("JS 6D", 21),
        ("JS 5D", 3),
        ("JS 2D 3D", 3),
        ("JS 2D 4D", 21),
        ("JS JH JD JC", -8),
        ("JS JH JD JC AS 5S", 66),
        ("JS KD", 25),
        ("5D", 5),
        ("QS KD", 20),
        ("", 0),
    ],
)
def test_up_to_five_without_the_jacks_each_counts_minus_two_and_above_fifteen(hand: str, total: int) -> None:
    assert FRENCH.hand_sum(cards(hand)) == FRENCH.hand_sum(list(cards(hand)[::-1])) == total


def test_jokers_count_in_the_rest_of_the_hand() -> None:
    assert FRENCH.hand_sum(cards("X1 X2 AS JS")) == 3
    assert FRENCH.hand_sum(cards("X1 X2 2S JS")) == 21
    assert Rules(jack_rule=True, joker_points=-5).hand_sum(cards("X1 TS JS")) == 3


def test_j_in_court_points_is_then_unused() -> None:
    rules = Rules(jack_rule=True, court_points=(20, 11, 12))
    assert rules.hand_sum(cards("JS QS KS")) == 15 + 11 + 12
    assert rules.hand_sum(cards("JS")) == -2
    assert rules.points(card("JS")) == -2


def test_without_the_jack_rule_a_jack_counts_what_court_points_say() -> None:
    assert CLASSIC.hand_sum(cards("JS JH 5D")) == 25
    assert Rules(court_points=(3, 11, 12)).hand_sum(cards("JS QS KS AS")) == 27


def test_the_jack_rule_may_go_with_the_other_turn_system() -> None:
    assert Rules(jack_rule=True).hand_sum(cards("JS JH 5D X1")) == 1
