"""Dropping out, and rules that change with it (docs/rules.md, sections 1, 2 and 7)."""

import random
from dataclasses import replace

import pytest

from bot.engine import errors
from bot.engine.actions import By, CallYaniv, Play
from bot.engine.match import Match, Player
from bot.engine.record import from_record, to_record
from bot.engine.rules import Rules
from bot.engine.scoring import match_winners
from tests.engine.helpers import (
    call,
    cards,
    holding,
    play_on,
    players,
    refusal,
    result_of,
    running,
    snapshot,
    unshuffled,
)

STANDING = Rules(end="last_standing", exact_totals={}, yaniv_limit=15)


def after_call(
    hands: list[str],
    before: list[int],
    *,
    caller: int = 0,
    rules: Rules = STANDING,
    seated: list[Player] | None = None,
) -> Match:
    match = holding(hands, rules=rules, before=before)
    if seated is not None:
        match.players = tuple(seated)
    running(match).to_move = caller
    call(match, caller)
    return match


def test_those_at_or_over_the_target_drop_out_and_the_others_play_on() -> None:
    match = after_call(["AS", "KS", "KD", "KH"], [0, 90, 89, 95])
    assert match.totals == (0, 100, 99, 105)
    assert (match.seats_in, match.is_over) == ((0, 2), False)
    match.deal(unshuffled)
    assert [seat.is_out for seat in match.public_view().seats] == [False, True, False, True]
    assert [len(hand) for hand in running(match).hands] == [5, 0, 5, 0]


def test_those_who_dropped_out_keep_their_last_total_and_have_no_sum_and_no_points() -> None:
    match = after_call(["AS", "KS", "KD"], [0, 90, 10])
    match.deal(unshuffled)
    state = running(match)
    state.hands[0], state.hands[2] = list(cards("AS")), list(cards("5D"))
    call(match, 0)
    assert result_of(match).score.sums == (1, None, 5)
    assert result_of(match).score.points == (0, None, 5)
    assert match.totals == (0, 100, 25)


def test_seats_that_are_out_are_skipped() -> None:
    match = after_call(["AS", "KS", "KD", "KH"], [0, 90, 0, 0])
    match.deal(unshuffled)
    order: list[int | None] = []
    for _ in range(4):
        seat = match.to_move
        assert seat is not None
        order.append(seat)
        match.apply(next(one for one in match.legal_actions() if isinstance(one, Play)), By.HUMAN, unshuffled)
    assert order == [0, 2, 3, 0]
    assert refusal(match, CallYaniv(1)) is errors.NoSuchSeat


def test_the_last_one_left_wins_whatever_the_totals_of_the_others() -> None:
    match = after_call(["AS", "KS"], [95, 95])
    assert (match.winners, match.ended_by, match.totals) == ((0,), "played", (95, 105))


def test_if_all_would_drop_out_the_lowest_of_them_wins() -> None:
    match = after_call(["5S", "5D", "KS"], [80, 97, 99], rules=replace(STANDING, assaf_zero="none"))
    assert match.totals == (115, 102, 109)
    assert match.winners == (1,)


def test_if_all_would_drop_out_ties_share() -> None:
    match = after_call(["5S", "5D", "5C"], [80, 97, 97], rules=replace(STANDING, assaf_zero="none"))
    assert match.totals == (115, 102, 102)
    assert match.winners == (1, 2)


def test_those_who_dropped_out_earlier_do_not_win_when_all_the_others_would() -> None:
    match = after_call(["AS", "KS", "KD"], [0, 90, 10])
    assert match.totals[1] == 100
    match.totals = (80, 100, 97)
    match.deal(unshuffled)
    state = running(match)
    state.hands[0], state.hands[2] = list(cards("TS")), list(cards("TD"))
    state.to_move = 0
    call(match, 0)
    assert match.totals == (120, 100, 97)
    assert match.winners == (2,)
    assert match_winners(STANDING, (120, 100, 117), (0, 2), last_round=False) == (2,)


def test_a_total_that_is_lowered_from_the_target_stays_in() -> None:
    match = after_call(["AS", "KS", "KD"], [0, 90, 0], rules=replace(STANDING, exact_totals={100: 50}))
    assert (match.totals, match.seats_in) == ((0, 50, 10), (0, 1, 2))


@pytest.mark.parametrize(("last_round", "winners"), [(False, None), (True, (2,))])
def test_after_the_last_round_the_lowest_of_those_still_in_wins(
    *, last_round: bool, winners: tuple[int, ...] | None
) -> None:
    assert match_winners(STANDING, (50, 150, 40), (0, 2), last_round=last_round) == winners


def test_after_the_last_round_ties_of_those_still_in_share() -> None:
    assert match_winners(STANDING, (40, 140, 40), (0, 1, 2), last_round=True) == (0, 2)


# --- who deals and starts


def test_a_winner_who_dropped_out_is_skipped_as_starter() -> None:
    # Seat 1 wins the round by an assaf, but its own hand takes it to the target.
    rules = replace(STANDING, assaf_zero="none")
    match = after_call(["5S AS", "5D", "KS", "KD"], [0, 95, 0, 0], rules=rules)
    assert result_of(match).score.winner == 1
    assert match.seats_in == (0, 2, 3)
    event = match.deal(unshuffled)
    assert (event.starter, event.dealer) == (2, 0)


def test_the_dealer_is_the_seat_before_the_starter_that_is_still_in() -> None:
    match = after_call(["KS", "KD", "KH", "AS"], [0, 0, 90, 0], caller=3)
    event = match.deal(unshuffled)
    assert (event.starter, event.dealer) == (3, 1)


def test_with_left_of_dealer_the_deal_moves_on_to_the_next_seat_still_in() -> None:
    match = after_call(
        ["KS", "AS", "KH", "KC"],
        [90, 0, 0, 0],
        caller=1,
        rules=replace(STANDING, next_starter="left_of_dealer"),
    )
    # Seat 3 has dealt; seat 0 is out.
    event = match.deal(unshuffled)
    assert (event.dealer, event.starter) == (1, 2)


def test_with_left_of_dealer_a_dealer_who_dropped_out_is_passed() -> None:
    match = after_call(
        ["AS", "KS", "KH", "KC"], [0, 0, 0, 90], rules=replace(STANDING, next_starter="left_of_dealer")
    )
    assert match.deal(unshuffled).dealer == 0


def test_auto_decks_are_looked_at_each_round() -> None:
    match = after_call(["AS", "KS", "KH", "KC", "KD", "2C"], [0, 90, 0, 0, 0, 0])
    assert match.rounds[0].decks == 2
    event = match.deal(unshuffled)
    assert (event.decks, len(event.deck)) == (1, 54)


# --- humans


def seated(*kinds: str) -> list[Player]:
    return [Player(f"player {seat}", kind) for seat, kind in enumerate(kinds)]


def test_when_all_humans_are_out_it_is_decided_at_once_by_the_lowest_total() -> None:
    match = after_call(
        ["2S", "KS", "AH", "KD"],
        [20, 90, 5, 0],
        caller=2,
        seated=seated("greedy", "human", "greedy", "greedy"),
    )
    assert match.totals == (22, 100, 5, 10)
    assert (match.winners, match.ended_by) == ((2,), "played")


def test_while_a_human_is_in_the_match_goes_on() -> None:
    match = after_call(["2S", "KS", "AH"], [20, 90, 5], caller=2, seated=seated("human", "human", "greedy"))
    assert not match.is_over


def test_computers_alone_play_on() -> None:
    match = after_call(["2S", "KS", "AH"], [20, 90, 5], caller=2, seated=seated("greedy", "greedy", "greedy"))
    assert not match.is_over


def test_when_the_last_human_who_is_in_leaves_and_the_others_are_out_it_is_decided_at_once() -> None:
    match = after_call(["2S", "KS", "AH"], [20, 90, 5], caller=2, seated=seated("human", "human", "greedy"))
    match.deal(unshuffled)
    match.leave(0, Player("greedy 1", "greedy"))
    assert (match.winners, match.ended_by) == ((2,), "played")


def test_a_match_in_which_seats_dropped_out_is_replayed_from_the_record() -> None:
    match = Match(replace(STANDING, target=40), players(4))
    rng = random.Random(3)
    while len(match.seats_in) > 2:
        play_on(match, rng, 1)
    play_on(match, rng, 5)
    record = to_record(match)
    assert any(None in entry["points"] for entry in record["rounds"] if entry["points"] is not None)
    assert snapshot(from_record(record)) == snapshot(match)
