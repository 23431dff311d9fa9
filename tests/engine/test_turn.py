"""A turn of `discard_then_draw` (docs/rules.md, section 3)."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.engine import errors
from bot.engine.actions import Action, By, CallYaniv, Play
from bot.engine.calling import can_yaniv, verify_yaniv
from bot.engine.cards import Card, full_deck
from bot.engine.discard_then_draw import can_play, verify_play
from bot.engine.events import Played
from bot.engine.match import Match
from bot.engine.rules import Rules
from tests.engine.helpers import (
    call,
    card,
    cards,
    dealt,
    deck_with,
    hand_of,
    holding,
    never,
    play,
    players,
    refusal,
    result_of,
    running,
    shuffled_by,
    snapshot,
    unshuffled,
    with_table,
)

HANDS = ["9S 9D 4C 2H KH", "KS KD QS 6S AC", "5H 6H 7H 8C JH"]


@pytest.fixture
def match() -> Match:
    return dealt(HANDS, "3S", stock="AH QD")


@pytest.fixture
def low() -> Match:
    return holding(["2H 3S AD", "4C 4D", "9S"])


# --- calling


def test_a_call_stands_on_the_very_first_turn() -> None:
    match = dealt(["AS AD AC AH 3S", "KS KD QS 6S 2C"], "9S")
    call(match, 0)
    result = running(match).result
    assert result is not None
    assert result.score.winner == 0


def test_a_call_stands_at_the_limit_and_not_above() -> None:
    assert holding(["4S 3D", "KS"]).can(CallYaniv(0))
    assert refusal(holding(["4S 4D", "KS"]), CallYaniv(0)) is errors.HandTooHigh


def test_a_refused_call_says_what_the_hand_holds_and_what_is_allowed() -> None:
    with pytest.raises(errors.HandTooHigh) as refused:
        holding(["4S 4D", "KS"], rules=Rules(yaniv_limit=5)).verify(CallYaniv(0))
    assert refused.value.sentence() == "You cannot call Yaniv: you hold 8, the limit is 5."


def test_nobody_calls_out_of_turn(low: Match) -> None:
    assert refusal(low, CallYaniv(2)) is errors.NotYourTurn


def test_nothing_can_be_done_after_the_call(low: Match) -> None:
    call(low, 0)
    assert low.legal_actions() == ()
    assert refusal(low, CallYaniv(1)) is errors.NoRoundRunning
    assert refusal(low, Play(1, cards("4C"))) is errors.NoRoundRunning


# --- discarding and drawing


def test_a_seat_lays_its_discard_and_draws_the_top_of_the_stock(match: Match) -> None:
    play(match, 0, "9S 9D")
    assert hand_of(match, 0) == {"4C", "2H", "KH", "AH"}
    assert running(match).discard.cards == cards("9S 9D")
    assert match.to_move == 1


def test_a_seat_takes_a_card_of_the_previous_discard_and_the_rest_is_out_of_reach(match: Match) -> None:
    play(match, 0, "9S 9D", "3S")
    play(match, 1, "QS", "9D")
    assert hand_of(match, 1) == {"KS", "KD", "6S", "AC", "9D"}
    assert running(match).pile == list(cards("9S"))
    assert refusal(match, Play(2, cards("JH"), card("9S"))) is errors.CardNotTakeable


def test_the_discard_just_laid_cannot_be_taken_by_the_one_who_laid_it(match: Match) -> None:
    assert refusal(match, Play(0, cards("9S"), card("9S"))) is errors.CardNotTakeable


def test_only_the_start_card_may_be_taken_before_anyone_has_discarded(match: Match) -> None:
    assert running(match).takeable == cards("3S")
    assert match.can(Play(0, cards("9S"), card("3S")))
    assert refusal(match, Play(0, cards("9S"), card("4S"))) is errors.CardNotTakeable


def test_the_ends_of_a_run_may_be_taken_whatever_order_it_was_picked_in(match: Match) -> None:
    play(match, 0, "KH")
    play(match, 1, "AC")
    play(match, 2, "7H 5H 6H")
    assert running(match).takeable == cards("5H 7H")
    assert running(match).actions[-1][0] == Play(2, cards("5H 6H 7H"))
    assert refusal(match, Play(0, cards("4C"), card("6H"))) is errors.CardNotTakeable


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (Play(1, cards("KS")), errors.NotYourTurn),
        (Play(7, cards("KS")), errors.NoSuchSeat),
        (Play(-1, cards("8C")), errors.NoSuchSeat),
        (Play(0, cards("KS")), errors.CardNotHeld),
        (Play(0, cards("9S 9S")), errors.CardNotHeld),
        (Play(0, ()), errors.NothingSelected),
        (Play(0, cards("9S 4C")), errors.MixedCards),
        (Play(0, cards("2H KH")), errors.GapInRun),
        (Play(0, cards("9S"), card("X1")), errors.CardNotTakeable),
    ],
)
def test_a_turn_that_breaks_a_rule_is_refused_by_that_rule_and_changes_nothing(
    match: Match, action: Action, kind: type[errors.YanivError]
) -> None:
    assert refusal(match, action) is kind


def test_the_refusal_out_of_turn_says_who_is_to_move(match: Match) -> None:
    with pytest.raises(errors.NotYourTurn) as refused:
        match.verify(Play(1, cards("KS")))
    assert refused.value.details == {"seat": 0}


def test_a_card_held_once_is_not_held_twice() -> None:
    match = holding(["9S 9S 4C", "KS"], rules=Rules(decks=2))
    play(match, 0, "9S 9S")
    assert Counter(running(match).discard.cards) == {card("9S"): 2}


# --- an empty stock


@pytest.fixture
def exhausted() -> Match:
    """Return a match with an empty stock, KS QS in the pile and 9C just discarded; seat 0 is to move."""
    match = holding(["2H 3H", "4H 5H"])
    state = running(match)
    state.stock, state.pile = [], list(cards("KS QS"))
    state.discard, state.takeable = dealt(HANDS, "9C").rounds[0].discard, cards("9C")
    return match


def test_drawing_from_an_empty_stock_shuffles_the_pile_alone_into_a_new_one(exhausted: Match) -> None:
    asked: list[tuple[Card, ...]] = []

    def reversing(given: Sequence[Card]) -> Sequence[Card]:
        asked.append(tuple(given))
        return given[::-1]

    exhausted.apply(Play(0, cards("3H")), By.HUMAN, reversing)
    state = running(exhausted)
    # Neither the previous discard 9C nor the 3H just laid was among them.
    assert asked == [cards("KS QS")]
    assert state.reshuffles == [cards("QS KS")]
    assert hand_of(exhausted, 0) == {"2H", "QS"}
    assert state.stock == list(cards("KS"))
    assert state.pile == list(cards("9C"))
    assert state.discard.cards == cards("3H")


def test_taking_from_the_discard_needs_no_new_stock(exhausted: Match) -> None:
    exhausted.apply(Play(0, cards("3H"), card("9C")), By.HUMAN, never)
    assert running(exhausted).reshuffles == []


def test_with_an_empty_pile_too_only_the_previous_discard_may_be_drawn(exhausted: Match) -> None:
    running(exhausted).pile = []
    assert refusal(exhausted, Play(0, cards("3H"))) is errors.StockEmpty
    draws = {action.draw for action in exhausted.legal_actions() if isinstance(action, Play)}
    assert draws == {card("9C")}
    assert not exhausted.seat_view(0).public.can_draw


@pytest.mark.parametrize("stock", ["KS", "KS QS QS", "KS QD", ""])
def test_a_new_stock_of_other_cards_is_refused_and_changes_nothing(exhausted: Match, stock: str) -> None:
    before = snapshot(exhausted)
    with pytest.raises(errors.BadShuffle):
        exhausted.apply(Play(0, cards("3H")), By.HUMAN, lambda _: cards(stock))
    assert snapshot(exhausted) == before


def test_with_end_round_the_round_ends_as_soon_as_the_last_stock_card_is_drawn() -> None:
    match = with_table(
        holding(["2H 3H", "4H 5H", "9D"], rules=Rules(stock_empty="end_round")), "9C", stock="4S"
    )
    play(match, 0, "3H")
    result = result_of(match)
    # Seats 0 and 1 hold 6 and 9; nobody called.
    assert (result.score.kind, result.score.caller) == ("stock_exhausted", None)
    assert result.score.points == result.score.sums == (6, 9, 9)
    assert (result.score.winner, match.to_move, running(match).turns) == (0, None, 1)


def test_with_end_round_a_tie_goes_to_the_first_after_the_seat_that_acted_last() -> None:
    rules = Rules(stock_empty="end_round")
    match = with_table(holding(["2H 3H", "4H 5H", "9D", "6D"], rules=rules), "9C", stock="4S")
    play(match, 0, "3H")
    assert result_of(match).score.winner == 3


def test_with_end_round_taking_from_the_discard_ends_nothing_though_the_stock_is_low() -> None:
    match = with_table(holding(["2H 3H", "4H 5H"], rules=Rules(stock_empty="end_round")), "9C", stock="4S")
    play(match, 0, "3H", "9C")
    assert match.to_move == 1


def test_with_reshuffle_drawing_the_last_stock_card_ends_nothing() -> None:
    match = with_table(holding(["2H 3H", "4H 5H"]), "9C", stock="4S")
    play(match, 0, "3H")
    assert match.to_move == 1


# --- dealing


def test_cards_go_one_at_a_time_first_to_the_seat_after_the_dealer() -> None:
    match = Match(Rules(hand_size=3), players(3))
    deck = full_deck(1, 2)
    event = match.deal(unshuffled, 0)
    state = running(match)
    assert (event.dealer, event.starter, event.deck) == (0, 1, deck)
    assert [tuple(hand) for hand in state.hands] == [deck[2:9:3], deck[0:9:3], deck[1:9:3]]
    assert state.discard.cards == (deck[9],)
    assert state.stock[::-1] == list(deck[10:])


@pytest.mark.parametrize("change", ["one missing", "one twice", "one exchanged"])
def test_a_deck_that_is_not_whole_is_refused_and_nothing_is_dealt(change: str) -> None:
    deck = deck_with(Rules(), HANDS, "3S")
    wrong = {"one missing": deck[1:], "one twice": [*deck, deck[0]], "one exchanged": [deck[1], *deck[1:]]}
    match = Match(Rules(), players(3))
    before = snapshot(match)
    with pytest.raises(errors.BadShuffle):
        match.deal(lambda _: wrong[change], 0)
    assert snapshot(match) == before


# --- the turn limit (section 1)


def played_to_turn(turns: int) -> Match:
    """Return a match of two in which nobody calls for that many turns."""
    rng = random.Random(5)
    match = Match(Rules(yaniv_limit=1), players(2))
    match.deal(shuffled_by(rng), 1)
    for _ in range(turns):
        plays = [action for action in match.legal_actions() if isinstance(action, Play)]
        match.apply(min(plays, key=lambda action: len(action.discard)), By.COMPUTER, shuffled_by(rng))
    return match


def test_a_round_ends_after_its_thousandth_turn_and_every_seat_scores_its_hand() -> None:
    match = played_to_turn(999)
    state = running(match)
    assert state.result is None
    state.hands[1] = list(cards("5S 6S"))
    state.hands[0] = list(cards("2H 3D"))
    match.apply(Play(1, cards("5S"), state.takeable[0]), By.HUMAN, never)
    result = state.result
    assert result is not None
    assert result.score.kind == "turn_limit"
    assert result.score.caller is None
    assert match.to_move is None
    assert result.score.points == result.score.sums
    assert result.score.points[0] == 5
    assert result.score.winner == 0


def test_a_call_on_the_thousandth_turn_stands() -> None:
    match = played_to_turn(999)
    running(match).hands[1] = list(cards("AS"))
    call(match, 1)
    result = running(match).result
    assert result is not None
    assert result.score.kind == "yaniv"
    assert len(running(match).actions) == 1000


# --- the trio of every action, and its event


def test_of_a_play_verify_can_and_apply_agree(match: Match) -> None:
    state = running(match)
    good, bad = Play(0, cards("9S 9D"), card("3S")), Play(0, cards("9S 4C"))
    assert can_play(state, good)
    verify_play(state, good)
    assert not can_play(state, bad)
    with pytest.raises(errors.MixedCards):
        verify_play(state, bad)


def test_of_a_call_verify_can_and_apply_agree(low: Match) -> None:
    state = running(low)
    verify_yaniv(state, CallYaniv(0))
    assert can_yaniv(state, CallYaniv(0))
    assert not can_yaniv(state, CallYaniv(1))
    with pytest.raises(errors.NotYourTurn):
        verify_yaniv(state, CallYaniv(1))


def test_the_event_of_a_play_tells_what_was_laid_and_drawn(match: Match) -> None:
    taken = match.apply(Play(0, cards("9S 9D"), card("3S")), By.HUMAN, never)
    drawn = match.apply(Play(1, cards("KS")), By.CLOCK, never)
    assert isinstance(taken, Played)
    assert (taken.taken, taken.drawn, taken.discard.cards) == (card("3S"), card("3S"), cards("9S 9D"))
    assert isinstance(drawn, Played)
    assert (drawn.taken, drawn.drawn, drawn.by, drawn.result) == (None, card("AH"), By.CLOCK, None)


def test_the_event_of_a_call_tells_the_result(low: Match) -> None:
    event = low.apply(CallYaniv(0), By.HUMAN, never)
    assert event.result is running(low).result
    assert event.action == CallYaniv(0)


def test_the_journal_line_of_a_draw_holds_the_new_stock_if_one_was_made(exhausted: Match) -> None:
    event = exhausted.apply(Play(0, cards("3H")), By.HUMAN, unshuffled)
    assert event.to_json() == {
        "seat": 0,
        "type": "play",
        "discard": ["3H"],
        "draw": "stock",
        "by": "human",
        "reshuffle": ["KS", "QS"],
    }
