"""Cards are readable in any text: rank and suit, in any size."""

import re

import pytest

from bot.engine.cards import Card, parse_cards
from bot.personal import NOTHING_SAID, CardStyle, Personal
from bot.ui.cards import card_label, card_text, cards_text, discard_text, pictures
from bot.ui.faces import NO_FACES, TWO_COLOURS, Faces
from tests.ui.scenes import CARD_FACES, ENGLISH, PICTURED


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
    assert shown == "[5♥] 6♥ [7♥]"


def test_a_picture_stands_beside_what_the_card_is() -> None:
    nine, joker = parse_cards("9C X2")
    assert card_text(PICTURED, nine) == f"{CARD_FACES.of(nine)}\N{NARROW NO-BREAK SPACE}9♣"
    assert card_text(PICTURED, joker) == f"{CARD_FACES.of(joker)}\N{NARROW NO-BREAK SPACE}Joker"
    assert card_label(PICTURED, nine) == "9♣"
    assert card_label(PICTURED, joker) == "Joker"
    assert str(CARD_FACES.of(nine)).startswith("<:nine_of_clubs_a1b2:")


def test_in_a_sentence_a_picture_says_by_its_name_which_card_it_is() -> None:
    assert pictures(ENGLISH, *parse_cards("9C X2")) == "9♣ 🃏"
    names = re.findall("<:([a-z_]+)_a1b2:[0-9]+>", pictures(PICTURED, *parse_cards("9C TD X2")))
    assert names == ["nine_of_clubs", "ten_of_diamonds", "red_joker"]


def test_a_person_sees_cards_as_they_prefer() -> None:
    nine = Card.parse("9C")
    assert CARD_FACES.liked_by(NOTHING_SAID) == CARD_FACES
    assert CARD_FACES.liked_by(Personal(cards=CardStyle.TEXT)) == NO_FACES
    four = CARD_FACES.liked_by(Personal(four_colours=True)).of(nine)
    assert str(four).startswith("<:nine_of_clubs_green_a1b2:")


def test_four_colours_are_shown_once_all_of_them_are_there() -> None:
    two = Faces({name: emoji for name, emoji in CARD_FACES.pictures.items() if name in TWO_COLOURS})
    assert two.liked_by(Personal(four_colours=True)) == two
    assert NO_FACES.liked_by(Personal(four_colours=True)) == NO_FACES
    assert not NO_FACES
