"""Cards and decks (docs/rules.md, head and section 2)."""

import copy
import pickle
from collections import Counter

import pytest

from bot.engine.cards import Card, Suit, full_deck, parse_cards


def test_a_card_is_read_from_its_notation() -> None:
    ten, joker = Card.parse("TD"), Card.parse("X3")
    assert (ten.code, ten.rank, ten.suit, ten.is_joker) == ("TD", 10, Suit.DIAMONDS, False)
    assert (joker.code, joker.rank, joker.suit, joker.is_joker) == ("X3", 0, None, True)


@pytest.mark.parametrize("code", ["", "1S", "10S", "TX", "X0", "X5", "as", "9S ", None, 9, ["9S"]])
def test_anything_else_is_no_card(code: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(code)


def test_equal_cards_are_the_same_object_also_after_copying_and_pickling() -> None:
    nine = Card.parse("9S")
    assert copy.copy(nine) is nine
    assert copy.deepcopy([nine])[0] is nine
    assert pickle.loads(pickle.dumps(nine)) is nine


def test_cards_sort_by_rank_then_suit_with_jokers_last() -> None:
    assert sorted(parse_cards("X1 KS 2C AS 2S")) == list(parse_cards("AS 2S 2C KS X1"))


def test_a_card_shows_its_notation() -> None:
    assert repr(parse_cards("9S X1")) == "(9S, X1)"


@pytest.mark.parametrize(("decks", "jokers", "size"), [(1, 0, 52), (1, 2, 54), (2, 2, 108), (2, 4, 112)])
def test_a_second_deck_is_an_equal_copy_jokers_too(decks: int, jokers: int, size: int) -> None:
    deck = full_deck(decks, jokers)
    assert len(deck) == size
    assert set(Counter(deck).values()) == {decks}
    assert {card.code for card in deck if card.is_joker} == {f"X{n}" for n in range(1, jokers + 1)}
