"""What is known of the public messages of one match while it is open."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.store.values import MessageKind, StoredMessage
from bot.tables.values import Table
from bot.ui.charts.values import Drawn


@dataclass
class Board:
    """What the publisher knows of one match.

    `shown` is what its messages show, `unsaved` are those that the store does not know of yet, `stored` are
    the ids it knows, `lost` the kinds whose message cannot be edited any more. `leftover` are messages that
    wait to be deleted, `unfinished` those of ended rounds that still have buttons. `seen` counts other
    messages after the table's. `resumed` says that the bot has just started, `absence` for how long it was
    away before that.

    `dirty` says that there is something new to draw, `owed` that something could not be drawn yet. `failures`
    counts how often in a row, `not_before` is when it makes sense again, and `muted` says that the bot may
    not speak there. `charting` draws the chart of a match that has ended, `chart` is what came of it.
    """

    table: Table
    messages: dict[MessageKind, StoredMessage]
    shown: dict[MessageKind, object] = field(default_factory=dict[MessageKind, object])
    unsaved: dict[MessageKind, StoredMessage] = field(default_factory=dict[MessageKind, StoredMessage])
    stored: dict[MessageKind, int] = field(init=False)
    lost: set[MessageKind] = field(default_factory=set[MessageKind])
    leftover: list[StoredMessage] = field(default_factory=list[StoredMessage])
    unfinished: list[StoredMessage] = field(default_factory=list[StoredMessage])
    resumed: bool = False
    absence: timedelta | None = None
    repost: bool = False
    reposted: datetime | None = None
    seen: int = 0
    turn: int | None = None
    held_back: tuple[int, datetime] | None = None
    dirty: bool = True
    owed: bool = True
    failures: int = 0
    not_before: datetime | None = None
    muted: bool = False
    chart: Drawn | None = field(default=None, repr=False)
    charting: asyncio.Task[None] | None = field(default=None, repr=False)
    worker: asyncio.Task[None] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.stored = {kind: message.message_id for kind, message in self.messages.items()}

    @property
    def settled(self) -> bool:
        """Say whether everything is drawn, noted and tidied up."""
        return not (self.dirty or self.owed or self.unsaved or self.leftover or self.unfinished)

    @property
    def awaits_chart(self) -> bool:
        """Say whether there may be a chart to show soon."""
        return self.charting is not None and not self.charting.done()

    def adopt(self, posted: Mapping[MessageKind, StoredMessage]) -> None:
        """Take over messages of ours that another process has posted since."""
        for kind, message in posted.items():
            own = self.messages.get(kind)
            if own is not None and message.message_id > own.message_id:
                self.take(message)

    def take(self, message: StoredMessage) -> None:
        """Take over a message that another process has posted; what it shows is not known."""
        own = self.messages.get(message.kind)
        if own is not None and is_superseded(own, message) and own not in self.leftover:
            self.leftover.append(own)
        self.messages[message.kind] = message
        self.stored[message.kind] = message.message_id
        self.unsaved.pop(message.kind, None)
        self.shown.pop(message.kind, None)
        self.lost.discard(message.kind)


def is_superseded(earlier: StoredMessage, later: StoredMessage) -> bool:
    """Say whether a message is of no use beside a later one; tables of earlier rounds stay as memories."""
    return earlier.kind is MessageKind.TURN or earlier.number == later.number


def turn_number(table: Table) -> int:
    """Return a number that every deal and every turn of a match raises, and nothing else does."""
    rounds = () if table.match is None else table.match.rounds
    return sum(1 + state.turns for state in rounds)


def link_to(table: Table, board: Board | None) -> str:
    """Return a link to where a match is: its table or lobby message, else its channel."""
    message = _message_of(table, board)
    return f"<#{table.place.id}>" if message is None else _url(table, message.channel_id, message.message_id)


def url_of(table: Table, board: Board) -> str:
    """Return the address of where a match is: of its table or lobby message, else of its channel."""
    message = _message_of(table, board)
    if message is None:
        return _url(table, table.place.id)
    return _url(table, message.channel_id, message.message_id)


def _message_of(table: Table, board: Board | None) -> StoredMessage | None:
    messages = table.messages if board is None else board.messages
    return messages.get(MessageKind.TABLE) or messages.get(MessageKind.LOBBY)


def _url(table: Table, *ids: int) -> str:
    return "/".join(["https://discord.com/channels", str(table.guild_id or "@me"), *map(str, ids)])
