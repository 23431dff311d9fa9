"""Somebody of the crowd knows what came of a move by what their panel shows, and does not guess."""

import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from simcord.backend.models import Message

from tests.load.ledger import Ledger, Outcome
from tests.load.panel import Panel
from tests.load.person import Person
from tests.load.player import Player

HAND = ("9♠", "K♥", "2♦", "3♦")
NEXT_HAND = ("4♠", "5♠", "6♣", "7♣", "8♦")


def panel_of(version: int, hand: tuple[str, ...], said: str = "") -> list[dict[str, Any]]:
    """Return what a panel with that hand is made of."""
    cards = [
        {"type": 2, "custom_id": f"y:card:1:{version}:-:{place}", "label": face}
        for place, face in enumerate(hand)
    ]
    return [*cards, {"type": 10, "content": said}]


@dataclass
class Clicks:
    """Stands in for a person: every click makes the message this."""

    after: list[dict[str, Any]]
    someone: Any = field(default_factory=lambda: SimpleNamespace(name="Ada"))

    async def click(self, message: Message, custom_id: str) -> Any:
        del custom_id
        message.components = self.after
        return SimpleNamespace(complete=True)


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        (panel_of(4, HAND[1:]), Outcome.DONE),
        (panel_of(3, HAND), Outcome.REFUSED),
        (panel_of(3, HAND, "⚠️ Too late."), Outcome.REFUSED),
        (panel_of(4, NEXT_HAND, "⚠️ Too late."), Outcome.REFUSED),
        (panel_of(4, NEXT_HAND), Outcome.UNKNOWN),
        (panel_of(4, ()), Outcome.UNKNOWN),
    ],
)
async def test_what_came_of_a_slap_is_known_by_the_hand_alone(
    after: list[dict[str, Any]], outcome: Outcome
) -> None:
    panel = Panel.read(Message(1, 1, 1, components=panel_of(3, HAND)))
    assert panel is not None
    ledger = Ledger()
    player = Player(cast("Person", Clicks(after)), 1, ledger, random.Random(1), 0.0)
    await player.move(panel, "y:slap:1:3:-")
    assert [move.outcome for move in ledger.moves] == [outcome]
