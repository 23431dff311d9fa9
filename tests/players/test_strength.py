"""Who beats whom, in single rounds of two seats by the classic rules (see tests/benchmarks/README.md).

A normal run plays a few hundred rounds of each pair and asks for less than is promised, so that chance does
not fail it; `pytest -m slow` plays thousands and asks for all of it.
"""

from typing import Any

import pytest

from bot.engine.rules import CLASSIC
from bot.simulate import Simulation, simulate

# The stronger level, the weaker one, and the share of rounds that the stronger one wins at least.
PAIRS = [("normal", "greedy", 0.55), ("greedy", "easy", 0.60), ("hard", "greedy", 0.60)]
SLACK = 0.05


def figures(
    levels: tuple[str, ...], matches: int, *, seed: int, single_rounds: bool = True
) -> dict[str, Any]:
    plan = Simulation(CLASSIC, levels, matches, seed, single_rounds=single_rounds)
    return simulate(plan, record=None, progress=lambda _done, _total: None)


@pytest.mark.parametrize(("stronger", "weaker", "promised"), PAIRS)
def test_a_few_hundred_rounds_show_who_is_stronger(stronger: str, weaker: str, promised: float) -> None:
    share, _, _ = figures((stronger, weaker), 400, seed=1)["computers"][stronger]["round_share"]
    assert share > promised - SLACK


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("stronger", "weaker", "promised"), [*PAIRS, ("hard", "normal", 0.53)])
def test_thousands_of_rounds_show_how_much(stronger: str, weaker: str, promised: float) -> None:
    _, low, _ = figures((stronger, weaker), 4000, seed=2)["computers"][stronger]["round_share"]
    assert low > promised
