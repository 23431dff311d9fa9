"""Tables of eight with two decks: equal cards are interchangeable (docs/rules.md, head and section 3)."""

import random
from collections import Counter
from itertools import combinations

import pytest

from bot.engine.actions import By, Lay, Play, SlapDown
from bot.engine.cards import Card, full_deck
from bot.engine.match import Match
from bot.engine.record import from_record, to_record
from bot.engine.rules import Rules
from tests.engine.helpers import (
    all_cards,
    card,
    cards,
    hand_of,
    holding,
    play,
    play_on,
    players,
    running,
    slap,
    snapshot,
    with_table,
)
from tests.engine.preset_table import FRENCH, TRAVELLERS

OTHERS = ["KS KD QS"] * 7


def table(hand: str, discard: str, *, stock: str | None = None, rules: Rules = TRAVELLERS) -> Match:
    return with_table(holding([hand, *OTHERS], rules=rules), discard, stock=stock)


def test_eight_are_dealt_from_two_equal_decks_jokers_too() -> None:
    match = Match(TRAVELLERS, players(8))
    play_on(match, random.Random(1), 1)
    assert running(match).decks == 2
    assert all_cards(running(match)) == Counter(full_deck(1, 2) * 2)
    assert all_cards(running(match))[card("X1")] == 2


@pytest.mark.parametrize(
    ("discard", "takeable"),
    [
        ("7S 7S", "7S"),
        ("7S 7D 7S", "7S 7D"),
        ("7S 7S 7D 7D 7C", "7S 7D 7C"),
        ("X1 X1 X2", "X1 X2"),
        ("5H 6H 7H", "5H 7H"),
    ],
)
def test_takeable_cards_are_distinct_and_there_is_one_take_for_each(discard: str, takeable: str) -> None:
    match = table("2H", discard)
    assert match.public_view().takeable == cards(takeable)
    draws = [action.draw for action in match.legal_actions() if isinstance(action, Play)]
    assert Counter(draws) == Counter([None, *cards(takeable)])


def test_taking_one_of_two_equal_cards_leaves_the_other_to_the_pile() -> None:
    match = table("2H KC", "7S 7D 7S")
    play(match, 0, "KC", "7S")
    assert hand_of(match, 0) == {"2H", "7S"}
    assert Counter(running(match).pile[-2:]) == Counter(cards("7S 7D"))


def test_laying_one_of_two_equal_cards_keeps_the_other() -> None:
    match = table("7S 7S 2H", "9C", stock="KC 4D")
    play(match, 0, "7S")
    assert Counter(running(match).hands[0]) == Counter(cards("7S 2H KC"))


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("7S 7S", 1 + 1),  # 7S · 7S 7S
        ("7S 7S 7D", 2 + 3),  # 7S 7S · 7S 7D · 7S 7S 7D
        ("7S 7S 7D 7D", 2 + 3 + 2 + 1),
        ("5H 6H 7H 7H", 3 + 1 + 1),
        ("5H 5H 6H 6H 7H 7H", 3 + 3 + 1),
        ("5H 6H X1 X1", 3 + 1 + 2),  # X1 X1 · 5H 6H X1 · 5H 6H X1 X1
    ],
)
def test_discards_are_counted_with_equal_cards_as_equal(hand: str, count: int) -> None:
    assert table(hand, "9C").count_discards() == count


@pytest.mark.parametrize("hand", ["7S 7S 7D 7C 2S", "2H 2H 5H 9H", "7S 7S 7D 7D 7C", "2H 2H 5H 5H 9S 9D 9C"])
def test_french_discards_are_counted_with_equal_cards_as_equal(hand: str) -> None:
    match = table(hand, "8H", rules=FRENCH)
    sets = {picked for size in range(1, 8) for picked in combinations(sorted(cards(hand)), size)}
    legal = [picked for picked in sets if match.can(Lay(0, picked))]
    assert match.count_discards() == len(legal)
    assert sum(len(set(picked)) for picked in legal) == sum(
        isinstance(action, Lay) for action in match.legal_actions()
    )


def test_a_slap_of_an_equal_card_takes_one_of_them_from_the_hand() -> None:
    match = table("7S 7D 2H", "9C", stock="7D 4C")
    play(match, 0, "7S")
    assert match.slap == SlapDown(0, card("7D"))
    slap(match, 0, "7D")
    assert Counter(running(match).hands[0]) == Counter(cards("7D 2H"))
    assert running(match).takeable == cards("7S 7D")
    play(match, 1, "QS", "7D")
    assert Counter(running(match).hands[1]) == Counter(cards("KS KD 7D"))


@pytest.mark.parametrize("rules", [TRAVELLERS, FRENCH])
@pytest.mark.parametrize("seed", range(3))
def test_a_round_of_eight_loses_no_card_and_replays(rules: Rules, seed: int) -> None:
    match = Match(rules, players(8))
    rng = random.Random(seed)
    for _ in range(150):
        play_on(match, rng, 1, calling=False)
        state = running(match)
        assert all_cards(state) == Counter(full_deck(2, rules.jokers))
        assert len(set(state.takeable)) == len(state.takeable)
    assert snapshot(from_record(to_record(match))) == snapshot(match)


def test_every_legal_action_of_eight_is_there_once() -> None:
    match = Match(TRAVELLERS, players(8))
    rng = random.Random(4)
    for _ in range(60):
        play_on(match, rng, 1, calling=False)
        legal = match.legal_actions()
        assert len(set(legal)) == len(legal)


def sorted_codes(picked: tuple[Card, ...]) -> str:
    return " ".join(one.code for one in sorted(picked))


def test_who_takes_which_of_two_equal_jokers_makes_no_difference() -> None:
    match = table("X1 X1 2H", "9C", stock="KC 4D")
    listed = {sorted_codes(one.discard) for one in match.legal_actions() if isinstance(one, Play)}
    assert {"X1", "X1 X1"} <= listed
    match.apply(Play(0, cards("X1 X1")), By.HUMAN, lambda given: given)
    assert running(match).takeable == cards("X1")
