"""What may be discarded, how it lies, what may be taken of it (docs/rules.md, section 3)."""

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import errors
from bot.engine.cards import Card
from bot.engine.discards import DiscardKind, lay, legal_discards, takeable
from bot.engine.rules import CLASSIC, Rules
from tests.engine.helpers import card, cards
from tests.engine.strategies import hands


@pytest.mark.parametrize("codes", ["AS", "KD", "X1"])
def test_one_card_is_a_discard_a_joker_too(codes: str) -> None:
    assert lay(cards(codes), CLASSIC).kind is DiscardKind.SINGLE


@pytest.mark.parametrize("codes", ["9S 9D", "9S 9D 9H", "9S 9D 9H 9C", "AS AD", "KS KC KH"])
def test_two_or_more_cards_of_one_rank_are_a_set(codes: str) -> None:
    assert lay(cards(codes), CLASSIC).kind is DiscardKind.SET


@pytest.mark.parametrize("codes", ["9S 9S", "9S 9S 9D 9D", "9S 9S 9D 9D 9H 9H 9C"])
def test_with_two_decks_a_set_may_hold_twins_any_number(codes: str) -> None:
    assert lay(cards(codes), CLASSIC).kind is DiscardKind.SET


@pytest.mark.parametrize("codes", ["X1 X2", "X1 X1", "X1 X2 X3 X4", "X1 X1 X2 X2"])
def test_jokers_alone_are_a_set_of_jokers(codes: str) -> None:
    assert lay(cards(codes), CLASSIC).kind is DiscardKind.SET


@pytest.mark.parametrize("codes", ["X1 9S", "9S 9D X1", "X1 X2 KS", "AS X1"])
def test_a_joker_never_joins_another_rank(codes: str) -> None:
    with pytest.raises(errors.JokerWithOthers):
        lay(cards(codes), CLASSIC)


@pytest.mark.parametrize("codes", ["5H X1 7H", "X1 5H 6H", "5H 6H X1", "5H 6H 7H X1"])
def test_a_joker_is_never_in_a_run(codes: str) -> None:
    with pytest.raises(errors.JokerWithOthers):
        lay(cards(codes), CLASSIC)


@pytest.mark.parametrize("codes", ["AS 2S 3S", "5H 6H 7H", "TC JC QC KC", "9D TD JD", "AH 2H 3H 4H 5H 6H 7H"])
def test_three_or_more_ranks_in_a_row_of_one_suit_are_a_run(codes: str) -> None:
    assert lay(cards(codes), CLASSIC) == lay(cards(codes)[::-1], CLASSIC)
    assert lay(cards(codes), CLASSIC).kind is DiscardKind.RUN


def test_the_ace_is_low_only() -> None:
    for codes in ("QS KS AS", "KS AS 2S", "JS QS KS AS"):
        with pytest.raises(errors.AceIsLow):
            lay(cards(codes), CLASSIC)


@pytest.mark.parametrize("codes", ["8H 8D 9H", "5H 5D 6H 7H"])
def test_a_mixed_selection_is_refused_with_two_cards_that_share_nothing(codes: str) -> None:
    with pytest.raises(errors.MixedCards) as refused:
        lay(cards(codes), CLASSIC)
    first, second = refused.value.details["first"], refused.value.details["second"]
    assert isinstance(first, Card)
    assert isinstance(second, Card)
    assert first.rank != second.rank
    assert first.suit is not second.suit


def test_two_cards_in_a_row_are_too_short_for_a_run() -> None:
    with pytest.raises(errors.RunTooShort):
        lay(cards("6H 5H"), CLASSIC)


def test_a_gap_is_named_by_the_cards_around_it() -> None:
    with pytest.raises(errors.GapInRun) as refused:
        lay(cards("8H 5H 4H"), CLASSIC)
    assert refused.value.details == {"low": card("5H"), "high": card("8H")}


def test_cards_in_a_row_of_two_suits_are_no_run() -> None:
    with pytest.raises(errors.MixedCards) as refused:
        lay(cards("5H 6H 7S"), CLASSIC)
    assert refused.value.details == {"first": card("5H"), "second": card("7S")}


def test_a_run_holds_no_card_twice() -> None:
    with pytest.raises(errors.TwinInRun) as refused:
        lay(cards("5H 6H 6H 7H"), CLASSIC)
    assert refused.value.details == {"card": card("6H")}


def test_no_card_is_no_discard() -> None:
    with pytest.raises(errors.NothingSelected):
        lay((), CLASSIC)


def test_a_run_is_laid_in_rank_order_and_a_set_as_picked() -> None:
    assert lay(cards("7H 5H 6H"), CLASSIC).cards == cards("5H 6H 7H")
    assert lay(cards("9S 9C 9D"), CLASSIC).cards == cards("9S 9C 9D")


def test_of_a_single_that_card_may_be_taken() -> None:
    assert takeable(lay(cards("9S"), CLASSIC), CLASSIC) == cards("9S")


def test_of_a_run_the_ends_may_be_taken_never_a_middle_card() -> None:
    assert takeable(lay(cards("6H 5H 7H 8H"), CLASSIC), CLASSIC) == cards("5H 8H")


def test_of_a_set_any_card_may_be_taken() -> None:
    assert takeable(lay(cards("9S 9C 9D"), CLASSIC), CLASSIC) == cards("9S 9C 9D")


def test_with_set_pickup_ends_the_first_or_last_laid_of_a_set() -> None:
    assert takeable(lay(cards("9S 9C 9D"), CLASSIC), Rules(set_pickup="ends")) == cards("9S 9D")


@pytest.mark.parametrize("set_pickup", ["any", "ends"])
def test_twins_are_one_choice(set_pickup: str) -> None:
    assert takeable(lay(cards("9S 9C 9S"), CLASSIC), Rules(set_pickup=set_pickup))[0] is card("9S")
    assert takeable(lay(cards("9S 9S"), CLASSIC), Rules(set_pickup=set_pickup)) == cards("9S")


@given(st.sampled_from(range(1, 12)), st.integers(3, 5), st.sampled_from("SHDC"))
def test_any_picking_order_of_a_run_gives_the_same_ends(low: int, length: int, suit: str) -> None:
    run = cards(" ".join("A23456789TJQK"[rank - 1] + suit for rank in range(low, min(low + length, 14))))
    laid = {lay(picked, CLASSIC) for picked in permutations(run)}
    assert len(laid) == 1
    assert takeable(laid.pop(), CLASSIC) == (run[0], run[-1])


@given(hands)
def test_every_distinct_discard_of_a_hand_is_listed_once_and_nothing_else(hand: list[Card]) -> None:
    listed = [discard.cards for discard in legal_discards(hand, CLASSIC)]
    tried: set[tuple[Card, ...]] = set()
    for size in range(1, len(hand) + 1):
        for picked in combinations(sorted(hand), size):
            try:
                tried.add(lay(picked, CLASSIC).cards)
            except errors.NotADiscard:
                continue
    assert len(listed) == len(set(listed))
    assert set(listed) == tried


@given(st.permutations(cards("5H 6H 7H 7S X1 X2 X1")))
def test_the_order_of_a_hand_changes_no_list_of_discards(hand: list[Card]) -> None:
    assert legal_discards(hand, CLASSIC) == legal_discards(sorted(hand), CLASSIC)
    assert len(legal_discards(hand, CLASSIC)) == 6 + len(["7H 7S", "X1 X1", "X1 X2", "X1 X1 X2", "5H 6H 7H"])
