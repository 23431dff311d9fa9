"""Deals of the cards that a seat does not see, each consistent with all that it has seen."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.engine.cards import Card
from bot.engine.imagined import imagined_round
from bot.engine.match_or_draw import fitting
from bot.engine.round import Round
from bot.engine.views import PublicView, SeatView
from bot.players.memory import Memory


@dataclass(frozen=True)
class Slot:
    """A hidden card of a hand: which cards it cannot be, because its seat would have laid them."""

    seat: int
    barred: frozenset[Card]


def guesses(view: SeatView, memory: Memory, rng: random.Random) -> Callable[[], Round]:
    """Return what deals the hidden cards anew each time, and gives the round as it would then be."""
    slots = [
        slot
        for seat in view.public.seats
        if seat.seat != view.seat
        for slot in _slots(view, seat.seat, memory)
    ]
    # Those that can be fewest cards come first, while there is the most to choose from.
    slots.sort(key=lambda slot: -len(slot.barred))
    base = imagined_round(view, dict(enumerate(memory.known)), (), memory.pile)

    def guess() -> Round:
        cards = rng.sample(memory.unseen, len(memory.unseen))
        state = base.copy()
        for slot in slots:
            at = next((i for i in range(len(cards) - 1, -1, -1) if cards[i] not in slot.barred), -1)
            state.hands[slot.seat].append(cards.pop(at))
        state.stock = cards
        return state

    return guess


def _slots(view: SeatView, seat: int, memory: Memory) -> list[Slot]:
    """Return the hidden cards of a seat."""
    public = view.public
    hidden = public.seats[seat].cards - len(memory.known[seat])
    barred = _barred(public, seat) if public.rules.turn_system == "match_or_draw" else []
    # What was drawn last is taken to be still there; what was laid, to have come from the rest.
    return [Slot(seat, barred[at] if at < len(barred) else _all(barred)) for at in range(hidden)]


def _all(barred: Sequence[frozenset[Card]]) -> frozenset[Card]:
    return barred[-1] if barred else frozenset()


def _barred(public: PublicView, seat: int) -> list[frozenset[Card]]:
    """Return what each hidden card cannot be: the one drawn last, those before it, and those first dealt.

    Who draws in `match_or_draw` had nothing that fits the top card (docs/rules.md, section 4).
    """
    tops: list[Card] = []
    top = public.start
    for turn in public.turns:
        if turn.seat == seat and turn.drew:
            tops.append(top)
        if turn.discard:
            top = turn.discard[-1]
    barred = [frozenset[Card]()]
    for top in reversed(tops):
        barred.append(barred[-1] | fitting(top))
    return barred
