"""The level `normal`: it keeps what belongs together, remembers the table, and weighs a call."""

import random
from collections.abc import Sequence
from typing import Final

from bot.engine.actions import Action
from bot.engine.views import SeatView
from bot.players.assaf import assaf_chance
from bot.players.laying import best_lay
from bot.players.legal import call_of
from bot.players.memory import remember
from bot.players.playing import best_play

DARING: Final = 0.45
"""The chance of an assaf up to which it calls."""


class NormalPlayer:
    """Weighs every discard with every draw by what they leave in its hand and to the next seat."""

    is_quick: bool = False

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        """Return one of the `legal` actions; chance has a part only in judging a call."""
        call = call_of(legal)
        memory = remember(view)
        if call is not None and (len(legal) == 1 or assaf_chance(view, memory, rng) <= DARING):
            return call
        if view.public.rules.turn_system == "match_or_draw":
            return best_lay(view, legal, memory)
        return best_play(view, legal, memory)

    def slaps(self, view: SeatView, rng: random.Random) -> bool:
        """Say yes: a card less, and its points too."""
        return True
