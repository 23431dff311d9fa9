"""A process that is told to stop does so in time and ends with code 0, whatever hangs."""

import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A bot that sets everything up, but instead of reaching Discord does what a test wants.
PROGRAM = """
import asyncio, sys, time
from bot import app, process, stopping
from bot.config import Settings
from bot.store.store import Store

async def start(bot, token):
    await bot.setup_hook()
    print("started", flush=True)
    await work()

async def no_commands(bot, store, words):
    pass

async def work():
    await asyncio.Event().wait()

app.YanivBot.start, app.YanivBot._sync_commands = start, no_commands
"""

SLOW_STORE = """
real = Store.close

async def slow(store):
    print("closing", flush=True)
    await asyncio.sleep(0.6)
    await real(store)
    print("closed", flush=True)

Store.close = slow
"""

HANGING_THREAD = """
stopping.STOP_TIME = 1.0

async def work():
    await asyncio.to_thread(time.sleep, 60)
"""


@contextmanager
def running(folder: Path, changes: str = "") -> "Generator[subprocess.Popen[str]]":
    """Run a bot in a process of its own, with these changes to the program, and wait until it is set up."""
    database = f"sqlite:///{(folder / 'yaniv.sqlite3').as_posix()}"
    run = f"sys.exit(process.run(Settings(token='t', database_url={database!r}, card_pictures=False)))"
    source = textwrap.dedent(f"{PROGRAM}{changes}\n{run}")
    command = [sys.executable, "-c", source]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert next_line(process) == "started"
            yield process
        finally:
            process.kill()


def next_line(process: "subprocess.Popen[str]") -> str:
    """Return the next line that the process prints."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_with_code_0(tmp_path: Path, name: signal.Signals) -> None:
    with running(tmp_path) as process:
        process.send_signal(name)
        _, errors = process.communicate(timeout=10)
        assert process.returncode == 0
        assert "Asked to stop." in errors
        assert "Traceback" not in errors


def test_a_second_signal_breaks_nothing(tmp_path: Path) -> None:
    """It comes while the first one's stop is under way."""
    with running(tmp_path, SLOW_STORE) as process:
        process.send_signal(signal.SIGTERM)
        assert next_line(process) == "closing"
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=10)
        assert process.returncode == 0
        assert output == "closed\n"
        assert "Traceback" not in errors


def test_a_thread_that_hangs_does_not_keep_the_process(tmp_path: Path) -> None:
    with running(tmp_path, HANGING_THREAD) as process:
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)
        assert process.returncode == 0
        assert time.monotonic() - began < 8
