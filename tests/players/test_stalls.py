"""Computers that play against each other come to an end, by every preset; `-rP` shows the longest rounds."""

import logging

import pytest

from bot.players.levels import LEVELS
from bot.presets import shipped_presets
from bot.simulate import Simulation, simulate

log = logging.getLogger(__name__)

MATCHES = {"hard": 25}
"""`hard` thinks for up to 300 ms; every other level plays a thousand."""


@pytest.mark.slow
@pytest.mark.timeout(14400)
@pytest.mark.parametrize("preset", shipped_presets())
@pytest.mark.parametrize("level", LEVELS)
def test_matches_of_a_level_against_itself_end(
    level: str, preset: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ended: list[int] = []
    matches = MATCHES.get(level, 1000)
    plan = Simulation(shipped_presets()[preset], (level, level), matches, seed=1)
    figures = simulate(plan, record=None, progress=lambda done, _: ended.append(done))
    log.info("%s by %s rules: the longest round had %d turns", level, preset, figures["longest_round"])
    assert len(ended) == matches
    # Only chance alone may need the bound that ends every round.
    assert figures["longest_round"] < 1000 or level == "random"
