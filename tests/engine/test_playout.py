"""Rounds played out at random: what is counted there is what the rules list, and each of it is as likely."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.actions import By, CallYaniv
from bot.engine.cards import Card, full_deck
from bot.engine.discards import legal_discards
from bot.engine.errors import NoRoundRunning
from bot.engine.glance import larger_discards, larger_melds
from bot.engine.match import Match
from bot.engine.match_or_draw import fits, fitting, melds, with_each_top
from bot.engine.playout import play_out, play_turn
from bot.engine.round import Round
from bot.engine.rules import Rules
from tests.engine.helpers import (
    all_cards,
    call,
    holding,
    play,
    play_on,
    players,
    running,
    shuffled_by,
    unshuffled,
    with_table,
)
from tests.engine.preset_table import TRAVELLERS
from tests.engine.strategies import any_tables, hands, played_matches

DECKS = full_deck(2, 4)
# Any hand that two decks can deal, of the few cards that make many discards or of all of them.
two_deck_hands = st.one_of(
    st.lists(st.sampled_from(range(len(DECKS))), max_size=9, unique=True).map(
        lambda at: [DECKS[i] for i in at]
    ),
    hands.filter(lambda hand: max(Counter(hand).values()) <= 2),
)


@given(two_deck_hands, st.booleans())
def test_the_larger_discards_seen_at_a_glance_are_those_of_the_rules(hand: list[Card], wild: bool) -> None:
    rules = Rules(jokers_wild=wild)
    listed = [discard.cards for discard in legal_discards(hand, rules) if len(discard.cards) > 1]
    glanced = larger_discards(hand, rules)
    assert Counter(_as_laid(cards) for cards in glanced) == Counter(_as_laid(cards) for cards in listed)


def _as_laid(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a run as it lies and a set, whose order is the picker's, in the order of the deck."""
    return tuple(sorted(cards)) if len({card.rank for card in cards}) == 1 else cards


@given(two_deck_hands)
def test_the_series_and_groups_seen_at_a_glance_are_those_of_the_rules(hand: list[Card]) -> None:
    listed = [picked for cards in melds(hand) for picked in with_each_top(cards)]
    assert Counter(larger_melds(hand)) == Counter(listed)


def test_the_cards_that_fit_are_those_of_the_rule() -> None:
    for top in full_deck(1, 4):
        assert fitting(top) == {card for card in full_deck(1, 4) if fits(card, top)}


def chances(*values: float) -> Iterator[float]:
    yield from values


def state_of(state: Round) -> object:
    """Return what a round is now, but for the list of its actions and the order within a hand or a set."""
    return (
        [sorted(hand) for hand in state.hands],
        state.stock,
        sorted(state.pile),
        _as_laid(state.discard.cards),
        sorted(state.takeable),
        state.drawn,
        state.turns,
        state.slap,
        state.caller,
        state.lap,
        state.to_move,
        None if state.result is None else (state.result.score, state.result.totals),
    )


@given(played_matches().filter(lambda match: match.to_move is not None))
def test_every_legal_action_is_as_likely_as_the_others(match: Match) -> None:
    """With one number for each legal action, evenly spaced, each of them is played exactly once."""
    legal = match.legal_actions()
    expected: list[object] = []
    for action in legal:
        twin = match.copy()
        twin.apply(action, By.COMPUTER, unshuffled)
        expected.append(state_of(running(twin)))
    no_slap = () if match.slap is None else (0.9,)
    for number in range(len(legal)):
        state = running(match).copy()
        values = chances(*no_slap, (number + 0.5) / len(legal))
        play_turn(state, lambda values=values: next(values), unshuffled)
        assert next(values, None) is None
        expected.remove(state_of(state))
    assert expected == []


@pytest.mark.parametrize(("chance", "slaps"), [(0.0, True), (0.49, True), (0.5, False), (0.99, False)])
def test_a_slap_down_is_played_every_second_time(chance: float, *, slaps: bool) -> None:
    match = with_table(holding(["7S 2H 3D", "KS QD 8C"], rules=TRAVELLERS), "9C", stock="7D 4C 5C")
    play(match, 0, "7S")
    state = running(match)
    values = chances(chance, 0.0)
    play_turn(state, lambda: next(values), unshuffled)
    assert len(state.hands[0]) == (2 if slaps else 3)
    assert (state.slap, state.to_move) == (None, 0)


@given(any_tables(), st.integers(0, 2**32))
def test_a_round_is_played_to_its_end_and_no_card_is_lost(table: tuple[Rules, int], seed: int) -> None:
    rules, seats = table
    rng = random.Random(seed)
    match = Match(rules, players(seats))
    play_on(match, rng, 1)
    original = running(match)
    before = state_of(original)
    copy = original.copy()
    play_out(copy, rng.random, shuffled_by(rng))
    assert copy.result is not None
    assert (copy.to_move, copy.slap) == (None, None)
    assert all_cards(copy) == Counter(full_deck(copy.decks, rules.jokers))
    assert state_of(original) == before


def test_a_round_that_is_over_is_not_played_on() -> None:
    match = holding(["AS", "KD"])
    call(match, 0)
    assert not match.can(CallYaniv(1))
    with pytest.raises(NoRoundRunning):
        play_turn(running(match), lambda: 0.5, unshuffled)
    result = running(match).result
    play_out(running(match), lambda: 0.5, unshuffled)
    assert running(match).result is result
