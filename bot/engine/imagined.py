"""A round as one seat may imagine it: what it sees, and the hidden cards as somebody deals them.

Nothing of the real round comes in but by the view, so that no hidden card can be looked at.
"""

from collections.abc import Mapping, Sequence

from bot.engine.cards import Card, full_deck
from bot.engine.discards import Discard, DiscardKind
from bot.engine.round import Round
from bot.engine.scoring import clockwise
from bot.engine.views import PublicView, SeatView


def imagined_round(
    view: SeatView, hands: Mapping[int, Sequence[Card]], stock: Sequence[Card], pile: Sequence[Card]
) -> Round:
    """Return a running round that looks to the seat as its `view` does.

    `hands` holds the imagined hand of every other seat still in, `stock` the imagined stock from its bottom,
    `pile` what lies out of reach; nothing of it is verified. It is good for playing on and for nothing else:
    its deck is not the one it was dealt from, and its `actions` are empty.
    """
    public = view.public
    seats = tuple(seat.seat for seat in public.seats if not seat.is_out)
    state = Round(
        public.rules,
        number=public.round,
        dealer=public.dealer,
        seats=seats,
        before=tuple(seat.total for seat in public.seats),
        deck=full_deck(public.rules.decks_for(len(seats)), public.rules.jokers),
    )
    state.hands = [list(hands.get(seat.seat, ())) for seat in public.seats]
    state.hands[view.seat] = list(view.hand)
    state.stock, state.pile = list(stock), list(pile)
    state.discard, state.takeable = _as_laid(public.discard), public.takeable
    state.turns = sum(turn.slapped is None for turn in public.turns)
    state.to_move = public.to_move
    state.caller = public.caller
    state.lap = _lap(public, seats)
    return state


def _as_laid(cards: tuple[Card, ...]) -> Discard:
    if len(cards) == 1:
        return Discard(DiscardKind.SINGLE, cards)
    alike = len({card.rank for card in cards}) == 1
    return Discard(DiscardKind.SET if alike else DiscardKind.RUN, cards)


def _lap(public: PublicView, seats: Sequence[int]) -> tuple[int, ...]:
    """Return who still has a turn after a call (section 7)."""
    caller = public.caller
    if caller is None or not public.rules.last_lap:
        return ()
    called = next(index for index, turn in enumerate(public.turns) if turn.called)
    done = {turn.seat for turn in public.turns[called:]}
    return tuple(seat for seat in clockwise(seats, caller) if seat not in done)
