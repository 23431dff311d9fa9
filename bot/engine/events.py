"""What happened, as frozen values: each operation of the engine returns one."""

from dataclasses import dataclass
from typing import Any

from bot.engine.actions import By, CallYaniv, Draw, Lay, Play, SlapDown, action_to_json
from bot.engine.cards import Card
from bot.engine.discards import Discard
from bot.engine.scoring import RoundResult


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt from `deck`, listed from its top; `result` is there if nobody could begin it."""

    round: int
    dealer: int
    starter: int
    decks: int
    deck: tuple[Card, ...]
    result: RoundResult | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return {
            "type": "deal",
            "dealer": self.dealer,
            "starter": self.starter,
            "decks": self.decks,
            "deck": [card.code for card in self.deck],
        }


@dataclass(frozen=True, slots=True)
class Played:
    """A seat laid `discard` and drew.

    `taken` is the card taken from the previous discard, None if it drew from the stock; `drawn` is the
    card drawn either way (a secret when `taken` is None). `reshuffle` is the new stock from its top, if
    one was made. `result` is there when the round ended with this turn.
    """

    action: Play
    by: By
    discard: Discard
    drawn: Card
    reshuffle: tuple[Card, ...] | None = None
    result: RoundResult | None = None

    @property
    def taken(self) -> Card | None:
        """Return the public card that was taken, if one was."""
        return self.action.draw

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return _with_reshuffle(action_to_json(self.action) | {"by": self.by.value}, self.reshuffle)


@dataclass(frozen=True, slots=True)
class Called:
    """A seat called Yaniv.

    `result` is the round's, None while a last lap is played.
    """

    action: CallYaniv
    by: By
    result: RoundResult | None

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return action_to_json(self.action) | {"by": self.by.value}


@dataclass(frozen=True, slots=True)
class SlappedDown:
    """A seat slapped the card it had just drawn onto `discard`, as it lies now."""

    action: SlapDown
    by: By
    discard: Discard
    result: RoundResult | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return action_to_json(self.action) | {"by": self.by.value}


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid cards and drew none; `result` is there when the round ended with this turn."""

    action: Lay
    by: By
    result: RoundResult | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return action_to_json(self.action) | {"by": self.by.value}


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew `drawn`, a secret, and laid nothing.

    `reshuffle` is the new stock from its top, if one was made. `result` is there when the round ended with
    this turn.
    """

    action: Draw
    by: By
    drawn: Card
    reshuffle: tuple[Card, ...] | None = None
    result: RoundResult | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return _with_reshuffle(action_to_json(self.action) | {"by": self.by.value}, self.reshuffle)


@dataclass(frozen=True, slots=True)
class Left:
    """A human left `seat` to the computer player `name` of level `kind`."""

    seat: int
    name: str
    kind: str

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return {"type": "leave", "seat": self.seat, "name": self.name, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Sat:
    """A human called `name` took over `seat` from a computer player."""

    seat: int
    name: str

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return {"type": "sit", "seat": self.seat, "name": self.name}


@dataclass(frozen=True, slots=True)
class Ended:
    """The match ended without being played out: `ended_by` is `stopped` or `abandoned`."""

    ended_by: str

    def to_json(self) -> dict[str, Any]:
        """Return the journal line of this event."""
        return {"type": "end", "ended_by": self.ended_by}


ActionEvent = Played | Called | SlappedDown | Laid | Drew


def _with_reshuffle(line: dict[str, Any], stock: tuple[Card, ...] | None) -> dict[str, Any]:
    return line if stock is None else line | {"reshuffle": [card.code for card in stock]}
