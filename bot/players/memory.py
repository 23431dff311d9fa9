"""What a seat knows of the cards that it does not see: what everybody remembers who watches the table."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.engine.cards import Card, full_deck
from bot.engine.views import PublicTurn, PublicView, SeatView


@dataclass(frozen=True, slots=True)
class Memory:
    """The round as one seat remembers it.

    `known` lists for each seat the cards it has taken openly and still holds; its own seat's entry is empty,
    and `shown` are the cards that the others know of it in this way.
    `pile` is what can no longer be taken, as long as it is not shuffled into a new stock. `unseen` is
    everything else that the seat does not see: the stock and the other hands but for what is known of them.
    """

    known: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    unseen: tuple[Card, ...]
    shown: tuple[Card, ...] = ()


def remember(view: SeatView) -> Memory:
    """Return what the seat knows from its own hand and from every turn of the round that everybody saw."""
    public = view.public
    seats = [seat for seat in public.seats if not seat.is_out]
    deck = Counter(full_deck(public.rules.decks_for(len(seats)), public.rules.jokers))
    watched = _Watched(public, deck.total() - len(seats) * public.rules.hand_size - 1)
    for turn in public.turns:
        watched.see(turn)
    known = [() if index == view.seat else tuple(held) for index, held in enumerate(watched.known)]
    seen = Counter(view.hand) + Counter(public.discard) + Counter(watched.pile)
    for held in known:
        seen.update(held)
    unseen = tuple((deck - seen).elements())
    return Memory(tuple(known), tuple(watched.pile), unseen, tuple(watched.known[view.seat]))


def drawable(view: SeatView, memory: Memory) -> tuple[Card, ...]:
    """Return the cards of which one would be drawn from the stock, each as likely as the others.

    What lies in the place of an empty stock is the pile, shuffled anew (docs/rules.md, sections 3 and 4).
    """
    return memory.unseen if view.public.stock else memory.pile


class _Watched:
    """The table as it looked after each turn."""

    def __init__(self, public: PublicView, stock: int) -> None:
        self.known: list[list[Card]] = [[] for _ in public.seats]
        self.pile: list[Card] = []
        self.discard: list[Card] = [public.start]
        self.stock = stock

    def see(self, turn: PublicTurn) -> None:
        if turn.slapped is not None:
            self.discard.append(turn.slapped)
            return
        if turn.called:
            return
        if turn.drew and not self.stock:
            # The pile has become the new stock, and what lay in it is unseen again (section 3).
            self.stock, self.pile = len(self.pile), []
        self.stock -= turn.drew
        _forget(self.known[turn.seat], turn.discard)
        if turn.taken is not None:
            _forget(self.discard, (turn.taken,))
            self.known[turn.seat].append(turn.taken)
        if turn.discard:
            self.pile += self.discard
            self.discard = list(turn.discard)


def _forget(cards: list[Card], gone: Iterable[Card]) -> None:
    for card in gone:
        if card in cards:
            cards.remove(card)
