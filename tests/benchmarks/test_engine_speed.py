"""How fast the engine plays: random legal play, every turn verified (see README.md beside this file).

`pytest -m slow tests/benchmarks/test_engine_speed.py` measures; `turns_per_second` stands in the extra info.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.actions import By
from bot.engine.cards import Card
from bot.engine.match import Match
from bot.engine.playout import play_out
from bot.engine.round import Round
from bot.engine.rules import CLASSIC, Rules
from tests.engine.helpers import players
from tests.engine.preset_table import FRENCH, TRAVELLERS

# Seconds of the processor, so that what else the machine does counts as little as possible.
pytestmark = [pytest.mark.slow, pytest.mark.benchmark(timer=time.process_time)]

SEATS = (2, 4, 8)
RULES = {"classic": CLASSIC, "travellers": TRAVELLERS, "french": FRENCH}
# About as many turns in each repetition: a French round is much shorter.
ROUNDS = {"classic": 20, "travellers": 20, "french": 120}
REPETITIONS = 15


def shuffled(rng: random.Random) -> Callable[[Sequence[Card]], list[Card]]:
    return lambda cards: rng.sample(cards, len(cards))


def dealt(rules: Rules, seats: int, rounds: int) -> list[Round]:
    """Return the same freshly dealt rounds each time."""
    rng = random.Random(1)
    states: list[Round] = []
    for _ in range(rounds):
        match = Match(rules, players(seats))
        match.deal(shuffled(rng), 0)
        assert match.round is not None
        states.append(match.round)
    return states


def measure(benchmark: Any, setup: Callable[[], tuple[Any, ...]], play: Callable[..., int]) -> None:
    """Run `play`, which returns the turns it played, and note turns a second, of the quickest repetition."""

    def arguments() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return setup(), {}

    turns = benchmark.pedantic(play, setup=arguments, rounds=REPETITIONS, warmup_rounds=2)
    benchmark.extra_info["turns"] = turns
    benchmark.extra_info["turns_per_second"] = round(turns / benchmark.stats.stats.min)


def play_rounds(states: list[Round]) -> int:
    rng = random.Random(2)
    shuffler = shuffled(rng)
    for state in states:
        play_out(state, rng.random, shuffler)
    return sum(state.turns for state in states)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", RULES)
def test_rounds_played_out_at_random(benchmark: Any, name: str, seats: int) -> None:
    measure(benchmark, lambda: (dealt(RULES[name], seats, ROUNDS[name]),), play_rounds)


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("seats", [4, 8])
def test_rounds_played_out_by_the_number_of_decks(benchmark: Any, seats: int, decks: int) -> None:
    measure(benchmark, lambda: (dealt(replace(CLASSIC, decks=decks), seats, 20),), play_rounds)


def play_match(match: Match) -> int:
    """Play a match through its operations, each action chosen from the whole list and told as an event."""
    rng = random.Random(3)
    shuffler = shuffled(rng)
    while not match.is_over:
        match.deal(shuffler, 0)
        while match.to_move is not None:
            match.apply(rng.choice(match.legal_actions()), By.COMPUTER, shuffler)
    return sum(state.turns for state in match.rounds)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", RULES)
def test_matches_through_actions_and_events(benchmark: Any, name: str, seats: int) -> None:
    rules = replace(RULES[name], target=100)
    measure(benchmark, lambda: (Match(rules, players(seats)),), play_match)


@pytest.mark.parametrize("target", [50, 200, 1000])
def test_matches_by_their_length(benchmark: Any, target: int) -> None:
    rules = replace(CLASSIC, target=target, exact_totals={})
    measure(benchmark, lambda: (Match(rules, players(4)),), play_match)
