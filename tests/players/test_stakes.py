"""The level `hard` knows the totals: near 50, 100 and the target another call is best than for the round."""

import pytest

from bot.engine.rules import CLASSIC, Rules
from bot.players.memory import remember
from bot.players.outlook import outlook
from bot.players.stakes import Stakes
from tests.engine.helpers import holding

LAST_STANDING = Rules(end="last_standing")


def stakes(before: tuple[int, ...], hand: str = "4S 3D", rules: Rules = CLASSIC) -> Stakes:
    others = ["KS KD KH", "QS QD QH"][: len(before) - 1]
    view = holding([hand, *others], rules=rules, before=before).seat_view(0)
    return Stakes(view, outlook(view, remember(view)))


def test_the_chance_of_winning_the_match_is_one() -> None:
    for before in ((0, 0), (10, 90), (99, 20), (40, 50, 60)):
        for chance in (0.0, 0.5, 1.0):
            assert 0 <= stakes(before).called(chance) <= 1
            assert 0 <= stakes(before).waited(chance) <= 1


@pytest.mark.parametrize("before", [(0, 0), (30, 60), (60, 30), (40, 50, 60)])
def test_to_win_the_round_is_better_than_to_lose_it(before: tuple[int, ...]) -> None:
    assert stakes(before).called(1) > stakes(before).called(0)
    assert stakes(before).waited(1) > stakes(before).waited(0)


def test_an_assaf_costs_more_than_a_round_that_is_lost_otherwise() -> None:
    assert stakes((0, 0)).called(0) < stakes((0, 0)).waited(0)


def test_an_assaf_that_halves_a_total_costs_less() -> None:
    # 13 and 30 and 7 are 50, which becomes 25.
    assert stakes((13, 40)).called(0) > stakes((12, 40)).called(0)
    assert stakes((63, 40)).called(0) > stakes((62, 40)).called(0)


def test_an_assaf_that_ends_the_match_loses_it_where_the_other_is_lower() -> None:
    assert stakes((70, 40)).called(0) == 0
    assert stakes((70, 40), rules=LAST_STANDING).called(0) == 0


def test_a_call_that_ends_the_match_wins_it_where_the_other_is_higher() -> None:
    assert stakes((40, 99)).called(1) == 1
    assert stakes((40, 99), rules=LAST_STANDING).called(1) == 1


def test_who_is_far_behind_has_to_dare_what_who_is_far_ahead_need_not() -> None:
    behind, ahead = stakes((90, 20)), stakes((20, 60))
    assert behind.called(0.6) / behind.waited(0.6) > ahead.called(0.6) / ahead.waited(0.6)
