"""The judgement of turns in `match_or_draw`: what to lay, which card on top (docs/rules.md, section 4)."""

from collections.abc import Sequence
from typing import Final

from bot.engine.actions import Action, Lay
from bot.engine.cards import Card
from bot.engine.match_or_draw import fitting
from bot.engine.views import SeatView
from bot.players.hand_cost import without
from bot.players.legal import without_call
from bot.players.memory import Memory

CARD: Final = 3.0
"""What a card left in hand costs, in points, beside its own."""
FIT: Final = 4.0
"""What a top card costs on which each unseen card fits."""
STUCK: Final = 4.0
"""What a hand costs of which nothing fits on any of the unseen cards."""


def best_lay(view: SeatView, legal: Sequence[Action], memory: Memory) -> Action:
    """Return the legal action with the lowest cost, of several alike the first; a call only if it is all."""
    moves = without_call(legal)
    return min(moves, key=lambda action: lay_cost(view, action, memory), default=legal[0])


def lay_cost(view: SeatView, action: Action, memory: Memory) -> float:
    """Return the cost of a turn, in points: of what it leaves in hand, and on top for the others."""
    rules = view.public.rules
    if not isinstance(action, Lay):
        return float(rules.hand_sum(view.hand))
    rest = without(view.hand, action.cards)
    if view.public.caller is not None:
        # No turn follows in a last lap (section 7): the points alone count.
        return float(rules.hand_sum(rest))
    cost = rules.hand_sum(rest) + CARD * len(rest)
    unseen = memory.unseen
    if unseen:
        fits = fitting(action.cards[-1])
        cost += FIT * sum(card in fits for card in unseen) / len(unseen)
        answers = frozenset[Card]().union(*[fitting(card) for card in rest])
        cost += STUCK * sum(card not in answers for card in unseen) / len(unseen)
    return cost
