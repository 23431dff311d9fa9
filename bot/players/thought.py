"""What a computer player is asked, whole: all of it may cross to another process."""

import random
from dataclasses import dataclass, field

from bot.engine.actions import Action
from bot.engine.views import SeatView
from bot.players.levels import computer


@dataclass(frozen=True, slots=True)
class Thought:
    """Which of the `legal` actions the computer of a `level` chooses for the seat that sees `view`.

    The same `seed` gives the same choice. Thoughts that differ only in their seeds are equal.
    """

    level: str
    view: SeatView
    legal: tuple[Action, ...]
    seed: int = field(compare=False)

    def choice(self) -> int:
        """Think, and return the index of the chosen one of the `legal` actions.

        Raises UnknownLevel, and ValueError for a computer that wants something else.
        """
        rng = random.Random(self.seed)  # noqa: S311 - a choice to be repeated, not a secret
        return self.legal.index(computer(self.level).choose(self.view, self.legal, rng))

    def answer(self) -> str:
        """Think, and return the index of the chosen action as a line."""
        return str(self.choice())
