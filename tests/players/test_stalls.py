"""Computers that play against each other come to an end, by every preset; `-rP` shows the longest rounds."""

import logging

import pytest

from bot.players.levels import LEVELS
from bot.presets import shipped_presets
from bot.simulate import Simulation, simulate

log = logging.getLogger(__name__)

MATCHES = 1000
"""`hard` takes an hour for them, and three by the French rules."""


def longest_round(level: str, preset: str, matches: int, seed: int) -> int:
    """Let a level play against itself; return the turns of the longest round once all matches have ended."""
    ended: list[int] = []
    plan = Simulation(shipped_presets()[preset], (level, level), matches, seed=seed)
    figures = simulate(plan, record=None, progress=lambda done, _: ended.append(done))
    assert len(ended) == matches
    return figures["longest_round"]


@pytest.mark.parametrize("level", ["easy", "greedy"])
def test_a_few_matches_of_a_quick_level_end(level: str) -> None:
    assert longest_round(level, "classic", 20, seed=5) < 200


@pytest.mark.slow
@pytest.mark.timeout(14400)
@pytest.mark.parametrize("preset", shipped_presets())
@pytest.mark.parametrize("level", LEVELS)
def test_matches_of_a_level_against_itself_end(
    level: str, preset: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    longest = longest_round(level, preset, MATCHES, seed=1)
    log.info("%s by %s rules: the longest round had %d turns", level, preset, longest)
    # Only chance alone may need the bound that ends every round.
    assert longest < 1000 or level == "random"
