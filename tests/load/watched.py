"""The bot, telling on SIGUSR1 how many tasks it has, and at its end which ones it left: `… watched run`."""

import asyncio
import importlib
import signal
import sys
from asyncio import runners
from typing import Any, Final
from unittest.mock import patch

TASKS: Final = "tasks now:"
LEFT: Final = "a task left behind:"


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()


def _watch() -> None:
    """Listen for the signal, and look at the tasks when the loop has done its work."""
    cancel_all = vars(runners)["_cancel_all_tasks"]

    def tell(*_: object) -> None:
        _say(f"{TASKS} {len(asyncio.all_tasks())}")

    def note(loop: asyncio.AbstractEventLoop) -> None:
        for task in asyncio.all_tasks(loop):
            _say(f"{LEFT} {task.get_name()} {task.get_coro()}")
        cancel_all(loop)

    signal.signal(signal.SIGUSR1, tell)
    patch.object(runners, "_cancel_all_tasks", note).start()


def main(arguments: list[str]) -> Any:
    """Run a command of the bot, watched."""
    _watch()
    return importlib.import_module("bot.__main__").main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
