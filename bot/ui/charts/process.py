"""Has charts drawn in a process of their own, one at a time, and ends it if that takes too long."""

import asyncio
import json
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from bot.ui.charts.values import Chart, Drawn

log = logging.getLogger(__name__)

DRAWING_TIME: Final = 20.0
"""Seconds after which a chart is given up, from the moment its process begins."""

COMMAND: Final = (sys.executable, "-m", "bot.ui.charts")
_ROOT: Final = Path(__file__).parents[3]
_MOST_WAITING: Final = 20
_PNG: Final = b"\x89PNG"


class Draughtsman(Protocol):
    """Whoever draws charts."""

    async def draw(self, chart: Chart) -> Drawn | None:
        """Return a chart as a picture, None if nothing came of it."""
        ...


class ChartProcess:
    """Draws each chart in a new process, so that nothing heavy stays in memory between two matches."""

    def __init__(self, *, limit: float = DRAWING_TIME, command: Sequence[str] = COMMAND) -> None:
        """`limit` is in seconds, as `DRAWING_TIME`."""
        self._limit = limit
        self._command = command
        self._one = asyncio.Semaphore(1)
        self._waiting = 0

    async def draw(self, chart: Chart) -> Drawn | None:
        """Return a chart as a picture; None if that failed, took too long, or too many wait for theirs."""
        if self._waiting >= _MOST_WAITING:
            log.warning("A chart is left out, too many are waiting.")
            return None
        self._waiting += 1
        try:
            async with self._one, asyncio.timeout(self._limit):
                return await self._draw(chart)
        except TimeoutError:
            log.warning("A chart is given up, it took too long.")
        except (OSError, ValueError) as problem:
            # What is wrong may name players.
            log.warning("A chart is not drawn: %s.", type(problem).__name__)
        finally:
            self._waiting -= 1
        return None

    async def _draw(self, chart: Chart) -> Drawn:
        # In a session of its own no Ctrl+C of the terminal reaches it.
        process = await asyncio.create_subprocess_exec(
            *self._command, cwd=_ROOT, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )
        try:
            answer, _ = await process.communicate(chart.to_json().encode())
        finally:
            # Also where this task is cancelled: the bot stops, or the time is up.
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        numbered, _, png = answer.partition(b"\n")
        if process.returncode or not png.startswith(_PNG):
            raise ChildProcessError
        return Drawn(png, tuple(json.loads(numbered)))
