"""One round: who holds what, where the other cards lie, whose turn it is (docs/rules.md, section 1)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.actions import Action, By
from bot.engine.cards import Card, full_deck, in_order
from bot.engine.discards import Discard, lay, takeable
from bot.engine.errors import BadShuffle, NoRoundRunning, NoSuchSeat, NotYourTurn
from bot.engine.rules import MAX_TURNS, Rules
from bot.engine.scoring import (
    RoundKind,
    RoundResult,
    RoundScore,
    clockwise,
    score_call,
    score_hands,
    settle,
)

Shuffler = Callable[[Sequence[Card]], Sequence[Card]]
"""Takes cards and returns the same cards in the order in which they are drawn, from the top."""


def verify_shuffle(before: Sequence[Card], after: Sequence[Card]) -> None:
    """Refuse a shuffle that added, lost or exchanged a card.

    Raises BadShuffle.
    """
    if in_order(before) != in_order(after):
        raise BadShuffle


@dataclass(frozen=True, slots=True)
class Streak:
    """How many rounds in a row `seat` has won before this one; None before the first."""

    seat: int | None = None
    rounds: int = 0

    def after(self, winner: int) -> "Streak":
        """Return the streak once `winner` has won one more round."""
        return Streak(winner, self.rounds + 1 if winner == self.seat else 1)


class Round:
    """The state of one round, changed only by the operations of its turn system and by a call.

    `hands` has one list a seat, empty for a seat that is out, and `after` the seat that follows each one.
    `stock` is listed from its bottom, so that its end is the top. `pile` is what can no longer be taken;
    `discard` is the latest discard, of which `takeable` may be drawn. `turns` counts turns, slap-downs aside.
    `slap` is who may slap down which card. `caller` is who called, while the `lap` of those who still have a
    turn is played. `to_move` is None once the round is over, and `result` is there from then on.
    """

    __slots__ = (
        "actions",
        "after",
        "before",
        "caller",
        "dealer",
        "deck",
        "decks",
        "discard",
        "drawn",
        "hands",
        "lap",
        "number",
        "pile",
        "reshuffles",
        "result",
        "rules",
        "seats",
        "slap",
        "start",
        "starter",
        "stock",
        "streak",
        "takeable",
        "to_move",
        "turns",
    )

    def __init__(
        self,
        rules: Rules,
        *,
        number: int,
        dealer: int,
        seats: tuple[int, ...],
        before: tuple[int, ...],
        deck: Sequence[Card],
        streak: Streak = Streak(),
    ) -> None:
        """Deal `deck`, listed from its top, to `seats`, those still in, beginning after `dealer`.

        `number` counts rounds from 1, `before` holds the totals the round starts from, one a seat of the
        match, `streak` who has been winning. Raises BadShuffle when the deck is not whole.
        """
        self.rules = rules
        self.number = number
        self.dealer = dealer
        self.seats = seats
        self.before = before
        self.streak = streak
        self.decks: Final = rules.decks_for(len(seats))
        verify_shuffle(full_deck(self.decks, rules.jokers), deck)
        self.deck: Final = tuple(deck)
        self.after: Final = {seat: clockwise(seats, seat)[0] for seat in seats}
        order = clockwise(seats, dealer)
        self.starter = order[0]
        dealt = rules.hand_size * len(order)
        self.hands: list[list[Card]] = [[] for _ in before]
        for index, seat in enumerate(order):
            self.hands[seat] = list(deck[index : dealt : len(order)])
        self.stock: list[Card] = list(deck[dealt + 1 :])[::-1]
        self.pile: list[Card] = []
        self.start: Final = deck[dealt]
        self.discard: Discard = lay([self.start], rules)
        self.takeable: tuple[Card, ...] = takeable(self.discard, rules)
        self.drawn: list[Card | None] = [None] * len(before)
        self.turns = 0
        self.slap: tuple[int, Card] | None = None
        self.caller: int | None = None
        self.lap: tuple[int, ...] = ()
        self.to_move: int | None = self.starter
        self.actions: list[tuple[Action, By]] = []
        self.reshuffles: list[tuple[Card, ...]] = []
        self.result: RoundResult | None = None

    def copy(self) -> "Round":
        """Return an independent copy."""
        twin = object.__new__(Round)
        for name in Round.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.hands = [list(hand) for hand in self.hands]
        twin.stock = list(self.stock)
        twin.pile = list(self.pile)
        twin.drawn = list(self.drawn)
        twin.actions = list(self.actions)
        twin.reshuffles = list(self.reshuffles)
        return twin

    def verify_turn(self, seat: int) -> None:
        """Refuse an action of a seat that is not to move.

        Raises NoRoundRunning, NoSuchSeat or NotYourTurn.
        """
        if self.to_move is None:
            raise NoRoundRunning
        if seat not in self.seats:
            raise NoSuchSeat(seat=seat)
        if seat != self.to_move:
            raise NotYourTurn(seat=self.to_move)

    def hand_sum(self, seat: int) -> int:
        """Return the points in one hand."""
        return self.rules.hand_sum(self.hands[seat])

    def sums(self) -> dict[int, int]:
        """Return the points in hand of every seat still in."""
        return {seat: self.hand_sum(seat) for seat in self.seats}

    def draw_from_stock(self, shuffler: Shuffler) -> tuple[Card, tuple[Card, ...] | None]:
        """Take the top card of the stock, made anew from the pile if it is empty; return it and a new stock.

        `shuffler` puts the pile in order, from its top. Raises BadShuffle, and then nothing has changed.
        """
        reshuffle = None
        if not self.stock:
            reshuffle = tuple(shuffler(list(self.pile)))
            verify_shuffle(self.pile, reshuffle)
            self.stock, self.pile = list(reshuffle)[::-1], []
            self.reshuffles.append(reshuffle)
        return self.stock.pop(), reshuffle

    def can_draw(self) -> bool:
        """Say whether there is a card to draw from the stock, or a pile to make one from (`stock_empty`)."""
        return bool(self.stock or (self.pile and self.rules.stock_empty == "reshuffle"))

    def call(self, seat: int) -> None:
        """Let a call stand: the round is scored, or everybody else plays one more turn (section 7)."""
        self.caller = seat
        self.lap = tuple(clockwise(self.seats, seat)[:-1]) if self.rules.last_lap else ()
        self.pass_turn(seat)

    def pass_turn(self, seat: int) -> None:
        """Close a turn: give it to the next seat, or end the round with its last one (sections 1 and 7)."""
        self.turns += 1
        self.slap = None
        if self.caller is None:
            following = self.after[seat]
            if self.turns >= MAX_TURNS:
                self.end_without_call(RoundKind.TURN_LIMIT, seat)
                return
        else:
            self.lap = tuple(other for other in self.lap if other != seat)
            if not self.lap or self.turns >= MAX_TURNS:
                self.show_hands(self.caller)
                return
            following = self.lap[0]
        self.to_move = following

    def end_without_call(self, kind: RoundKind, last: int) -> None:
        """End the round for another reason than a call; one that stands in the last lap is scored even so.

        `last` is the seat that acted last.
        """
        if self.caller is not None:
            self.show_hands(self.caller)
        else:
            self._end(score_hands(kind, last, self.sums(), len(self.before)))

    def show_hands(self, caller: int) -> None:
        """End the round by scoring a call (section 7)."""
        self._end(score_call(self.rules, caller, self.sums(), len(self.before)))

    def _end(self, score: RoundScore) -> None:
        self.to_move = None
        self.slap = None
        self.result = settle(
            self.rules, score, self.hands, self.before, streak=self.streak.after(score.winner).rounds
        )
