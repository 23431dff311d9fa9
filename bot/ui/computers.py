"""How computers play: what the levels are called, and the host's choice of them in a lobby."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from discord import ButtonStyle
from discord.app_commands import Choice
from discord.ui import LayoutView

from bot.engine.rules import MAX_SEATS
from bot.store.values import SeatRow
from bot.tables.computers import OFFERED
from bot.tables.values import Table
from bot.ui.clicks import Clickable, button
from bot.ui.escape import label_name
from bot.ui.parts import Accent, divider, message, rows, text
from bot.ui.words import N_, Words

LEVEL_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"easy": N_("Easy"), "normal": N_("Normal"), "hard": N_("Hard")}
)
"""The names of the levels to choose from, as they stand in the source."""

_LABEL_LIMIT: Final = 20

HINTS: Final = MappingProxyType({"hints.yes": True, "hints.no": False})
"""Stand for a group in the custom_id of the button that lets people ask for hints, or no more."""


def level_choices() -> list[Choice[str]]:
    """Return the levels as choices of a command."""
    return [Choice(name=LEVEL_NAMES[level], value=level) for level in OFFERED]


def level_text(words: Words, seat: SeatRow) -> str:
    """Return how a computer plays, to stand behind its name: " · Easy"; empty for a person."""
    return f" · {words(LEVEL_NAMES[seat.kind])}" if seat.kind in LEVEL_NAMES else ""


def computers_view(words: Words, table: Table) -> LayoutView:
    """Return the host's private choice of how each computer of a lobby plays."""
    seated = [seat for seat in table.seats if seat.user_id is None]
    told = (
        words("Click a computer to change how it plays.") if seated else words("No computer is seated yet.")
    )
    adding = [
        button(
            "add",
            table.id,
            level,
            label=words("Add: {level}", level=words(LEVEL_NAMES[level])),
            number=number,
        )
        for number, level in enumerate(OFFERED, 1)
    ]
    return message(
        Accent.QUIET,
        text("### " + words("Computers"), told),
        *rows(*(_level_button(words, table, seat) for seat in seated)),
        *((divider(), *rows(*adding)) if len(table.seats) < MAX_SEATS else ()),
        divider(),
        text(
            words("A hint tells the one to move what would be best, and why."),
            words("Hints are allowed at this table.") if table.hints else "",
        ),
        *rows(_hints_button(words, table)),
    )


def _level_button(words: Words, table: Table, seat: SeatRow) -> Clickable:
    name = label_name(seat.name, _LABEL_LIMIT)
    return button(
        "computers",
        table.id,
        table.version,
        seat.seat,
        _next_level(seat.kind),
        label=f"{name}{level_text(words, seat)}",
        emoji="🤖",
        style=ButtonStyle.primary,
        number=seat.seat + 1,
    )


def _hints_button(words: Words, table: Table) -> Clickable:
    what = next(what for what, allowed in HINTS.items() if allowed is not table.hints)
    return button(
        "options",
        table.id,
        table.version,
        what,
        label=words("Forbid hints") if table.hints else words("Allow hints"),
    )


def _next_level(level: str) -> str:
    """Return the level after this one, the first after the last."""
    known = OFFERED.index(level) if level in OFFERED else -1
    return OFFERED[(known + 1) % len(OFFERED)]
