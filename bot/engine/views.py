"""Who may see what: the only values from which anything is drawn for a person or decided by a computer.

A view is made by the match. `PublicView` holds what everybody at the table sees, `SeatView` adds one hand.
"""

from dataclasses import dataclass, replace

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import Card
from bot.engine.rules import Rules
from bot.engine.scoring import RoundResult


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat as everybody sees it.

    `cards` is the number in hand, `total` the points of the match so far. `is_out` says that it has dropped
    out (`last_standing`).
    """

    seat: int
    name: str
    kind: str
    cards: int
    total: int
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class PublicTurn:
    """What a seat did, as everybody saw it.

    `discard` is what it laid, empty if nothing. `taken` is the card taken from the previous discard,
    `drew` says that a card was drawn unseen from the stock. `slapped` is a card slapped down, `called` a
    call of Yaniv. `by_clock` says that its time was up and nobody chose this.
    """

    seat: int
    discard: tuple[Card, ...] = ()
    taken: Card | None = None
    drew: bool = False
    slapped: Card | None = None
    called: bool = False
    by_clock: bool = False


def public_turn(action: Action, by: By) -> PublicTurn:
    """Return what everybody sees of an action."""
    return replace(_seen(action), by_clock=True) if by is By.CLOCK else _seen(action)


def _seen(action: Action) -> PublicTurn:
    match action:
        case Play(seat, discard, draw):
            return PublicTurn(seat, discard, taken=draw, drew=draw is None)
        case Lay(seat, cards):
            return PublicTurn(seat, cards)
        case Draw(seat):
            return PublicTurn(seat, drew=True)
        case SlapDown(seat, card):
            return PublicTurn(seat, slapped=card)
        case CallYaniv(seat):
            return PublicTurn(seat, called=True)


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody at the table sees.

    `round` counts from 1, `start` is the card that was turned up at its deal. `to_move` is None once the
    round is over; then `result` shows every hand. `turns` lists what was done in this round, oldest first.
    `discard` is the latest discard, `takeable` what of it may be taken, `top` the card that a single discard
    has to match (None where there is no such rule). `stock` is the number of cards left in it, `can_draw`
    says whether one can be drawn from there. `caller` is who has called. `winners` are seats, None while the
    match runs.
    """

    rules: Rules
    round: int
    dealer: int
    starter: int
    start: Card
    to_move: int | None
    seats: tuple[PublicSeat, ...]
    discard: tuple[Card, ...]
    takeable: tuple[Card, ...]
    top: Card | None
    stock: int
    can_draw: bool
    turns: tuple[PublicTurn, ...]
    caller: int | None
    result: RoundResult | None
    winners: tuple[int, ...] | None
    ended_by: str | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat sees: the table and its own hand, sorted by rank.

    `new` is the position in `hand` of the card drawn last, `total` the points in hand. `can_yaniv` says
    whether a call would stand now, `may_draw` whether the seat could draw from the stock in its turn,
    `slap` which card it may slap down now. `version` changes whenever this hand does, and only then.
    """

    public: PublicView
    seat: int
    hand: tuple[Card, ...]
    new: int | None
    total: int
    can_yaniv: bool
    may_draw: bool
    slap: Card | None
    version: int
