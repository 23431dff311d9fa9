"""The level `easy`: a beginner's mistakes, and no more than these."""

import random

import pytest

from bot.engine.actions import Action, CallYaniv, Draw, Lay, Play
from bot.engine.match import Match
from bot.players.levels import computer
from tests.engine.helpers import card, holding, play, with_table
from tests.engine.preset_table import FRENCH, TRAVELLERS
from tests.players.test_greedy import match_of


def choices(match: Match) -> list[Action]:
    """Return what it chooses in 40 cases."""
    view, legal = match.seat_view(0), match.legal_actions()
    return [computer("easy").choose(view, legal, random.Random(seed)) for seed in range(40)]


def discards(match: Match) -> set[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for action in choices(match):
        assert isinstance(action, Play | Lay)
        laid = action.discard if isinstance(action, Play) else action.cards
        found.add(tuple(sorted(one.code for one in laid)))
    return found


@pytest.mark.parametrize("hand", ["AS", "4S 3D", "X1 X2", "2H 3S AD X1"])
def test_it_calls_as_soon_as_it_may(hand: str) -> None:
    assert set(choices(match_of(hand))) == {CallYaniv(0)}


def test_it_overlooks_runs() -> None:
    assert discards(match_of("5H 6H 7H 8H KC")) == {("KC",)}


def test_it_sees_a_pair_often_but_not_always_and_then_throws_its_highest_card() -> None:
    assert discards(match_of("7S 7D TC 2H AD")) == {("7D", "7S"), ("TC",)}


def test_it_takes_every_low_card_and_no_other_whether_it_belongs_to_something_or_not() -> None:
    low = choices(match_of("KS 9D 8C 7H", previous="4H"))
    assert {action.draw for action in low if isinstance(action, Play)} == {card("4H")}
    pair = choices(match_of("KS 9D 8C 7H", previous="9C"))
    assert {action.draw for action in pair if isinstance(action, Play)} == {None}


def test_it_does_not_take_what_is_worth_as_much_as_it_lays_so_that_two_of_them_come_to_an_end() -> None:
    back = choices(match_of("4S 3D AC", previous="4H"))
    assert {action.draw for action in back if isinstance(action, Play)} == {None}
    lower = choices(match_of("4S 3D AC", previous="3H"))
    assert {action.draw for action in lower if isinstance(action, Play)} == {card("3H")}


def test_in_french_rules_it_lays_its_highest_fitting_card_and_series_only_if_it_must() -> None:
    assert discards(with_table(holding(["9H 5H 2H KD", "KS KD"], rules=FRENCH), "KH")) == {("KD",)}
    assert discards(with_table(holding(["9H 5H 2H", "KS KD"], rules=FRENCH), "8S")) == {("2H", "5H", "9H")}


def test_in_french_rules_it_draws_when_it_must() -> None:
    assert set(choices(with_table(holding(["TH 4D", "KS KD"], rules=FRENCH), "9S"))) == {Draw(0)}


def test_it_slaps_down_if_it_notices() -> None:
    match = with_table(holding(["7S 2H 3D", "KS QD 8C"], rules=TRAVELLERS), "9C", stock="7D 4C")
    play(match, 0, "7S")
    view = match.seat_view(0)
    assert {computer("easy").slaps(view, random.Random(seed)) for seed in range(20)} == {True, False}
