"""A process that thinks, apart from the one that serves Discord: `python -m bot.players.worker`.

It reads thoughts and questions from its standard input, one pickle after the other, and answers each on its
standard output with a line: the index of the chosen action and what else is asked for, or -1 and what went
wrong, without a card in it. `ready` is its first line. It ends as soon as its standard input does, even in
the middle of a thought, so that it never outlives the process it works for; a signal to stop is for that
process alone.
"""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import BinaryIO, Final

from bot.players.thought import Thought

READY: Final = "ready"
FAILED: Final = -1
NICENESS: Final = 10
"""Whoever waits for a click to be answered comes first."""


def main() -> None:
    """Think until nobody asks any more."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    asked, said = sys.stdin.buffer, sys.stdout
    # Whatever else is printed here is no answer.
    sys.stdout = sys.stderr
    thoughts: SimpleQueue[Thought] = SimpleQueue()
    threading.Thread(target=_read, args=(asked, thoughts.put), daemon=True).start()
    print(READY, file=said, flush=True)
    while True:
        print(_answer(thoughts.get()), file=said, flush=True)


def _read(asked: BinaryIO, put: Callable[[Thought], None]) -> None:
    try:
        while True:
            put(pickle.load(asked))  # noqa: S301 - of the process that started this one
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


def _answer(asked: Thought) -> str:
    try:
        return asked.answer()
    except Exception as problem:  # noqa: BLE001 - told to the other process, which logs it
        # Its text may name cards.
        where, last = problem.__traceback__, ""
        while where is not None:
            last = f"{os.path.basename(where.tb_frame.f_code.co_filename)}:{where.tb_lineno}"  # noqa: PTH119
            where = where.tb_next
        return f"{FAILED} {type(problem).__name__} at {last}"


if __name__ == "__main__":
    main()
