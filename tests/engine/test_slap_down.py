"""The slap-down (docs/rules.md, section 6)."""

from typing import Any

import pytest

from bot.engine import errors
from bot.engine.actions import By, CallYaniv, Play, SlapDown
from bot.engine.discard_then_draw import can_slapdown, verify_slapdown
from bot.engine.events import SlappedDown
from bot.engine.match import Match
from bot.engine.record import from_record, to_record
from bot.engine.rules import Rules
from tests.engine.helpers import (
    call,
    card,
    cards,
    dealt,
    hand_of,
    holding,
    never,
    play,
    refusal,
    result_of,
    running,
    slap,
    snapshot,
    with_table,
)
from tests.engine.preset_table import BGA, TRAVELLERS

SETS = "singles_and_sets"


def drawn(
    hand: str, discard: str, stock: str, *, slap_down: str = SETS, draw: str = "stock", **fields: Any
) -> Match:
    """Return a match in which seat 0 has just laid `discard` and drawn."""
    match = holding([hand, "KS KD QS", "KC QC"], rules=Rules(slap_down=slap_down, **fields))
    with_table(match, "9C", stock=stock)
    play(match, 0, discard, draw)
    return match


# --- when it is possible


def test_a_card_of_the_rank_of_the_single_just_discarded_may_be_slapped_onto_it() -> None:
    match = drawn("7S 2H 3D", "7S", "7D 4C")
    assert match.slap == SlapDown(0, card("7D"))
    assert match.seat_view(0).slap is card("7D")
    assert match.seat_view(1).slap is None
    slap(match, 0, "7D")
    assert hand_of(match, 0) == {"2H", "3D"}
    assert running(match).discard.cards == cards("7S 7D")


def test_a_card_of_the_rank_of_the_set_just_discarded_may_be_slapped_onto_it() -> None:
    match = drawn("7S 7H 2H 3D", "7S 7H", "7D 4C")
    slap(match, 0, "7D")
    assert running(match).discard.cards == cards("7S 7H 7D")


def test_with_singles_a_set_is_not_slapped_onto() -> None:
    assert drawn("7S 7H 2H 3D", "7S 7H", "7D 4C", slap_down="singles").slap is None
    assert drawn("7S 2H 3D", "7S", "7D 4C", slap_down="singles").slap == SlapDown(0, card("7D"))


def test_switched_off_nothing_is_slapped_down() -> None:
    match = drawn("7S 2H 3D", "7S", "7D 4C", slap_down="off")
    assert match.slap is None
    assert refusal(match, SlapDown(0, card("7D"))) is errors.NoSlapDown


def test_a_card_of_another_rank_is_not_slapped_down() -> None:
    assert drawn("7S 2H 3D", "7S", "8D 4C").slap is None


def test_nothing_is_slapped_onto_a_run_not_even_a_card_of_its_ends() -> None:
    for stock in ("7D", "5D", "8H"):
        assert drawn("5H 6H 7H 2D", "5H 6H 7H", f"{stock} 4C").slap is None


def test_a_joker_is_not_slapped_down() -> None:
    assert drawn("X1 2H 3D", "X1", "X2 4C").slap is None
    assert drawn("X1 X2 2H 3D", "X1 X2", "X1 4C", decks=2).slap is None


def test_the_last_card_of_the_hand_is_not_slapped_down() -> None:
    match = drawn("7S", "7S", "7D 4C")
    assert hand_of(match, 0) == {"7D"}
    assert refusal(match, SlapDown(0, card("7D"))) is errors.NoSlapDown
    assert drawn("7S 2H", "7S", "7D 4C").slap is not None


def test_a_card_taken_from_the_discard_is_never_slapped_down() -> None:
    match = drawn("9S 2H 3D", "9S", "4C", draw="9C")
    assert match.slap is None
    assert refusal(match, SlapDown(0, card("9C"))) is errors.NoSlapDown


def test_a_card_from_a_stock_made_of_the_pile_may_be_slapped_down() -> None:
    match = with_table(holding(["7S 2H 3D", "KS"], rules=TRAVELLERS), "9C", stock="", pile="7D 8D")
    match.apply(Play(0, cards("7S")), By.HUMAN, lambda given: given)
    assert match.slap == SlapDown(0, card("7D"))


def test_a_twin_may_be_slapped_down() -> None:
    match = drawn("7S 2H 3D", "7S", "7S 4C", decks=2)
    slap(match, 0, "7S")
    assert running(match).discard.cards == cards("7S 7S")
    assert running(match).takeable == cards("7S")


@pytest.mark.parametrize(
    "action",
    [
        SlapDown(1, card("7D")),
        SlapDown(0, card("7C")),
        SlapDown(0, card("2H")),
        SlapDown(0, card("7S")),
        SlapDown(9, card("7D")),
    ],
)
def test_a_forged_slap_is_refused_and_changes_nothing(action: SlapDown) -> None:
    match = drawn("7S 7C 2H 3D", "7S", "7D 4C")
    assert refusal(match, action) is errors.NoSlapDown
    assert match.slap == SlapDown(0, card("7D"))


# --- until when


@pytest.mark.parametrize("action", [Play(1, cards("QS")), Play(1, cards("QS"), card("7S"))])
def test_the_next_seats_turn_closes_it(action: Play) -> None:
    match = drawn("7S 2H 3D", "7S", "7D 4C")
    match.apply(action, By.HUMAN, never)
    assert match.slap is None
    assert refusal(match, SlapDown(0, card("7D"))) is errors.NoSlapDown


def test_the_next_seats_call_closes_it() -> None:
    for last_lap in (True, False):
        match = drawn("7S 2H 3D", "7S", "7D 4C", last_lap=last_lap)
        running(match).hands[1] = list(cards("AS"))
        call(match, 1)
        assert not match.can(SlapDown(0, card("7D")))


def test_a_refused_action_of_the_next_seat_does_not_close_it() -> None:
    match = drawn("7S 2H 3D", "7S", "7D 4C")
    assert refusal(match, CallYaniv(1)) is errors.HandTooHigh
    assert match.slap is not None


def test_only_one_card_is_slapped_down_once() -> None:
    match = drawn("7S 7D 2H 3D", "7S", "7D 4C", decks=2)
    slap(match, 0, "7D")
    assert refusal(match, SlapDown(0, card("7D"))) is errors.NoSlapDown
    assert hand_of(match, 0) == {"7D", "2H", "3D"}


def test_no_turn_is_counted_and_the_next_seat_is_to_move_before_and_after() -> None:
    match = drawn("7S 2H 3D", "7S", "7D 4C")
    before = (match.to_move, running(match).turns)
    slap(match, 0, "7D")
    assert (match.to_move, running(match).turns) == before == (1, 1)


def test_when_the_match_is_stopped_nothing_is_slapped_down() -> None:
    match = drawn("7S 2H 3D", "7S", "7D 4C")
    match.stop("stopped")
    assert match.slap is None
    assert refusal(match, SlapDown(0, card("7D"))) is errors.MatchOver


def test_with_end_round_the_last_card_of_the_stock_ends_the_round_without_a_slap_down() -> None:
    match = drawn("7S 2H 3D", "7S", "7D", stock_empty="end_round")
    assert match.slap is None
    result = result_of(match)
    assert (result.score.kind, result.score.points) == ("stock_exhausted", (12, 30, 20))


def test_with_end_round_a_card_before_the_last_of_the_stock_may_be_slapped_down() -> None:
    assert drawn("7S 2H 3D", "7S", "7D 4C", stock_empty="end_round").slap is not None


# --- what may be taken then


def test_the_slapped_card_is_takeable_like_the_rest() -> None:
    match = drawn("7S 7H 2H 3D", "7S 7H", "7D 4C")
    slap(match, 0, "7D")
    assert running(match).takeable == cards("7S 7H 7D")
    play(match, 1, "QS", "7D")
    assert hand_of(match, 1) == {"KS", "KD", "7D"}
    assert running(match).pile[-2:] == list(cards("7S 7H"))


def test_with_set_pickup_ends_the_slapped_card_is_the_last_laid() -> None:
    match = drawn("7S 7H 2H 3D", "7S 7H", "7D 4C", set_pickup="ends")
    assert running(match).takeable == cards("7S 7H")
    slap(match, 0, "7D")
    assert running(match).takeable == cards("7S 7D")
    assert refusal(match, Play(1, cards("QS"), card("7H"))) is errors.CardNotTakeable


def test_a_card_slapped_onto_a_single_makes_a_set_of_both() -> None:
    match = drawn("7S 2H 3D", "7S", "7D 4C", set_pickup="ends", slap_down="singles")
    slap(match, 0, "7D")
    assert running(match).takeable == cards("7S 7D")


# --- what is told


def test_the_event_and_the_trio_of_the_slap_down_agree() -> None:
    match = drawn("7S 2H 3D", "7S", "7D 4C")
    good, bad = SlapDown(0, card("7D")), SlapDown(0, card("7C"))
    verify_slapdown(running(match), good)
    assert can_slapdown(running(match), good)
    assert not can_slapdown(running(match), bad)
    with pytest.raises(errors.NoSlapDown):
        verify_slapdown(running(match), bad)
    version = match.hand_versions
    event = match.apply(good, By.HUMAN, never)
    assert isinstance(event, SlappedDown)
    assert (event.discard.cards, event.result) == (cards("7S 7D"), None)
    assert event.to_json() == {"seat": 0, "type": "slapdown", "card": "7D", "by": "human"}
    assert [new - old for new, old in zip(match.hand_versions, version, strict=True)] == [1, 0, 0]
    assert match.seat_view(0).new is None
    assert match.public_view().turns[-1].slapped is card("7D")


@pytest.mark.parametrize("rules", [TRAVELLERS, BGA])
def test_a_slap_down_is_replayed_from_the_record(rules: Rules) -> None:
    match = dealt(["7S 9D 4C 2H KH", "KS KD QS 6S AC"], "3S", stock="7D 5C", rules=rules)
    play(match, 0, "7S")
    slap(match, 0, "7D")
    play(match, 1, "QS", "7D")
    again = from_record(to_record(match))
    assert snapshot(again) == snapshot(match)
    lines = to_record(match)["rounds"][0]["actions"]
    assert [line["type"] for line in lines] == ["play", "slapdown", "play"]
