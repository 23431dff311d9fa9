"""What computer players ask of the legal actions of a turn."""

from collections.abc import Sequence

from bot.engine.actions import Action, CallYaniv, Lay, Play
from bot.engine.cards import Card


def call_of(legal: Sequence[Action]) -> CallYaniv | None:
    """Return the call of Yaniv among the `legal` actions; None where there is none."""
    return next((action for action in legal if isinstance(action, CallYaniv)), None)


def without_call(legal: Sequence[Action]) -> list[Action]:
    """Return the `legal` actions but for a call of Yaniv, in their order."""
    return [action for action in legal if not isinstance(action, CallYaniv)]


def laid_by(action: Action) -> tuple[Card, ...]:
    """Return the cards that an action lays; none for a call, or where it only draws."""
    match action:
        case Play(_, discard, _):
            return discard
        case Lay(_, cards):
            return cards
        case _:
            return ()
