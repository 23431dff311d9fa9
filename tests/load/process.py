"""The bot as a process of its own: started, waited for, stopped and killed."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from tests.load.loopback import Loopback
from tests.load.rest import TOKEN
from tests.load.watched import LEFT, TASKS

ROOT: Final = Path(__file__).parents[2]
RUN: Final = ("-m", "bot", "run")
START_TIME: Final = 60.0
STOP_TIME: Final = 10.0


class LogLine(NamedTuple):
    """A line that the bot wrote, and when."""

    at: datetime
    text: str


class BotProcess:
    """One bot on one database, against a loopback Discord; it can be started again after each end.

    `log` is all it wrote to standard output and error, of all its lives.
    """

    def __init__(
        self,
        discord: Loopback,
        database: Path,
        *,
        program: Sequence[str] = RUN,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self._discord = discord
        self._program = program
        self._environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("YANIV_")},
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite:///{database}",
            "YANIV_TEST_DISCORD": discord.url,
            "LOG_LEVEL": "DEBUG",
            "COMPUTER_DELAY": "0.1-0.3",
            "NEXT_ROUND_SECONDS": "2",
            "CARD_PICTURES": "off",
            "PYTHONASYNCIODEBUG": "1",
            "PYTHONUNBUFFERED": "1",
            **(settings or {}),
        }
        self._process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._ending = False
        self.log: list[LogLine] = []

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Say whether it has been started and not ended since."""
        return self._process is not None and self._process.returncode is None

    @property
    def answers(self) -> bool:
        """Say whether a click has to be answered: it runs, is not being ended, and Discord reaches it."""
        return self.runs and not self._ending and self._discord.gateway.connected.is_set()

    async def start(self) -> None:
        """Start it and wait until it takes clicks.

        Raises RuntimeError, with the end of its log, if it ends instead.
        """
        self._discord.gateway.connected.clear()
        self._ending = False
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._program,
            cwd=ROOT,
            env=self._environ,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self._readers = [
            asyncio.create_task(self._read(stream))
            for stream in (self._process.stdout, self._process.stderr)
            if stream is not None
        ]
        ready = asyncio.create_task(self._discord.gateway.connected.wait())
        ended = asyncio.create_task(self._process.wait())
        await asyncio.wait({ready, ended}, timeout=START_TIME, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            if not ended.done():
                await self.kill()
            await asyncio.wait(self._readers)
            raise RuntimeError(
                "the bot did not start:\n" + "\n".join(line.text for line in self.log[-_TOLD:])
            )

    async def _read(self, stream: asyncio.StreamReader) -> None:
        while line := await stream.readline():
            self.log.append(LogLine(datetime.now(UTC), line.decode(errors="replace").rstrip("\n")))

    async def kill(self) -> None:
        """Kill it without a warning, like kill -9."""
        await self._end(signal.SIGKILL, START_TIME)

    async def stop(self, seconds: float = STOP_TIME) -> int:
        """Ask it to stop, like SIGTERM, and return its exit code.

        Raises TimeoutError if it still runs after so many seconds; then it is killed.
        """
        return await self._end(signal.SIGTERM, seconds)

    async def _end(self, how: signal.Signals, seconds: float) -> int:
        process = self._process
        assert process is not None
        self._ending = True
        if process.returncode is None:
            process.send_signal(how)
        try:
            async with asyncio.timeout(seconds):
                code = await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
            raise
        await asyncio.wait(self._readers)
        return code

    def complaints(self) -> list[str]:
        """Return the lines of its log that nobody wants to see: tracebacks, and what asyncio warns of.

        How long a step of the loop took is none: that tells of the machine too; see `slow_steps`.
        """
        return [
            "\n".join(line.text for line in self.log[max(number - 1, 0) : number + _TOLD])
            for number, line in enumerate(self.log)
            if any(complaint in line.text for complaint in _COMPLAINTS) and not self._is_detail(number)
        ]

    def _is_detail(self, number: int) -> bool:
        """Say whether a line belongs to what asyncio in its debug mode writes of a broken connection."""
        before = self.log[max(number - 1, 0)].text
        return "DEBUG" in before and "error on socket transport" in before

    def slow_steps(self) -> list[float]:
        """Return how many seconds those steps of the loop took that asyncio calls slow: 0.1 or more."""
        return [float(took[1]) for line in self.log if (took := _SLOW_STEP.search(line.text))]

    async def tasks(self) -> int:
        """Return how many tasks it has now; for a program that is watched."""
        seen = len(self.log)
        os.kill(self.pid, signal.SIGUSR1)
        for _ in range(int(STOP_TIME * 10)):
            told = [line.text for line in self.log[seen:] if line.text.startswith(TASKS)]
            if told:
                return int(told[-1].removeprefix(TASKS))
            await asyncio.sleep(0.1)
        raise TimeoutError("it does not tell")

    def left_behind(self) -> list[str]:
        """Return the tasks that were left at its end; for a program that is watched."""
        return [line.text for line in self.log if line.text.startswith(LEFT)]

    def memory(self) -> int:
        """Return how many bytes of memory it holds now."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


_COMPLAINTS: Final = (
    "Traceback",
    "was never awaited",
    "was never retrieved",
    "was destroyed but it is pending",
    "Unclosed",
    "ResourceWarning",
)
_TOLD: Final = 40
_SLOW_STEP: Final = re.compile(r"Executing <.*took ([0-9.]+) seconds")
