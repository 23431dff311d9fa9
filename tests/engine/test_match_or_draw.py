"""The turn system `match_or_draw`, the French text (docs/rules.md, section 4)."""

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import errors
from bot.engine.actions import By, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import NATURALS, Card, full_deck
from bot.engine.match import Match
from bot.engine.match_or_draw import can_draw, can_lay, verify_draw, verify_lay
from bot.engine.rules import Rules
from tests.engine.helpers import (
    call,
    card,
    cards,
    draw,
    hand_of,
    holding,
    lay_down,
    never,
    refusal,
    result_of,
    running,
    shuffled_by,
    snapshot,
    with_table,
)
from tests.engine.preset_table import FRENCH

JOKERS = replace(FRENCH, jokers=4)
RESHUFFLE = replace(FRENCH, stock_empty="reshuffle")
# Without a pair, three of a suit or any spade: nothing goes on a spade that is no 2, 3, 9 or T.
STUCK = "2H 9H 3D TD"
OTHER = "KS KD QC 5C"


def table(
    *hands: str, top: str, stock: str | None = None, pile: str | None = None, rules: Rules = FRENCH
) -> Match:
    return with_table(holding(hands, rules=rules), top, stock=stock, pile=pile)


def fitting(hand: str, top: str, rules: Rules = FRENCH) -> set[str]:
    """Return the single cards of a hand that may be laid on that top card."""
    match = table(hand, OTHER, top=top, rules=rules)
    found = {one.code for one in cards(hand) if match.can(Lay(0, (one,)))}
    listed = [action.cards for action in match.legal_actions() if isinstance(action, Lay)]
    assert found == {picked[0].code for picked in listed if len(picked) == 1}
    return found


# --- discarding one card


def test_one_card_matches_by_suit_or_rank() -> None:
    assert fitting("5H 9S 5C 9D AS", "9H") == {"5H", "9S", "9D"}


def test_court_goes_on_court() -> None:
    assert fitting("JH QD KC TH 2S", "QS") == {"JH", "QD", "KC", "2S"}


def test_number_cards_have_no_type_of_their_own() -> None:
    assert fitting("2H 4D AC TH", "9S") == set()
    assert fitting("QD KC", "9S") == set()


def test_a_joker_goes_on_a_joker_and_on_nothing_else_and_nothing_else_on_it() -> None:
    assert fitting("X1 5H KD", "X2", JOKERS) == {"X1"}
    assert fitting("X1 5H KD", "5S", JOKERS) == {"5H"}
    assert fitting("X1 5H KD", "QS", JOKERS) == {"KD"}


def test_the_refusal_of_a_card_that_does_not_match_names_both() -> None:
    with pytest.raises(errors.NoMatch) as refused:
        table("4D KS", OTHER, top="9H").verify(Lay(0, cards("4D")))
    assert refused.value.details == {"card": card("4D"), "top": card("9H")}


def test_a_discard_is_not_followed_by_a_draw() -> None:
    match = table("5H KD 2C", OTHER, top="9H")
    stock = len(running(match).stock)
    lay_down(match, 0, "5H")
    assert hand_of(match, 0) == {"KD", "2C"}
    assert len(running(match).stock) == stock
    assert (match.to_move, running(match).takeable) == (1, ())


# --- a series


@pytest.mark.parametrize("series", ["2H 5H 6H", "2H 9H KH", "2H 5H 7H 9H JH", "KH 2H 9H"])
def test_three_or_more_of_one_suit_consecutive_or_not_are_a_series_that_need_not_match(series: str) -> None:
    assert table(f"{series} 4C", OTHER, top="8S").can(Lay(0, cards(series)))


def test_a_series_may_hold_twins() -> None:
    match = table("2H 2H 9H 4C", OTHER, top="8S", rules=replace(FRENCH, decks=2))
    assert match.can(Lay(0, cards("2H 9H 2H")))
    assert not match.can(Lay(0, cards("2H 2H")))


@pytest.mark.parametrize("picked", ["2H 9H X1", "X1 5H 6H 7H", "2H 9H", "2H 9H KD", "X1 2H"])
def test_a_series_holds_no_joker_no_other_suit_and_three_cards_at_least(picked: str) -> None:
    match = table(f"{picked} 4C", OTHER, top="8S", rules=JOKERS)
    assert refusal(match, Lay(0, cards(picked))) is errors.NotAMeld


# --- a group


@pytest.mark.parametrize("group", ["7H 7D 7C", "7H 7D 7C 7S"])
def test_exactly_three_or_four_of_one_rank_are_a_group_that_need_not_match(group: str) -> None:
    assert table(f"{group} 4C", OTHER, top="8D").can(Lay(0, cards(group)))


@pytest.mark.parametrize("group", ["7H 7D", "7H 7H", "7H 7H 7D 7D 7C"])
def test_two_or_five_of_one_rank_are_no_group(group: str) -> None:
    match = table(f"{group} 4C", OTHER, top="8D", rules=replace(FRENCH, decks=2))
    assert refusal(match, Lay(0, cards(group))) is errors.NotAMeld


def test_a_group_may_hold_twins() -> None:
    assert table("7H 7H 7D 4C", OTHER, top="8S", rules=replace(FRENCH, decks=2)).can(
        Lay(0, cards("7H 7D 7H"))
    )


@pytest.mark.parametrize("group", ["X1 X2 X3", "X1 X2 X3 X4"])
def test_jokers_alone_are_a_group_too(group: str) -> None:
    match = table(f"{group} 4C", OTHER, top="8S", rules=JOKERS)
    lay_down(match, 0, group)
    assert running(match).discard.cards == cards(group)


def test_in_french_with_jokers_each_counts_two_points() -> None:
    assert JOKERS.hand_sum(cards("X1 X2 5D")) == 9
    match = table("X1 X2 AH", "KD", top="8S", rules=JOKERS)
    call(match, 0)
    assert result_of(match).score.sums == (5, 10)


# --- the top


def test_the_last_card_picked_is_the_new_top() -> None:
    for picked, top in (("2H 9H KH", "KH"), ("KH 9H 2H", "2H"), ("7H 7C 7D", "7D")):
        match = table(f"{picked} 4C 4S", OTHER, top="8S")
        lay_down(match, 0, picked)
        assert match.public_view().top is card(top)
        assert running(match).discard.cards == cards(picked)


def test_every_card_of_a_series_or_group_is_offered_as_the_new_top() -> None:
    match = table("2H 9H KH 4C", OTHER, top="8S")
    tops = [one.cards[-1] for one in match.legal_actions() if isinstance(one, Lay) and len(one.cards) == 3]
    assert sorted(tops) == list(cards("2H 9H KH"))


# --- drawing


@pytest.mark.parametrize("hand", ["5H 2C", "9S 2C", "2C 5C 7C", "2C 2D 2S"])
def test_nobody_draws_who_can_discard(hand: str) -> None:
    match = table(hand, OTHER, top="9H")
    assert refusal(match, Draw(0)) is errors.DrawNotForced
    assert Draw(0) not in match.legal_actions()
    assert not match.seat_view(0).may_draw


def test_a_seat_that_cannot_discard_draws_one_card_and_the_next_one_is_to_move() -> None:
    match = table(STUCK, OTHER, top="8S", stock="AH 5D")
    assert match.legal_actions() == (Draw(0),)
    assert match.seat_view(0).may_draw
    draw(match, 0)
    assert hand_of(match, 0) == {*STUCK.split(), "AH"}
    assert (match.to_move, match.public_view().top) == (1, card("8S"))


def test_a_low_hand_that_cannot_discard_may_call_or_draw() -> None:
    match = table("2H 3D", OTHER, top="8S")
    assert set(match.legal_actions()) == {CallYaniv(0), Draw(0)}


def test_a_call_is_never_compulsory() -> None:
    match = table("2H 3D", OTHER, top="8H")
    assert set(match.legal_actions()) == {CallYaniv(0), Lay(0, cards("2H"))}


@pytest.mark.parametrize(
    "action", [Play(0, cards("2H")), Play(0, cards("2H"), card("8H")), SlapDown(0, card("2H"))]
)
def test_an_action_of_the_other_turn_system_is_refused(action: Play | SlapDown) -> None:
    assert refusal(table("2H 3D", OTHER, top="8H"), action) is errors.NotInTheseRules


@pytest.mark.parametrize("action", [Lay(0, cards("2H")), Draw(0)])
def test_an_action_of_this_turn_system_is_refused_in_the_other(action: Lay | Draw) -> None:
    assert refusal(holding(["2H 3D", OTHER]), action) is errors.NotInTheseRules


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (Lay(1, cards("KD")), errors.NotYourTurn),
        (Draw(1), errors.NotYourTurn),
        (Lay(5, cards("KD")), errors.NoSuchSeat),
        (Lay(0, cards("KD")), errors.CardNotHeld),
        (Lay(0, cards("2H 2H 2H")), errors.CardNotHeld),
        (Lay(0, ()), errors.NothingSelected),
        (CallYaniv(0), errors.HandTooHigh),
    ],
)
def test_what_breaks_a_rule_is_refused_by_that_rule_and_changes_nothing(
    action: Lay | Draw | CallYaniv, kind: type[errors.YanivError]
) -> None:
    assert refusal(table("2H 3D 9C", OTHER, top="8H"), action) is kind


def test_the_next_discard_sends_the_last_one_to_the_pile() -> None:
    match = table("2H 9H KH 4C", "KD 4D 5C 6C", top="8S", pile="")
    lay_down(match, 0, "2H 9H KH")
    lay_down(match, 1, "KD")
    assert running(match).pile == list(cards("8S 2H 9H KH"))


# --- an empty stock


def test_the_whole_latest_discard_stays_when_the_rest_is_reshuffled() -> None:
    match = table(STUCK, OTHER, top="7S 7C 8S", stock="", pile="AH AD AC", rules=RESHUFFLE)
    asked: list[tuple[Card, ...]] = []
    match.apply(Draw(0), By.HUMAN, lambda given: asked.append(tuple(given)) or given)
    state = running(match)
    assert asked == [cards("AH AD AC")]
    assert state.discard.cards == cards("7S 7C 8S")
    assert (state.reshuffles, state.pile) == ([cards("AH AD AC")], [])
    assert hand_of(match, 0) == {*STUCK.split(), "AH"}


def test_drawing_the_last_card_of_the_stock_ends_the_round_at_once_with_end_round() -> None:
    match = table("2H 9D", "3H TD", "KD", top="8S", stock="AH")
    draw(match, 0)
    result = result_of(match)
    assert (result.score.kind, result.score.caller) == ("stock_exhausted", None)
    assert result.score.points == result.score.sums == (12, 13, 10)
    assert result.score.winner == 2
    assert running(match).turns == 1


def test_with_reshuffle_the_last_card_of_the_stock_ends_nothing() -> None:
    match = table(STUCK, OTHER, top="8S", stock="AH", rules=RESHUFFLE)
    draw(match, 0)
    assert match.to_move == 1


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        # Seat 0 acts last: the first after it wins a tie, it itself last.
        (("2H 9D", "3H 9C", "2D TC"), 1),
        (("2H 9D", "KH KC", "2D TC"), 2),
        (("2H 9D", "KH KC", "KD 3D"), 0),
    ],
)
def test_without_a_call_ties_go_to_the_first_after_the_seat_that_acted_last_itself_last(
    hands: tuple[str, ...], winner: int
) -> None:
    match = table(*hands, top="8S", stock="AH", rules=replace(FRENCH, jack_rule=False))
    draw(match, 0)
    sums = result_of(match).score.sums
    assert result_of(match).score.winner == winner
    assert sums[winner] == min(total for total in sums if total is not None)


def test_a_seat_that_holds_no_card_ends_the_round_at_once_and_scores_nothing() -> None:
    match = table("2H", "3H TD", "KD", top="8H")
    lay_down(match, 0, "2H")
    result = result_of(match)
    assert result.score.kind == "empty_hand"
    assert (result.score.points, result.score.winner) == ((0, 13, 10), 0)
    assert running(match).turns == 1


def test_an_empty_hand_does_not_win_against_a_negative_one() -> None:
    match = table("2H", "JC", top="8H")
    lay_down(match, 0, "2H")
    assert result_of(match).score.points == (0, -2)
    assert result_of(match).score.winner == 1


def test_an_empty_hand_ties_last_because_that_seat_acted_last() -> None:
    match = table("2H", "X1", top="8H", rules=replace(JOKERS, joker_points=0))
    lay_down(match, 0, "2H")
    assert result_of(match).score.winner == 1


def test_the_last_cards_may_be_laid_as_a_series() -> None:
    match = table("2H 9H KH", "3H TD", top="8S")
    lay_down(match, 0, "2H 9H KH")
    assert result_of(match).score.kind == "empty_hand"


def test_with_reshuffle_a_seat_that_can_neither_discard_draw_nor_call_ends_the_round() -> None:
    match = table("5S 3H", STUCK, top="8S", stock="", pile="", rules=RESHUFFLE)
    lay_down(match, 0, "5S")
    # The 8S went to the pile, so seat 1 can draw.
    assert match.legal_actions() == (Draw(1),)
    match.apply(Draw(1), By.HUMAN, shuffled_by(random.Random(1)))
    # It was the last card there is: seat 0, who holds 3H, may call; nobody else could do anything.
    assert match.legal_actions() == (CallYaniv(0),)


@pytest.mark.parametrize("low", [False, True])
def test_with_reshuffle_a_stuck_seat_ends_the_round_and_one_that_can_only_call_must(*, low: bool) -> None:
    stuck = "2H 3D" if low else STUCK
    match = table("9D TH 4C", stuck, top="8S", stock="AH", pile="", rules=RESHUFFLE)
    draw(match, 0)
    if low:
        assert match.legal_actions() == (CallYaniv(1),)
        assert refusal(match, Draw(1)) is errors.StockEmpty
        call(match, 1)
        assert result_of(match).score.kind == "yaniv"
    else:
        result = result_of(match)
        assert (result.score.kind, result.score.winner) == ("stock_exhausted", 1)
        assert match.to_move is None


def test_a_tie_of_a_stuck_round_goes_to_the_first_after_the_seat_that_acted_last() -> None:
    match = table("9D 5C", "2H 3D TC", "2D 3C TH", top="8S", stock="AH", pile="", rules=RESHUFFLE)
    draw(match, 0)
    result = result_of(match)
    assert result.score.sums == (15, 15, 15)
    assert result.score.winner == 1


def test_the_stock_runs_out_in_a_whole_round_from_the_deal() -> None:
    """Seven cards for seven seats leave two in the stock: two draws and the round is over."""
    rules = replace(FRENCH, decks=1)
    ended = 0
    for seed in range(40):
        rng = random.Random(seed)
        match = Match(
            rules, [*table(OTHER, OTHER, top="8S").players] * 3 + [table("2H", "3H", top="8S").players[0]]
        )
        match.deal(shuffled_by(rng), 0)
        assert len(running(match).stock) == 2
        while match.to_move is not None:
            calm = [one for one in match.legal_actions() if not isinstance(one, CallYaniv)]
            match.apply(rng.choice(calm), By.COMPUTER, never)
        draws = sum(isinstance(action, Draw) for action, _ in running(match).actions)
        if result_of(match).score.kind == "stock_exhausted":
            ended += 1
            assert draws == 2
            assert isinstance(running(match).actions[-1][0], Draw)
        else:
            assert draws < 2
    assert ended > 10


# --- the size of a hand


@given(
    st.lists(st.sampled_from(full_deck(2, 4)), min_size=9, max_size=12),
    st.sampled_from(NATURALS + cards("X1")),
)
def test_a_hand_without_a_legal_discard_has_at_most_eight_cards(hand: list[Card], top: Card) -> None:
    match = table("2H", "3H", top=top.code, rules=replace(JOKERS, yaniv_limit=1))
    running(match).hands[0] = hand
    assert not match.can(Draw(0))
    assert any(isinstance(action, Lay) for action in match.legal_actions())


def test_a_hand_of_eight_may_still_have_to_draw_and_then_holds_nine() -> None:
    for hand, top in (("2H 4H 6D 8D TC QC X1 X2", "9S"), ("2H 4H 6D 8D TC QC AS 3S", "X1")):
        match = table(hand, OTHER, top=top, stock="5H 5D", rules=JOKERS)
        assert match.legal_actions() == (Draw(0),)
        draw(match, 0)
        assert len(running(match).hands[0]) == 9


# --- what is enumerated


@given(st.lists(st.sampled_from([one for one in full_deck(2, 2) if one.rank < 5]), min_size=1, max_size=9))
def test_every_set_of_cards_that_may_be_laid_is_listed_once_for_each_new_top(hand: list[Card]) -> None:
    match = table("2H", OTHER, top="3S", rules=JOKERS)
    running(match).hands[0] = hand
    listed = [action.cards for action in match.legal_actions() if isinstance(action, Lay)]
    tried: set[tuple[Card, ...]] = set()
    for size in range(1, len(hand) + 1):
        for picked in combinations(sorted(hand), size):
            if match.can(Lay(0, picked)):
                tried.add(picked)
    assert {tuple(sorted(picked)) for picked in listed} == tried
    assert len(listed) == sum(len(set(picked)) for picked in tried)
    assert match.count_discards() == len(tried)
    assert match.can(Draw(0)) is (not tried)


# --- the trio of every action


def test_of_a_discard_verify_can_and_apply_agree() -> None:
    state = running(table("5H 2C", OTHER, top="9H"))
    assert verify_lay(state, Lay(0, cards("5H"))).cards == cards("5H")
    assert can_lay(state, Lay(0, cards("5H")))
    assert not can_lay(state, Lay(0, cards("2C")))
    with pytest.raises(errors.NoMatch):
        verify_lay(state, Lay(0, cards("2C")))


def test_of_a_draw_verify_can_and_apply_agree() -> None:
    state = running(table(STUCK, OTHER, top="8S"))
    verify_draw(state, Draw(0))
    assert can_draw(state, Draw(0))
    assert not can_draw(state, Draw(1))


def test_the_events_tell_what_was_laid_and_drawn() -> None:
    match = table("5H 2C", STUCK, top="9H", stock="AH KC")
    laid = match.apply(Lay(0, cards("5H")), By.CLOCK, never)
    assert laid.to_json() == {"seat": 0, "type": "discard", "cards": ["5H"], "by": "clock"}
    running(match).hands[1] = list(cards("2D 9S"))
    drew = match.apply(Draw(1), By.HUMAN, never)
    assert drew.to_json() == {"seat": 1, "type": "draw", "by": "human"}


def test_a_draw_that_needs_a_new_stock_notes_it_in_the_journal() -> None:
    match = table(STUCK, OTHER, top="8S", stock="", pile="AH AD", rules=RESHUFFLE)
    event = match.apply(Draw(0), By.HUMAN, lambda given: given[::-1])
    assert event.to_json()["reshuffle"] == ["AD", "AH"]


def test_a_new_stock_of_other_cards_is_refused_and_changes_nothing() -> None:
    match = table(STUCK, OTHER, top="8S", stock="", pile="AH AD", rules=RESHUFFLE)
    before = snapshot(match)
    with pytest.raises(errors.BadShuffle):
        match.apply(Draw(0), By.HUMAN, lambda _: cards("AH AH"))
    assert snapshot(match) == before


# --- fields without meaning here


@pytest.mark.parametrize(
    "fields", [{"slap_down": "singles_and_sets"}, {"set_pickup": "ends"}, {"jokers_wild": True}]
)
def test_fields_without_meaning_in_this_turn_system_are_ignored(fields: dict[str, Any]) -> None:
    plain = table("5H 5D 5C X1 2S", STUCK, top="8S", rules=JOKERS)
    other = table("5H 5D 5C X1 2S", STUCK, top="8S", rules=replace(JOKERS, **fields))
    assert plain.legal_actions() == other.legal_actions()
    for match in (plain, other):
        lay_down(match, 0, "5H 5D 5C")
        assert (running(match).takeable, match.slap) == ((), None)
