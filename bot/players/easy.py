"""The level `easy`: a beginner who makes a beginner's mistakes."""

import random
from collections.abc import Sequence
from typing import Final

from bot.engine.actions import Action, Play
from bot.engine.cards import Card
from bot.engine.rules import Rules
from bot.engine.views import SeatView
from bot.players.legal import call_of, laid_by

LOW: Final = 4
"""It takes any card worth that many points or less, and less than it lays, whatever else it holds."""
NOTICING: Final = 0.6
"""How often it sees that it holds cards of one rank."""


class EasyPlayer:
    """Knows the rules, and that few points are good; what follows from that it has not found out yet.

    It throws its highest card and overlooks runs always and sets often, so that it tears them apart. It takes
    every low card from the pile that is worth less than what it lays: two of them who took each other's fours
    for threes and aces would have done so for ever. It calls as soon as it may, whoever holds fewer.
    """

    is_quick: bool = True

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        """Return one of the `legal` actions."""
        call = call_of(legal)
        if call is not None:
            return call
        rules = view.public.rules
        laying = list(dict.fromkeys(laid_by(action) for action in legal))
        noticed = [
            cards for cards in laying if len(cards) <= 1 or (_is_set(cards) and rng.random() < NOTICING)
        ]
        worth = {cards: sum(rules.points(card) for card in cards) for cards in noticed or laying}
        laid = max(worth, key=worth.__getitem__)
        return min(
            (action for action in legal if laid_by(action) == laid),
            key=lambda action: _draw_order(action, worth[laid], rules),
        )

    def slaps(self, view: SeatView, rng: random.Random) -> bool:
        """Say yes if it notices in time."""
        return rng.random() < NOTICING


def _is_set(cards: tuple[Card, ...]) -> bool:
    return len({card.rank for card in cards}) == 1


def _draw_order(action: Action, laid: int, rules: Rules) -> tuple[int, int]:
    """Sort a low card first, then the stock, then the card worth least."""
    if not isinstance(action, Play) or action.draw is None:
        return (1, 0)
    points = rules.points(action.draw)
    return (0 if points <= LOW and points < laid else 2, points)
