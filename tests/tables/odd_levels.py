"""Levels that nobody would choose; `python -m tests.tables.odd_levels` is a process that thinks for them.

With the name of one of them `hard` plays so too.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final
from unittest.mock import patch

from bot.engine.actions import Action
from bot.engine.views import SeatView
from bot.players import levels, worker
from bot.players.base import Computer
from bot.players.greedy import GreedyPlayer

COMMAND: Final = (sys.executable, "-m", "tests.tables.odd_levels")


class Odd(GreedyPlayer):
    """Chooses the last of the legal actions, after doing something that takes long."""

    is_quick: bool = False

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        self.begin(view)
        return legal[-1]

    def begin(self, view: SeatView) -> None:
        """Do what is odd."""


class Sleeping(Odd):
    def begin(self, view: SeatView) -> None:
        time.sleep(60)


class Spinning(Odd):
    def begin(self, view: SeatView) -> None:
        while True:
            pass


class Slow(Odd):
    def begin(self, view: SeatView) -> None:
        time.sleep(0.6)


class Dying(Odd):
    def begin(self, view: SeatView) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Failing(Odd):
    def begin(self, view: SeatView) -> None:
        raise KeyError(view.hand)


class Talking(Odd):
    def begin(self, view: SeatView) -> None:
        sys.stdout.write("0\n")


ODD: Final[Mapping[str, Computer]] = {
    "patient": Odd(),
    "sleeping": Sleeping(),
    "spinning": Spinning(),
    "slow": Slow(),
    "dying": Dying(),
    "failing": Failing(),
    "talking": Talking(),
}


@contextmanager
def odd_levels(hard: str = "hard") -> Generator[None]:
    """Let these levels be there beside the others, and `hard` play like this one."""
    known = {**levels.LEVELS, **ODD}
    with patch.object(levels, "LEVELS", {**known, "hard": known[hard]}):
        yield


if __name__ == "__main__":
    with odd_levels(*sys.argv[1:]):
        worker.main()
