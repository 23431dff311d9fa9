"""The turn system `discard_then_draw`: call, or discard and then draw (docs/rules.md, section 3)."""

from collections.abc import Iterator

from bot.engine.actions import Action, By, CallYaniv, Play
from bot.engine.calling import can_yaniv, verify_yaniv, yaniv
from bot.engine.cards import Card
from bot.engine.discards import Discard, lay, legal_discards, takeable
from bot.engine.errors import CardNotHeld, CardNotTakeable, RuleBroken, StockEmpty
from bot.engine.events import ActionEvent, Played
from bot.engine.round import Round, Shuffler, verify_shuffle


def verify_play(state: Round, action: Play) -> Discard:
    """Return the discard as it would lie, or refuse the turn.

    Raises RuleBroken of the kind that fits: out of turn, a card not held, not a discard, not takeable, no
    stock.
    """
    state.verify_turn(action.seat)
    _rest(state.hands[action.seat], action.discard)
    discard = lay(action.discard)
    if action.draw is None:
        if not (state.stock or state.pile):
            raise StockEmpty
    elif action.draw not in state.takeable:
        raise CardNotTakeable(card=action.draw)
    return discard


def can_play(state: Round, action: Play) -> bool:
    """Say whether the turn may be played."""
    try:
        verify_play(state, action)
    except RuleBroken:
        return False
    return True


def play(state: Round, action: Play, by: By, shuffler: Shuffler) -> Played:
    """Lay the discard, draw, and pass the turn on (section 3).

    `shuffler` is asked for a new stock when the seat draws from an empty one. Raises what `verify_play`
    raises, and then nothing has changed.
    """
    discard = verify_play(state, action)
    seat = action.seat
    reshuffle = None
    if action.draw is None and not state.stock:
        reshuffle = _reshuffled(state, shuffler)
        state.stock, state.pile = list(reshuffle)[::-1], []
        state.reshuffles.append(reshuffle)
    drawn = state.stock.pop() if action.draw is None else action.draw
    state.hands[seat] = [*_rest(state.hands[seat], action.discard), drawn]
    state.pile += state.discard.cards if action.draw is None else _rest(state.discard.cards, (drawn,))
    state.drawn[seat] = drawn
    state.discard, state.takeable = discard, takeable(discard, state.rules)
    # A run stands in the record as it was laid, whatever the order it was picked in (section 8).
    laid = Play(seat, discard.cards, action.draw)
    state.actions.append((laid, by))
    state.pass_turn(seat)
    return Played(laid, by, discard, drawn, reshuffle, state.result)


def _reshuffled(state: Round, shuffler: Shuffler) -> tuple[Card, ...]:
    stock = tuple(shuffler(list(state.pile)))
    verify_shuffle(state.pile, stock)
    return stock


def _rest(cards: "tuple[Card, ...] | list[Card]", without: tuple[Card, ...]) -> list[Card]:
    rest = list(cards)
    try:
        for card in without:
            rest.remove(card)
    except ValueError:
        raise CardNotHeld from None
    return rest


class DiscardThenDraw:
    """The turn system as the match uses it."""

    def legal_actions(self, state: Round) -> Iterator[Action]:
        """Yield every action of the seat to move, none once the round is over; equal cards are one."""
        seat = state.to_move
        if seat is None:
            return
        call = CallYaniv(seat)
        if can_yaniv(state, call):
            yield call
        draws: list[Card | None] = [*state.takeable]
        if state.stock or state.pile:
            draws.insert(0, None)
        for discard in legal_discards(state.hands[seat]):
            for draw in draws:
                yield Play(seat, discard.cards, draw)

    def verify(self, state: Round, action: Action) -> None:
        """Refuse an action that is not allowed now.

        Raises RuleBroken of the kind that fits.
        """
        match action:
            case CallYaniv():
                verify_yaniv(state, action)
            case Play():
                verify_play(state, action)

    def apply(self, state: Round, action: Action, by: By, shuffler: Shuffler) -> ActionEvent:
        """Carry an action out and return what happened.

        Raises RuleBroken, and then nothing has changed.
        """
        match action:
            case CallYaniv():
                return yaniv(state, action, by)
            case Play():
                return play(state, action, by, shuffler)

    def count_discards(self, state: Round, seat: int) -> int:
        """Return the number of distinct sets of cards the seat could discard (section 8)."""
        return len(legal_discards(state.hands[seat]))
