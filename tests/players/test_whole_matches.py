"""Whole matches of computer players over random rules, checked at every step.

A normal run plays some short ones; `pytest -m slow tests/players/test_whole_matches.py` plays 2,000 over the
whole range of every field. Here a round may have 300 turns and a match 50 rounds, where the rules allow 1,000
of each: a bonus can keep totals below any target, and many a match would go to its last round. Tests in
`tests/engine` hold that the bounds are 1,000.
"""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine import match as match_module
from bot.engine import round as round_module
from bot.engine.actions import Action, By
from bot.engine.cards import full_deck
from bot.engine.journal import replay
from bot.engine.match import Match
from bot.engine.record import from_record, to_record
from bot.engine.rules import Rules
from bot.players.levels import LEVELS, computer
from bot.simulate import seated
from tests.engine.helpers import all_cards, running, shuffled_by, snapshot
from tests.engine.strategies import any_tables

pytestmark = pytest.mark.usefixtures("thinking_little")

MOST_TURNS = 300
MOST_ROUNDS = 50
SEEDS = st.integers(0, 2**32)
short_matches = any_tables().map(
    lambda table: (
        replace(table[0], target=min(table[0].target, 100), streak_bonus=table[0].streak_bonus // 10),
        table[1],
    )
)


def played_out(rules: Rules, levels: list[str], rng: random.Random) -> tuple[Match, list[dict[str, Any]]]:
    """Play a match to its end, checking every state on the way, and return it with its journal."""
    match = Match(rules, seated(levels))
    shuffler = shuffled_by(rng)
    lines: list[dict[str, Any]] = []
    while not match.is_over:
        lines.append(match.deal(shuffler, rng.randrange(len(levels))).to_json())
        while match.to_move is not None:
            lines.append(match.apply(next_action(match, levels, rng), By.COMPUTER, shuffler).to_json())
            check_state(match)
    return match, lines


def next_action(match: Match, levels: list[str], rng: random.Random) -> Action:
    if match.slap is not None and rng.random() < 0.5:
        return match.slap
    seat = match.to_move
    assert seat is not None
    return computer(levels[seat]).choose(match.seat_view(seat), match.legal_actions(), rng)


def check_state(match: Match) -> None:
    state = running(match)
    assert all_cards(state) == Counter(full_deck(state.decks, match.rules.jokers))
    assert state.turns <= MOST_TURNS
    assert state.to_move is None or state.to_move in state.seats
    if match.rules.turn_system == "match_or_draw":
        assert max(len(hand) for hand in state.hands) <= 9
    elif state.to_move is not None:
        assert min(len(state.hands[seat]) for seat in state.seats) >= 1


def check_match(table: tuple[Rules, int], seed: int) -> None:
    with pytest.MonkeyPatch.context() as bounds:
        bounds.setattr(round_module, "MAX_TURNS", MOST_TURNS)
        bounds.setattr(match_module, "MAX_ROUNDS", MOST_ROUNDS)
        check_within_bounds(table, seed)


def check_within_bounds(table: tuple[Rules, int], seed: int) -> None:
    rules, seats = table
    rng = random.Random(seed)
    levels = rng.choices(list(LEVELS), k=seats)
    match, lines = played_out(rules, levels, rng)
    assert len(match.rounds) <= MOST_ROUNDS
    assert match.ended_by == "played"
    assert match.winners
    assert min(match.totals) == match.totals[match.winners[0]] or rules.end == "last_standing"
    record = to_record(match)
    for again in (replay(rules, match.first_players, lines), from_record(json.loads(json.dumps(record)))):
        assert snapshot(again) == snapshot(match)
        assert to_record(again) == record


@pytest.mark.timeout(600)
@given(short_matches, SEEDS)
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
def test_a_match_of_any_rules_ends_within_the_bounds_loses_no_card_and_replays(
    table: tuple[Rules, int], seed: int
) -> None:
    check_match(table, seed)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@given(any_tables(), SEEDS)
@settings(max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
def test_two_thousand_matches_of_any_rules_end_within_the_bounds_lose_no_card_and_replay(
    table: tuple[Rules, int], seed: int
) -> None:
    check_match(table, seed)
