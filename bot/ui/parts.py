"""The parts that messages are put together from: frames, texts, rows of buttons, times."""

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum
from typing import Any

from discord import ButtonStyle, SeparatorSpacing
from discord.ui import ActionRow, Button, Container, Item, LayoutView, Separator, TextDisplay
from discord.utils import format_dt

from bot.store.values import SeatRow
from bot.tables.values import is_human
from bot.ui.direction import directed
from bot.ui.escape import plain_name
from bot.ui.words import Words

ROW = 5
NAME_LIMIT = 32


class Accent(IntEnum):
    """What the colour beside a message says; its words say it too.

    A blue table waits: for people, for somebody else's move, for the next round. A green one is being played,
    a green hand is to move. Gold is a Yaniv, and whoever has won; red is an assaf. Grey is everything that
    stands beside a match: help, settings, what is over.
    """

    WAITING = 0x5865F2
    PLAYING = 0x248046
    YANIV = 0xF0B232
    ASSAF = 0xDA373C
    QUIET = 0x80848E


def text(*lines: str) -> TextDisplay[Any]:
    """Return a block of text; empty lines are left out."""
    return TextDisplay(directed("\n".join(line for line in lines if line)))


def divider() -> Separator[Any]:
    """Return a thin line between two blocks."""
    return Separator(spacing=SeparatorSpacing.small)


def rows(*buttons: Item[Any]) -> tuple[ActionRow[Any], ...]:
    """Return the buttons in as few rows as hold them; none for no button."""
    return tuple(ActionRow(*buttons[start : start + ROW]) for start in range(0, len(buttons), ROW))


def even_rows(*buttons: Item[Any]) -> tuple[ActionRow[Any], ...]:
    """Return the buttons in one row, or where that holds too many, in rows as long as each other.

    A phone breaks a row of five; at most four stand in each of several.
    """
    if len(buttons) <= ROW:
        return rows(*buttons)
    count = -(-len(buttons) // (ROW - 1))
    each = -(-len(buttons) // count)
    return tuple(ActionRow(*buttons[start : start + each]) for start in range(0, len(buttons), each))


def message(accent: Accent, *items: Item[Any]) -> LayoutView:
    """Return a message in a frame of that colour."""
    view = LayoutView(timeout=None)
    view.add_item(Container(*items, accent_colour=accent.value))
    # Its buttons are found by their ids. A private view that the library listens to is kept for 15 minutes.
    view.stop()
    return view


def with_line(view: LayoutView, line: str) -> LayoutView:
    """Return a message with a line more, below everything that is in its frame."""
    for frame in view.children:
        if isinstance(frame, Container):
            frame.add_item(text(line))
    return view


def link_button(label: str, url: str) -> Button[Any]:
    """Return a button that leads to another message."""
    return Button(style=ButtonStyle.link, label=directed(label), url=url)


def moment(when: datetime) -> str:
    """Return a point in time that Discord shows as the time until then, counting down."""
    return format_dt(when, "R")


def seat_name(seat: SeatRow, limit: int = NAME_LIMIT) -> str:
    """Return the name on a seat for a markdown text, with a robot before a computer's."""
    name = plain_name(seat.name, limit)
    return name if is_human(seat) else f"🤖 {name}"


def names(words: Words, seats: Sequence[SeatRow], picked: Sequence[int]) -> str:
    """Return the names on the picked seats as one list, in bold."""
    return words.list([f"**{seat_name(seats[seat])}**" for seat in picked])


def points(words: Words, n: int) -> str:
    """Return a number of points: "18 points"."""
    return words.plural("{n} point", "{n} points", n)
