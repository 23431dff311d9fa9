"""The judgement of turns in `discard_then_draw`: what to lay, and what to draw (docs/rules.md, section 3)."""

from collections.abc import Sequence
from typing import Final

from bot.engine.actions import Action, Play
from bot.engine.cards import Card
from bot.engine.discards import lay, takeable
from bot.engine.rules import Rules
from bot.engine.views import SeatView
from bot.players.hand_cost import Unseen, costs_of, without
from bot.players.last_lap import last_play
from bot.players.memory import Memory, drawable

WEIGHED: Final = 12
"""So many discards are weighed with each draw; a hand rarely has more that are worth a thought."""
CHEAP: Final = 4
"""A card worth less than that is a gift to the next seat."""
GIFT: Final = 0.6
"""What it costs to leave the next seat a card worth nothing."""
MATCH: Final = 0.05
"""What it costs to leave it a card of a rank it is known to hold."""


def best_play(view: SeatView, legal: Sequence[Action], memory: Memory) -> Play:
    """Return the legal play with the lowest cost; of several alike the first."""
    if view.public.caller is not None:
        return last_play(view, legal, memory)
    return min(play_costs(view, legal, memory), key=lambda one: one[1])[0]


def play_costs(view: SeatView, legal: Sequence[Action], memory: Memory) -> list[tuple[Play, float]]:
    """Return the plays worth a thought, each with its cost; at least one."""
    rules = view.public.rules
    costs = costs_of(rules)
    ways: dict[tuple[Card, ...], list[Play]] = {}
    for action in legal:
        if isinstance(action, Play):
            ways.setdefault(action.discard, []).append(action)
    kept = {discard: without(view.hand, discard) for discard in ways}
    chosen = sorted(ways, key=lambda discard: costs.held(kept[discard]))[:WEIGHED]
    unseen = Unseen(drawable(view, memory))
    following = _next_seat(view)
    found: list[tuple[Play, float]] = []
    for discard in chosen:
        left = gift(takeable(lay(discard, rules), rules), memory.known[following], rules)
        for play in ways[discard]:
            if play.draw is None:
                cost = costs.before_draw(kept[discard], unseen)
            else:
                cost = costs.held([*kept[discard], play.draw])
            found.append((play, left + cost))
    return found


def gift(left: Sequence[Card], known: Sequence[Card], rules: Rules) -> float:
    """Return what it costs to leave these cards to a seat that is known to hold those."""
    cheapest = max(min(rules.points(card) for card in left), 0)
    cost = GIFT * (max(CHEAP - cheapest, 0) / CHEAP) ** 2
    ranks = {card.rank for card in known}
    return cost + MATCH * any(card.rank in ranks for card in left)


def _next_seat(view: SeatView) -> int:
    """Return the seat that moves after this one."""
    seats = [seat.seat for seat in view.public.seats if not seat.is_out]
    return seats[(seats.index(view.seat) + 1) % len(seats)]
