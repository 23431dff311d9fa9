"""How tests wait for a bot that is a process of its own: until something is so, however busy the machine."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

from tests.load.crowd import Crowd
from tests.load.ledger import Outcome

PATIENCE: Final = 60.0
"""Seconds after which what is waited for will not come."""
_EVERY: Final = 0.1


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so.

    Raises AssertionError if it never is.
    """
    ends = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < ends, "it never was"
        await asyncio.sleep(_EVERY)


async def moves(crowd: Crowd, count: int) -> None:
    """Wait until the crowd has made so many more moves."""
    before = crowd.ledger.count(Outcome.DONE)
    await until(lambda: crowd.ledger.count(Outcome.DONE) >= before + count)
