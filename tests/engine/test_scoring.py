"""Points of a round, totals of a match (docs/rules.md, section 7)."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.match import Match
from bot.engine.round import Streak
from bot.engine.rules import CLASSIC, Rules
from bot.engine.scoring import RoundKind, RoundResult, match_winners, score_call, score_hands
from tests.engine.helpers import GOLDEN, call, cards, holding, play, players, result_of, running, unshuffled
from tests.engine.preset_table import BGA, PRESETS
from tests.engine.strategies import any_rules

CASES: list[dict[str, Any]] = json.loads((GOLDEN / "scoring.json").read_text("utf-8"))


def called(
    hands: Sequence[str], before: Sequence[int] | None = None, *, rules: Rules = CLASSIC, caller: int = 0
) -> Match:
    match = holding(hands, rules=rules, before=before)
    running(match).to_move = caller
    call(match, caller)
    return match


def points(hands: Sequence[str], *, caller: int = 0, **fields: Any) -> tuple[int | None, ...]:
    return result_of(called(hands, rules=Rules(**fields), caller=caller)).score.points


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_the_written_cases(case: dict[str, Any]) -> None:
    rules = PRESETS[case["preset"]]
    match = called(case["hands"], case["before"], rules=rules, caller=case["caller"])
    result = result_of(match)
    assert list(result.score.sums) == case["sums"]
    assert list(result.score.points) == case["points"]
    assert list(result.totals) == list(match.totals) == case["totals"]
    assert result.score.winner == case["winner"]
    assert result.score.kind.value == case["kind"]
    if "over" in case:
        assert match.is_over is case["over"]


def test_there_are_written_cases_of_classic_and_french() -> None:
    assert [case["preset"] for case in CASES] == ["classic"] * 7 + ["french"] * 7


# --- assaf


def test_an_equal_hand_is_an_assaf_only_if_the_rules_say_so() -> None:
    assert points(["3H 2D", "4C AS"]) == (35, 0)
    assert points(["3H 2D", "4C AS"], assaf_on="lower") == (0, 5)
    assert points(["3H 2D", "4C"], assaf_on="lower") == (35, 0)


THREE_OTHERS = ["5H 2D", "3C 3S", "AC AS", "KD"]


@pytest.mark.parametrize(
    ("assaf_zero", "expected"),
    [
        ("lowest", (37, 6, 0, 10)),
        ("assafers", (37, 0, 0, 10)),
        ("all_others", (37, 0, 0, 0)),
        ("none", (37, 6, 2, 10)),
    ],
)
def test_who_scores_nothing_on_an_assaf(assaf_zero: str, expected: tuple[int, ...]) -> None:
    assert points(THREE_OTHERS, assaf_zero=assaf_zero) == expected


def test_the_lowest_other_hands_score_nothing_together() -> None:
    assert points(["5H 2D", "AC AS", "2S"]) == (37, 0, 0)


def test_the_penalty_is_added_to_the_own_hand_unless_the_rules_say_otherwise() -> None:
    assert points(THREE_OTHERS, assaf_penalty=25)[0] == 32
    assert points(THREE_OTHERS, assaf_penalty=0)[0] == 7
    assert points(THREE_OTHERS, assaf_adds_hand=False)[0] == 30


def test_each_assafer_after_the_first_costs_extra() -> None:
    assert points(THREE_OTHERS, assaf_extra=15)[0] == 37 + 15
    assert points(["5H 2D", "3C 3S", "KD"], assaf_extra=15)[0] == 37
    assert points(["5H 2D", "AH", "AS", "AD"], assaf_extra=15)[0] == 37 + 30


def test_assafers_are_named_clockwise_from_the_caller() -> None:
    match = called(["AS", "KD", "5H 2D", "AC"], caller=2)
    assert result_of(match).score.assafers == (3, 0)


def test_a_tie_on_an_assaf_goes_to_the_first_after_the_caller() -> None:
    hands = ["AS", "AD", "5H 2D", "AC"]
    assert result_of(called(hands, caller=2)).score.winner == 3
    assert result_of(called(["AS", "5H 2D", "KD", "AC"], caller=1)).score.winner == 3
    assert result_of(called(["AS", "AD", "KS", "5H 2D"], caller=3)).score.winner == 0


def test_jokers_that_count_less_than_nothing_lower_a_hand_and_may_catch_the_caller() -> None:
    assert points(["AH", "X1 2C"], joker_points=-5) == (31, 0)
    assert points(["AH", "X1 2C"], joker_points=-5, assaf_zero="none") == (31, -3)
    assert points(["X1", "KS"], joker_points=-5) == (0, 10)
    assert points(["X1", "X1 X2"], joker_points=-5) == (25, 0)


def test_points_below_nothing_lower_a_total() -> None:
    match = called(["AH", "X1"], [0, 20], rules=Rules(joker_points=-5, assaf_zero="none"))
    assert match.totals == (31, 15)


# --- totals


def test_exact_totals_lower_once_and_do_not_go_on() -> None:
    assert called(["AH", "TC TD"], [0, 80]).totals == (0, 50)


def test_a_total_that_is_passed_is_not_lowered() -> None:
    assert called(["AH", "JS 2C", "JD"], [0, 39, 39]).totals == (0, 51, 49)


def test_who_sits_on_an_exact_total_and_scores_nothing_stays() -> None:
    match = called(["AH", "KD"], [50, 0])
    assert match.totals == (50, 10)
    assert result_of(match).lowered == {}


def test_points_below_nothing_that_land_on_an_exact_total_stay_there() -> None:
    rules = Rules(joker_points=-5, assaf_zero="none")
    assert called(["AH", "X1"], [0, 55], rules=rules).totals == (31, 50)


def test_the_result_names_who_was_lowered_and_from_what() -> None:
    assert result_of(called(["AH", "KD 9C 4D"], [0, 27])).lowered == {1: 50}


def test_exactly_the_target_becomes_half_of_it_and_the_match_goes_on() -> None:
    match = called(["AH", "TC TD"], [30, 80])
    assert match.totals == (30, 50)
    assert not match.is_over


def test_reaching_the_target_exactly_ends_a_match_without_exact_totals() -> None:
    match = called(["AH", "TC TD"], [30, 80], rules=Rules(exact_totals={}))
    assert match.totals == (30, 100)
    assert (match.ended_by, match.winners) == ("played", (0,))


def test_the_match_goes_on_just_below_the_target() -> None:
    assert not called(["AH", "TC 9D"], [30, 80]).is_over


def test_the_lowest_total_wins_the_match_and_ties_share() -> None:
    assert called(["AH", "TC TD", "KS"], [40, 85, 30]).winners == (0, 2)


def test_the_caller_may_lose_the_match_by_an_assaf() -> None:
    match = called(["AH", "AC"], [90, 20])
    assert (match.totals, match.winners) == ((121, 20), (1,))


@pytest.mark.parametrize(("rounds", "winners"), [(999, None), (1000, (0, 2))])
def test_after_a_thousand_rounds_the_lowest_total_wins(rounds: int, winners: tuple[int, ...] | None) -> None:
    assert match_winners(CLASSIC, (10, 40, 10), (0, 1, 2), last_round=rounds == 1000) == winners


@pytest.mark.parametrize(
    ("before", "total"), [([75 - 20, 0], 35), ([50 - 20, 0], 50), ([100 - 20, 0], 100), ([200 - 20, 0], 150)]
)
def test_exact_totals_are_a_table_like_any_other(before: list[int], total: int) -> None:
    rules = Rules(exact_totals={75: 35, 200: 150}, target=1000)
    assert called(["TC TD", "AH"], before, rules=rules, caller=1).totals == (total, 0)


def test_an_exact_total_may_become_nothing() -> None:
    assert called(["TC TD", "AH"], [30, 0], rules=BGA, caller=1).totals == (0, 0)


def test_a_total_is_lowered_after_an_assaf_too() -> None:
    assert called(["5D 2S", "AH"], [13, 0]).totals == (25, 0)


def test_of_a_chain_of_exact_totals_only_one_is_applied() -> None:
    rules = Rules(exact_totals={100: 50, 50: 25, 25: 0})
    assert called(["TC TD", "AH"], [80, 0], rules=rules, caller=1).totals == (50, 0)


# --- rounds won in a row


def streaks(rules: Rules, wins: str, hands: tuple[str, str] = ("AS", "KD")) -> list[RoundResult]:
    """Play a round for each letter: `w` is won by seat 0, `l` by seat 1."""
    match = Match(rules, players(2))
    results: list[RoundResult] = []
    for letter in wins:
        match.deal(unshuffled, 1)
        state = running(match)
        first, second = hands if letter == "w" else hands[::-1]
        state.hands = [list(cards(first)), list(cards(second))]
        state.to_move = 0 if letter == "w" else 1
        call(match, state.to_move)
        results.append(result_of(match))
    return results


STREAKS = Rules(streak_bonus=20, target=1000, exact_totals={})


def test_at_the_third_and_sixth_round_won_in_a_row_the_bonus_is_subtracted() -> None:
    results = streaks(STREAKS, "wwwwwww")
    assert [result.score.points[0] for result in results] == [0, 0, -20, 0, 0, -20, 0]
    assert [result.bonus for result in results] == [0, 0, 20, 0, 0, 20, 0]
    assert [result.streak for result in results] == [1, 2, 3, 4, 5, 6, 7]
    assert results[-1].totals == (-40, 70)


def test_a_lost_round_ends_the_row() -> None:
    assert [result.score.points for result in streaks(STREAKS, "wwlwwlllw")][-3:] == [
        (10, 0),
        (10, -20),
        (0, 10),
    ]


def test_without_a_bonus_nothing_is_subtracted() -> None:
    assert {result.score.points for result in streaks(Rules(target=1000), "wwwwww")} == {(0, 10)}


def test_the_winner_is_the_named_one_whatever_the_kind() -> None:
    match = Match(dataclasses.replace(STREAKS, assaf_zero="none"), players(3))
    for hands in (["KD", "AS", "QD"], ["5D", "3S", "3D"], ["KD", "2S", "QD"]):
        match.deal(unshuffled, 2)
        state = running(match)
        state.hands = [list(cards(hand)) for hand in hands]
        if match.rules.hand_sum(state.hands[0]) <= 7:
            state.to_move = 0
            call(match, 0)
        elif hands[1] == "2S":
            state.turns, state.to_move = 999, 0
            play(match, 0, "KD", state.takeable[0].code)
        else:
            state.to_move = 1
            call(match, 1)
    kinds = [result_of_round.score.kind for state in match.rounds if (result_of_round := state.result)]
    assert kinds == ["yaniv", "assaf", "turn_limit"]
    result = result_of(match)
    assert result.score.winner == 1
    assert (result.streak, result.score.points[1]) == (3, 2 - 20)


def test_a_round_won_by_somebody_who_ties_is_only_the_named_winners() -> None:
    match = called(["5D", "3S", "3D"])
    assert result_of(match).score.winner == 1
    match.deal(unshuffled)
    assert running(match).streak == Streak(1, 1)


def test_a_bonus_that_makes_points_negative_lowers_no_exact_total() -> None:
    rules = Rules(streak_bonus=20, target=1000, exact_totals={30: 5})
    match = holding(["AS", "KD"], rules=rules, before=[50, 0])
    running(match).streak = Streak(0, 2)
    call(match, 0)
    assert match.totals == (30, 10)
    assert result_of(match).lowered == {}


def test_an_exact_total_is_applied_to_points_that_a_bonus_left_above_nothing() -> None:
    rules = Rules(streak_bonus=3, target=1000, exact_totals={30: 5}, assaf_zero="none")
    match = holding(["5D", "2C 3S"], rules=rules, before=[0, 28])
    running(match).streak = Streak(1, 2)
    call(match, 0)
    assert result_of(match).score.points == (35, 2)
    assert match.totals == (35, 5)


# --- a round without a call


def test_without_a_call_every_seat_scores_its_hand_and_the_lowest_wins() -> None:
    score = score_hands(RoundKind.TURN_LIMIT, 0, {0: 9, 1: 12, 2: 4}, 3)
    assert (score.points, score.winner, score.caller) == ((9, 12, 4), 2, None)


@pytest.mark.parametrize(("last", "winner"), [(0, 1), (1, 2), (2, 1)])
def test_without_a_call_a_tie_goes_to_the_first_after_the_last_to_act(last: int, winner: int) -> None:
    assert score_hands(RoundKind.TURN_LIMIT, last, {0: 9, 1: 4, 2: 4}, 3).winner == winner


# --- properties


@st.composite
def scored(draw: st.DrawFn) -> tuple[Rules, list[int], int, list[int]]:
    """Give rules, the sums of the seats, the caller, and another order of the seats."""
    sums = draw(st.lists(st.integers(-10, 25), min_size=2, max_size=8))
    caller = draw(st.integers(0, len(sums) - 1))
    return draw(any_rules), sums, caller, draw(st.permutations(range(len(sums))))


@given(scored())
def test_points_never_depend_on_seat_order(case: tuple[Rules, list[int], int, list[int]]) -> None:
    rules, sums, caller, order = case
    score = score_call(rules, caller, dict(enumerate(sums)), len(sums))
    moved = score_call(
        rules, order.index(caller), {new: sums[old] for new, old in enumerate(order)}, len(sums)
    )
    assert moved.points == tuple(score.points[old] for old in order)
    assert moved.kind == score.kind
    assert {order[seat] for seat in moved.assafers} == set(score.assafers)
    assert moved.sums[moved.winner] == score.sums[score.winner]


@given(scored())
def test_the_winner_of_a_round_is_the_caller_or_the_lowest_other(
    case: tuple[Rules, list[int], int, list[int]],
) -> None:
    rules, sums, caller, _ = case
    score = score_call(rules, caller, dict(enumerate(sums)), len(sums))
    if score.kind is RoundKind.YANIV:
        assert (score.winner, score.points[caller]) == (caller, 0)
    else:
        assert score.winner != caller
        assert sums[score.winner] == min(total for seat, total in enumerate(sums) if seat != caller)
