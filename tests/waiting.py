"""How tests wait: until something is so, however busy the machine, and not for so many seconds."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

PATIENCE: Final = 60.0
"""Seconds after which what is waited for will not come."""
_EVERY: Final = 0.02


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so.

    Raises AssertionError if it never is.
    """
    ends = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < ends, "it never was"
        await asyncio.sleep(_EVERY)
