"""Runs with wild jokers: where they lie, and what may be taken (docs/rules.md, section 3)."""

from itertools import permutations

import pytest
from hypothesis import given

from bot.engine import errors
from bot.engine.actions import By, Play
from bot.engine.cards import Card
from bot.engine.discards import DiscardKind, count_discards, lay, legal_discards, takeable
from bot.engine.rules import Rules
from tests.engine.helpers import card, cards, dealt, never, running
from tests.engine.strategies import hands

WILD = Rules(jokers=4, jokers_wild=True)


def laid(picked: str) -> tuple[Card, ...]:
    discard = lay(cards(picked), WILD)
    assert discard.kind is DiscardKind.RUN
    return discard.cards


@pytest.mark.parametrize(
    ("picked", "lies"),
    [
        ("5H X1 7H", "5H X1 7H"),
        ("X1 7H 5H", "5H X1 7H"),
        ("7H 5H X1", "5H X1 7H"),
        ("5H 8H X1 X2", "5H X1 X2 8H"),
        ("X2 5H X1 8H", "5H X2 X1 8H"),
        ("AS 3S X1 5S X2", "AS X1 3S X2 5S"),
    ],
)
def test_gaps_are_filled_by_the_jokers_left_to_right_in_the_order_picked(picked: str, lies: str) -> None:
    assert laid(picked) == cards(lies)


@pytest.mark.parametrize(
    ("picked", "lies"),
    [
        ("X1 5H 6H", "X1 5H 6H"),
        ("5H 6H X1", "5H 6H X1"),
        ("5H X1 6H", "5H 6H X1"),
        # Before the lowest natural card only jokers count, not other cards.
        ("6H 5H X1", "5H 6H X1"),
        ("6H X1 5H", "X1 5H 6H"),
        ("7H 6H 5H X1", "5H 6H 7H X1"),
        ("X1 X2 5H 6H", "X1 X2 5H 6H"),
        ("X2 5H 6H X1", "X2 5H 6H X1"),
        ("X1 5H X2 7H", "X1 5H X2 7H"),
        ("X1 X2 5H 7H", "X1 5H X2 7H"),
    ],
)
def test_as_many_spare_jokers_as_were_picked_before_the_lowest_card_stand_low(picked: str, lies: str) -> None:
    assert laid(picked) == cards(lies)


@pytest.mark.parametrize(
    ("picked", "lies"),
    [
        ("X1 AS 2S", "AS 2S X1"),
        ("X1 X2 2S 3S", "X1 2S 3S X2"),
        ("X1 X2 X3 AS 2S", "AS 2S X1 X2 X3"),
    ],
)
def test_spare_jokers_that_do_not_fit_low_stand_high(picked: str, lies: str) -> None:
    assert laid(picked) == cards(lies)


@pytest.mark.parametrize(
    ("picked", "lies"),
    [
        ("QH KH X1", "X1 QH KH"),
        ("JH QH X1 X2", "X1 JH QH X2"),
        ("QH KH X1 X2", "X1 X2 QH KH"),
        ("X1 QH KH X2", "X1 X2 QH KH"),
    ],
)
def test_spare_jokers_that_do_not_fit_high_either_stand_low(picked: str, lies: str) -> None:
    assert laid(picked) == cards(lies)


def test_a_joker_does_not_go_round_the_corner() -> None:
    assert laid("QS KS X1") == cards("X1 QS KS")
    for picked in ("KS X1 2S", "QS KS AS X1"):
        with pytest.raises(errors.GapInRun):
            laid(picked)


@pytest.mark.parametrize("picked", ["5H X1 X2", "X1 5H", "X1 X2 X3 KS"])
def test_a_run_holds_at_least_two_cards_that_are_not_jokers(picked: str) -> None:
    with pytest.raises(errors.TooFewNaturals):
        laid(picked)


@pytest.mark.parametrize("picked", ["9S 9D X1", "X1 9S 9D 9H", "5H 6S X1"])
def test_a_wild_joker_never_joins_a_set_or_two_suits(picked: str) -> None:
    with pytest.raises(errors.NotADiscard):
        laid(picked)


def test_a_wild_joker_does_not_part_twins() -> None:
    with pytest.raises(errors.TwinInRun):
        laid("5H 5H X1 6H")


def test_jokers_alone_are_still_a_set() -> None:
    assert lay(cards("X1 X2 X3"), WILD).kind is DiscardKind.SET


def test_a_run_is_no_longer_than_a_suit() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    with pytest.raises(errors.RunTooLong):
        laid(f"{suit} X1")


@pytest.mark.parametrize(
    ("picked", "ends"), [("X1 5H 6H", "X1 6H"), ("5H 6H X1", "5H X1"), ("X1 5H 6H X2", "X1 X2")]
)
def test_of_a_run_the_first_or_last_card_may_be_taken_a_joker_there_included(picked: str, ends: str) -> None:
    assert takeable(lay(cards(picked), WILD), WILD) == cards(ends)


def test_a_joker_in_the_middle_of_a_run_is_never_taken() -> None:
    match = dealt(["5H 7H 9S 9D KC", "KS KD QS 6S AC"], "X1", rules=Rules(jokers_wild=True))
    match.apply(Play(0, cards("9S"), card("X1")), By.HUMAN, never)
    match.apply(Play(1, cards("KS")), By.HUMAN, never)
    match.apply(Play(0, cards("X1 5H 7H")), By.HUMAN, never)
    assert running(match).actions[-1][0] == Play(0, cards("5H X1 7H"))
    assert running(match).takeable == cards("5H 7H")
    assert not match.can(Play(1, cards("KD"), card("X1")))


@given(hands)
def test_laying_a_recorded_run_again_gives_the_same_run(hand: list[Card]) -> None:
    for discard in legal_discards(hand, WILD):
        assert lay(discard.cards, WILD) == discard


@given(hands.map(lambda hand: hand[:5]))
def test_every_way_a_hand_can_lie_as_a_discard_is_listed_and_nothing_else(hand: list[Card]) -> None:
    """Which of the jokers lies where makes no difference; that a joker lies there does."""
    listed = [_faceless(discard.cards) for discard in legal_discards(hand, WILD)]
    tried: set[object] = set()
    for size in range(1, len(hand) + 1):
        for picked in permutations(hand, size):
            try:
                discard = lay(picked, WILD)
            except errors.NotADiscard:
                continue
            is_run = discard.kind is DiscardKind.RUN
            tried.add(_faceless(discard.cards if is_run else tuple(sorted(picked))))
    assert len(set(listed)) == len(listed)
    assert set(listed) == tried


def _faceless(lies: tuple[Card, ...]) -> object:
    return (
        tuple("joker" if one.is_joker else one.code for one in lies),
        tuple(sorted(one for one in lies if one.is_joker)),
    )


def test_counting_discards_counts_sets_of_cards_however_their_jokers_lie() -> None:
    # 5H, 6H, X1 and their run, which may lie X1 5H 6H or 5H 6H X1.
    assert len(legal_discards(cards("5H 6H X1"), WILD)) == 5
    assert count_discards(cards("5H 6H X1"), WILD) == 4
    assert count_discards(cards("5H 6H X1"), Rules()) == 3
    # With two decks equal jokers are equal.
    assert count_discards(cards("5H 6H X1 X1"), WILD) == 3 + 1 + 2
