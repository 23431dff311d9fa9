"""Computer players: they see what a seat sees, and play what is legal."""

import inspect
import random
import typing
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.actions import Action, By
from bot.engine.match import Match
from bot.engine.rules import Rules
from bot.engine.views import SeatView
from bot.players.levels import LEVELS, UnknownLevel, computer
from tests.engine.helpers import play_on, players, shuffled_by
from tests.engine.strategies import any_rules, played_matches

pytestmark = pytest.mark.usefixtures("thinking_little")


def test_there_are_the_levels_for_people_and_two_to_measure_by() -> None:
    assert list(LEVELS) == ["easy", "normal", "hard", "greedy", "random"]
    assert computer("greedy") is LEVELS["greedy"]


def test_an_unknown_level_is_refused_naming_it_and_those_there_are() -> None:
    with pytest.raises(UnknownLevel) as refused:
        computer("genius")
    assert (
        refused.value.sentence()
        == "There is no computer player “genius”; there are: easy, normal, hard, greedy, random."
    )


@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_is_given_a_seats_view_the_legal_actions_and_chance_and_nothing_else(level: str) -> None:
    choose = LEVELS[level].choose
    hints = typing.get_type_hints(choose)
    assert list(inspect.signature(choose).parameters) == ["view", "legal", "rng"]
    assert hints["view"] is SeatView
    assert hints["legal"] == Sequence[Action]
    assert hints["rng"] is random.Random


@pytest.mark.parametrize("level", LEVELS)
@given(match=played_matches(), seed=st.integers(0, 2**32))
def test_a_computer_always_chooses_a_legal_action_and_the_same_one_again(
    level: str, match: Match, seed: int
) -> None:
    seat = match.to_move
    if seat is None:
        return
    view, legal = match.seat_view(seat), match.legal_actions()
    chosen = LEVELS[level].choose(view, legal, random.Random(seed))
    assert chosen in legal
    assert LEVELS[level].choose(view, legal, random.Random(seed)) == chosen


@pytest.mark.parametrize("level", LEVELS)
@given(rules=any_rules, seed=st.integers(0, 2**32))
def test_a_computer_plays_on_whatever_the_rules(level: str, rules: Rules, seed: int) -> None:
    match, rng = Match(rules, players(3)), random.Random(seed)
    play_on(match, rng, 1)
    for _ in range(30):
        if match.is_over:
            break
        if match.can_deal():
            match.deal(shuffled_by(rng))
        seat = match.to_move
        assert seat is not None
        action = LEVELS[level].choose(match.seat_view(seat), match.legal_actions(), rng)
        match.apply(action, By.COMPUTER, shuffled_by(rng))
