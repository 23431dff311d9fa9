"""The plain move, played for somebody whose time is up."""

import random

import pytest

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay, Play
from bot.engine.match import Match
from bot.engine.rules import CLASSIC
from bot.players.plain import plain_move
from bot.presets import preset
from tests.engine.helpers import card, cards, players, shuffled_by
from tests.engine.preset_table import FRENCH, TRAVELLERS
from tests.players.test_greedy import match_of


def plain(match: Match) -> Action:
    return plain_move(match.seat_view(0), match.legal_actions())


@pytest.mark.parametrize(
    ("hand", "discard"),
    [
        ("KS 9D 2C", "KS"),
        ("9S 9D KC 2H", "9S 9D"),
        ("5H 6H 7H KC 9S", "5H 6H 7H"),
        ("5H 6H 7H KC KS", "KS KC"),
        ("5S 5D TC", "5S 5D"),
        ("X1 X2", "X1 X2"),
    ],
)
def test_it_lays_the_discard_worth_most_and_draws_from_the_stock(hand: str, discard: str) -> None:
    assert plain(match_of(hand, previous="2S")) == Play(0, cards(discard))


@pytest.mark.parametrize("hand", ["AS", "4S 3D", "2H 3S AD X1"])
def test_it_never_calls(hand: str) -> None:
    match = match_of(hand)
    assert CallYaniv(0) in match.legal_actions()
    assert isinstance(plain(match), Play)


def test_without_a_stock_it_takes_the_first_card_that_may_be_taken() -> None:
    match = match_of("KS 9D 2C", previous="3H 4H 5H", stock=False)
    assert plain(match) == Play(0, cards("KS"), card("3H"))


def test_a_run_with_a_wild_joker_is_laid_as_it_lies() -> None:
    match = match_of("9S X1 JS 2H", previous="2S", rules=TRAVELLERS)
    assert plain(match) == Play(0, cards("9S X1 JS"))


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("9H 5S 2C KD", Lay(0, cards("9H"))),
        ("9H 5H 2H KD", Lay(0, cards("9H 5H 2H"))),
    ],
)
def test_in_the_french_rules_it_lays_what_is_worth_most(hand: str, action: Lay) -> None:
    found = plain(match_of(hand, previous="9C", rules=FRENCH))
    assert isinstance(found, Lay)
    assert set(found.cards) == set(action.cards)


def test_in_the_french_rules_it_draws_where_nothing_can_be_laid() -> None:
    assert plain(match_of("8H 5S 2H KD", previous="9C", rules=FRENCH)) == Draw(0)


def test_in_the_french_rules_it_keeps_the_call_for_when_there_is_nothing_else() -> None:
    match = match_of("2H 3S", previous="9C", rules=FRENCH, stock=False)
    assert plain_move(match.seat_view(0), [CallYaniv(0), Draw(0)]) == Draw(0)
    assert plain_move(match.seat_view(0), [CallYaniv(0)]) == CallYaniv(0)


@pytest.mark.parametrize("name", ["classic", "french", "travellers", "bga", "dhumbal"])
def test_it_always_finds_a_legal_move_and_always_the_same(name: str) -> None:
    rules = CLASSIC if name == "classic" else preset(name)
    shuffler = shuffled_by(random.Random(5))
    match = Match(rules, players(3))
    match.deal(shuffler, 0)
    for _ in range(200):
        if match.to_move is None:
            break
        view, legal = match.seat_view(match.to_move), match.legal_actions()
        move = plain_move(view, legal)
        assert move in legal
        assert plain_move(view, list(reversed(legal))) == move
        match.apply(move, By.CLOCK, shuffler)
