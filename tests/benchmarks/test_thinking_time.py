"""How long the level `hard` thinks, for itself and for a hint (see README.md beside this file).

Times are those of the processor.

`pytest tests/benchmarks/test_thinking_time.py -m slow -rP` shows the figures.
"""

import logging
import random
import time
from itertools import islice

import pytest

from bot.engine.actions import By
from bot.players.advice import Question
from bot.players.thought import Thought
from bot.tables.workers import THINKING_TIME
from tests.benchmarks.endless import turns
from tests.engine.helpers import shuffled_by

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
every_table = pytest.mark.parametrize(
    ("preset", "seats"),
    [
        (preset, seats)
        for preset in ("classic", "french", "travellers", "bga", "dhumbal")
        for seats in (2, 4, 8)
    ],
)

BUDGET = 0.3
DECISIONS = 120


def times_of(kind: type[Thought], preset: str, seats: int, rng: random.Random) -> list[float]:
    """Return how long each answer took while `hard` played against itself, the shortest first."""
    shuffler = shuffled_by(rng)
    found: list[float] = []
    for match, seat in islice(turns(preset, seats, shuffler), DECISIONS):
        asked = kind("hard", match.seat_view(seat), match.legal_actions(), rng.getrandbits(64))
        start = time.process_time()
        answer = asked.answer()
        found.append(time.process_time() - start)
        match.apply(asked.legal[int(answer.split()[0])], By.COMPUTER, shuffler)
    return sorted(found)


def held_to(budget: float, kind: type[Thought], preset: str, seats: int) -> None:
    """Hold 95 of 100 answers to a budget, in seconds."""
    times = times_of(kind, preset, seats, random.Random(1))
    late = times[int(0.95 * len(times))]
    log.info(
        "%s, %d seats: median %.0f ms, 95 %% within %.0f ms, the longest %.0f ms",
        preset,
        seats,
        times[len(times) // 2] * 1000,
        late * 1000,
        times[-1] * 1000,
    )
    assert late < budget


@every_table
def test_hard_keeps_within_its_budget(preset: str, seats: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    held_to(BUDGET, Thought, preset, seats)


@every_table
def test_a_hint_comes_in_the_time_of_a_thought(
    preset: str, seats: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    held_to(THINKING_TIME, Question, preset, seats)
