"""The level `random`."""

import random
from collections.abc import Sequence

from bot.engine.actions import Action
from bot.engine.views import SeatView


class RandomPlayer:
    """Plays any legal action, each as likely as the others, and slaps down every second time."""

    is_quick: bool = True

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        """Return one of the `legal` actions."""
        return rng.choice(legal)

    def slaps(self, view: SeatView, rng: random.Random) -> bool:
        """Leave it to chance."""
        return rng.choice((True, False))
