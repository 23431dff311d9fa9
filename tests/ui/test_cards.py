"""Cards are readable in any text: rank and suit, in any size."""

import pytest

from bot.engine.cards import Card, parse_cards
from bot.ui.cards import card_label, card_text, cards_text, discard_text
from tests.ui.scenes import ENGLISH


@pytest.mark.parametrize(("code", "shown"), [("9S", "9♠"), ("TH", "10♥"), ("AD", "A♦"), ("KC", "K♣")])
def test_a_card_shows_rank_and_suit(code: str, shown: str) -> None:
    assert card_text(ENGLISH, Card.parse(code)) == shown


def test_a_joker_is_a_sign_in_texts_and_named_on_buttons() -> None:
    joker = Card.parse("X2")
    assert card_text(ENGLISH, joker) == "🃏"
    assert card_label(ENGLISH, joker) == "🃏 Joker"


def test_cards_stand_in_the_order_given() -> None:
    assert cards_text(ENGLISH, parse_cards("KH 9S X1")) == "K♥ 9♠ 🃏"


def test_what_may_be_taken_is_marked_without_colour() -> None:
    run = parse_cards("5H 6H 7H")
    shown = discard_text(ENGLISH, run, parse_cards("5H 7H"))
    assert shown == "**[5♥]** 6♥ **[7♥]**"
