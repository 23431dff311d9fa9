"""Thinking in other processes: a few, begun when they are needed, ended when they hang.

The standard library's pools neither end a process that hangs nor see to it that none stays behind when this
one is killed; a process with a pipe to it, which ends when the pipe does, is all it takes.
"""

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol, Self

from bot.players.advice import Advice, Question
from bot.players.thought import Thought
from bot.players.worker import READY

log = logging.getLogger(__name__)

THINKING_TIME: Final = 2.0
"""Seconds after which a thought comes too late, waiting for a free process included."""

COMMAND: Final = (sys.executable, "-m", "bot.players.worker")
_ROOT: Final = Path(__file__).parents[2]
_START_TIME: Final = 15.0
_END_TIME: Final = 1.0


class NoThought(Exception):
    """Nothing came of a thought: it took too long, or its process ended."""


class Thinker(Protocol):
    """Whoever thinks for the computers that take their time, and for people who ask for advice."""

    async def think(self, thought: Thought) -> int:
        """Return the index of the chosen action; raise NoThought where there is none in time."""
        ...

    async def advise(self, question: Question) -> Advice:
        """Return what is best and why; raise NoThought where there is no advice in time."""
        ...

    async def close(self) -> None:
        """Think no more; whoever waits for a thought gets none."""
        ...


class Worker:
    """One process that thinks."""

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("a worker needs pipes")
        self._process = process
        self._ask, self._said = process.stdin, process.stdout

    @classmethod
    async def start(cls, command: Sequence[str]) -> Self:
        """Begin a process; raise OSError if there can be none."""
        # In a session of its own no Ctrl+C of the terminal reaches it.
        process = await asyncio.create_subprocess_exec(
            *command, cwd=_ROOT, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )
        return cls(process)

    async def ready(self) -> None:
        """Wait until it has come up; raise OSError or NoThought if it does not."""
        async with asyncio.timeout(_START_TIME):
            if await self._line() != READY:
                raise NoThought("a process for computer players said something odd")

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_there(self) -> bool:
        """Say whether the process has not ended, as far as is known."""
        return self._process.returncode is None

    async def ask(self, asked: Thought) -> str:
        """Return the answer, the index of an action first; raise OSError or NoThought if none comes."""
        self._ask.write(pickle.dumps(asked))
        await self._ask.drain()
        line = await self._line()
        index, _, problem = line.partition(" ")
        if index not in map(str, range(len(asked.legal))):
            raise NoThought(f"a computer player failed: {problem}")
        return line

    async def _line(self) -> str:
        line = await self._said.readline()
        if not line:
            raise NoThought("a process for computer players has ended")
        return line.decode().strip()

    def kill(self) -> None:
        """End the process, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()


class Workers:
    """Thinks in at most so many processes, one thought a process at a time."""

    def __init__(
        self, most: int = 1, *, limit: float = THINKING_TIME, command: Sequence[str] = COMMAND
    ) -> None:
        """`most` is at least 1; `limit` is in seconds, as `THINKING_TIME`."""
        self._free = most
        self._limit = limit
        self._command = command
        self._waiting: deque[tuple[Thought, asyncio.Future[str]]] = deque()
        self._working: set[asyncio.Task[None]] = set()
        self._idle: list[Worker] = []
        self._workers: list[Worker] = []
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes there are."""
        return [worker.pid for worker in self._workers if worker.is_there]

    async def think(self, thought: Thought) -> int:
        """Return the index of the chosen action; raise NoThought where there is none in time."""
        return int(await self._answer(thought))

    async def advise(self, question: Question) -> Advice:
        """Return what is best and why; raise NoThought where there is no advice in time."""
        line = await self._answer(question)
        return Advice.read(line.partition(" ")[2])

    async def _answer(self, asked: Thought) -> str:
        if self._closed:
            raise NoThought("no more thinking")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        self._waiting.append((asked, answer))
        if self._free:
            self._free -= 1
            task = loop.create_task(self._work(), name="thinking")
            self._working.add(task)
            task.add_done_callback(self._working.discard)
        try:
            async with asyncio.timeout(self._limit):
                return await answer
        except TimeoutError:
            raise NoThought("a computer player took too long") from None

    async def close(self) -> None:
        """End every process; whoever waits for a thought gets none."""
        self._closed = True
        for task in self._working:
            task.cancel()
        for _, answer in self._waiting:
            _refuse(answer, NoThought("no more thinking"))
        for worker in self._workers:
            worker.kill()
        loop = asyncio.get_running_loop()
        ends = [loop.create_task(worker.ended(), name="end of a worker") for worker in self._workers]
        if ends or self._working:
            await asyncio.wait([*ends, *self._working], timeout=_END_TIME)

    async def _work(self) -> None:
        """Think until nobody waits for a thought any more."""
        try:
            while self._waiting:
                asked, answer = self._waiting.popleft()
                # Whoever has waited in vain does not keep the others waiting.
                if not answer.done():
                    await self._serve(asked, answer)
        finally:
            self._free += 1

    async def _serve(self, asked: Thought, answer: asyncio.Future[str]) -> None:
        try:
            line = await self._ask(asked)
        except (OSError, NoThought) as problem:
            log.warning("Nothing came of a thought: %s.", str(problem) or type(problem).__name__)
            _refuse(answer, NoThought(str(problem)))
        except BaseException:
            _refuse(answer, NoThought("no more thinking"))
            raise
        else:
            if not answer.done():
                answer.set_result(line)

    async def _ask(self, asked: Thought) -> str:
        worker = await self._free_worker()
        try:
            if worker not in self._workers:
                self._workers = [*(known for known in self._workers if known.is_there), worker]
                await worker.ready()
            # Whoever asks may have given up by now: a process gets its whole time all the same, since ending
            # and beginning one takes time too.
            async with asyncio.timeout(self._limit):
                line = await worker.ask(asked)
        except BaseException:
            worker.kill()
            raise
        self._idle.append(worker)
        return line

    async def _free_worker(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_there:
                return worker
        return await Worker.start(self._command)


def _refuse(answer: asyncio.Future[str], why: NoThought) -> None:
    if not answer.done():
        answer.set_exception(why)
