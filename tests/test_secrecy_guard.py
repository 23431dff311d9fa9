"""The guard of the secrecy tests knows every card by every name, and what everybody knows."""

import pytest

from bot.engine.actions import By, CallYaniv, Play
from bot.engine.cards import Card, in_order, parse_cards
from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC
from tests.engine.helpers import deck_with
from tests.secrecy import cards_in, custom_ids, hand_of, hands_shown, leaks, log_leaks, public_cards, texts


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("9♠", "9S"),
        ("**[10♥]** ✓ K♦ · new", "TH KD"),
        ("A♠ V♣ D♥ R♦ B♠", "AS JC QH KD JS"),
        ("you laid 9S, TD and X2", "9S TD X"),
        ("y:take:3:7:012:QH", "QH"),
        ("{'seat': 0, 'discard': ['5H', '6H']}", "5H 6H"),
        ("<:9S:123456789012345678>", "9S"),
        ("<:card_th:123456789012345678> <a:x1:1>", "TH X"),
        ("<:nine_of_spades_a1b2:1>9♠ <:ten_of_clubs_green_9e5a:2>", "9S TC"),
        ("queen_of_hearts_00ff", "QH"),
        ("seven_of_diamonds_blue", "7D"),
        ("black_joker_a1b2", "X"),
        ("<:red_joker_a1b2:1>Joker", "X"),
        ("<:card_back_a1b2:1> 3 cards", ""),
        ("the Ace of Spades, a 7 of hearts, the ten of clubs", "AS 7H TC"),
        ("Card(code='', rank=12, suit=<Suit.DIAMONDS: 'D'>)", "QD"),
        ("🃏 Joker", "X"),
        ("Ada laid 🃏 🃏.", "X"),
        ("## 🃏 Who plays Yaniv?", ""),
        ("a set of one rank (9♠ 9♦), or a run (5♥ 6♥ 7♥)", ""),
        ("Ada laid 9♠ 9♦.", "9S 9D"),
        ("Round 3 · call at 7 · 50 → 25 · ▶ Ada to move · <t:1796009697:R>", ""),
        ("y:draw:12:4:031 simcord_interaction_1576797026597732352", ""),
        ("2026-11-30 03:04:57 DEBUG fd=10, family=2", ""),
    ],
)
def test_every_name_of_a_card_is_known(text: str, named: str) -> None:
    assert cards_in(text) == set(named.split())


def test_texts_and_custom_ids_are_found_however_deep() -> None:
    body = {"data": {"components": [{"components": [{"label": "9♠", "custom_id": "y:x:9S"}]}]}}
    assert list(texts(body)) == ["9♠", "y:x:9S"]
    assert list(custom_ids(body)) == ["y:x:9S"]


def test_a_card_in_a_custom_id_is_a_leak_even_for_who_holds_it() -> None:
    body = {"label": "9♠", "custom_id": "y:x:9S"}
    assert leaks(body, public=set(), own={"9S"}) == ["9S in the custom_id 'y:x:9S'"]
    assert leaks(body, public={"9S"}) == []
    assert len(leaks({"label": "9♠"}, public={"8S"}, own={"7S"})) == 1


def test_a_text_may_tell_the_hands_of_a_round_that_is_over_and_only_all_of_them() -> None:
    shown = {frozenset({frozenset({"9S", "TD"}), frozenset({"3C"})}), frozenset({frozenset({"KH", "X"})})}
    ada, bo = "**Ada** · 9♠ 10♦ = 19", "⭐ **Bo** · 3♣ = 3"
    told = f"## Yaniv!\n{ada}\n-# 19 → total 19\n{bo}\n-# 0 → total 7"
    assert leaks({"content": told}, public=set()) != []
    assert leaks({"content": told}, public=set(), shown=shown) == []
    for other in (ada, bo, "Ada drew 3♣", f"{told}\nBo holds K♥", f"{ada} 2♣\n{bo}", "10♦ = 10\n9♠ 3♣ = 12"):
        assert leaks({"content": other}, public=set(), shown=shown) != [], other
    for other in ({"custom_id": "y:x:9S:TD:3C"}, {"emoji": {"name": "three_of_clubs_a1b2"}}):
        assert leaks(other, public=set(), shown=shown) != []


def test_a_card_picture_is_a_leak_in_a_text_and_on_a_button() -> None:
    for body in (
        {"content": "Ada holds <:nine_of_spades_a1b2:123456789012345678>."},
        {"components": [{"type": 2, "label": "?", "emoji": {"name": "nine_of_spades_a1b2", "id": "1"}}]},
    ):
        assert len(leaks(body, public={"9H", "8S"})) == 1
        assert leaks(body, public={"9S"}) == []


def test_a_log_holds_no_card_that_is_not_public_and_none_of_these_words() -> None:
    lines = ["Match 1: drawn", "Match 1: 9S", "Match 1: 8S", "Ada moved"]
    assert log_leaks(lines, {"8S"}, ["Ada"]) == ["Match 1: 9S", "Ada moved"]


def play(match: Match, cards: str, draw: str | None = None) -> None:
    assert match.to_move is not None
    wanted = None if draw is None else Card.parse(draw)
    match.apply(Play(match.to_move, parse_cards(cards), wanted), By.HUMAN, lambda cards: cards)


@pytest.fixture
def match() -> Match:
    """Deal 9♠ 9♦ A♥ A♦ 2♣ to the first and 3♣ 4♣ 5♣ K♥ K♦ to the second; 7♥ is turned up, 8♥ comes next."""
    dealt = Match(CLASSIC, [Player("Ada"), Player("Bo")])
    deck = deck_with(CLASSIC, ["9S 9D AH AD 2C", "3C 4C 5C KH KD"], "7H", "8H X1")
    dealt.deal(lambda _: deck, 1)
    return dealt


def test_at_the_deal_the_start_card_alone_is_public(match: Match) -> None:
    assert public_cards(match) == {"7H"}
    assert hand_of(match, 0) == {"9S", "9D", "AH", "AD", "2C"}


def test_what_is_laid_or_taken_is_public_and_what_is_drawn_is_not(match: Match) -> None:
    play(match, "9S 9D", "7H")
    assert public_cards(match) == {"9S", "9D", "7H"}
    play(match, "KH KD")
    assert public_cards(match) == {"9S", "9D", "7H", "KH", "KD"}
    assert "8H" in hand_of(match, 1)


def test_every_hand_is_public_once_the_round_is_over_and_until_the_next_has_begun(match: Match) -> None:
    play(match, "9S 9D", "7H")
    play(match, "KH KD")
    play(match, "7H")
    play(match, "3C 4C 5C")
    match.apply(CallYaniv(0), By.HUMAN, lambda cards: cards)
    shown = {"AH", "AD", "2C", "X", "8H"}
    assert shown <= public_cards(match)
    assert hands_shown(match) == {frozenset({frozenset({"AH", "AD", "2C", "X"}), frozenset({"AS", "8H"})})}
    fresh = in_order(match.rounds[-1].deck)
    match.deal(lambda _: fresh)
    assert shown <= public_cards(match)
    play(match, next(iter(hand_of(match, match.to_move or 0))))
    assert not shown <= public_cards(match)


def test_a_card_that_went_into_a_new_stock_is_secret_again(match: Match) -> None:
    state = match.round
    assert state is not None
    state.stock[:] = state.stock[-1:]
    play(match, "9S 9D")
    play(match, "KH KD")
    assert state.reshuffles
    assert "7H" not in public_cards(match)
