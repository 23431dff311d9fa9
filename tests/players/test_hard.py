"""The level `hard` knows what a seat may know and no more, and it knows when a call is worth it."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.actions import Action, CallYaniv, Play
from bot.engine.imagined import imagined_round
from bot.engine.match import Match
from bot.engine.match_or_draw import fitting
from bot.engine.views import SeatView
from bot.players.base import Computer
from bot.players.call_numbers import call_numbers
from bot.players.greedy import GreedyPlayer
from bot.players.guessing import guesses
from bot.players.hand_cost import without
from bot.players.hard import HardPlayer, stands_chance, worth_calling
from bot.players.levels import computer
from bot.players.memory import Memory, remember
from bot.players.network import trained
from bot.players.outlook import outlook
from bot.players.turn_numbers import after_draw, turn_numbers
from tests.engine.helpers import all_cards, card, cards, dealt, draw, holding, lay_down, running, with_table
from tests.engine.preset_table import FRENCH
from tests.engine.strategies import played_matches

pytestmark = pytest.mark.usefixtures("thinking_little")

SEEDS = st.integers(0, 2**32)


def with_hidden_cards_elsewhere(match: Match, rng: random.Random) -> Match:
    """Return the match with every card that the seat to move does not see in another place."""
    twin = match.copy()
    state, seat = running(twin), twin.to_move
    assert seat is not None
    memory = remember(twin.seat_view(seat))
    hidden = list(memory.unseen)
    rng.shuffle(hidden)
    for other in state.seats:
        if other != seat:
            known = memory.known[other]
            wanted = len(state.hands[other]) - len(known)
            state.hands[other] = [*known, *hidden[:wanted]]
            hidden = hidden[wanted:]
    state.stock = hidden
    return twin


def decides_alike(player: Computer, match: Match, twin: Match, seed: int) -> bool:
    """Say whether the player does the same in both matches."""
    chosen: list[Action] = []
    for one in (match, twin):
        seat = one.to_move
        assert seat is not None
        chosen.append(player.choose(one.seat_view(seat), one.legal_actions(), random.Random(seed)))
    return chosen[0] == chosen[1]


class Cheat(GreedyPlayer):
    """Calls only if it stands, which it sees in the matches it looks into."""

    def __init__(self, *matches: Match) -> None:
        self.matches = list(matches)

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        state = running(self.matches.pop(0))
        others = [state.hand_sum(other) for other in state.seats if other != view.seat]
        if min(others) <= view.total:
            legal = [action for action in legal if not isinstance(action, CallYaniv)]
        return super().choose(view, legal, rng)


@given(match=played_matches(), seed=SEEDS)
def test_cards_that_nobody_showed_change_no_decision(match: Match, seed: int) -> None:
    if match.to_move is None:
        return
    twin = with_hidden_cards_elsewhere(match, random.Random(seed))
    assert match.seat_view(match.to_move) == twin.seat_view(match.to_move)
    assert decides_alike(HardPlayer(), match, twin, seed)


def test_a_player_that_looked_into_other_hands_would_be_found_out() -> None:
    match = dealt(["AS AD 2C 2D AC", "KS QS JS TS 9D"], "KD", "3S 4S 5S AH X1 X2 2S 3C")
    unlike = 0
    for seed in range(20):
        twin = with_hidden_cards_elsewhere(match, random.Random(seed))
        running(twin).hands[1] = list(cards("X1 X2 AH 2S 3C")) if seed % 2 else running(twin).hands[1]
        unlike += not decides_alike(Cheat(match, twin), match, twin, seed)
    assert unlike


@given(match=played_matches(), seed=SEEDS)
def test_what_it_imagines_could_be_so(match: Match, seed: int) -> None:
    if match.to_move is None:
        return
    view, state = match.seat_view(match.to_move), running(match)
    memory = remember(view)
    guess = guesses(view, memory, random.Random(seed))
    for imagined in (guess(), guess()):
        assert all_cards(imagined) == all_cards(state)
        assert imagined.hands[view.seat] == list(view.hand)
        for other in state.seats:
            assert len(imagined.hands[other]) == len(state.hands[other])
            assert not Counter(memory.known[other]) - Counter(imagined.hands[other])
        assert (imagined.turns, imagined.to_move, imagined.caller) == (
            state.turns,
            state.to_move,
            state.caller,
        )
        assert (imagined.discard, imagined.takeable, imagined.lap) == (
            state.discard,
            state.takeable,
            state.lap,
        )
        assert imagined.can_draw() == state.can_draw()


def test_two_guesses_differ() -> None:
    match = dealt(["AS AD 2C 2D AC", "KS QS JS TS 9D"], "KD")
    guess = guesses(match.seat_view(0), remember(match.seat_view(0)), random.Random(1))
    assert guess().hands[1] != guess().hands[1]


def test_a_round_is_imagined_with_the_cards_that_are_given() -> None:
    match = dealt(["AS AD 2C 2D AC", "KS QS JS TS 9D"], "KD")
    imagined = imagined_round(match.seat_view(0), {1: cards("3S 4S 5S 6S 7S")}, cards("8S 9S"), cards("TH"))
    assert imagined.hands == [[*sorted(cards("AS AD 2C 2D AC"))], [*cards("3S 4S 5S 6S 7S")]]
    assert (imagined.stock, imagined.pile) == ([*cards("8S 9S")], [*cards("TH")])


def test_who_had_to_draw_is_taken_to_have_held_nothing_that_fitted() -> None:
    match = with_table(holding(["9S 4C 2H", "KH JD 8C"], rules=FRENCH), "5S", stock="6S 7S")
    lay_down(match, 0, "9S")
    draw(match, 1)
    view = match.seat_view(0)
    guess = guesses(view, remember(view), random.Random(1))
    fitted = [len(fitting(card("9S")) & set(guess().hands[1])) for _ in range(50)]
    # The one card that fits may be the one drawn.
    assert set(fitted) == {0, 1}


@given(match=played_matches())
def test_each_number_that_a_network_asks_for_is_given(match: Match) -> None:
    seat = match.to_move
    if seat is None or match.rules.turn_system == "match_or_draw":
        return
    view = match.seat_view(seat)
    of = outlook(view, remember(view))
    asked = {len(weights) for weights in trained("calls").hidden}
    assert {len(call_numbers(of, rival, view.total)) for rival in of.rivals} == asked
    plays = [action for action in match.legal_actions() if isinstance(action, Play)]
    kept = without(view.hand, plays[0].discard)
    numbers = turn_numbers(of, kept, plays[0].discard, view.public.takeable, plays[0].draw)
    assert {len(weights) for weights in trained("turns").hidden} == {len(numbers)}


def test_where_the_stock_is_empty_it_draws_from_the_pile_in_its_mind() -> None:
    for stock, pile, total in (("9D", "AD", 9), ("", "AD", 1)):
        match = with_table(holding(["KS", "KD"]), "QC", stock=stock, pile=pile)
        view = match.seat_view(0)
        memory = Memory(((), ()), cards(pile), cards("9D"))
        assert after_draw(outlook(view, memory), (), None).total == total


def test_it_calls_with_few_points_against_many_cards() -> None:
    assert isinstance(choice(holding(["AS 2D", "KS QS JS TS 9D"])), CallYaniv)


def test_a_call_is_less_likely_to_stand_the_fewer_cards_the_others_hold() -> None:
    chances: list[float] = []
    for other in ("KS KD KH KC QS", "KS KD KH", "KS KD", "KS"):
        view = with_table(holding(["4S 3D", other]), "9C").seat_view(0)
        chances.append(stands_chance(replace(outlook(view, remember(view)), turns=8)))
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.9
    assert chances[-1] < 0.6


def choice(match: Match) -> Action:
    seat = match.to_move
    assert seat is not None
    return computer("hard").choose(match.seat_view(seat), match.legal_actions(), random.Random(0))


def test_it_waits_no_longer_once_a_round_has_gone_on_for_long() -> None:
    match = with_table(holding(["4S 3D", "KS"], before=(70, 40)), "9C")
    view = match.seat_view(0)
    of = outlook(view, remember(view))
    later = replace(view.public, round=2)
    assert not worth_calling(replace(view, public=later), replace(of, turns=20), 0.9)
    assert worth_calling(replace(view, public=later), replace(of, turns=40), 0.9)
