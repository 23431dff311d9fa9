"""A quick player that ends imagined rounds in `match_or_draw`, where only how often they end well counts."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.engine.actions import Action, CallYaniv, Lay
from bot.engine.calling import may_call
from bot.engine.cards import Card
from bot.engine.glance import larger_melds
from bot.engine.match_or_draw import (
    end_if_stuck,
    fitting,
    take_drawing,
    take_laying,
    top_card,
    verify_laying,
)
from bot.engine.round import Round, Shuffler
from bot.engine.scoring import RoundResult
from bot.players.hand_cost import without

MOST_TURNS: Final = 40
"""A round that goes on for longer is judged by the hands as they are then."""

Chance = Callable[[], float]


def begin(state: Round, action: Action, shuffler: Shuffler) -> None:
    """Play the first turn of what is imagined."""
    seat = action.seat
    match action:
        case CallYaniv():
            _call(state, seat)
        case Lay():
            take_laying(state, seat, *verify_laying(state, seat, action.cards))
        case _:
            take_drawing(state, seat, shuffler)


def play_on(state: Round, chance: Chance, shuffler: Shuffler) -> int:
    """Play a round to its end or for `MOST_TURNS`, and return the number of turns."""
    turns = 0
    while (seat := state.to_move) is not None and turns < MOST_TURNS:
        _turn(state, seat, chance, shuffler)
        turns += 1
    return turns


def margin(state: Round, seat: int) -> float:
    """Return by how many points the seat did better than the others on the average."""
    result: RoundResult | None = state.result
    points = state.sums() if result is None else dict(enumerate(result.score.points))
    own = points.pop(seat) or 0
    others = [value for other, value in points.items() if value is not None and other in state.seats]
    return sum(others) / len(others) - own


def _turn(state: Round, seat: int, chance: Chance, shuffler: Shuffler) -> None:
    hand = state.hands[seat]
    if may_call(state, seat) and _dares(state, seat):
        _call(state, seat)
        return
    match = fitting(top_card(state))
    options: list[tuple[Card, ...]] = [(card,) for card in hand if card in match]
    options += larger_melds(hand)
    if options:
        picked = max(options, key=lambda cards: (_worth(state, hand, cards), chance()))
        take_laying(state, seat, *verify_laying(state, seat, picked))
    elif state.can_draw():
        take_drawing(state, seat, shuffler)
    else:
        _call(state, seat)


def _dares(state: Round, seat: int) -> bool:
    fewest = min(len(state.hands[other]) for other in state.seats if other != seat)
    return state.rules.hand_sum(state.hands[seat]) <= 2 * fewest


def _worth(state: Round, hand: Sequence[Card], cards: tuple[Card, ...]) -> int:
    rules = state.rules
    if rules.jack_rule:
        return -rules.hand_sum(without(hand, cards))
    return rules.hand_sum(cards)


def _call(state: Round, seat: int) -> None:
    state.call(seat)
    end_if_stuck(state, seat)
