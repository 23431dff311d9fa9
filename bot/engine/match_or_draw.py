"""The turn system `match_or_draw`, the French text: lay what fits, or draw (docs/rules.md, section 4)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, cast

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay
from bot.engine.calling import can_yaniv, verify_yaniv, yaniv
from bot.engine.cards import JOKERS, NATURALS, Card, Suit, in_order
from bot.engine.discard_then_draw import without
from bot.engine.discards import Discard, DiscardKind
from bot.engine.errors import (
    DrawNotForced,
    NoMatch,
    NotADiscard,
    NotAMeld,
    NothingSelected,
    NotInTheseRules,
    RuleBroken,
    StockEmpty,
)
from bot.engine.events import ActionEvent, Drew, Laid
from bot.engine.round import Round, Shuffler
from bot.engine.rules import Rules
from bot.engine.scoring import RoundKind

MIN_SERIES: Final = 3
GROUP_SIZES: Final = (3, 4)
_LOWEST_COURT: Final = 11
_KEPT: Final = 1 << 13


def fits(card: Card, top: Card) -> bool:
    """Say whether a single card matches the top card: same suit, same rank, or both courts.

    Jokers have a rank of their own, so a joker fits on a joker and on nothing else.
    """
    if card.rank == top.rank or (card.suit is not None and card.suit is top.suit):
        return True
    return card.rank >= _LOWEST_COURT and top.rank >= _LOWEST_COURT


@cache
def fitting(top: Card) -> frozenset[Card]:
    """Return the cards that match the top card."""
    return frozenset(card for card in NATURALS + JOKERS if fits(card, top))


def meld(cards: Sequence[Card], top: Card) -> Discard:
    """Return the discard that these cards make on that top card; they lie as picked.

    Raises NotADiscard, or the one of its kinds that says why not.
    """
    if not cards:
        raise NothingSelected
    if len(cards) == 1:
        if cards[0] not in fitting(top):
            raise NoMatch(card=cards[0], top=top)
        return Discard(DiscardKind.SINGLE, tuple(cards))
    return _series_or_group(tuple(cards))


@lru_cache(_KEPT)
def _series_or_group(cards: tuple[Card, ...]) -> Discard:
    if len({card.rank for card in cards}) == 1 and len(cards) in GROUP_SIZES:
        return Discard(DiscardKind.SET, cards)
    if len(cards) >= MIN_SERIES and cards[0].suit is not None and len({card.suit for card in cards}) == 1:
        return Discard(DiscardKind.RUN, cards)
    raise NotAMeld


def top_card(state: Round) -> Card:
    """Return the card that a single discard has to match: the last one picked of the latest discard."""
    return state.discard.cards[-1]


def _sets_of_cards(hand: Sequence[Card], top: Card) -> Iterator[tuple[Card, ...]]:
    """Yield every distinct set of cards that may be laid, in order, equal cards counted as equal."""
    yield from ((card,) for card in dict.fromkeys(in_order(hand)) if card in fitting(top))
    yield from melds(hand)


def melds(hand: Iterable[Card]) -> list[tuple[Card, ...]]:
    """Return every distinct series and group of a hand, small ones first, each in order."""
    alike: dict[int | Suit, list[Card]] = {}
    for card in in_order(hand):
        alike.setdefault(card.rank, []).append(card)
        if card.suit is not None:
            alike.setdefault(card.suit, []).append(card)
    groups = [tuple(cards) for cards in alike.values() if len(cards) >= MIN_SERIES]
    found = dict.fromkeys(chosen for cards in groups for chosen in _melds(cards))
    return sorted(found, key=lambda cards: (len(cards), [card.order for card in cards]))


@lru_cache(_KEPT)
def _melds(alike: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the series or groups that cards of one suit or one rank make."""
    found: dict[tuple[Card, ...], None] = {}
    for size in range(MIN_SERIES, len(alike) + 1):
        for chosen in combinations(alike, size):
            try:
                _series_or_group(chosen)
            except NotADiscard:
                continue
            found[chosen] = None
    return tuple(found)


def with_each_top(cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return the cards once for each of them that could be picked last, and be the new top."""
    return [(*without(cards, (last,)), last) for last in dict.fromkeys(cards)]


def _has_discard(hand: Sequence[Card], top: Card) -> bool:
    if not fitting(top).isdisjoint(hand):
        return True
    ranks, suits = Counter(card.rank for card in hand), Counter(card.suit for card in hand if card.suit)
    return max(ranks.values(), default=0) >= min(GROUP_SIZES) or max(suits.values(), default=0) >= MIN_SERIES


def verify_lay(state: Round, action: Lay) -> Discard:
    """Return the discard as it would lie, or refuse it.

    Raises RuleBroken of the kind that fits: out of turn, a card not held, no discard, no match.
    """
    discard, _ = verify_laying(state, action.seat, action.cards)
    return discard


def verify_laying(state: Round, seat: int, picked: tuple[Card, ...]) -> tuple[Discard, list[Card]]:
    """Do what `verify_lay` does, for a turn that is not made into an action; return what is kept, too."""
    state.verify_turn(seat)
    kept = without(state.hands[seat], picked)
    return meld(picked, top_card(state)), kept


def can_lay(state: Round, action: Lay) -> bool:
    """Say whether the cards may be laid."""
    try:
        verify_lay(state, action)
    except RuleBroken:
        return False
    return True


def lay_down(state: Round, action: Lay, by: By) -> Laid:
    """Lay the cards and pass the turn on; the round ends when the hand is empty.

    Raises what `verify_lay` raises, and then nothing has changed.
    """
    take_laying(state, action.seat, *verify_laying(state, action.seat, action.cards))
    state.actions.append((action, by))
    return Laid(action, by, state.result)


def take_laying(state: Round, seat: int, discard: Discard, kept: list[Card]) -> None:
    """Carry out a discard that `verify_laying` has allowed; `discard` and `kept` are what it returned."""
    state.hands[seat] = kept
    state.drawn[seat] = None
    state.pile += state.discard.cards
    state.discard = discard
    if kept:
        _pass_turn(state, seat)
    else:
        state.turns += 1
        state.end_without_call(RoundKind.EMPTY_HAND, seat)


def verify_draw(state: Round, action: Draw) -> None:
    """Refuse a draw that is out of turn, not forced, or impossible.

    Raises RuleBroken of the kind that fits.
    """
    verify_drawing(state, action.seat)


def verify_drawing(state: Round, seat: int) -> None:
    """Do what `verify_draw` does, for a turn that is not made into an action."""
    state.verify_turn(seat)
    if _has_discard(state.hands[seat], top_card(state)):
        raise DrawNotForced
    if not state.can_draw():
        raise StockEmpty


def can_draw(state: Round, action: Draw) -> bool:
    """Say whether the seat has to draw, and can."""
    try:
        verify_draw(state, action)
    except RuleBroken:
        return False
    return True


def draw(state: Round, action: Draw, by: By, shuffler: Shuffler) -> Drew:
    """Draw one card and pass the turn on; with `end_round` the last card of the stock ends the round.

    Raises what `verify_draw` raises, and then nothing has changed.
    """
    verify_draw(state, action)
    drawn, reshuffle = take_drawing(state, action.seat, shuffler)
    state.actions.append((action, by))
    return Drew(action, by, drawn, reshuffle, state.result)


def take_drawing(state: Round, seat: int, shuffler: Shuffler) -> tuple[Card, tuple[Card, ...] | None]:
    """Carry out a draw that `verify_drawing` has allowed; return the card and a new stock if one was made.

    Raises BadShuffle, and then nothing has changed.
    """
    drawn, reshuffle = state.draw_from_stock(shuffler)
    state.hands[seat] = [*state.hands[seat], drawn]
    state.drawn[seat] = drawn
    if not state.stock and state.rules.stock_empty == "end_round":
        state.turns += 1
        state.end_without_call(RoundKind.STOCK_EXHAUSTED, seat)
    else:
        _pass_turn(state, seat)
    return drawn, reshuffle


def _pass_turn(state: Round, seat: int) -> None:
    state.pass_turn(seat)
    end_if_stuck(state, seat)


def end_if_stuck(state: Round, last: int) -> None:
    """End the round if the seat to move can neither lay, draw nor call."""
    seat = state.to_move
    if seat is None or state.can_draw() or can_yaniv(state, CallYaniv(seat)):
        return
    if not _has_discard(state.hands[seat], top_card(state)):
        state.end_without_call(RoundKind.STOCK_EXHAUSTED, last)


class MatchOrDraw:
    """The turn system as the match uses it."""

    def begin(self, state: Round) -> None:
        """Take away what cannot be taken, and end a round that nobody can begin."""
        state.takeable = ()
        end_if_stuck(state, state.dealer)

    def legal_actions(self, state: Round) -> Iterator[Action]:
        """Yield every action of the seat to move, none once the round is over; equal cards are one.

        A set of cards is there once for each card that could be the new top.
        """
        seat = state.to_move
        if seat is None:
            return
        call = CallYaniv(seat)
        if can_yaniv(state, call):
            yield call
        forced = True
        for cards in _sets_of_cards(state.hands[seat], top_card(state)):
            forced = False
            for picked in with_each_top(cards):
                yield Lay(seat, picked)
        if forced and state.can_draw():
            yield Draw(seat)

    def verify(self, state: Round, action: Action) -> None:
        """Refuse an action that is not allowed now.

        Raises RuleBroken of the kind that fits.
        """
        match action:
            case CallYaniv():
                verify_yaniv(state, action)
            case Lay():
                verify_lay(state, action)
            case Draw():
                verify_draw(state, action)
            case _:
                raise NotInTheseRules

    def apply(self, state: Round, action: Action, by: By, shuffler: Shuffler) -> ActionEvent:
        """Carry an action out and return what happened.

        Raises RuleBroken, and then nothing has changed.
        """
        match action:
            case CallYaniv():
                event = yaniv(state, action, by)
                end_if_stuck(state, action.seat)
                return replace(event, result=state.result)
            case Lay():
                return lay_down(state, action, by)
            case Draw():
                return draw(state, action, by, shuffler)
            case _:
                raise NotInTheseRules

    def count_discards(self, state: Round, seat: int) -> int:
        """Return the number of distinct sets of cards the seat could discard (section 8)."""
        return sum(1 for _ in _sets_of_cards(state.hands[seat], top_card(state)))

    def may_draw(self, state: Round, seat: int) -> bool:
        """Say whether the seat would have to draw, and could."""
        return state.can_draw() and not _has_discard(state.hands[seat], top_card(state))

    def top(self, state: Round) -> Card | None:
        """Return the card that a single discard has to match."""
        return top_card(state)

    def shape(self, cards: Sequence[Card], rules: Rules, top: Card | None) -> Discard:
        """Return the discard that the picked cards make on the top card.

        Raises NotADiscard, or the one of its kinds that says why not.
        """
        del rules
        # In this turn system there always is one.
        return meld(cards, cast("Card", top))
