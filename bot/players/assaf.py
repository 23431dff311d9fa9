"""How likely a call of Yaniv is to be an assaf, as one seat can judge it (docs/rules.md, section 7)."""

import random
from itertools import accumulate
from math import exp
from typing import Final

from bot.engine.cards import Card
from bot.engine.rules import Rules
from bot.engine.views import SeatView
from bot.players.memory import Memory

SAMPLES: Final = 150
"""How many hands are imagined for each other seat."""
SHEDDING: Final = 0.02
"""How much rarer a card is in a hand for each of its points and each turn of its seat, up to `TURNS`."""
TURNS: Final = 4
ONE_MORE_TURN: Final = 5
"""How much lower the other hands are taken to be where each still gets a turn (`last_lap`)."""


def assaf_chance(view: SeatView, memory: Memory, rng: random.Random) -> float:
    """Return the chance, 0 to 1, that a call of Yaniv by this seat now is an assaf.

    It imagines hands for each other seat from the unseen cards and those that it is known to hold.
    """
    stands = 1.0
    for seat in view.public.seats:
        if seat.seat != view.seat and not seat.is_out:
            stands *= 1 - _seat_chance(view, seat.seat, memory, rng)
    return 1 - stands


def _seat_chance(view: SeatView, seat: int, memory: Memory, rng: random.Random) -> float:
    """Return the chance that this seat holds few enough points for an assaf."""
    public = view.public
    rules = public.rules
    enough = view.total - (rules.assaf_on == "lower") + ONE_MORE_TURN * rules.last_lap
    known = list(memory.known[seat])
    hidden = public.seats[seat].cards - len(known)
    if hidden <= 0 or not memory.unseen:
        return float(rules.hand_sum(known) <= enough)
    turns = sum(turn.seat == seat and bool(turn.discard) for turn in public.turns)
    weights = _weights(memory.unseen, rules, min(turns, TURNS))
    drawn = rng.choices(memory.unseen, cum_weights=weights, k=hidden * SAMPLES)
    hands = (drawn[at : at + hidden] for at in range(0, len(drawn), hidden))
    return sum(rules.hand_sum(known + hand) <= enough for hand in hands) / SAMPLES


def _weights(cards: tuple[Card, ...], rules: Rules, turns: int) -> list[float]:
    """Return how likely each card is to be held, added up: who has thrown high cards holds lower ones."""
    return list(accumulate(exp(-SHEDDING * turns * rules.points(card)) for card in cards))
