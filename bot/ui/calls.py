"""The messages that call whoever is to move: in the channel, or directly."""

from discord import ButtonStyle
from discord.ui import View

from bot.tables.values import Table
from bot.ui.clicks import button
from bot.ui.parts import link_button, moment, seat_name
from bot.ui.words import Words


def turn_text(words: Words, table: Table) -> str:
    """Return the text that mentions whoever is to move; a computer is only named."""
    seat = None if table.match is None else table.match.to_move
    user_id = table.user_at(seat)
    if user_id is not None:
        return words("{player}, it is your turn.", player=f"<@{user_id}>")
    return "" if seat is None else words("{name} to move", name=seat_name(table.seats[seat]))


def reminder_text(words: Words, table: Table) -> str:
    """Return the text that mentions once more who is to move, half of the turn being over."""
    user_id = table.user_at(None if table.match is None else table.match.to_move)
    if user_id is None or table.deadline is None:
        return turn_text(words, table)
    return words(
        "{player}, it is still your turn. It ends {when}.",
        player=f"<@{user_id}>",
        when=moment(table.deadline),
    )


def turn_buttons(words: Words, table: Table) -> View:
    """Return what stands under the mention: the way to one's hand."""
    view = View(timeout=None)
    view.add_item(button("hand", table.id, label=words("My hand"), style=ButtonStyle.primary))
    return view


def direct_text(words: Words, table: Table, *, reminds: bool = False) -> str:
    """Return the text of a direct message: where it is one's turn, and once more when half of it is over."""
    channel = f"<#{table.place.id}>"
    if not reminds or table.deadline is None:
        return words("It is your turn in {channel}.", channel=channel)
    return words(
        "It is still your turn in {channel}. It ends {when}.", channel=channel, when=moment(table.deadline)
    )


def direct_buttons(words: Words, url: str) -> View:
    """Return what stands under a direct message: the way to the table."""
    view = View(timeout=None)
    view.add_item(link_button(words("To the table"), url))
    return view
