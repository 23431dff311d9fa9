"""How long a whole table waits for its computers, whatever becomes of the process that thinks for them.

`pytest tests/cogs/test_table_waits.py -m slow -rP` shows the figures (see tests/benchmarks/README.md).
"""

import asyncio
import contextvars
import logging
import os
import signal
import time
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, Final, TypeVar

import pytest
import simcord

from bot.app import create_bot
from bot.config import Settings
from bot.players.advice import Advice, Question
from bot.players.thought import Thought
from bot.speeds import Speed
from bot.tables.turns import plays_itself
from bot.tables.values import Phase, Table
from bot.tables.workers import COMMAND, NoThought, Workers
from tests.cogs.bursts import BUSY
from tests.cogs.clicking import shuffled, take_turn
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends
from tests.cogs.play import deal, mover, next_round
from tests.tables.odd_levels import COMMAND as ODD_COMMAND

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

MOST: Final = 5.0
"""Seconds that a table waits at most for a computer."""
COMPUTERS: Final = 7
EVERY: Final = 0.05
AT_ONCE: Final = 0.3
"""Seconds that a click is waited for: computers think on meanwhile, and nobody waits for them."""
MID_THOUGHT: Final = 1.0
"""Seconds after which a process is up and thinks, if it thinks for long."""
SEVERAL: Final = 3
ME: Final = "you"
_What = TypeVar("_What")


class Watch:
    """Hears of what is stored, and takes the time that each turn of a computer took until then."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._known: Table | None = None
        self._since = 0.0

    def changed(self, before: Table | None, after: Table) -> None:
        """Take note of a change, which ends a turn, begins one, or both."""
        del before
        now = time.monotonic()
        if self._known is not None and _is_computers(self._known) and after.number > self._known.number:
            self.waits.append(now - self._since)
        self._known, self._since = after, now

    def resumed(self, table: Table) -> None:
        """Take note of a table that is there again."""
        self.changed(None, table)


def _is_computers(table: Table) -> bool:
    seat = None if table.match is None else table.match.to_move
    return seat is not None and plays_itself(table, seat)


class Counted:
    """The processes that think, by the clock on the wall, with a count of what was asked.

    `lost` says why nothing came of a thought, one entry for each; `since` is when the thought began that is
    under way, None if there is none.
    """

    def __init__(self, most: int, command: Sequence[str]) -> None:
        self._workers = Workers(most, command=command)
        self.env: simcord.Env | None = None
        self.asked, self.lost = 0, list[str]()
        self.since: float | None = None

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes there are."""
        return self._workers.pids

    async def think(self, thought: Thought) -> int:
        """Return the index of the chosen action; raise NoThought where there is none in time."""
        assert self.env is not None
        self.asked, self.since = self.asked + 1, time.monotonic()
        try:
            return await self.env.external_wait(_outside(self._workers.think(thought)), reason="thinks")
        except NoThought as problem:
            self.lost.append(str(problem))
            raise
        finally:
            self.since = None

    async def advise(self, question: Question) -> Advice:
        """Nobody asks for advice here."""
        raise NotImplementedError

    async def close(self) -> None:
        """End the processes."""
        await _outside(self._workers.close())


def _outside(work: Coroutine[Any, Any, _What]) -> asyncio.Task[_What]:
    """Begin something that simulated time does not touch."""
    return contextvars.Context().run(asyncio.get_running_loop().create_task, work)


@asynccontextmanager
async def table_of(
    settings: Settings, preset: str, command: Sequence[str] = COMMAND
) -> AsyncGenerator[tuple[Friends, Watch, Counted]]:
    """Deal at a table at blitz with one person and as many `hard` computers as it has seats for."""
    made: list[Counted] = []

    def thinkers(most: int) -> Counted:
        made.append(Counted(most, command))
        return made[-1]

    usual = replace(settings, computer_delay=Settings.computer_delay)
    bot = create_bot(usual, shuffler=shuffled(1), first_dealer=COMPUTERS)
    async with discord_with(bot, hurried=True, thinkers=thinkers, settle_timeout=BUSY) as env:
        made[0].env = env
        friends, watch = Friends.arrive(env, ME), Watch()
        friends.bot.desk.tables.listen(watch)
        await deal(friends, ME, computers=COMPUTERS, level="hard", rules=preset, speed=Speed.BLITZ.value)
        env.settle_timeout = AT_ONCE
        assert [seat.kind for seat in (await friends.running()).seats] == ["human", *["hard"] * COMPUTERS]
        yield friends, watch, made[0]
        assert env.errors == []


async def play(friends: Friends, watch: Watch, *, turns: int, rounds: int = 0) -> None:
    """Let the person play as they may, until computers have had so many turns and so many rounds are over."""
    env = friends.env
    ahead = env.now().timestamp() - time.time()
    while True:
        table = await friends.running()
        if len(watch.waits) >= turns and len(table.results()) >= rounds:
            return
        with suppress(TimeoutError):
            if table.phase is Phase.ROUND_OVER:
                await next_round(friends, ME)
            elif mover(table) == ME:
                await friends.open_hand(ME)
                await take_turn(friends, ME)
        await asyncio.sleep(EVERY)
        # Simulated time goes as fast as that of the process which thinks.
        behind = time.time() + ahead - env.now().timestamp()
        with suppress(TimeoutError):
            await env.advance_time(max(behind, 0.0))


async def shoot(thinkers: Counted) -> None:
    """Kill the process whenever it is in the middle of a thought."""
    while True:
        await asyncio.sleep(0.01)
        if thinkers.since is not None and time.monotonic() - thinkers.since > MID_THOUGHT:
            for pid in thinkers.pids:
                os.kill(pid, signal.SIGKILL)


def tell(what: str, watch: Watch, thinkers: Counted) -> None:
    """Log the figures."""
    waits = sorted(watch.waits)
    log.info(
        "%s: %d turns of computers; of %d of %d thoughts came nothing; median wait %.1f s, longest %.1f s",
        what,
        len(waits),
        len(thinkers.lost),
        thinkers.asked,
        waits[len(waits) // 2],
        waits[-1],
    )


@pytest.mark.parametrize(("preset", "rounds"), [("classic", 2), ("french", 1)])
async def test_a_table_with_all_seats_but_one_hard_never_waits_more_than_5_seconds(
    settings: Settings, preset: str, rounds: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger=log.name)
    async with table_of(settings, preset) as (friends, watch, thinkers):
        await play(friends, watch, turns=30, rounds=rounds)
        tell(preset, watch, thinkers)
        assert thinkers.lost == []
        assert max(watch.waits) < MOST


async def test_a_table_never_waits_more_than_5_seconds_though_its_process_is_killed_again_and_again(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger=log.name)
    async with table_of(settings, "classic", (*ODD_COMMAND, "sleeping")) as (friends, watch, thinkers):
        shooting = asyncio.create_task(shoot(thinkers))
        await play(friends, watch, turns=7)
        shooting.cancel()
        tell("killed in mid-thought", watch, thinkers)
        assert sum("has ended" in why for why in thinkers.lost) > SEVERAL
        assert max(watch.waits) < MOST


@pytest.mark.parametrize("preset", ["classic", "bga"])
async def test_a_table_never_waits_more_than_5_seconds_though_no_thought_keeps_within_its_budget(
    settings: Settings, preset: str, caplog: pytest.LogCaptureFixture
) -> None:
    """By rules with slap-downs too, where computers wait longest anyway."""
    caplog.set_level(logging.INFO, logger=log.name)
    async with table_of(settings, preset, (*ODD_COMMAND, "spinning")) as (friends, watch, thinkers):
        await play(friends, watch, turns=7)
        tell(f"no thought in time, {preset}", watch, thinkers)
        # A thought that a slap-down made begin anew may be cut short by its turn before its own time is up.
        assert 0 < len(thinkers.lost) <= len(watch.waits)
        assert all("too long" in why for why in thinkers.lost)
        assert max(watch.waits) < MOST
