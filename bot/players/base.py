"""What a computer player is."""

import random
from collections.abc import Sequence
from typing import Protocol

from bot.engine.actions import Action
from bot.engine.views import SeatView


class Computer(Protocol):
    """A level of play. It keeps nothing between two choices, so one object serves every table."""

    @property
    def is_quick(self) -> bool:
        """Say whether a choice never takes more than 2 ms, so that the event loop may wait for it."""
        ...

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        """Return one of the `legal` actions (at least one) of the seat that sees `view`.

        The same view, actions and state of `rng` give the same choice.
        """
        ...

    def slaps(self, view: SeatView, rng: random.Random) -> bool:
        """Say whether to slap down the card `view.slap`, which the seat has just drawn (section 6).

        Every level answers that at once.
        """
        ...
