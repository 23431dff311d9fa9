"""The worked example of the rules, step by step, with its sums and refusals."""

import pytest

from bot.engine.actions import By, CallYaniv, Play, action_from_json
from bot.engine.cards import parse_cards
from bot.engine.errors import CardNotTakeable, HandTooHigh
from bot.engine.match import Match
from bot.engine.record import from_record, to_record
from tests.engine.helpers import call, card, cards, example_record, hand_of, never, running, unshuffled

YOU, ADA, BO = 0, 1, 2


def after(actions: int) -> Match:
    """Return the example after that many of its actions."""
    record = example_record()
    played = from_record(record)
    match = Match(played.rules, played.players)
    deck = parse_cards(" ".join(record["rounds"][0]["deck"]))
    match.deal(lambda _: deck, record["rounds"][0]["dealer"])
    for line in record["rounds"][0]["actions"][:actions]:
        match.apply(action_from_json(line), By.HUMAN, never)
    return match


def test_you_begin_with_34_points_and_the_start_card_is_the_three_of_spades() -> None:
    match = after(0)
    view = match.seat_view(YOU)
    assert (match.to_move, view.total, view.public.takeable) == (YOU, 34, cards("3S"))
    assert hand_of(match, YOU) == {"9S", "9D", "4C", "2H", "KH"}


@pytest.mark.parametrize(
    ("actions", "hand", "total"),
    [(1, "2H 3S 4C KH", 19), (4, "AD 2H 3S 4C", 10), (7, "AD 2H 3S X1", 6)],
)
def test_your_hand_after_each_of_your_turns(actions: int, hand: str, total: int) -> None:
    view = after(actions).seat_view(YOU)
    assert (view.hand, view.total) == (cards(hand), total)


def test_of_bos_run_the_five_or_the_seven_could_be_taken_never_the_six() -> None:
    match = after(3)
    assert match.public_view().takeable == cards("5H 7H")
    assert {action.draw for action in match.legal_actions() if isinstance(action, Play)} == {
        None,
        card("5H"),
        card("7H"),
    }
    with pytest.raises(CardNotTakeable):
        match.verify(Play(YOU, cards("KH"), card("6H")))


def test_you_cannot_call_at_ten() -> None:
    match = after(6)
    view = match.seat_view(YOU)
    assert (match.to_move, view.total, view.can_yaniv) == (YOU, 10, False)
    with pytest.raises(HandTooHigh):
        match.verify(CallYaniv(YOU))


def test_you_may_call_at_six() -> None:
    match = after(9)
    assert match.seat_view(YOU).can_yaniv
    assert match.can(CallYaniv(YOU))


def test_adas_four_catch_you_36_0_27_and_ada_starts() -> None:
    match = after(10)
    result = running(match).result
    assert result is not None
    assert result.score.sums == (6, 4, 27)
    assert result.score.points == match.totals == (36, 0, 27)
    assert (result.score.kind, result.score.winner, result.score.assafers) == ("assaf", ADA, (ADA,))
    assert result.hands == (cards("AD 2H 3S X1"), cards("AH AC 2S X2"), cards("7D TC QD"))
    assert match.deal(unshuffled).starter == ADA


def test_later_bo_takes_23_exactly_50_and_is_halved_to_25() -> None:
    match = after(10)
    match.deal(unshuffled)
    running(match).hands = [list(cards(hand)) for hand in ("2H", "AC", "KD 9C 4D")]
    call(match, ADA)
    result = running(match).result
    assert result is not None
    assert result.score.points[BO] == 23
    assert result.lowered == {BO: 50}
    assert match.totals == (38, 0, 25)


def test_the_example_as_a_record_is_replayed_and_written_again_unchanged() -> None:
    assert to_record(from_record(example_record())) == example_record()
