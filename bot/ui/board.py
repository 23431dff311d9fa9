"""What is known of the public messages of one match while it is open."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from bot.store.values import MessageKind, StoredMessage
from bot.tables.values import Table


@dataclass
class Board:
    """What the publisher knows of one match.

    `shown` is what its messages show, `unsaved` are those that the store does not know of yet, `seen` counts
    other messages after the table's, `leftover` are tables that were posted anew and wait to be deleted.
    """

    table: Table
    messages: dict[MessageKind, StoredMessage]
    shown: dict[MessageKind, object] = field(default_factory=dict[MessageKind, object])
    unsaved: dict[MessageKind, StoredMessage] = field(default_factory=dict[MessageKind, StoredMessage])
    leftover: list[StoredMessage] = field(default_factory=list[StoredMessage])
    resumed: bool = False
    repost: bool = False
    reposted: datetime | None = None
    seen: int = 0
    turn: int | None = None
    held_back: tuple[int, datetime] | None = None
    dirty: bool = True
    worker: asyncio.Task[None] | None = field(default=None, repr=False)


def turn_number(table: Table) -> int:
    """Return a number that every deal and every turn of a match raises, and nothing else does."""
    rounds = () if table.match is None else table.match.rounds
    return sum(1 + state.turns for state in rounds)
