"""The level `normal`: what belongs together is kept, what was seen is remembered, calls are judged."""

import random
from dataclasses import replace

import pytest

from bot.engine.actions import Action, CallYaniv, Draw, Lay, Play
from bot.engine.discards import lay
from bot.engine.match import Match
from bot.engine.rules import Rules
from bot.players.assaf import assaf_chance
from bot.players.last_lap import called_sums
from bot.players.levels import computer
from bot.players.memory import Memory, remember
from tests.engine.helpers import call, card, cards, dealt, holding, play, running, with_table
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


# --- the last lap


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(
    ("hand", "lies", "discard", "taken"),
    [
        ("9S KH 3D", "9C", "KH", None),  # a pair of nines is no use any more
        ("5H 6H JD", "7H", "JD", None),  # nor is a run
        ("KS KH QD", "3C", "KS KH", "3C"),
    ],
)
def test_in_the_last_lap_it_keeps_what_counts_least_for_no_turn_follows(
    level: str, hand: str, lies: str, discard: str, taken: str | None
) -> None:
    match = with_table(holding(["AS", hand], rules=Rules(last_lap=True)), lies)
    call(match, 0)
    view = match.seat_view(1)
    action = computer(level).choose(view, match.legal_actions(), random.Random(1))
    assert action == Play(1, lay(cards(discard), match.rules).cards, card(taken) if taken else None)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_in_the_last_lap_it_dares_to_draw_where_that_alone_may_catch_the_caller(level: str) -> None:
    for lies, taken in (("AC", card("AC")), ("6C", None)):
        match = with_table(holding(["2C 2S", "KS 2H"], rules=Rules(last_lap=True)), lies)
        call(match, 0)
        # With the ace it holds 3 and may well catch the caller; with the six it holds 8 and cannot.
        action = computer(level).choose(match.seat_view(1), match.legal_actions(), random.Random(1))
        assert action == Play(1, cards("KS"), taken)


def test_the_hands_that_a_caller_may_hold_are_counted() -> None:
    match = with_table(holding(["AS 2S", "KS 2H"], rules=Rules(last_lap=True, yaniv_limit=3)), "6C")
    call(match, 0)
    memory = Memory(((), ()), (), cards("X1 AS 2S 2C 9D"))
    # Of the ten pairs AS 2S, AS 2C, X1 AS, X1 2S and X1 2C are low enough.
    assert called_sums(match.seat_view(1), memory) == {1: 0.2, 2: 0.4, 3: 0.4}


def test_in_the_last_lap_of_french_rules_it_lays_what_counts_most() -> None:
    rules = replace(FRENCH, last_lap=True)
    # Three low cards would leave two cards of 20 points, the king leaves four of 19.
    match = with_table(holding(["AS", "2H 3H 4H KD TD"], rules=rules), "KS")
    call(match, 0)
    for level in ("normal", "hard"):
        action = computer(level).choose(match.seat_view(1), match.legal_actions(), random.Random(1))
        assert isinstance(action, Lay)
        assert set(action.cards) == set(cards("KD"))
