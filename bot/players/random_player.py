"""The level `random`."""

import random
from collections.abc import Sequence

from bot.engine.actions import Action
from bot.engine.views import SeatView


class RandomPlayer:
    """Plays any legal action, each as likely as the others."""

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        """Return one of the `legal` actions."""
        return rng.choice(legal)
