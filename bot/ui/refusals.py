"""What a player is told when something cannot be done, and other private messages of one sentence."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from string import Formatter
from typing import Final

from discord.ui import LayoutView
from discord.utils import format_dt

from bot.engine.cards import Card
from bot.engine.errors import YanivError
from bot.engine.rules import ImpossibleRules
from bot.store.values import Place, PlaceKind
from bot.tables.values import Table
from bot.ui.cards import written
from bot.ui.escape import plain_name
from bot.ui.parts import Accent, message, seat_name, text
from bot.ui.rule_words import refusal_text
from bot.ui.words import N_, Words

# What stands in a sentence for something that the error or the caller could not name.
_UNNAMED: Final[Mapping[str, str]] = {
    "seat": N_("another player"),
    "link": N_("elsewhere"),
    "moment": N_("later"),
}


def sentence(words: Words, error: YanivError, table: Table | None = None, *, link: str | None = None) -> str:
    """Return what a player is told about an error, its gaps filled from its details.

    A seat is named as it is at `table`; `link` leads to another place or message.
    """
    if isinstance(error, ImpossibleRules) and "field" in error.details:
        return refusal_text(words, error)
    values = {name: _value(words, name, value, table) for name, value in error.details.items()}
    place = error.details.get("place")
    if link is not None:
        values["link"] = link
    elif isinstance(place, Place):
        values["link"] = _place(words, place)
    gaps = [name for _, name, _, _ in Formatter().parse(error.message) if name]
    unnamed = {name: words(_UNNAMED[name]) if name in _UNNAMED else "…" for name in gaps}
    known = {name: value for name, value in values.items() if value is not None}
    return words(error.message, **(unnamed | known))


def _value(words: Words, name: str, value: object, table: Table | None) -> object:
    if name == "seat":
        if table is None or not isinstance(value, int) or not 0 <= value < len(table.seats):
            return None
        return f"**{seat_name(table.seats[value])}**"
    match value:
        case str() if name == "name":
            return plain_name(value)
        case Card():
            return written(words, value)
        case datetime():
            # A refusal stays on the screen: a time of day is still true when it is read again.
            return format_dt(value, "T")
        case _:
            return value


def _place(words: Words, place: Place) -> str:
    return f"<#{place.id}>" if place.kind is PlaceKind.CHANNEL else words("in your direct messages")


def notice_view(words: Words, notice: str) -> LayoutView:
    """Return a private message of one sentence that is in the reader's language already."""
    del words
    return message(Accent.QUIET, text(notice))


def matches_view(words: Words, lines: Sequence[tuple[str, bool]]) -> LayoutView:
    """Return the private list of someone's matches elsewhere: a link each, and whether it is their turn."""
    if not lines:
        return notice_view(words, words("You are in no match in this server. Start one with /yaniv start."))
    first_waiting = sorted(lines, key=lambda line: not line[1])
    return message(
        Accent.PLAYING if first_waiting[0][1] else Accent.WAITING,
        text("### " + words("Your matches elsewhere in this server")),
        text(*(_match_line(words, link, waiting=waiting) for link, waiting in first_waiting)),
    )


def _match_line(words: Words, link: str, *, waiting: bool) -> str:
    return words("▶ {link} · **your turn**", link=link) if waiting else f"- {link}"
