"""The lesson is the worked example, and what it offers besides is what the engine says of it."""

import json
from pathlib import Path

import pytest

from bot.engine.actions import CallYaniv, Play
from bot.engine.cards import Card, parse_cards
from bot.engine.errors import CardNotTakeable, HandTooHigh, NotADiscard
from bot.engine.record import from_record, to_record
from bot.tables.lesson import ADA, BO, FILE, LEARNER, NotInLesson, Step, lesson, lesson_step

ROOT = Path(__file__).parents[2]
RECORD = json.loads(FILE.read_text(encoding="utf-8"))
EXAMPLE = json.loads((ROOT / "tests/golden/example-game.json").read_text(encoding="utf-8"))


def step(number: int) -> Step:
    return lesson()[number - 1]


def test_its_match_is_a_record_that_is_replayed_and_written_again_unchanged() -> None:
    assert to_record(from_record(RECORD)) == RECORD


def test_its_first_round_is_the_worked_example_and_its_rules_are_the_same() -> None:
    for part in ("rules", "players"):
        assert RECORD[part] == EXAMPLE[part]
    assert RECORD["rounds"][0] == EXAMPLE["rounds"][0]


def test_it_has_ten_steps_and_each_begins_where_the_one_before_ended() -> None:
    assert [one.number for one in lesson()] == list(range(1, 11))
    for earlier, later in zip(lesson()[:8], lesson()[1:9], strict=True):
        assert later.before == earlier.after


def test_every_turn_of_the_worked_example_is_in_exactly_one_step() -> None:
    told = [turn for one in lesson()[:8] for turn in one.turns]
    assert tuple(told) == step(9).after.view.public.turns
    assert len(told) == len(EXAMPLE["rounds"][0]["actions"])


def test_what_comes_true_is_what_is_played_next() -> None:
    made = [one.options[one.right] for one in lesson() if one.options and one.turns]
    assert made[0] == Play(LEARNER, parse_cards("9S 9D"), parse_cards("3S")[0])
    assert made[2:] == [
        Play(LEARNER, parse_cards("KH")),
        Play(LEARNER, parse_cards("4C")),
        CallYaniv(LEARNER),
    ]


def test_every_choice_is_among_two_to_four_and_only_one_comes_true() -> None:
    for one in lesson():
        assert len(one.options) in (0, 2, 3, 4)
        assert len(set(one.options)) == len(one.options)
    assert [one.number for one in lesson() if one.options] == [1, 3, 4, 6, 8, 9, 10]


@pytest.mark.parametrize(("number", "position"), [(1, 0), (1, 2), (4, 1), (6, 2), (8, 1)])
def test_a_move_that_is_not_called_impossible_could_be_made(number: int, position: int) -> None:
    match, move = step(number).before.table.match, step(number).options[position]
    assert match is not None
    assert isinstance(move, Play)
    match.verify(move)


@pytest.mark.parametrize(("number", "position", "error"), [(4, 0, NotADiscard), (6, 0, HandTooHigh)])
def test_a_move_that_is_called_impossible_is_refused(
    number: int, position: int, error: type[Exception]
) -> None:
    match, move = step(number).before.table.match, step(number).options[position]
    assert match is not None
    assert isinstance(move, Play | CallYaniv)
    with pytest.raises(error):
        match.verify(move)


def test_of_the_run_the_ends_could_be_taken_and_the_middle_could_not() -> None:
    asked = step(3)
    match = asked.after.table.match
    assert match is not None
    for position, card in enumerate(asked.options):
        assert isinstance(card, Card)
        move = Play(LEARNER, parse_cards("KH"), card)
        if position == asked.right:
            with pytest.raises(CardNotTakeable):
                match.verify(move)
        else:
            match.verify(move)


def test_the_call_costs_hand_and_penalty_together() -> None:
    assert step(9).options == (6, 30, 36)
    assert step(9).right == 2
    assert step(9).after.result.score.assafers == (ADA,)


def test_two_rounds_later_23_make_exactly_50_and_that_is_25() -> None:
    result = step(10).after.result
    assert (result.before[BO], result.score.points[BO], result.totals[BO]) == (27, 23, 25)
    assert step(10).options == (50, 25, 0)
    assert step(10).options[step(10).right] == 25
    assert len(step(10).after.table.results()) == len(step(9).after.table.results()) + 2


def test_two_rounds_later_the_learner_has_learned_and_calls_with_three() -> None:
    result = step(10).after.result
    assert (result.score.caller, result.score.winner, result.score.sums[LEARNER]) == (LEARNER, LEARNER, 3)


def test_the_learner_goes_by_their_own_name() -> None:
    named = step(2).told_to("Mia")
    for moment in (named.before, named.after):
        assert [seat.name for seat in moment.table.seats] == ["Mia", "Ada", "Bo"]
    assert [seat.name for seat in step(2).after.table.seats] == ["you", "Ada", "Bo"]


@pytest.mark.parametrize("name", ["Ada", "ada", "Bo", " Bo"])
def test_nobody_else_goes_by_the_learners_name(name: str) -> None:
    for moment in (step(9).told_to(name).before, step(9).told_to(name).after):
        names = [seat.name.strip().casefold() for seat in moment.table.seats]
        assert moment.table.seats[LEARNER].name == name
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("number", [None, -1, 0, 11, 10**18])
def test_there_are_no_other_steps(number: int | None) -> None:
    with pytest.raises(NotInLesson):
        lesson_step(number)


@pytest.mark.parametrize("one", lesson(), ids=lambda one: str(one.number))
def test_there_are_no_other_choices(one: Step) -> None:
    for choice in (None, *range(len(one.options))):
        one.check(choice)
    for choice in (-1, len(one.options), 99):
        with pytest.raises(NotInLesson):
            one.check(choice)


def test_most_cards_of_the_stock_are_lower_than_the_eight_that_could_be_taken() -> None:
    asked = step(6)
    taking = asked.options[2]
    assert asked.before.table.match is not None
    assert isinstance(taking, Play)
    assert taking.draw is not None
    worth, stock = asked.before.table.rules.hand_sum, asked.before.table.match.rounds[-1].stock
    lower = [card for card in stock if worth([card]) < worth([taking.draw])]
    assert len(lower) > len(stock) / 2
