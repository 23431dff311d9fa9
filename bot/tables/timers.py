"""Things to do later, by name."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from bot.engine.errors import YanivError
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

TRY_AGAIN: Final = timedelta(seconds=5)
CANCEL_TIME: Final = 0.5
"""Seconds that what is cancelled has to end."""

Clock = Callable[[], datetime]
"""Tells the time, aware and in UTC."""


class Timers:
    """One timer a name: setting it anew replaces the old one. A job that fails is logged."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[Hashable, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    def set(self, name: Hashable, at: datetime, job: Callable[[], Awaitable[None]]) -> None:
        """Do `job` at that time, at once if it has passed; never once closed."""
        self.cancel(name)
        if self._closed:
            return
        delay = max((at - self._clock()).total_seconds(), 0)
        self._waiting[name] = asyncio.get_running_loop().call_later(delay, self._start, name, job)

    def insist(self, name: Hashable, at: datetime, job: Callable[[], Awaitable[None]]) -> None:
        """Do `job` at that time; while the store is in trouble, try again every few seconds."""

        async def due() -> None:
            try:
                await job()
            except StoreError:
                log.warning("%s: the store is in trouble, trying again.", name)
                # What is set meanwhile is for a later turn, and this one was played.
                if not self.is_set(name):
                    self.set(name, self._clock() + TRY_AGAIN, due)

        self.set(name, at, due)

    def is_set(self, name: Hashable) -> bool:
        """Say whether something waits under that name."""
        return name in self._waiting

    def cancel(self, name: Hashable) -> None:
        """Forget what is waiting under that name; a job that has begun goes on."""
        handle = self._waiting.pop(name, None)
        if handle is not None:
            handle.cancel()

    async def close(self, limit: float | None = None) -> None:
        """Forget all that waits, and let what has begun finish; what that sets anew is forgotten too.

        What takes longer than `limit` seconds is cancelled.
        """
        self._closed = True
        for name in tuple(self._waiting):
            self.cancel(name)
        await finish(self._running, limit)

    def _start(self, name: Hashable, job: Callable[[], Awaitable[None]]) -> None:
        self._waiting.pop(name, None)
        task = asyncio.get_running_loop().create_task(_logged(job), name=f"timer {name}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)


async def _logged(job: Callable[[], Awaitable[None]]) -> None:
    try:
        await job()
    except YanivError as error:
        # Its text may name cards, and so may a traceback.
        log.error("A timed job was refused: %s.", type(error).__name__)  # noqa: TRY400
    except Exception:
        log.exception("A timed job failed.")


async def finish(tasks: Iterable[asyncio.Task[Any]], limit: float | None = None) -> None:
    """Wait until tasks have ended; those that take longer than `limit` seconds are cancelled."""
    running = {task for task in tasks if not task.done()}
    if not running:
        return
    _, late = await asyncio.wait(running, timeout=limit)
    for task in late:
        task.cancel()
    if late:
        log.warning("Stopped without waiting any longer for %d tasks.", len(late))
        await asyncio.wait(late, timeout=CANCEL_TIME)
