"""How long the level `hard` thinks, in seconds of the processor (see README.md beside this file).

`pytest tests/benchmarks/test_thinking_time.py -m slow -rP` shows the figures.
"""

import logging
import random
import time
from itertools import islice

import pytest

from bot.engine.actions import By
from bot.players.levels import computer
from tests.benchmarks.endless import turns
from tests.engine.helpers import shuffled_by

log = logging.getLogger(__name__)

BUDGET = 0.3
DECISIONS = 120


def times_of(preset: str, seats: int, rng: random.Random) -> list[float]:
    """Return how long each decision took while `hard` played against itself, the shortest first."""
    hard, shuffler = computer("hard"), shuffled_by(rng)
    found: list[float] = []
    for match, seat in islice(turns(preset, seats, shuffler), DECISIONS):
        view, legal = match.seat_view(seat), match.legal_actions()
        start = time.process_time()
        action = hard.choose(view, legal, rng)
        found.append(time.process_time() - start)
        match.apply(action, By.COMPUTER, shuffler)
    return sorted(found)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("preset", ["classic", "french", "travellers", "bga", "dhumbal"])
def test_hard_keeps_within_its_budget(preset: str, seats: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    times = times_of(preset, seats, random.Random(1))
    late = times[int(0.95 * len(times))]
    log.info(
        "%s, %d seats: median %.0f ms, 95 %% within %.0f ms, the longest %.0f ms",
        preset,
        seats,
        times[len(times) // 2] * 1000,
        late * 1000,
        times[-1] * 1000,
    )
    assert late < BUDGET
