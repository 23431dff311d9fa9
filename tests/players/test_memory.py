"""What a seat knows of the cards that it does not see: all that everybody could remember, and no more."""

from collections import Counter

from hypothesis import given

from bot.engine.actions import By, Play
from bot.engine.match import Match
from bot.engine.round import Round
from bot.players.memory import Memory, remember
from tests.engine.helpers import all_cards, card, cards, dealt, play, running, slap
from tests.engine.preset_table import TRAVELLERS
from tests.engine.strategies import played_matches

HANDS = ["KS 9D 4C 4H 2S", "QS QD 8C 7H AS"]


def memory_of(match: Match, seat: int) -> Memory:
    return remember(match.seat_view(seat))


def hidden_from(state: Round, seat: int, memory: Memory) -> Counter[object]:
    """Return the cards of the stock and of the other hands, but for those that the seat knows of."""
    hidden = Counter[object](state.stock)
    for other in state.seats:
        if other != seat:
            hidden.update(state.hands[other])
    for known in memory.known:
        hidden.subtract(known)
    return +hidden


@given(match=played_matches())
def test_every_card_is_seen_or_unseen_whatever_was_played(match: Match) -> None:
    state = running(match)
    for seat in state.seats:
        memory = memory_of(match, seat)
        assert Counter(memory.pile) == Counter(state.pile)
        if state.result is None:
            assert Counter[object](memory.unseen) == hidden_from(state, seat, memory)
        for other, known in enumerate(memory.known):
            assert not Counter(known) - Counter(state.hands[other])
    assert all_cards(state).total() == len(state.deck)


def test_who_took_a_card_is_known_to_hold_it_until_it_is_laid() -> None:
    match = dealt(HANDS, "9C", "JS JD JC")
    play(match, 0, "KS", "9C")
    play(match, 1, "QS QD", "KS")
    assert memory_of(match, 1).known == (cards("9C"), ())
    assert memory_of(match, 0).known == ((), cards("KS"))
    play(match, 0, "9D 9C")
    assert memory_of(match, 1).known == ((), ())


def test_what_nobody_took_lies_out_of_reach() -> None:
    match = dealt(HANDS, "9C", "JS JD JC")
    play(match, 0, "KS")
    play(match, 1, "QS QD")
    memory = memory_of(match, 0)
    assert memory.pile == cards("9C KS")
    assert not {card("9C"), card("KS"), card("QS"), card("9D")} & set(memory.unseen)
    assert {card("JD"), card("8C")} <= set(memory.unseen)


def test_a_card_slapped_down_is_seen() -> None:
    match = dealt(HANDS, "9C", "KH JD JC", rules=TRAVELLERS)
    play(match, 0, "KS")
    assert card("KH") in memory_of(match, 1).unseen
    slap(match, 0, "KH")
    assert card("KH") not in memory_of(match, 1).unseen


def test_a_pile_that_was_shuffled_is_unseen_again() -> None:
    match = dealt(HANDS, "9C")
    state = running(match)
    while state.stock:
        play(match, state.to_move or 0, state.hands[state.to_move or 0][0].code)
    assert card("9C") in memory_of(match, 0).pile
    match.apply(
        Play(state.to_move or 0, (state.hands[state.to_move or 0][0],)), By.HUMAN, lambda pile: pile[::-1]
    )
    assert card("9C") not in memory_of(match, 0).pile
    assert card("9C") in state.stock
    assert card("9C") in memory_of(match, 0).unseen
