"""The level `normal`: what belongs together is kept, what was seen is remembered, calls are judged."""

import random

import pytest

from bot.engine.actions import Action, CallYaniv, Draw, Lay, Play
from bot.engine.match import Match
from bot.players.assaf import assaf_chance
from bot.players.levels import computer
from bot.players.memory import remember
from tests.engine.helpers import card, cards, dealt, holding, play, running, with_table
from tests.engine.preset_table import FRENCH, TRAVELLERS


def choice(match: Match, seed: int = 1) -> Action:
    assert match.to_move is not None
    return computer("normal").choose(
        match.seat_view(match.to_move), match.legal_actions(), random.Random(seed)
    )


def chance(match: Match) -> float:
    view = match.seat_view(match.to_move or 0)
    return assaf_chance(view, remember(view), random.Random(1))


@pytest.mark.parametrize(
    ("hand", "start", "discard"),
    [
        ("9S 9D KC 2H AD", "JC", "9S 9D"),
        ("5H 6H 7H KC 9S", "JC", "5H 6H 7H"),
        ("KS QS JS 3D 4C", "9C", "JS QS KS"),
        ("KS 2D 2C 2H 4C", "9C", "KS"),
    ],
)
def test_it_lays_what_brings_it_nearest_to_a_call(hand: str, start: str, discard: str) -> None:
    action = choice(dealt([hand, "QD TD 8C 7S 6S"], start))
    assert isinstance(action, Play)
    assert set(action.discard) == set(cards(discard))


@pytest.mark.parametrize(
    ("hand", "start", "draw"),
    [
        ("KS 9D 4C 3H 8S", "9C", "9C"),  # makes a pair
        ("KS 8D 7D 3H 2S", "9D", "9D"),  # makes a run
        ("KS 9D 4C 3H 8S", "AH", "AH"),  # is worth little
        ("KS 9D 4C 3H 8S", "JC", None),
        ("KS 9D 4C 3H 8S", "KC", "KC"),  # two kings are laid together the next time
    ],
)
def test_it_takes_what_joins_its_cards_or_is_worth_little(hand: str, start: str, draw: str | None) -> None:
    action = choice(dealt([hand, "QD TD 8C 7S 6S"], start))
    assert isinstance(action, Play)
    assert action.draw is (None if draw is None else card(draw))


# --- when to call


def test_a_call_is_likelier_to_be_an_assaf_the_fewer_cards_the_others_hold() -> None:
    chances = [
        chance(with_table(holding(["4S 3D", other]), "9C"))
        for other in ("KS KD KH KC QS", "KS KD KH", "KS KD", "KS")
    ]
    assert chances == sorted(chances)
    assert chances[0] < 0.05
    assert chances[-1] > 0.5


def test_a_call_is_likelier_to_be_an_assaf_the_more_seats_there_are() -> None:
    two, three = (
        chance(with_table(holding(["4S 3D", *others]), "9C")) for others in (["KS KD"], ["KS KD", "QS QD"])
    )
    assert two < three


def test_it_calls_against_many_cards_and_not_against_one() -> None:
    assert choice(with_table(holding(["4S 3D", "KS KD KH KC"]), "9C")) == CallYaniv(0)
    assert isinstance(choice(with_table(holding(["4S 3D", "KS"]), "9C")), Play)
    assert choice(with_table(holding(["AS", "KS"]), "9C")) == CallYaniv(0)


def test_it_remembers_what_another_has_taken() -> None:
    for code, called in (("KS", True), ("2S", False)):
        match = dealt(["KS 4D 4C 4H 2S", "QS QD QH QC 8S"], "9C", "JS 3D AH")
        play(match, 0, code)
        play(match, 1, "QS QD QH QC", code)
        play(match, 0, "JS")
        play(match, 1, "8S")
        # Seat 1 holds what it took and one card more.
        running(match).hands[0] = list(cards("4S 3S"))
        known = remember(match.seat_view(0)).known[1]
        assert known == (card(code),)
        assert isinstance(choice(match), CallYaniv) is called


def test_in_french_rules_it_keeps_a_call_back_from_a_single_card() -> None:
    assert choice(with_table(holding(["2H 4D", "KS KD KH KC"], rules=FRENCH), "9S")) == CallYaniv(0)


# --- the French turn system and the slap-down


def test_in_french_rules_it_lays_more_and_leaves_a_top_that_is_hard_to_match() -> None:
    action = choice(with_table(holding(["2H 5H 9H KD", "QS QD QH QC JS"], rules=FRENCH), "8S"))
    assert isinstance(action, Lay)
    assert set(action.cards) == set(cards("2H 5H 9H"))


def test_in_french_rules_it_draws_when_it_must() -> None:
    assert choice(with_table(holding(["TH 4D", "KS KD"], rules=FRENCH), "9S")) == Draw(0)


def test_it_slaps_down_whatever_it_can() -> None:
    match = with_table(holding(["7S 2H 3D", "KS QD 8C"], rules=TRAVELLERS), "9C", stock="7D 4C")
    play(match, 0, "7S")
    assert computer("normal").slaps(match.seat_view(0), random.Random(1))
