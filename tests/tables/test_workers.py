"""Thinking in other processes: never longer than it may take, and no process stays behind."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
import typing
from collections.abc import AsyncGenerator
from dataclasses import fields
from pathlib import Path

import pytest

from bot.engine.actions import Action
from bot.engine.views import SeatView
from bot.players.thought import Thought
from bot.presets import shipped_presets
from bot.tables.workers import NoThought, Workers
from tests.tables.odd_levels import COMMAND
from tests.tables.thoughts import last, thought, until_it_thinks
from tests.waiting import until

ROOT = Path(__file__).parents[2]
LIMIT = 1.5
SPARE = 2.0
"""Seconds that a busy machine may take beside."""
AT_ONCE = 15.0
"""Seconds that whatever happens at once takes at most, however busy the machine."""


def is_there(pid: int) -> bool:
    """Say whether a process runs; one that nobody has asked about since its end does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def gone(pid: int) -> None:
    """Wait until a process has ended."""
    await until(lambda: not is_there(pid))


@pytest.fixture
async def workers() -> AsyncGenerator[Workers]:
    workers = Workers(command=COMMAND, limit=LIMIT)
    # A process that comes up slowly is another matter than one that thinks for long.
    await until_it_thinks(workers)
    yield workers
    await workers.close()


@pytest.fixture
async def unhurried() -> AsyncGenerator[Workers]:
    """Let processes think for so long that whatever happens earlier has another reason."""
    workers = Workers(command=COMMAND, limit=2 * AT_ONCE)
    await until_it_thinks(workers)
    yield workers
    await workers.close()


async def test_no_process_runs_until_somebody_has_to_think() -> None:
    workers = Workers()
    assert workers.pids == []
    await workers.close()


@pytest.mark.parametrize("preset", shipped_presets())
async def test_another_process_chooses_what_this_one_would_have_chosen(preset: str) -> None:
    workers = Workers(limit=30)
    for seats in (2, 7):
        for seed in range(5):
            for level in ("greedy", "random"):
                asked = thought(level, preset=preset, seats=seats, seed=seed)
                assert await workers.think(asked) == asked.choice()
    assert len(workers.pids) == 1
    await workers.close()


def test_nothing_but_a_seats_view_and_its_legal_actions_leaves_for_another_process() -> None:
    hints = typing.get_type_hints(Thought)
    assert [field.name for field in fields(Thought)] == ["level", "view", "legal", "seed"]
    assert (hints["level"], hints["view"], hints["seed"]) == (str, SeatView, int)
    assert hints["legal"] == tuple[Action, ...]


def test_a_process_that_thinks_knows_the_rules_and_the_players_and_nothing_else() -> None:
    source = "import sys, bot.players.worker; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    ours = {name for name in loaded if name.startswith(("bot.", "cogs"))}
    assert {name.split(".")[1] for name in ours} == {"engine", "players"}
    assert not loaded & {"discord", "aiohttp", "asyncio", "sqlalchemy", "babel", "sqlite3", "ssl"}


@pytest.mark.parametrize("level", ["sleeping", "spinning"])
async def test_whoever_thinks_too_long_is_waited_for_no_longer_and_its_process_replaced(
    workers: Workers, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    [first] = workers.pids
    began = time.monotonic()
    with pytest.raises(NoThought, match="too long"):
        await workers.think(thought(level))
    assert time.monotonic() - began < LIMIT + SPARE
    await gone(first)
    assert "Nothing came of a thought: TimeoutError." in caplog.messages
    await until_it_thinks(workers)
    [second] = workers.pids
    assert second != first


async def test_a_process_killed_in_mid_thought_is_noticed_at_once_and_replaced(unhurried: Workers) -> None:
    [first] = unhurried.pids
    thinking = asyncio.ensure_future(unhurried.think(thought("sleeping")))
    await asyncio.sleep(0.05)
    os.kill(first, signal.SIGKILL)
    began = time.monotonic()
    with pytest.raises(NoThought, match="has ended"):
        await thinking
    assert time.monotonic() - began < AT_ONCE
    await until_it_thinks(unhurried)
    assert unhurried.pids != [first]


async def test_a_process_that_died_while_nobody_asked_is_replaced(workers: Workers) -> None:
    [first] = workers.pids
    os.kill(first, signal.SIGKILL)
    await gone(first)
    await until_it_thinks(workers)
    assert first not in workers.pids


async def test_a_problem_without_words_is_called_by_its_name(
    workers: Workers, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(_: object) -> str:
        raise TimeoutError

    monkeypatch.setattr(workers, "_ask", ask)
    with pytest.raises(NoThought):
        await workers.think(thought("greedy"))
    assert "TimeoutError" in caplog.text


async def test_a_computer_that_fails_or_dies_gives_no_thought_and_tells_no_card(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    asked = thought("failing")
    with pytest.raises(NoThought, match=r"KeyError at odd_levels.py:\d+"):
        await workers.think(asked)
    assert "KeyError" in caplog.text
    assert not any(card.code in caplog.text for card in asked.view.hand)
    await until_it_thinks(workers)
    with pytest.raises(NoThought, match="has ended"):
        await workers.think(thought("dying"))


async def test_what_a_computer_prints_is_no_answer(workers: Workers) -> None:
    for _ in range(3):
        assert await workers.think(thought("talking")) == last(thought("talking"))


async def test_whoever_waits_for_a_busy_process_waits_no_longer_than_anybody(workers: Workers) -> None:
    began = time.monotonic()
    asked = [workers.think(thought(level)) for level in ("slow", "slow", "slow", "slow", "slow")]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert time.monotonic() - began < LIMIT + SPARE
    # Each takes 0.6 of the 1.5 seconds.
    assert answers[:2] == [last(thought("slow"))] * 2
    assert [type(answer) for answer in answers[2:]] == [NoThought] * 3
    # Nobody waits for the others any more: the next one is served at once, by the same process.
    await asyncio.sleep(0.6)
    assert await workers.think(thought("patient")) == last(thought("patient"))


async def test_several_processes_think_at_once() -> None:
    workers = Workers(3, command=COMMAND, limit=30)
    asked = [thought("slow", seed=seed) for seed in range(9)]
    assert await asyncio.gather(*map(workers.think, asked)) == [last(one) for one in asked]
    assert len(workers.pids) == 3
    await workers.close()


async def test_closing_ends_every_process_and_every_wait(unhurried: Workers) -> None:
    pids = unhurried.pids
    asked = [asyncio.ensure_future(unhurried.think(thought("spinning"))) for _ in range(3)]
    await asyncio.sleep(0.1)
    began = time.monotonic()
    await unhurried.close()
    assert {type(end) for end in await asyncio.gather(*asked, return_exceptions=True)} == {NoThought}
    assert time.monotonic() - began < AT_ONCE
    assert not any(map(is_there, pids))
    with pytest.raises(NoThought):
        await unhurried.think(thought("patient"))


async def test_a_process_that_does_not_come_up_gives_no_thought() -> None:
    for command in [
        ("/nowhere/python",),
        (sys.executable, "-c", "print('hello')"),
        (sys.executable, "-c", ""),
    ]:
        workers = Workers(command=command, limit=10)
        with pytest.raises(NoThought):
            await workers.think(thought("patient"))
        await workers.close()
        assert workers.pids == []


PARENT = """
    import asyncio, sys
    from bot.tables.workers import NoThought, Workers
    from tests.tables.odd_levels import COMMAND
    from tests.tables.thoughts import thought

    async def main():
        workers = Workers(2, command=COMMAND, limit=60)
        await asyncio.gather(*[workers.think(thought("slow")) for _ in range(2)])
        thinking = asyncio.create_task(workers.think(thought(sys.argv[1])))
        await asyncio.sleep(0.1)
        print(*workers.pids, flush=True)
        await thinking

    asyncio.run(main())
"""


@pytest.mark.parametrize("level", ["sleeping", "spinning"])
async def test_no_process_outlives_the_one_it_thinks_for(level: str) -> None:
    """That one is killed in the middle of a thought, and can end nothing any more."""
    command = [sys.executable, "-c", textwrap.dedent(PARENT), level]
    parent = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    pids = [int(pid) for pid in (await parent.stdout.readline()).split()]
    assert len(pids) == 2
    assert all(map(is_there, pids))
    parent.kill()
    await parent.wait()
    for pid in pids:
        await gone(pid)


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_to_stop_is_not_for_a_process_that_thinks(
    workers: Workers, name: signal.Signals
) -> None:
    pids = workers.pids
    thinking = asyncio.ensure_future(workers.think(thought("slow")))
    await asyncio.sleep(0.05)
    os.kill(pids[0], name)
    assert await thinking == last(thought("slow"))
    assert workers.pids == pids
    assert os.getsid(pids[0]) != os.getsid(0)
