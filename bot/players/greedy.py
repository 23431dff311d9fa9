"""The level `greedy`: it calls as soon as it may and sheds as many points as it can."""

import random
from collections.abc import Sequence
from typing import Final

from bot.engine.actions import Action, Lay, Play
from bot.engine.cards import Card
from bot.engine.rules import Rules
from bot.engine.views import SeatView
from bot.players.legal import call_of, laid_by

CHEAP: Final = 3
"""A card worth that many points or less is taken for itself."""


class GreedyPlayer:
    """Looks one turn ahead, and only at its own hand.

    It discards what leaves fewest points and takes a card that pairs with one it keeps, or a cheap one;
    otherwise it draws from the stock. It slaps down whatever it can.
    """

    is_quick: bool = True

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        """Return one of the `legal` actions; there is no chance in it."""
        call = call_of(legal)
        if call is not None:
            return call
        laying: dict[tuple[Card, ...], list[Play | Lay]] = {}
        for action in legal:
            if isinstance(action, Play | Lay):
                laying.setdefault(laid_by(action), []).append(action)
        if not laying:
            return legal[0]
        discard = min(laying, key=lambda cards: _discard_order(cards, view))
        return _best_draw(laying[discard], _kept(view.hand, discard), view.public.rules)

    def slaps(self, view: SeatView, rng: random.Random) -> bool:
        """Say yes: a card less, and its points too."""
        return True


def _discard_order(cards: tuple[Card, ...], view: SeatView) -> tuple[int, int, list[int]]:
    """Sort what to lay first: what leaves fewest points, then most cards, then the deck's lower cards.

    By the jack rule (section 5) that is not always what is worth most by itself.
    """
    left = view.public.rules.hand_sum(_kept(view.hand, cards))
    return (left, -len(cards), sorted(card.order for card in cards))


def _kept(hand: tuple[Card, ...], discard: tuple[Card, ...]) -> list[Card]:
    kept = list(hand)
    for card in discard:
        kept.remove(card)
    return kept


def _best_draw(plays: list[Play | Lay], kept: list[Card], rules: Rules) -> Play | Lay:
    """Return the play with the draw worth most: a pair, a cheap card, the stock, then the least bad card.

    Within each of these the card worth fewest points goes first.
    """
    ranks = {card.rank for card in kept}

    def order(play: Play | Lay) -> tuple[int, int, int]:
        card = play.draw if isinstance(play, Play) else None
        if card is None:
            return (2, 0, 0)
        points = rules.points(card)
        kind = 0 if card.rank in ranks else 1 if points <= CHEAP else 3
        return (kind, points, card.order)

    return min(plays, key=order)
