"""The plain move, which is played for somebody whose time is up."""

from collections.abc import Sequence

from bot.engine.actions import Action, Play
from bot.engine.rules import Rules
from bot.engine.views import SeatView
from bot.players.legal import laid_by, without_call


def plain_move(view: SeatView, legal: Sequence[Action]) -> Action:
    """Return the plain one of the `legal` actions of the seat that sees `view`; there is no chance in it.

    It lays the discard worth most points in this hand (of several the one of most cards, then of the lower
    ones, a low one on top) and draws from the stock, else takes the first card that may be taken. Where
    nothing can be laid it draws. It never calls Yaniv unless that is all the rules leave (docs/rules.md,
    section 4).
    """
    moves = without_call(legal)
    if not moves:
        return legal[0]
    rules = view.public.rules
    return min(moves, key=lambda action: (_laying_order(action, view, rules), _draw_order(action, view)))


def _laying_order(action: Action, view: SeatView, rules: Rules) -> tuple[int, int, list[int], list[int]]:
    """Sort by what is left in the hand: by the jack rule (section 5) a discard's own sum may mislead."""
    cards = laid_by(action)
    left = list(view.hand)
    for card in cards:
        left.remove(card)
    orders = [card.order for card in cards]
    return (rules.hand_sum(left), -len(cards), sorted(orders), orders[::-1])


def _draw_order(action: Action, view: SeatView) -> int:
    if not isinstance(action, Play) or action.draw is None:
        return -1
    return view.public.takeable.index(action.draw)
