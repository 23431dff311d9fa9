"""The last lap: who has one turn left plays for how the round ends, not for a turn that never comes."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.actions import Lay, Play
from bot.engine.discards import lay
from bot.engine.rules import Rules
from bot.players.last_lap import called_sums
from bot.players.levels import computer
from bot.players.memory import Memory
from tests.engine.helpers import call, card, cards, holding, with_table
from tests.engine.preset_table import FRENCH


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(
    ("hand", "lies", "discard", "taken"),
    [
        ("9S KH 3D", "9C", "KH", None),  # a pair of nines is no use any more
        ("5H 6H JD", "7H", "JD", None),  # nor is a run
        ("KS KH QD", "3C", "KS KH", "3C"),
    ],
)
def test_in_the_last_lap_it_keeps_what_counts_least_for_no_turn_follows(
    level: str, hand: str, lies: str, discard: str, taken: str | None
) -> None:
    match = with_table(holding(["AS", hand], rules=Rules(last_lap=True)), lies)
    call(match, 0)
    view = match.seat_view(1)
    action = computer(level).choose(view, match.legal_actions(), random.Random(1))
    assert action == Play(1, lay(cards(discard), match.rules).cards, card(taken) if taken else None)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_in_the_last_lap_it_dares_to_draw_where_that_alone_may_catch_the_caller(level: str) -> None:
    for lies, taken in (("AC", card("AC")), ("6C", None)):
        match = with_table(holding(["2C 2S", "KS 2H"], rules=Rules(last_lap=True)), lies)
        call(match, 0)
        # With the ace it holds 3 and may well catch the caller; with the six it holds 8 and cannot.
        action = computer(level).choose(match.seat_view(1), match.legal_actions(), random.Random(1))
        assert action == Play(1, cards("KS"), taken)


def test_the_hands_that_a_caller_may_hold_are_counted() -> None:
    match = with_table(holding(["AS 2S", "KS 2H"], rules=Rules(last_lap=True, yaniv_limit=3)), "6C")
    call(match, 0)
    memory = Memory(((), ()), (), cards("X1 AS 2S 2C 9D"))
    # Of the ten pairs AS 2S, AS 2C, X1 AS, X1 2S and X1 2C are low enough.
    assert called_sums(match.seat_view(1), memory) == {1: 0.2, 2: 0.4, 3: 0.4}


def test_in_the_last_lap_of_french_rules_it_lays_what_counts_most() -> None:
    rules = replace(FRENCH, last_lap=True)
    # Three low cards would leave two cards of 20 points, the king leaves four of 19.
    match = with_table(holding(["AS", "2H 3H 4H KD TD"], rules=rules), "KS")
    call(match, 0)
    for level in ("normal", "hard"):
        action = computer(level).choose(match.seat_view(1), match.legal_actions(), random.Random(1))
        assert isinstance(action, Lay)
        assert set(action.cards) == set(cards("KD"))


@pytest.mark.parametrize(
    ("fields", "taken"),
    [
        ({}, None),  # the ten points of a draw are risked, and 30 of the caller's may be won
        ({"assaf_penalty": 0, "assaf_adds_hand": False, "assaf_zero": "none"}, "6C"),
    ],
)
def test_what_is_dared_to_catch_the_caller_follows_from_what_an_assaf_brings(
    fields: dict[str, Any], taken: str | None
) -> None:
    match = with_table(holding(["2C 2S", "KS 2H"], rules=Rules(last_lap=True, **fields)), "6C")
    call(match, 0)
    action = computer("normal").choose(match.seat_view(1), match.legal_actions(), random.Random(1))
    assert action == Play(1, cards("KS"), card(taken) if taken else None)
