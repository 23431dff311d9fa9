"""Stopping in time: what does not end by itself is not waited for any longer."""

import asyncio
import logging
import os
import threading
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Final

log = logging.getLogger(__name__)

STOP_TIME: Final = 9.5
"""Seconds from the wish to stop to the end of the process: hosts kill after ten."""


async def within(seconds: float, work: Awaitable[object], name: str) -> None:
    """Wait for the end of `work` for so many seconds at most, then cancel it."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        log.warning("Stopped without waiting any longer for the %s.", name)


@contextmanager
def last_resort() -> Generator[Callable[[], None]]:
    """Give what to call once the process is to stop: should it hang `STOP_TIME` seconds later, it is ended.

    A thread that looks up a name for minutes, say, would keep it. Nothing durable depends on what is left:
    each commit is whole, or not there.
    """
    timer = threading.Timer(STOP_TIME, os._exit, (0,))
    timer.daemon = True

    def begin() -> None:
        if timer.ident is None:
            timer.start()

    try:
        yield begin
    finally:
        timer.cancel()
