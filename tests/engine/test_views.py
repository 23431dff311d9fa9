"""What may be seen by whom, and that nothing else is in a view."""

import dataclasses
import random
from collections.abc import Iterator, Mapping
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.actions import By, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import Card
from bot.engine.errors import NoSuchSeat
from bot.engine.match import Match
from tests.engine.helpers import call, card, cards, dealt, holding, never, play, running
from tests.engine.strategies import played_matches


def cards_in(value: object) -> Iterator[Card]:
    """Give every card found anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from cards_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for entry in cast("Mapping[object, object]", value).items():
            yield from cards_in(entry)
    elif isinstance(value, list | tuple | set | frozenset):
        for entry in cast("tuple[object, ...]", value):
            yield from cards_in(entry)


def shown(game: Match) -> set[Card]:
    """Return the cards that everybody has seen in this round."""
    state = running(game)
    seen = {state.deck[state.rules.hand_size * len(state.seats)]}
    for action, _ in state.actions:
        match action:
            case Play():
                seen.update(action.discard)
            case Lay():
                seen.update(action.cards)
            case SlapDown():
                seen.add(action.card)
            case Draw() | CallYaniv():
                pass
    return seen


def with_hidden_cards_exchanged(match: Match, rng: random.Random, *, known_to: int | None) -> Match:
    """Return a twin in which the cards that `known_to` cannot see have changed places."""
    twin = match.copy()
    state = running(twin)
    seats = [seat for seat in state.seats if seat != known_to]
    hidden = [*state.stock, *(one for seat in seats for one in state.hands[seat])]
    rng.shuffle(hidden)
    for seat in seats:
        held = len(state.hands[seat])
        state.hands[seat], hidden = hidden[:held], hidden[held:]
        if state.drawn[seat] is not None:
            state.drawn[seat] = state.hands[seat][-1]
    state.stock = hidden
    return twin


running_matches = played_matches(most_actions=40, calling=False).filter(
    lambda match: match.to_move is not None
)


@given(running_matches)
def test_the_public_view_of_a_running_round_holds_only_cards_that_were_shown(match: Match) -> None:
    assert set(cards_in(match.public_view())) <= shown(match)


@given(running_matches)
def test_the_view_of_a_seat_adds_its_own_hand_alone(match: Match) -> None:
    for seat, hand in enumerate(running(match).hands):
        view = match.seat_view(seat)
        assert view.hand == tuple(sorted(hand))
        assert set(cards_in(view)) <= shown(match) | set(hand)


@given(running_matches, st.integers(0, 2**32))
def test_the_public_view_does_not_depend_on_any_hidden_card(match: Match, seed: int) -> None:
    twin = with_hidden_cards_exchanged(match, random.Random(seed), known_to=None)
    assert twin.public_view() == match.public_view()


@given(running_matches, st.integers(0, 2**32))
def test_the_view_of_a_seat_does_not_depend_on_any_other_hand_or_the_stock(match: Match, seed: int) -> None:
    for seat in range(len(match.players)):
        twin = with_hidden_cards_exchanged(match, random.Random(seed), known_to=seat)
        assert twin.seat_view(seat) == match.seat_view(seat)


def test_everybody_sees_seats_counts_totals_discard_and_stock() -> None:
    match = dealt(["9S 9D 4C 2H KH", "KS KD QS 6S AC"], "3S")
    play(match, 0, "9S 9D", "3S")
    view = match.public_view()
    assert [(seat.seat, seat.name, seat.kind, seat.cards, seat.total) for seat in view.seats] == [
        (0, "player 0", "human", 4, 0),
        (1, "player 1", "human", 5, 0),
    ]
    assert (view.discard, view.takeable, view.stock, view.can_draw) == (cards("9S 9D"),) * 2 + (43, True)
    assert (view.round, view.dealer, view.starter, view.to_move) == (1, 1, 0, 1)
    assert (view.result, view.winners, view.ended_by) == (None, None, None)


def test_a_taken_card_is_public_and_a_drawn_one_is_not() -> None:
    match = dealt(["9S 9D 4C 2H KH", "KS KD QS 6S AC"], "3S", stock="AH")
    play(match, 0, "9S 9D", "3S")
    play(match, 1, "KS KD")
    turns = match.public_view().turns
    assert [(turn.seat, turn.discard, turn.taken) for turn in turns] == [
        (0, cards("9S 9D"), card("3S")),
        (1, cards("KS KD"), None),
    ]


def test_the_card_drawn_last_is_marked_in_the_own_hand() -> None:
    match = dealt(["9S 9D 4C 2H KH", "KS KD QS 6S AC"], "3S", stock="AH")
    assert match.seat_view(0).new is None
    play(match, 0, "9S 9D")
    view = match.seat_view(0)
    assert view.new is not None
    assert view.hand[view.new] is card("AH")


def test_the_view_says_whether_a_call_would_stand_now() -> None:
    match = holding(["AS 2D", "AH"])
    assert [match.seat_view(seat).can_yaniv for seat in (0, 1)] == [True, False]
    match.stop("stopped")
    assert not match.seat_view(0).can_yaniv


def test_the_call_shows_every_hand() -> None:
    match = holding(["AS 2D", "KH QH"])
    call(match, 0)
    view = match.public_view()
    assert view.result is not None
    assert view.result.hands == (cards("AS 2D"), cards("QH KH"))
    assert view.to_move is None
    assert not match.can(CallYaniv(1))


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(NoSuchSeat):
        holding(["AS", "KH"]).seat_view(seat)


def test_a_view_is_not_changed_by_what_happens_later() -> None:
    match = dealt(["9S 9D 4C 2H KH", "KS KD QS 6S AC"], "3S")
    view = match.seat_view(0)
    twin = match.copy().seat_view(0)
    match.apply(Play(0, cards("9S 9D")), By.HUMAN, never)
    assert view == twin
