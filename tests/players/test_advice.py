"""Advice: the figures in it are true, and come from nothing but what the seat sees."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt

import pytest

from bot.engine.actions import CallYaniv, Draw, Play
from bot.engine.cards import Card, parse_cards
from bot.engine.match import Match
from bot.engine.rules import CLASSIC
from bot.engine.views import SeatView
from bot.players.advice import SAMPLES, Advice, Question, assaf_share
from bot.players.hand_cost import without
from bot.players.hard import beats_chance
from bot.players.levels import computer
from bot.players.memory import Memory, remember
from bot.players.outlook import outlook
from bot.presets import preset, shipped_presets
from bot.tables.computers import OFFERED
from tests.engine.helpers import call, holding, with_table
from tests.ui.scenes import dealt_match, played_match

CALLER = "AS X1 X2 AH 2H"
HANDS = (CALLER, "KS QS 9D 3C 5S", "9H 8H 3S 4D 2C")


def question(match: Match, level: str = "normal", seed: int = 1) -> Question:
    assert match.to_move is not None
    return Question(level, match.seat_view(match.to_move), match.legal_actions(), seed)


# --- the chance of an assaf


def ways(cards: Sequence[Card], counts: Sequence[int]) -> Iterator[list[tuple[Card, ...]]]:
    """Yield every way to deal so many of these cards to each."""
    if not counts:
        yield []
        return
    for places in combinations(range(len(cards)), counts[0]):
        rest = [card for place, card in enumerate(cards) if place not in places]
        for others in ways(rest, counts[1:]):
            yield [tuple(cards[place] for place in places), *others]


def counted(view: SeatView, memory: Memory) -> float:
    """Count in which share of all ways a call is an assaf."""
    rules = view.public.rules
    seats = [seat for seat in view.public.seats if seat.seat != view.seat and not seat.is_out]
    hidden = [seat.cards - len(memory.known[seat.seat]) for seat in seats]
    caught = all_of_them = 0
    for hands in ways(memory.unseen, hidden):
        sums = [
            rules.hand_sum([*hand, *memory.known[seat.seat]]) for hand, seat in zip(hands, seats, strict=True)
        ]
        least = min(sums)
        caught += least < view.total if rules.assaf_on == "lower" else least <= view.total
        all_of_them += 1
    return caught / all_of_them


def small(
    cards: Sequence[int], known: Sequence[str], unseen: str, rules: str = "classic"
) -> tuple[SeatView, Memory]:
    """Return a view of a seat with 4 points; the others hold so many cards, these of them known."""
    names = ("you", "Ada", "Bo")[: len(cards) + 1]
    match = dealt_match(HANDS[: len(names)], "TS", "7C 8C", names=names, rules=CLASSIC)
    view = match.seat_view(0)
    seats = tuple(
        replace(seat, cards=(5, *cards)[seat.seat], name=names[seat.seat]) for seat in view.public.seats
    )
    view = replace(view, public=replace(view.public, seats=seats, rules=preset(rules)))
    view = replace(view, total=view.public.rules.hand_sum(view.hand))
    held = ((), *(tuple(parse_cards(written)) if written else () for written in known))
    return view, Memory(held, (), tuple(parse_cards(unseen)))


@pytest.mark.parametrize(
    ("cards", "known", "unseen"),
    [
        ((2,), ("",), "AC 2C 3C 2D 9D KD JD 5S"),
        ((1,), ("",), "AC 2C 3C 5C 5D 6D 7D 8D"),
        ((3,), ("AC",), "X3 AD 2C 2D 9D KD JD"),
        ((2, 2), ("", ""), "AC 2C 3C 2D 9D KD JD 5S"),
        ((2, 1), ("3D", ""), "AC 2C 3C 4D 9D KD JD 5S"),
        ((3, 2), ("", "AC"), "2C 2D AD 3D 9D KD JD 5S 5D"),
    ],
)
@pytest.mark.parametrize("rules", ["classic", "bga"])
def test_the_chance_of_an_assaf_is_the_share_of_all_ways_the_unseen_cards_may_lie(
    cards: Sequence[int], known: Sequence[str], unseen: str, rules: str
) -> None:
    view, memory = small(cards, known, unseen, rules)
    exact = counted(view, memory)
    assert 0 < exact < 1
    found = assaf_share(view, memory, random.Random(5))
    assert abs(found - exact) < 4 * sqrt(exact * (1 - exact) / SAMPLES)


@pytest.mark.parametrize(("known", "exact"), [("AC AD", 1), ("9C 9D", 0)])
def test_what_is_known_of_a_whole_hand_is_certain(known: str, exact: float) -> None:
    view, memory = small((2,), (known,), "2C 3C 4D KD")
    assert assaf_share(view, memory, random.Random(1), samples=50) == exact


# --- what else is said


def test_the_best_action_is_that_of_the_level_that_was_asked() -> None:
    for seed in range(5):
        asked = question(played_match(("a", "b", "c"), seed, turns=4))
        expected = computer("normal").choose(asked.view, asked.legal, random.Random(asked.seed))
        assert asked.legal[asked.advice().index] == expected


def test_who_may_call_is_told_the_chance_of_an_assaf_and_nobody_else() -> None:
    asked = question(dealt_match(HANDS, "TS", "7C 8C"))
    assert any(isinstance(action, CallYaniv) for action in asked.legal)
    assaf = asked.advice().assaf
    assert assaf is not None
    assert 0 <= assaf < 0.1
    assert question(dealt_match((HANDS[1], CALLER, HANDS[2]), "TS", "7C 8C")).advice().assaf is None


@pytest.mark.parametrize("name", shipped_presets())
def test_the_figures_of_what_is_laid_and_drawn_are_counted(name: str) -> None:
    drawn = 0
    for seed in range(12):
        match = played_match(("a", "b", "c"), seed, turns=5, rules=preset(name))
        if match.to_move is None:
            continue
        asked = question(match)
        advice, rules = asked.advice(), match.rules
        action = asked.legal[advice.index]
        if not isinstance(action, Play):
            continue
        kept = without(asked.view.hand, action.discard)
        if action.draw is not None:
            assert (advice.kept, advice.unseen) == (rules.hand_sum([*kept, action.draw]), 0)
            continue
        drawn += 1
        unseen = remember(asked.view).unseen
        low = [card for card in unseen if rules.hand_sum([*kept, card]) <= rules.yaniv_limit]
        assert (advice.kept, advice.unseen, advice.ready) == (rules.hand_sum(kept), len(unseen), len(low))
        held = rules.hand_sum(kept)
        more = [rules.hand_sum([*kept, card]) - held for card in unseen]
        assert advice.mean == pytest.approx(sum(more) / len(more))
    assert drawn or preset(name).turn_system == "match_or_draw"


def test_nobody_is_told_of_a_later_call_in_the_last_lap() -> None:
    """The round ends with it."""
    match = with_table(holding(["AS", "KS 2H AD"], rules=replace(CLASSIC, last_lap=True)), "QC")
    call(match, 0)
    advice = question(match).advice()
    assert (advice.kept, advice.ready) == (3, 0)
    assert advice.unseen


def test_a_card_that_comes_counts_what_the_hand_grows_by_and_a_jack_what_the_rest_makes_of_it() -> None:
    """By the jack rule (section 5)."""
    match = with_table(holding(["JS KH 6D", "2S 3S 4S"], rules=preset("french")), "8C", stock="KC")
    assert match.legal_actions() == (Draw(0),)
    unseen = remember(match.seat_view(0)).unseen
    points = [15 if card.rank == 11 else min(card.rank, 10) for card in unseen]
    assert question(match).advice().mean == pytest.approx(sum(points) / len(points))


def test_nobody_is_told_of_a_later_call_where_the_round_ends_with_the_card_that_comes() -> None:
    """It is the last of the stock, which is not made anew."""
    rules = replace(CLASSIC, stock_empty="end_round")
    for stock, some in (("2C", False), ("2C 3C", True)):
        match = with_table(holding(["AS 2H KD", "KS"], rules=rules), "QC", stock=stock)
        assert bool(question(match).advice().ready) is some


def test_the_same_question_gets_the_same_advice_and_it_crosses_to_another_process_whole() -> None:
    asked = question(dealt_match(HANDS, "TS", "7C 8C"))
    advice = asked.advice()
    assert question(dealt_match(HANDS, "TS", "7C 8C")).advice() == advice
    index, _, rest = asked.answer().partition(" ")
    assert int(index) == advice.index
    assert Advice.read(rest) == advice


@pytest.mark.parametrize("level", OFFERED)
def test_advice_never_depends_on_a_card_that_the_seat_does_not_see(level: str) -> None:
    """The hands of the others and the stock are others: the seat sees the same, and is told the same."""
    here = question(dealt_match((CALLER, HANDS[1], HANDS[2]), "TS", "7C 8C"), level)
    there = question(dealt_match((CALLER, "AC AD 2D 2C 3H", "KD KC QH QC JC"), "TS", "2S 5D"), level)
    assert here.view == there.view
    assert here.advice() == there.advice()


# --- why not to lay the most points


@pytest.mark.parametrize("names", [("you", "Ada"), ("you", "Ada", "Bo")])
def test_where_fewer_points_are_laid_than_could_be_the_best_way_to_lay_more_is_said_to_be_worse(
    names: Sequence[str],
) -> None:
    hands = ("4S 6H TC JD KC", "KH QD 9C 3C 5S", "9H 8H 3S 4D 2C")
    asked = question(dealt_match(hands[: len(names)], "TS", "7C 8C", names=names), level="hard")
    advice = asked.advice()
    best = asked.legal[advice.index]
    assert isinstance(best, Play)
    assert CLASSIC.hand_sum(list(best.discard)) < 10
    assert advice.other is not None
    other = asked.legal[advice.other]
    assert isinstance(other, Play)
    assert (CLASSIC.hand_sum(list(other.discard)), other.draw) == (10, None)
    assert 1 > advice.wins > advice.other_wins > 0
    of = outlook(asked.view, remember(asked.view))
    assert advice.other_wins == max(
        beats_chance(of, play)
        for play in asked.legal
        if isinstance(play, Play) and play.draw is None and play.discard[0].code in {"TC", "JD", "KC"}
    )


@pytest.mark.parametrize("level", OFFERED)
def test_nothing_is_compared_where_the_most_points_are_laid_or_the_level_judges_otherwise(level: str) -> None:
    compared = 0
    for seed in range(30):
        match = played_match(("a", "b"), seed, turns=4)
        if match.to_move is None:
            continue
        asked = question(match, level)
        advice = asked.advice()
        best = asked.legal[advice.index]
        if advice.other is None:
            assert advice.wins == advice.other_wins == 0
            continue
        other = asked.legal[advice.other]
        assert isinstance(best, Play)
        assert isinstance(other, Play)
        assert CLASSIC.hand_sum(list(best.discard)) < CLASSIC.hand_sum(list(other.discard))
        compared += 1
    assert compared < 30
    assert compared or level != "hard"


def test_nothing_is_compared_by_other_turns_than_those_the_chance_is_of() -> None:
    for seed in range(20):
        match = played_match(("a", "b"), seed, turns=3, rules=preset("french"))
        if match.to_move is not None:
            assert question(match, "normal").advice().other is None
