"""Who is away, who is about to come, and why a match stands still."""

from datetime import timedelta
from typing import Final

from discord import ButtonStyle

from bot.tables.attendance import Pause
from bot.tables.claims import free_seats
from bot.tables.values import Table
from bot.ui.clicks import Clickable, button
from bot.ui.escape import plain_name
from bot.ui.parts import NAME_LIMIT, seat_name
from bot.ui.words import Words

_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


def back_button(words: Words, table: Table) -> Clickable:
    """Return the button that gives an away seat back to whoever it belongs to."""
    return button("back", table.id, label=words("I'm back"), style=ButtonStyle.success)


def seat_button(words: Words, table: Table) -> Clickable:
    """Return the button that asks for a computer's seat from the next round on."""
    return button("join", table.id, label=words("Take a seat"))


def has_free_seat(table: Table) -> bool:
    """Say whether a computer plays a seat that somebody may still take at the next deal."""
    return table.match is not None and table.is_open and bool(free_seats(table.match, table.claims))


def pause_text(words: Words, table: Table) -> str:
    """Return why the match stands still, empty while it goes on."""
    match table.paused:
        case Pause.AWAY:
            return "⏸ " + words("Everyone is away, so the match waits. Press “I'm back” to go on.")
        case Pause.PERMISSION:
            return "⏸ " + words("The match waits: the bot may not write in this channel.")
        case None:
            return ""


def coming_lines(words: Words, table: Table) -> list[str]:
    """Return a line for everybody who takes a computer's seat at the next deal."""
    return [
        "👋 "
        + words(
            "{name} plays for {computer} from the next round on.",
            name=f"**{plain_name(person.name, NAME_LIMIT)}**",
            computer=seat_name(table.seats[seat]),
        )
        for seat, person in table.claims.items()
    ]


def absence_text(words: Words, absence: timedelta | None) -> str:
    """Return how long the bot was not there before it started, empty if it hardly was."""
    if absence is None:
        return ""
    if absence >= _DAY:
        length = words.plural("{n} day", "{n} days", absence // _DAY)
    elif absence >= _HOUR:
        length = words.plural("{n} hour", "{n} hours", absence // _HOUR)
    else:
        length = words.plural("{n} minute", "{n} minutes", absence // timedelta(minutes=1))
    return "🔌 " + words("The bot was away for {time}. The match goes on where it was.", time=length)


def own_absence_text(words: Words, table: Table, seat: int) -> str:
    """Return what somebody's own panel says while a computer plays for them, empty otherwise."""
    return "💤 " + words("You are away: a computer plays for you.") if seat in table.away else ""
