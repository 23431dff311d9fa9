"""Busy channels for many minutes, and what that took: requests, 429s, memory, seconds until an answer."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from tests.load.crowd import Crowd
from tests.load.journals import compare, journals
from tests.load.ledger import Outcome
from tests.load.loopback import loopback
from tests.load.process import BotProcess

log = logging.getLogger(__name__)

PROGRAM: Final = ("-m", "tests.load.watched", "run")
MEGABYTE: Final = 2**20
_SETTLED: Final = 5
"""Minutes after which memory should not grow any more."""
_GROWTH: Final = 0.05
_EVERY: Final = 60.0
_RULES: Final = (None, "travellers", "bga", "dhumbal", "french")


@dataclass(frozen=True, kw_only=True)
class Load:
    """How much to load the bot with; `think` is how many seconds a click takes a person."""

    channels: int
    minutes: float
    think: float
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class Report:
    """What a run took. `memory` is in bytes, one entry a minute and the first after the start."""

    load: Load
    requests: Counter[str]
    refused: Counter[str]
    memory: Sequence[int]
    tasks: Sequence[int]
    seconds: Sequence[float]
    slow_steps: Sequence[float]
    moves: int
    matches: int
    rounds: int
    stopped_in: float
    problems: Sequence[str]

    @property
    def growth(self) -> float:
        """Return by which part memory has grown since it should not any more; 0.0 for a short run."""
        settled = self.memory[_SETTLED:]
        return settled[-1] / settled[0] - 1 if len(settled) > 1 else 0.0

    @property
    def failures(self) -> list[str]:
        """Return in a sentence each what was not as promised."""
        failures = list(self.problems)
        if self.refused:
            failures.append(f"Discord refused {self.refused.total()} requests for their number.")
        if self.growth > _GROWTH:
            failures.append(f"Memory grew by {self.growth:.1%} after the first {_SETTLED} minutes.")
        return failures

    def lines(self) -> list[str]:
        """Return the report in words."""
        load = self.load
        answers = " · ".join(f"{name} {value * 1000:.0f} ms" for name, value in percentiles(self.seconds))
        slow = f", the slowest {max(self.slow_steps):.2f} s" if self.slow_steps else ""
        return [
            f"{load.channels} channels, {load.minutes:g} minutes, a click every {load.think:g} s a person",
            f"moves {self.moves} · rounds {self.rounds} · matches {self.matches}",
            f"requests {self.requests.total()}: "
            + " · ".join(f"{route} {count}" for route, count in self.requests.most_common()),
            f"429s {self.refused.total()} {dict(self.refused) or ''}",
            f"clicks {len(self.seconds)}, acknowledged within: {answers}",
            "memory by minute, MB: " + " ".join(f"{size / MEGABYTE:.0f}" for size in self.memory),
            f"growth after {_SETTLED} minutes: {self.growth:+.1%}",
            "tasks by minute: " + " ".join(map(str, self.tasks)),
            f"steps of the loop of 0.1 s or more: {len(self.slow_steps)}{slow}",
            f"stopped in {self.stopped_in:.1f} s",
            *(f"NOT AS PROMISED: {failure}" for failure in self.failures),
        ]


def percentiles(seconds: Sequence[float]) -> list[tuple[str, float]]:
    """Return median, 95th and 99th percentile and the largest of some durations; nothing of none."""
    ordered = sorted(seconds)
    last = len(ordered) - 1
    parts = (("50 %", 0.5), ("95 %", 0.95), ("99 %", 0.99), ("all", 1.0))
    return [(name, ordered[round(last * part)]) for name, part in parts if ordered]


async def run(load: Load, database: Path) -> Report:
    """Load a bot and return what it took."""
    async with loopback(keeps_calls=False) as discord:
        settings = {"LOG_LEVEL": "INFO", "COMPUTER_DELAY": "1-3", "NEXT_ROUND_SECONDS": "20"}
        bot = BotProcess(discord, database, program=PROGRAM, settings=settings)
        await bot.start()
        try:
            crowd = Crowd(discord, bot, think=load.think, seed=load.seed, curious=0.02)
            for number in range(load.channels):
                crowd.invite(people=2 + number % 3, computers=number % 2, rules=_RULES[number % len(_RULES)])
            started = len(bot.slow_steps())
            await crowd.sit_down()
            memory, tasks = await _play(crowd, bot, load.minutes * 60)
            began = monotonic()
            code = await bot.stop()
            stopped_in = monotonic() - began
        finally:
            if bot.runs:
                await bot.kill()
        problems = [*crowd.noted.faults, *compare(crowd.ledger, journals(database)), *bot.complaints()]
        problems += [f"an unexpected request: {request}" for request in discord.rest.unexpected]
        problems += [f"left behind at the end: {task}" for task in bot.left_behind()]
        problems += [f"exit code {code}"] if code else []
        return Report(
            load=load,
            requests=discord.rest.counts,
            refused=discord.limits.refused,
            memory=memory,
            tasks=tasks,
            seconds=crowd.noted.seconds,
            slow_steps=bot.slow_steps()[started:],
            moves=crowd.ledger.count(Outcome.DONE),
            matches=sum(party.matches for party in crowd.parties),
            rounds=sum(party.rounds for party in crowd.parties),
            stopped_in=stopped_in,
            problems=problems,
        )


async def _play(crowd: Crowd, bot: BotProcess, seconds: float) -> tuple[list[int], list[int]]:
    """Let a crowd play for so long; return memory and tasks of the bot, minute by minute."""
    memory, tasks = [bot.memory()], [await bot.tasks()]
    ends = monotonic() + seconds
    async with crowd.playing():
        while (left := ends - monotonic()) > 0:
            await asyncio.sleep(min(left, _EVERY))
            memory.append(bot.memory())
            tasks.append(await bot.tasks())
            log.info(
                "%d MB, %d tasks, %d clicks, %d times refused",
                memory[-1] // MEGABYTE,
                tasks[-1],
                len(crowd.noted.seconds),
                crowd.discord.limits.refused.total(),
            )
    return memory, tasks
