"""A whole match: who deals and starts, who leaves, how it ends (docs/rules.md, sections 1 and 7)."""

import random

import pytest

from bot.engine import errors
from bot.engine.actions import By, CallYaniv, Play
from bot.engine.cards import full_deck
from bot.engine.match import Departure, Match, Player
from bot.engine.rules import CLASSIC, Rules
from tests.engine.helpers import (
    call,
    cards,
    dealt,
    holding,
    never,
    play_on,
    players,
    running,
    shuffled_by,
    snapshot,
    unshuffled,
)


@pytest.fixture
def match() -> Match:
    return Match(CLASSIC, players(3))


@pytest.fixture
def finished_round() -> Match:
    """Seat 0 called and was caught by seat 1, who won the round dealt by seat 2."""
    match = holding(["2H 3S AD X1", "AC AH 2S X2", "QD TC 7D"])
    call(match, 0)
    return match


# --- dealing


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_seat_after_the_dealer_starts(match: Match, dealer: int) -> None:
    assert match.deal(unshuffled, dealer).starter == (dealer + 1) % 3
    assert match.to_move == (dealer + 1) % 3


@pytest.mark.parametrize("dealer", [None, -1, 3])
def test_the_first_dealer_must_be_given_and_seated(match: Match, dealer: int | None) -> None:
    with pytest.raises(errors.NoSuchSeat):
        match.deal(unshuffled, dealer)
    assert match.round is None


def test_a_round_is_dealt_only_when_the_last_one_is_over(match: Match) -> None:
    assert match.can_deal()
    match.deal(unshuffled, 0)
    assert not match.can_deal()
    with pytest.raises(errors.RoundRunning):
        match.deal(unshuffled)


def test_the_winner_of_the_last_round_starts_the_next(finished_round: Match) -> None:
    event = finished_round.deal(unshuffled)
    assert (event.round, event.dealer, event.starter) == (2, 0, 1)


@pytest.mark.parametrize(("winner", "dealer"), [(0, 2), (1, 0), (2, 1)])
def test_the_seat_before_the_winner_deals(winner: int, dealer: int) -> None:
    hands = ["KS", "KD", "KH"]
    hands[winner] = "AS"
    match = holding(hands)
    running(match).to_move = winner
    call(match, winner)
    assert match.verify_deal() == dealer


def test_with_left_of_dealer_the_deal_moves_on_one_seat_whoever_won() -> None:
    match = holding(["AS", "KD", "KH"], rules=Rules(next_starter="left_of_dealer"))
    call(match, 0)
    dealers = [match.deal(unshuffled).dealer]
    for _ in range(3):
        seat = match.to_move
        assert seat is not None
        running(match).hands = [
            list(cards("AS")) if other == seat else list(cards("2D")) for other in range(3)
        ]
        call(match, seat)
        dealers.append(match.deal(unshuffled).dealer)
    assert dealers == [0, 1, 2, 0]


def test_the_first_dealer_given_later_changes_nothing(finished_round: Match) -> None:
    assert finished_round.deal(unshuffled, 2).dealer == 0


def test_auto_decks_are_dealt_by_the_number_of_seats() -> None:
    for seats, decks in ((5, 1), (6, 2)):
        match = Match(CLASSIC, players(seats))
        event = match.deal(unshuffled, 0)
        assert event.decks == decks
        assert event.deck == full_deck(decks, 2)


def test_nothing_can_be_played_before_the_deal(match: Match) -> None:
    assert match.legal_actions() == ()
    assert match.count_discards() == 0
    with pytest.raises(errors.NoRoundRunning):
        match.apply(CallYaniv(0), By.HUMAN, never)
    with pytest.raises(errors.NoRoundRunning):
        match.public_view()


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_a_match_of_too_few_or_too_many_is_refused_at_its_start(seats: int) -> None:
    with pytest.raises(errors.SeatCount):
        Match(CLASSIC, players(seats))


def test_a_match_that_needs_more_cards_than_the_deck_has_is_refused_at_its_start() -> None:
    with pytest.raises(errors.DeckTooSmall):
        Match(Rules(decks=1, hand_size=7), players(8))


# --- ending


def test_a_match_ends_after_a_thousand_rounds_as_if_the_target_had_been_reached() -> None:
    # Three jokers each: whoever starts calls, and nobody ever scores.
    rules = Rules(hand_size=3, decks=2, jokers=4, assaf_on="lower")
    match = Match(rules, players(2))
    deck = list(reversed(full_deck(2, 4)))
    deck.sort(key=lambda one: not one.is_joker)
    for number in range(1, 1001):
        assert not match.is_over
        assert match.deal(lambda _: deck, 0).round == number
        seat = match.to_move
        assert seat is not None
        call(match, seat)
    assert (match.ended_by, match.winners, match.totals) == ("played", (0, 1), (0, 0))


def test_nothing_changes_a_match_that_is_over() -> None:
    match = holding(["AH", "KD"], before=[0, 95])
    call(match, 0)
    assert (match.ended_by, match.winners, match.to_move) == ("played", (0,), None)
    before = snapshot(match)
    with pytest.raises(errors.MatchOver):
        match.deal(unshuffled)
    with pytest.raises(errors.MatchOver):
        match.apply(CallYaniv(1), By.HUMAN, never)
    with pytest.raises(errors.MatchOver):
        match.leave(0, Player("greedy 1", "greedy"))
    with pytest.raises(errors.MatchOver):
        match.stop("stopped")
    assert snapshot(match) == before
    assert not match.can_deal()


@pytest.mark.parametrize("ended_by", ["stopped", "abandoned"])
def test_a_match_that_is_ended_early_has_no_winner(match: Match, ended_by: str) -> None:
    match.deal(unshuffled, 0)
    assert match.stop(ended_by).to_json() == {"type": "end", "ended_by": ended_by}
    assert (match.is_over, match.ended_by, match.winners, match.to_move) == (True, ended_by, None, None)
    assert match.legal_actions() == ()
    assert not match.can(Play(1, (running(match).hands[1][0],)))


# --- leaving


def test_a_leaver_hands_the_seat_to_a_computer_and_cards_points_and_turn_stay() -> None:
    match = holding(["AH", "KD 2C"], before=[0, 30])
    before = match.seat_view(1)
    match.leave(1, Player("greedy 1", "greedy"))
    after = match.seat_view(1)
    assert match.players == (Player("player 0"), Player("greedy 1", "greedy"))
    assert match.first_players == (Player("player 0"), Player("player 1"))
    assert match.left == (Departure(1, 1, 0, Player("greedy 1", "greedy"), Player("player 1")),)
    assert (after.hand, after.version, after.public.seats[1].total) == (before.hand, before.version, 30)
    assert match.to_move == 0


@pytest.mark.parametrize("seat", [-1, 3])
def test_nobody_leaves_a_seat_that_is_not_there(match: Match, seat: int) -> None:
    with pytest.raises(errors.NoSuchSeat):
        match.leave(seat, Player("greedy 1", "greedy"))
    assert match.left == ()


def test_a_computer_does_not_leave(match: Match) -> None:
    match.leave(1, Player("greedy 1", "greedy"))
    with pytest.raises(errors.NoSuchSeat):
        match.leave(1, Player("greedy 2", "greedy"))


# --- hand versions and copies


def test_the_version_of_a_hand_changes_with_that_hand_and_only_then() -> None:
    match = dealt(["9S 9D 4C 2H KH", "KS KD QS 6S AC"], "3S")
    before = match.hand_versions
    match.apply(Play(0, cards("KH")), By.HUMAN, never)
    assert [new != old for new, old in zip(match.hand_versions, before, strict=True)] == [True, False]


def test_every_hand_has_a_new_version_after_a_deal(finished_round: Match) -> None:
    before = finished_round.hand_versions
    finished_round.deal(unshuffled)
    assert all(new != old for new, old in zip(finished_round.hand_versions, before, strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_a_copy_is_independent(seed: int) -> None:
    rng = random.Random(seed)
    match = Match(CLASSIC, players(3))
    play_on(match, rng, 25)
    twin = match.copy()
    before = snapshot(match)
    assert snapshot(twin) == before
    play_on(twin, rng, 25)
    if not twin.is_over:
        twin.leave(0, Player("greedy 1", "greedy"))
        twin.stop("stopped")
    assert snapshot(match) == before
    assert snapshot(twin) != before


def test_a_copy_goes_on_as_the_original_does() -> None:
    match = Match(CLASSIC, players(3))
    play_on(match, random.Random(1), 30)
    twin = match.copy()
    for one in (match, twin):
        play_on(one, random.Random(2), 30)
    assert snapshot(match) == snapshot(twin)


def test_a_shuffle_is_asked_for_with_the_whole_deck() -> None:
    asked: list[int] = []
    shuffle = shuffled_by(random.Random(1))
    match = Match(CLASSIC, players(2))
    match.deal(lambda given: asked.append(len(given)) or shuffle(given), 0)
    assert asked == [54]
