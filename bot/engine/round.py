"""One round: who holds what, where the other cards lie, whose turn it is (docs/rules.md, section 1)."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.engine.actions import Action, By
from bot.engine.cards import Card, full_deck
from bot.engine.discards import Discard, lay, takeable
from bot.engine.errors import BadShuffle, NoRoundRunning, NoSuchSeat, NotYourTurn
from bot.engine.rules import MAX_TURNS, Rules
from bot.engine.scoring import RoundKind, RoundResult, RoundScore, clockwise, score_hands, settle

Shuffler = Callable[[Sequence[Card]], Sequence[Card]]
"""Takes cards and returns the same cards in the order in which they are drawn, from the top."""


def verify_shuffle(before: Sequence[Card], after: Sequence[Card]) -> None:
    """Refuse a shuffle that added, lost or exchanged a card.

    Raises BadShuffle.
    """
    if sorted(before) != sorted(after):
        raise BadShuffle


class Round:
    """The state of one round, changed only by the operations of its turn system and by a call.

    `hands` has one list a seat, empty for a seat that is out. `stock` is listed from its bottom, so that
    its end is the top. `pile` is what can no longer be taken; `discard` is the latest discard, of which
    `takeable` may be drawn. `to_move` is None once the round is over, and `result` is there from then on.
    """

    __slots__ = (
        "actions",
        "before",
        "dealer",
        "deck",
        "decks",
        "discard",
        "drawn",
        "hands",
        "number",
        "pile",
        "reshuffles",
        "result",
        "rules",
        "seats",
        "starter",
        "stock",
        "takeable",
        "to_move",
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
    ) -> None:
        """Deal `deck`, listed from its top, to `seats`, those still in, beginning after `dealer`.

        `number` counts rounds from 1, `before` holds the totals the round starts from, one a seat of
        the match. Raises BadShuffle when the deck is not whole.
        """
        self.rules = rules
        self.number = number
        self.dealer = dealer
        self.seats = seats
        self.before = before
        self.decks: Final = rules.decks_for(len(seats))
        verify_shuffle(full_deck(self.decks, rules.jokers), deck)
        self.deck: Final = tuple(deck)
        order = clockwise(seats, dealer)
        self.starter = order[0]
        dealt = rules.hand_size * len(order)
        self.hands: list[list[Card]] = [[] for _ in before]
        for index, seat in enumerate(order):
            self.hands[seat] = list(deck[index : dealt : len(order)])
        self.stock: list[Card] = list(deck[dealt + 1 :])[::-1]
        self.pile: list[Card] = []
        self.discard: Discard = lay([deck[dealt]])
        self.takeable: tuple[Card, ...] = takeable(self.discard, rules)
        self.drawn: list[Card | None] = [None] * len(before)
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

    def pass_turn(self, seat: int) -> None:
        """Give the turn to the next seat, or end the round after its last turn (section 1)."""
        if len(self.actions) >= MAX_TURNS:
            self.end(score_hands(RoundKind.TURN_LIMIT, seat, self.sums(), len(self.before)))
        else:
            self.to_move = clockwise(self.seats, seat)[0]

    def end(self, score: RoundScore) -> RoundResult:
        """End the round with that score and return its result."""
        self.to_move = None
        self.result = settle(self.rules, score, self.hands, self.before)
        return self.result
