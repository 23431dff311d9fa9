"""The ways a turn can go, behind one protocol: nothing else asks which of them is played."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from bot.engine.actions import Action, By
from bot.engine.cards import Card
from bot.engine.discard_then_draw import DiscardThenDraw
from bot.engine.discards import Discard
from bot.engine.events import ActionEvent
from bot.engine.match_or_draw import MatchOrDraw
from bot.engine.round import Round, Shuffler
from bot.engine.rules import Rules
from bot.engine.views import PublicView


class TurnSystem(Protocol):
    """What a turn system answers and does; each method as in `DiscardThenDraw`."""

    def begin(self, state: Round) -> None:
        """Prepare a round just dealt."""
        ...

    def legal_actions(self, state: Round) -> Iterator[Action]:
        """Yield every action of the seat to move."""
        ...

    def verify(self, state: Round, action: Action) -> None:
        """Refuse an action that is not allowed now."""
        ...

    def apply(self, state: Round, action: Action, by: By, shuffler: Shuffler) -> ActionEvent:
        """Carry an action out and return what happened."""
        ...

    def count_discards(self, state: Round, seat: int) -> int:
        """Return the number of distinct sets of cards the seat could discard."""
        ...

    def may_draw(self, state: Round, seat: int) -> bool:
        """Say whether the seat could draw from the stock in its turn."""
        ...

    def top(self, state: Round) -> Card | None:
        """Return the card that a single discard has to match, None where there is none."""
        ...

    def shape(self, cards: Sequence[Card], rules: Rules, top: Card | None) -> Discard:
        """Return the discard that the picked cards make, or refuse them."""
        ...


TURN_SYSTEMS: Final[Mapping[str, TurnSystem]] = MappingProxyType(
    {"discard_then_draw": DiscardThenDraw(), "match_or_draw": MatchOrDraw()}
)


def shape_of(public: PublicView, cards: Sequence[Card]) -> Discard:
    """Return the discard that the picked cards would make now, as it would lie (sections 3 and 4).

    Raises NotADiscard, or the one of its kinds that says why not.
    """
    return TURN_SYSTEMS[public.rules.turn_system].shape(cards, public.rules, public.top)
