"""The turn system `discard_then_draw`: call, or discard and then draw (docs/rules.md, sections 3 and 6)."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.engine.actions import Action, By, CallYaniv, Play, SlapDown
from bot.engine.calling import can_yaniv, verify_yaniv, yaniv
from bot.engine.cards import Card
from bot.engine.discards import Discard, DiscardKind, count_discards, lay, legal_discards, takeable
from bot.engine.errors import (
    CardNotHeld,
    CardNotTakeable,
    NoSlapDown,
    NotInTheseRules,
    RuleBroken,
    StockEmpty,
)
from bot.engine.events import ActionEvent, Played, SlappedDown
from bot.engine.round import Round, Shuffler
from bot.engine.rules import Rules
from bot.engine.scoring import RoundKind

_SLAPPABLE: Final[Mapping[str, tuple[DiscardKind, ...]]] = MappingProxyType(
    {
        "off": (),
        "singles": (DiscardKind.SINGLE,),
        "singles_and_sets": (DiscardKind.SINGLE, DiscardKind.SET),
    }
)


def verify_play(state: Round, action: Play) -> Discard:
    """Return the discard as it would lie, or refuse the turn.

    Raises RuleBroken of the kind that fits: out of turn, a card not held, not a discard, not takeable, no
    stock.
    """
    discard, _ = verify_turn(state, action.seat, action.discard, action.draw)
    return discard


def verify_turn(
    state: Round, seat: int, picked: tuple[Card, ...], draw: Card | None
) -> tuple[Discard, list[Card]]:
    """Do what `verify_play` does, for a turn that is not made into an action; return what is kept, too."""
    state.verify_turn(seat)
    kept = without(state.hands[seat], picked)
    discard = lay(picked, state.rules)
    if draw is None:
        if not state.can_draw():
            raise StockEmpty
    elif draw not in state.takeable:
        raise CardNotTakeable(card=draw)
    return discard, kept


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
    laid = verify_turn(state, action.seat, action.discard, action.draw)
    drawn, reshuffle = take_turn(state, action.seat, laid, action.draw, shuffler)
    # A run stands in the record as it was laid, whatever the order it was picked in (section 8).
    played = Play(action.seat, state.discard.cards, action.draw)
    state.actions.append((played, by))
    return Played(played, by, state.discard, drawn, reshuffle, state.result)


def take_turn(
    state: Round, seat: int, laid: tuple[Discard, list[Card]], draw: Card | None, shuffler: Shuffler
) -> tuple[Card, tuple[Card, ...] | None]:
    """Carry out a turn; return the card drawn and a new stock if one was made.

    `laid` is what `verify_turn` returned: the discard, and what is kept, which becomes the new hand. Raises
    BadShuffle, and then nothing has changed.
    """
    discard, kept = laid
    reshuffle = None
    if draw is None:
        drawn, reshuffle = state.draw_from_stock(shuffler)
        state.pile += state.discard.cards
    else:
        drawn = draw
        state.pile += without(state.discard.cards, (drawn,))
    kept.append(drawn)
    state.hands[seat] = kept
    state.drawn[seat] = drawn
    state.discard, state.takeable = discard, takeable(discard, state.rules)
    if draw is not None:
        state.pass_turn(seat)
    elif not state.stock and state.rules.stock_empty == "end_round":
        state.turns += 1
        state.end_without_call(RoundKind.STOCK_EXHAUSTED, seat)
    else:
        state.pass_turn(seat)
        if state.result is None and _opens_window(state, seat, drawn):
            state.slap = (seat, drawn)
    return drawn, reshuffle


def _opens_window(state: Round, seat: int, drawn: Card) -> bool:
    """Say whether a card just drawn from the stock may be slapped down (section 6)."""
    return (
        state.discard.kind in _SLAPPABLE[state.rules.slap_down]
        and not drawn.is_joker
        and drawn.rank == state.discard.cards[0].rank
        and len(state.hands[seat]) > 1
    )


def verify_slapdown(state: Round, action: SlapDown) -> None:
    """Refuse a slap-down that is late, forged or not allowed (section 6).

    Raises NoSlapDown.
    """
    if state.slap != (action.seat, action.card):
        raise NoSlapDown


def can_slapdown(state: Round, action: SlapDown) -> bool:
    """Say whether the card may be slapped down now."""
    return state.slap == (action.seat, action.card)


def slapdown(state: Round, action: SlapDown, by: By) -> SlappedDown:
    """Slap the card just drawn onto the discard; it may be taken like the rest (section 6).

    Raises what `verify_slapdown` raises, and then nothing has changed.
    """
    verify_slapdown(state, action)
    take_slap(state, action.seat, action.card)
    state.actions.append((action, by))
    return SlappedDown(action, by, state.discard)


def take_slap(state: Round, seat: int, card: Card) -> None:
    """Carry out a slap-down that `verify_slapdown` has allowed."""
    state.hands[seat].remove(card)
    state.drawn[seat] = None
    state.discard = Discard(DiscardKind.SET, (*state.discard.cards, card))
    state.takeable = takeable(state.discard, state.rules)
    state.slap = None


def without(cards: Sequence[Card], gone: tuple[Card, ...]) -> list[Card]:
    """Return the cards without those that are gone.

    Raises CardNotHeld if one of them is not there.
    """
    rest = list(cards)
    try:
        for card in gone:
            rest.remove(card)
    except ValueError:
        raise CardNotHeld from None
    return rest


class DiscardThenDraw:
    """The turn system as the match uses it."""

    def begin(self, state: Round) -> None:
        """Do nothing: with a discard on the table, whoever begins always has a legal action."""

    def legal_actions(self, state: Round) -> Iterator[Action]:
        """Yield every action of the seat to move, none once the round is over; equal cards are one."""
        seat = state.to_move
        if seat is None:
            return
        call = CallYaniv(seat)
        if can_yaniv(state, call):
            yield call
        draws: list[Card | None] = [*state.takeable]
        if state.can_draw():
            draws.insert(0, None)
        for discard in legal_discards(state.hands[seat], state.rules):
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
            case SlapDown():
                verify_slapdown(state, action)
            case _:
                raise NotInTheseRules

    def apply(self, state: Round, action: Action, by: By, shuffler: Shuffler) -> ActionEvent:
        """Carry an action out and return what happened.

        Raises RuleBroken, and then nothing has changed.
        """
        match action:
            case CallYaniv():
                return yaniv(state, action, by)
            case Play():
                return play(state, action, by, shuffler)
            case SlapDown():
                return slapdown(state, action, by)
            case _:
                raise NotInTheseRules

    def count_discards(self, state: Round, seat: int) -> int:
        """Return the number of distinct sets of cards the seat could discard (section 8)."""
        return count_discards(state.hands[seat], state.rules)

    def may_draw(self, state: Round, seat: int) -> bool:
        """Say whether the seat could draw from the stock in its turn."""
        del seat
        return state.can_draw()

    def top(self, state: Round) -> Card | None:
        """Return None: there is no card that a discard has to fit."""
        del state
        return None

    def shape(self, cards: Sequence[Card], rules: Rules, top: Card | None) -> Discard:
        """Return the discard that the picked cards make, as it lies; there is no top card to match.

        Raises NotADiscard, or the one of its kinds that says why not.
        """
        del top
        return lay(cards, rules)
