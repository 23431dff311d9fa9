"""Who may see what: the only values from which anything is drawn for a person or decided by a computer.

A view is made by the match. `PublicView` holds what everybody at the table sees, `SeatView` adds one hand.
"""

from dataclasses import dataclass

from bot.engine.cards import Card
from bot.engine.rules import Rules
from bot.engine.scoring import RoundResult


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat as everybody sees it; `cards` is the number in hand, `total` the points of the match so far."""

    seat: int
    name: str
    kind: str
    cards: int
    total: int


@dataclass(frozen=True, slots=True)
class PublicTurn:
    """A turn as everybody saw it: the discard, and the card taken (None: drawn unseen from the stock)."""

    seat: int
    discard: tuple[Card, ...]
    taken: Card | None


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody at the table sees.

    `round` counts from 1. `to_move` is None once the round is over; then `result` shows every hand.
    `turns` lists the turns of this round, oldest first. `discard` is the latest discard and `takeable`
    what of it may be taken. `stock` is the number of cards left in it. `winners` are seats, None while
    the match runs.
    """

    rules: Rules
    round: int
    dealer: int
    starter: int
    to_move: int | None
    seats: tuple[PublicSeat, ...]
    discard: tuple[Card, ...]
    takeable: tuple[Card, ...]
    stock: int
    can_draw: bool
    turns: tuple[PublicTurn, ...]
    result: RoundResult | None
    winners: tuple[int, ...] | None
    ended_by: str | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat sees: the table and its own hand, sorted by rank.

    `new` is the position in `hand` of the card drawn last, `total` the points in hand. `can_yaniv` says
    whether a call would stand now. `version` changes whenever this hand does, and only then.
    """

    public: PublicView
    seat: int
    hand: tuple[Card, ...]
    new: int | None
    total: int
    can_yaniv: bool
    version: int
