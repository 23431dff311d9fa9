"""A simulated Discord whose time stands still until it is moved, so that a run is the same every time.

Nothing here waits for the wall clock: what the bot does later lies in one queue, and is done when a driver
lets time pass.
"""

import asyncio
import copy
import heapq
import itertools
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, Final, cast
from unittest import mock

import simcord
from simcord import components, gateway, results
from simcord._runtime import (
    _attach_bot,  # pyright: ignore[reportPrivateUsage] -- a start without the rest of a restart
)
from simcord.http import router

from bot.app import YanivBot

AT_ONCE: Final = 0.001
"""Seconds within which a timer counts as due: one without a delay is a tick late in simcord."""

ROUTINE: Final = ("sweep", "alive")
"""The names of the bot's timers for what it does all day long."""

A_WHILE: Final = 60.0

MOST_TURNS: Final = 200_000
"""Turns of the loop after which the bot is said not to come to rest."""


class NeverAtRest(AssertionError):
    """The bot went on and on although no time passed."""


class _Bag(list[Any]):
    """What simcord keeps of its callbacks; a list would compare them all with each other."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[int, Any] = {}

    def append(self, record: Any, /) -> None:
        if len(self._kept) > 500:
            self._kept = {key: kept for key, kept in self._kept.items() if not _is_off(kept)}
        self._kept[id(record)] = record

    def remove(self, record: Any, /) -> None:
        self._kept.pop(id(record), None)

    def clear(self) -> None:
        self._kept.clear()

    def __iter__(self) -> Iterator[Any]:
        return iter(tuple(self._kept.values()))


class Simulation(simcord.Env):
    """An environment that comes to rest as soon as the loop has nothing to do, and moves time by hand."""

    def __init__(self, bot: YanivBot, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(bot, check_errors=False)
        self._timers: list[tuple[float, int, Any]] = []
        self._order = itertools.count()
        self._work.callbacks = _Bag()
        self._ready: Any = cast("Any", loop)._ready
        setattr(loop, "time", lambda: self.backend.clock.elapsed)  # noqa: B010 -- of this one loop

    # --- what simcord calls

    def _schedule_timer(self, record: Any, callback: Any, args: Any, schedule_context: Any) -> None:
        del callback, args, schedule_context
        heapq.heappush(self._timers, (record.when, next(self._order), record))

    async def _settle_internal(self, **_: Any) -> None:
        await self.rest()

    async def _advance_to(self, target: float, deadline: float) -> None:
        del deadline
        await self.pass_time(target - self.elapsed)

    # --- time

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return self.backend.clock.elapsed

    def moment(self, elapsed: float) -> str:
        """Return when that was, as Discord writes it."""
        return (self.now() - timedelta(seconds=self.elapsed - elapsed)).isoformat()

    async def rest(self) -> None:
        """Let the bot do what it can do now.

        Raises NeverAtRest.
        """
        for _ in range(MOST_TURNS):
            await asyncio.sleep(0)
            if self._ready:
                continue
            if self._work.executors:
                await asyncio.wait(tuple(self._work.executors))
            elif not self._fire(self.elapsed + AT_ONCE):
                return
        raise NeverAtRest("the bot does not come to rest")

    async def turn(self, turns: int) -> None:
        """Let the loop turn so many times: the bot is interrupted in the middle of what it does."""
        for _ in range(turns):
            await asyncio.sleep(0)

    async def pass_time(self, seconds: float, *, most: int = 2_000) -> None:
        """Let time pass; after `most` timers it is cut short."""
        target = self.elapsed + seconds
        await self.rest()
        for _ in range(most):
            self._put_off_routine(target)
            if not self._fire(target):
                self._move(target)
                return
            await self.rest()

    def next_timer(self) -> float | None:
        """Return in how many seconds the bot does something by itself, None if it waits for others."""
        self._drop_cancelled()
        return self._timers[0][0] - self.elapsed if self._timers else None

    def _fire(self, until: float) -> bool:
        self._drop_cancelled()
        if not self._timers or self._timers[0][0] > until:
            return False
        when, _, record = heapq.heappop(self._timers)
        self._move(when)
        record.handle._run()
        return True

    def _put_off_routine(self, target: float) -> None:
        """Do what is done again and again, all day long, only when something else happens too."""
        self._drop_cancelled()
        others = [when for when, _, record in self._timers if not _is_off(record) and not _is_routine(record)]
        moment = min([target, *others])
        while self._timers and _is_routine(self._timers[0][2]) and moment - self._timers[0][0] > A_WHILE:
            _, order, record = self._timers[0]
            heapq.heapreplace(self._timers, (moment, order, record))
            self._drop_cancelled()

    def _drop_cancelled(self) -> None:
        while self._timers and _is_off(self._timers[0][2]):
            heapq.heappop(self._timers)

    def _move(self, moment: float) -> None:
        if moment > self.elapsed:
            self.backend.advance_clock(moment - self.elapsed)

    # --- the life of the process

    def begin_in_bot(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin something as the bot itself would."""
        with self._bot_scope():
            return asyncio.get_running_loop().create_task(work)

    async def die_and_start(self, bot: YanivBot, gone: float, dead: Callable[[], None]) -> None:
        """Stop the bot in the middle of whatever it does, and start another after so many seconds.

        `dead` is called in between.
        """
        await self._detach_bot()
        self._timers.clear()
        dead()
        self._move(self.elapsed + gone)
        await _attach_bot(self, bot)

    def take_errors(self) -> list[BaseException]:
        """Return what the bot raised unseen since the last time."""
        errors, self._errors = self._errors, []
        return errors

    @property
    def tasks(self) -> int:
        """How many tasks of the bot are known, those that have ended a moment ago too."""
        return len(self._work.tasks)

    @property
    def busy(self) -> bool:
        """Say whether the bot is in the middle of something."""
        return any(not task.done() for task in self._work.tasks)


def _is_routine(record: Any) -> bool:
    arguments: tuple[Any, ...] = () if _is_off(record) else record.handle._args
    return bool(arguments) and arguments[0] in ROUTINE


def _is_off(record: Any) -> bool:
    return record.handle is None or record.handle.cancelled()


def copied(value: Any) -> Any:
    """Copy what JSON holds, many times faster than `copy.deepcopy`."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [copied(inner) for inner in cast("list[Any]", value)]
    return value


@contextmanager
def quick_copies() -> Generator[None]:
    """Let simcord copy payloads, which it does all the time, in a fast way; requests are kept as they are."""
    with ExitStack() as stack:
        as_it_is: Callable[[Any], Any] = copy.copy
        for module, way in ((router, as_it_is), (gateway, copied)):
            stack.enter_context(mock.patch.object(module, "copy", SimpleNamespace(deepcopy=way)))
        for module in (components, results):
            stack.enter_context(mock.patch.object(module, "deepcopy", copied))
        yield
