"""How late the event loop is while computers think in their own process (see README.md beside this file).

`pytest tests/benchmarks/test_loop_lag.py -m slow -rP` shows the figures.
"""

import asyncio
import logging
import random

import pytest

from bot.engine.actions import By
from bot.players.thought import Thought
from bot.tables.workers import NoThought, Workers
from tests.benchmarks.endless import turns
from tests.engine.helpers import shuffled_by

log = logging.getLogger(__name__)

SEATS = 8
SECONDS = 20.0
EVERY = 0.005
MOST_LATE = 0.020


async def lags(until: asyncio.Event) -> list[float]:
    """Return how much later than asked for the loop came back each time, the least first."""
    loop, found = asyncio.get_running_loop(), list[float]()
    while not until.is_set():
        before = loop.time()
        await asyncio.sleep(EVERY)
        found.append(loop.time() - before - EVERY)
    return sorted(found)


async def play(workers: Workers, preset: str, seed: int, until: asyncio.Event) -> tuple[int, int]:
    """Let eight `hard` seats play without a pause; return how many turns were thought about, how many not."""
    rng = random.Random(seed)
    shuffler = shuffled_by(rng)
    thought, late = 0, 0
    for match, seat in turns(preset, SEATS, shuffler):
        if until.is_set():
            break
        view, legal = match.seat_view(seat), match.legal_actions()
        try:
            choice = await workers.think(Thought("hard", view, legal, rng.getrandbits(32)))
            thought += 1
        except NoThought:
            choice, late = 0, late + 1
        match.apply(legal[choice], By.COMPUTER, shuffler)
    return thought, late


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("preset", ["classic", "french"])
async def test_the_loop_is_on_time_while_eight_hard_seats_play(
    preset: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    workers, until = Workers(1), asyncio.Event()
    try:
        # The first thought waits for its process.
        warm = asyncio.Event()
        asyncio.get_running_loop().call_later(3.0, warm.set)
        await play(workers, preset, 0, warm)
        asyncio.get_running_loop().call_later(SECONDS, until.set)
        found, (thought, late) = await asyncio.gather(lags(until), play(workers, preset, 1, until))
    finally:
        await workers.close()
    log.info(
        "%s: %d turns thought about, %d too late; median %.1f ms, 99 %% within %.1f ms, most %.1f ms",
        preset,
        thought,
        late,
        *(1000 * found[int(share * (len(found) - 1))] for share in (0.5, 0.99, 1.0)),
    )
    assert not late
    assert found[int(0.99 * len(found))] < MOST_LATE
