"""What a seat can tell of the round before its turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.cards import Card
from bot.engine.rules import Rules
from bot.engine.views import PublicTurn, SeatView
from bot.players.hand_cost import Unseen
from bot.players.memory import Memory, drawable


class Rival(NamedTuple):
    """What a seat can tell of another one: how many cards it holds, which of them, and what it did last."""

    cards: int
    known: tuple[Card, ...]
    last: tuple[Card, ...]
    before_last: tuple[Card, ...]
    took: bool


@dataclass(frozen=True)
class Outlook:
    """The round as one seat judges it before its turn.

    `rivals` go by seat, the next to move first; one of the cards of `coming` is drawn from the stock.
    """

    rules: Rules
    hand: tuple[Card, ...]
    unseen: Unseen
    coming: Unseen
    shown: tuple[Card, ...]
    rivals: tuple[Rival, ...]
    turns: int
    stock: int


def outlook(view: SeatView, memory: Memory) -> Outlook:
    """Return what the seat can tell of the round; turns are counted as if two seats played."""
    public = view.public
    seats = [seat for seat in public.seats if not seat.is_out]
    at = next(index for index, seat in enumerate(seats) if seat.seat == view.seat)
    played = [turn for turn in public.turns if turn.discard]
    rivals = tuple(
        _rival(seat.cards, memory.known[seat.seat], [turn for turn in played if turn.seat == seat.seat])
        for seat in seats[at + 1 :] + seats[:at]
    )
    turns = len(played) * 2 // len(seats)
    unseen = Unseen(memory.unseen, public.rules.hand_sum(list(memory.unseen)))
    coming = unseen if public.stock else Unseen(drawable(view, memory))
    return Outlook(public.rules, view.hand, unseen, coming, memory.shown, rivals, turns, public.stock)


def _rival(cards: int, known: tuple[Card, ...], turns: Sequence[PublicTurn]) -> Rival:
    last = turns[-1].discard if turns else ()
    before = turns[-2].discard if len(turns) > 1 else ()
    return Rival(cards, known, last, before, bool(turns) and turns[-1].taken is not None)
