"""The level `greedy`."""

import random
from collections.abc import Sequence

import pytest

from bot.engine.actions import Action, CallYaniv, Draw, Lay, Play
from bot.engine.discards import lay, takeable
from bot.engine.match import Match
from bot.engine.rules import CLASSIC, Rules
from bot.players.levels import computer
from tests.engine.helpers import card, cards, holding, play, running, with_table
from tests.engine.preset_table import FRENCH, TRAVELLERS


def match_of(hand: str, *, previous: str = "9C", rules: Rules = CLASSIC, stock: bool = True) -> Match:
    """Return a match in which seat 0 holds `hand` and `previous` has just been discarded."""
    match = holding([hand, "KS KD"], rules=rules)
    state = running(match)
    state.discard = lay(cards(previous), rules)
    state.takeable = takeable(state.discard, rules)
    if not stock:
        state.stock, state.pile = [], []
    return match


def choice(match: Match, legal: Sequence[Action] | None = None) -> Action:
    actions = match.legal_actions() if legal is None else legal
    return computer("greedy").choose(match.seat_view(0), actions, random.Random(1))


@pytest.mark.parametrize("hand", ["AS", "4S 3D", "X1 X2", "2H 3S AD X1"])
def test_it_calls_as_soon_as_it_may(hand: str) -> None:
    assert choice(match_of(hand)) == CallYaniv(0)


@pytest.mark.parametrize(
    ("hand", "discard"),
    [
        ("KS 9D 2C", "KS"),
        ("9S 9D KC 2H", "9S 9D"),
        ("5H 6H 7H KC 9S", "5H 6H 7H"),
        ("5H 6H 7H KC KS", "KS KC"),
        ("4S 4D 4H KC", "4S 4H 4D"),
        ("5H 6H 7H 7S 7D", "7S 7H 7D"),
    ],
)
def test_it_discards_what_is_worth_most(hand: str, discard: str) -> None:
    action = choice(match_of(hand))
    assert isinstance(action, Play)
    assert action.discard == cards(discard)


@pytest.mark.parametrize(
    ("hand", "discard"), [("5S 5D TC", "5S 5D"), ("2H 3H 4H 9C", "2H 3H 4H"), ("5S 5D X1 TC", "5S 5D")]
)
def test_of_two_worth_the_same_it_lays_more_cards(hand: str, discard: str) -> None:
    action = choice(match_of(hand))
    assert isinstance(action, Play)
    assert action.discard == cards(discard)


def test_of_two_alike_it_always_lays_the_same_whatever_the_order_of_the_actions() -> None:
    match = match_of("KS KD QH QC")
    legal = match.legal_actions()
    chosen = {choice(match, random.Random(seed).sample(legal, len(legal))) for seed in range(20)}
    assert len(chosen) == 1


@pytest.mark.parametrize(
    ("hand", "previous", "draw"),
    [
        ("KS 9D 4C", "9C", "9C"),  # pairs with the nine it keeps
        ("KS 9D 4C", "KC", None),  # the king is laid, not kept
        ("9S 9D 8C", "9C", None),  # both nines are laid
        ("KS 9D 4C", "3H", "3H"),  # worth three
        ("KS 9D 4C", "AH", "AH"),
        ("KS 9D 4C", "X1", "X1"),  # a joker is worth nothing
        ("KS 9D 5C", "4H", None),  # worth four
        ("KS 9D 4C", "9C 9H", "9H"),  # of two alike always the same
        ("KS 9D 4C", "AH 2H 3H", "AH"),  # the cheaper end
        ("KS 9D 4C", "2S 2H", "2S"),
        ("KS 9D 8C", "6H 7H 8H", "8H"),
        ("KS 9D 8C", "7H 8H 9H", "9H"),  # 8H lies in the middle
    ],
)
def test_it_takes_what_pairs_with_a_card_it_keeps_or_is_worth_three_or_less(
    hand: str, previous: str, draw: str | None
) -> None:
    action = choice(match_of(hand, previous=previous))
    assert isinstance(action, Play)
    assert action.draw is (None if draw is None else card(draw))


def test_a_pair_goes_before_a_cheap_card() -> None:
    action = choice(match_of("KS QS 4C", previous="AH 2H 3H 4H"))
    assert isinstance(action, Play)
    assert action.draw is card("4H")


def test_a_joker_that_counts_much_is_left() -> None:
    match = match_of("KS 9D 4C", previous="X1", rules=Rules(joker_points=10))
    action = choice(match)
    assert isinstance(action, Play)
    assert action.draw is None


@pytest.mark.parametrize(("previous", "draw"), [("8H", "8H"), ("5H 6H 7H 8H", "5H")])
def test_without_a_stock_it_takes_the_cheapest_card(previous: str, draw: str) -> None:
    action = choice(match_of("KS 9D 4C", previous=previous, stock=False))
    assert isinstance(action, Play)
    assert action.draw is card(draw)


# --- the French turn system and the slap-down


def french_choice(hand: str, top: str) -> Action:
    match = with_table(holding([hand, "KS KD"], rules=FRENCH), top)
    return choice(match)


@pytest.mark.parametrize(
    ("hand", "top", "cards_laid"),
    [
        ("9H 4H 5C", "KH", "9H"),  # the single worth most
        ("2H 5H 9H KD", "8S", "2H 5H 9H"),  # what may be laid at all
        ("2S TD TH TC 8S", "9S", "TD TH TC"),  # the group is worth more than the eight
        ("JH 6D 5H", "KH", "JH"),  # a jack beside a six counts fifteen
    ],
)
def test_in_french_rules_it_lays_what_is_worth_most(hand: str, top: str, cards_laid: str) -> None:
    action = french_choice(hand, top)
    assert isinstance(action, Lay)
    assert set(action.cards) == set(cards(cards_laid))


def test_in_french_rules_it_draws_when_it_must_and_calls_when_it_may() -> None:
    assert french_choice("TH 4D", "9S") == Draw(0)
    assert french_choice("2H 4D", "9S") == CallYaniv(0)


def test_it_slaps_down_whatever_it_can() -> None:
    match = with_table(holding(["7S 2H 3D", "KS QD 8C"], rules=TRAVELLERS), "9C", stock="7D 4C")
    play(match, 0, "7S")
    view = match.seat_view(0)
    assert view.slap is card("7D")
    assert all(computer("greedy").slaps(view, random.Random(seed)) for seed in range(10))
    assert {computer("random").slaps(view, random.Random(seed)) for seed in range(10)} == {True, False}
