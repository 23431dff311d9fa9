"""What a seat can do, as small values with a notation (docs/rules.md, section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from bot.engine.cards import Card
from bot.engine.errors import MalformedRecord

STOCK = "stock"


class By(StrEnum):
    """Who decided an action."""

    HUMAN = "human"
    CLOCK = "clock"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Play:
    """Lay `discard`, then draw: the card `draw` of the previous discard, or from the stock if it is None."""

    seat: int
    discard: tuple[Card, ...]
    draw: Card | None = None


@dataclass(frozen=True, slots=True)
class CallYaniv:
    """Call Yaniv."""

    seat: int


@dataclass(frozen=True, slots=True)
class SlapDown:
    """Slap the card just drawn from the stock onto the discard just laid (section 6)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay `cards` and draw nothing; the last one is the new top card (section 4)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the stock and lay nothing (section 4)."""

    seat: int


Action = Play | CallYaniv | SlapDown | Lay | Draw


def action_to_json(action: Action) -> dict[str, Any]:
    """Return an action as it stands in a record, without `by`."""
    match action:
        case Play(seat, discard, draw):
            return {
                "seat": seat,
                "type": "play",
                "discard": [card.code for card in discard],
                "draw": STOCK if draw is None else draw.code,
            }
        case CallYaniv(seat):
            return {"seat": seat, "type": "yaniv"}
        case SlapDown(seat, card):
            return {"seat": seat, "type": "slapdown", "card": card.code}
        case Lay(seat, cards):
            return {"seat": seat, "type": "discard", "cards": [card.code for card in cards]}
        case Draw(seat):
            return {"seat": seat, "type": "draw"}


def action_from_json(data: Mapping[str, Any]) -> Action:
    """Read an action of a record; unknown keys are ignored.

    Raises MalformedRecord naming what is wrong.
    """
    seat = data.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise MalformedRecord(f"an action needs a seat, not {seat!r}")
    match data.get("type"):
        case "play":
            draw = data.get("draw")
            return Play(seat, parse_card_list(data.get("discard")), None if draw == STOCK else _card(draw))
        case "yaniv":
            return CallYaniv(seat)
        case "slapdown":
            return SlapDown(seat, _card(data.get("card")))
        case "discard":
            return Lay(seat, parse_card_list(data.get("cards")))
        case "draw":
            return Draw(seat)
        case other:
            raise MalformedRecord(f"an action of unknown type {other!r}")


def _card(code: object) -> Card:
    try:
        return Card.parse(cast("str", code))
    except ValueError as error:
        raise MalformedRecord(str(error)) from None


def parse_card_list(codes: object) -> tuple[Card, ...]:
    """Read a list of cards as it stands in a record.

    Raises MalformedRecord for anything that is not one.
    """
    if not isinstance(codes, list):
        raise MalformedRecord(f"a list of cards is needed, not {codes!r}")
    return tuple(_card(code) for code in cast("list[object]", codes))
