"""The last lap after a call (docs/rules.md, section 7)."""

from dataclasses import replace
from typing import Any

import pytest

from bot.engine import errors
from bot.engine.actions import By, CallYaniv, Draw, Play
from bot.engine.match import Match
from bot.engine.record import from_record, to_record
from bot.engine.rules import MAX_TURNS, Rules
from tests.engine.helpers import (
    call,
    card,
    cards,
    dealt,
    draw,
    hand_of,
    holding,
    lay_down,
    play,
    refusal,
    result_of,
    running,
    slap,
    snapshot,
    with_table,
)
from tests.engine.preset_table import FRENCH

FRENCH_LAP = replace(FRENCH, last_lap=True)


def called(
    hands: list[str], *, caller: int = 0, discard: str = "9C", stock: str = "8S 8H 8D 8C", **fields: Any
) -> Match:
    match = with_table(holding(hands, rules=Rules(last_lap=True, **fields)), discard, stock=stock)
    running(match).to_move = caller
    call(match, caller)
    return match


def test_after_the_call_every_other_seat_plays_one_more_turn_clockwise() -> None:
    match = called(["KS KD", "AS", "QS QD", "JS JD"], caller=1)
    order: list[int | None] = []
    while (seat := match.to_move) is not None:
        order.append(seat)
        play(match, seat, running(match).hands[seat][0].code)
    assert order == [2, 3, 0]
    assert result_of(match).score.caller == 1


def test_nothing_is_scored_or_shown_before_the_lap_is_over() -> None:
    match = called(["AS", "KS KD", "QS"])
    assert running(match).result is None
    view = match.public_view()
    assert (view.caller, view.result, view.to_move) == (0, None, 1)
    play(match, 1, "KS KD")
    assert running(match).result is None
    play(match, 2, "QS")
    assert match.public_view().result is not None


def test_the_hands_after_the_lap_are_scored() -> None:
    match = called(["4S", "KS KD", "QS"], stock="AH 3H")
    play(match, 1, "KS KD")
    play(match, 2, "QS")
    result = result_of(match)
    assert (result.score.kind, result.score.sums) == ("assaf", (4, 1, 3))
    assert result.score.points == (34, 0, 3)
    assert result.score.winner == 1


def test_without_a_last_lap_the_call_is_scored_at_once() -> None:
    match = holding(["4S", "KS KD"])
    call(match, 0)
    assert result_of(match).score.kind == "yaniv"


def test_nobody_calls_in_the_lap() -> None:
    match = called(["AS", "2S", "QS"])
    assert refusal(match, CallYaniv(1)) is errors.CallStands
    assert not any(isinstance(action, CallYaniv) for action in match.legal_actions())
    assert not match.seat_view(1).can_yaniv


def test_the_callers_hand_is_fixed() -> None:
    match = called(["AS 2S", "KS KD", "QS"])
    assert refusal(match, Play(0, cards("AS"))) is errors.NotYourTurn
    play(match, 1, "KS")
    play(match, 2, "QS")
    assert hand_of(match, 0) == {"AS", "2S"}


def test_the_discard_before_the_call_stays_takeable() -> None:
    match = called(["AS", "KS KD", "QS"], discard="2H 3H 4H")
    assert match.public_view().takeable == cards("2H 4H")
    play(match, 1, "KS KD", "2H")
    assert hand_of(match, 1) == {"2H"}
    assert match.public_view().takeable == cards("KS KD")


def test_a_card_may_be_slapped_down_in_the_lap_but_not_after_its_last_turn() -> None:
    match = called(["AS", "8C 2D", "8H 3D"], stock="8S 8D", slap_down="singles")
    play(match, 1, "8C")
    slap(match, 1, "8S")
    assert hand_of(match, 1) == {"2D"}
    play(match, 2, "8H")
    assert match.slap is None
    assert result_of(match).score.sums == (1, 2, 11)


def test_the_stock_running_out_in_the_lap_ends_it_and_the_call_is_scored() -> None:
    match = called(["AS", "KS KD", "QS"], stock="AH", stock_empty="end_round")
    play(match, 1, "KS")
    result = result_of(match)
    assert (result.score.kind, result.score.caller) == ("yaniv", 0)
    assert result.score.points == (0, 11, 10)


def test_with_reshuffle_the_lap_goes_on_when_the_stock_is_empty() -> None:
    match = called(["AS", "KS KD", "QS"], stock="AH")
    play(match, 1, "KS")
    assert match.to_move == 2


def test_a_hand_running_out_in_the_lap_ends_it_and_the_call_is_scored() -> None:
    match = with_table(holding(["AS", "9H", "QS"], rules=FRENCH_LAP), "9C")
    call(match, 0)
    lay_down(match, 1, "9H")
    result = result_of(match)
    assert (result.score.kind, result.score.caller, result.score.winner) == ("assaf", 0, 1)
    assert result.score.points == (30, 0, 10)


def test_the_stock_running_out_in_the_french_lap_ends_it_and_the_call_is_scored() -> None:
    match = with_table(holding(["AS", "TH 2D", "QS"], rules=FRENCH_LAP), "9C", stock="3D")
    call(match, 0)
    draw(match, 1)
    assert (result_of(match).score.kind, result_of(match).score.points) == ("yaniv", (0, 15, 10))


@pytest.mark.parametrize("stuck", ["at once", "in the lap"])
def test_a_seat_without_a_legal_action_in_the_lap_ends_it_and_the_call_is_scored(stuck: str) -> None:
    rules = replace(FRENCH_LAP, stock_empty="reshuffle")
    # Low hands: outside the lap, they could have called.
    match = with_table(holding(["AS", "TH 2D", "2H"], rules=rules), "9C", stock="3D", pile="")
    if stuck == "at once":
        running(match).stock = []
    call(match, 0)
    if stuck == "in the lap":
        assert match.legal_actions() == (Draw(1),)
        draw(match, 1)
    result = result_of(match)
    assert (result.score.kind, result.score.caller) == ("yaniv", 0)
    assert result.score.points == (0, 15 if stuck == "in the lap" else 12, 2)
    assert match.to_move is None


def test_the_event_of_such_a_call_tells_the_result() -> None:
    match = with_table(holding(["AS", "TH 2D"], rules=replace(FRENCH_LAP, stock_empty="reshuffle")), "9C")
    running(match).stock = running(match).pile = []
    event = match.apply(CallYaniv(0), By.HUMAN, lambda given: given)
    assert event.result is result_of(match)


def test_the_french_lap_is_played_by_discarding_and_forced_draws() -> None:
    match = with_table(holding(["AS", "TH 2D", "3D KC"], rules=FRENCH_LAP), "9C", stock="5C 6C")
    call(match, 0)
    assert match.public_view().top is card("9C")
    draw(match, 1)
    lay_down(match, 2, "KC")
    assert result_of(match).score.points == (0, 17, 3)


def test_the_thousandth_turn_cuts_the_lap_short_and_the_call_is_scored() -> None:
    match = with_table(holding(["AS", "KS KD", "QS QD"], rules=Rules(last_lap=True)), "9C", stock="8S 8H")
    running(match).turns = MAX_TURNS - 2
    call(match, 0)
    play(match, 1, "KS KD")
    assert (result_of(match).score.kind, running(match).turns) == ("yaniv", MAX_TURNS)


def test_seats_that_are_out_play_no_last_turn() -> None:
    rules = Rules(last_lap=True, end="last_standing")
    match = holding(["AS", "", "KS KD", "QS QD"], rules=rules, before=[0, 100, 0, 0])
    call(match, 0)
    assert running(match).lap == (2, 3)


def test_a_last_lap_is_replayed_from_the_record() -> None:
    match = dealt(["AS AD 2S AC AH", "KS KD QS 6S 2C", "JS JD JH 5S 3C"], "9S", rules=Rules(last_lap=True))
    call(match, 0)
    for running_lap in (True, False):
        seat = match.to_move
        assert seat is not None
        play(match, seat, "KS KD" if running_lap else "JS JD JH")
        assert snapshot(from_record(to_record(match))) == snapshot(match)
    assert result_of(match).score.caller == 0
