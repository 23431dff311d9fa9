"""The hand panel: one person's cards, the selection among them, and what can be done with it."""

import re
from collections.abc import Sequence
from typing import Any, Final

from discord import ButtonStyle
from discord.ui import Item, LayoutView

from bot.engine.cards import Card, Suit
from bot.engine.views import SeatView
from bot.personal import NOTHING_SAID, Personal, Sorting
from bot.tables.hints import Hint
from bot.tables.values import Table
from bot.ui import refusals
from bot.ui.cards import card_label, card_text, discard_pictures
from bot.ui.clicks import button, match_name
from bot.ui.hand_moves import move_rows, slap_button
from bot.ui.hand_over import match_over, round_over
from bot.ui.hints import hint_items
from bot.ui.lap import hand_lap
from bot.ui.parts import Accent, divider, even_rows, message, points, rows, seat_name, text
from bot.ui.presence import back_button, own_absence_text, pause_text
from bot.ui.selection import selection_fault, selection_text
from bot.ui.table import turn_end_text
from bot.ui.words import Words

_NOTHING: Final = "-"
# Black and red in turn: suits that lie side by side are told apart at a glance.
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def encode_selection(selection: Sequence[int]) -> str:
    """Return the positions in picked order as they stand in a custom_id: "031", "-" for none."""
    return "".join(map(str, selection)) or _NOTHING


def decode_selection(written: str) -> tuple[int, ...] | None:
    """Read what `encode_selection` wrote; None for anything else."""
    if written == _NOTHING:
        return ()
    if not re.fullmatch("[0-9]{1,10}", written) or len(set(written)) != len(written):
        return None
    return tuple(int(digit) for digit in written)


def hand_view(
    words: Words,
    table: Table,
    view: SeatView,
    selection: Sequence[int],
    *,
    personal: Personal = NOTHING_SAID,
    notice: str | None = None,
    hint: Hint | None = None,
) -> LayoutView:
    """Return someone's hand panel as the match stands, and as they prefer it.

    `selection` holds positions in the hand in picked order, those beyond it are ignored; `notice` is a
    sentence in the reader's language that stands on top, unless the selection says it already; `hint` stands
    at the foot while the hand is played.
    """
    top = () if notice is None else (text(f"⚠️ {notice}"),)
    public = view.public
    if public.ended_by is not None:
        accent = Accent.YANIV if view.seat in (public.winners or ()) else Accent.QUIET
        return message(accent, *top, *match_over(words, table, view))
    if public.result is not None:
        return message(Accent.WAITING, *top, *round_over(words, table, view, public.result))
    if public.seats[view.seat].is_out:
        return message(Accent.WAITING, *top, *_watching(words, table, view))
    accent = Accent.PLAYING if _is_own_turn(view) or view.slap is not None else Accent.WAITING
    picked = [position for position in selection if 0 <= position < len(view.hand)]
    refused = notice is not None and notice == selection_fault(words, view, picked)
    return message(
        accent,
        *(() if refused else top),
        *slap_items(words, table, view, picked),
        *_playing(words, table, view, picked, personal, refused=refused),
        *hint_items(words, hint),
    )


def _is_own_turn(view: SeatView) -> bool:
    return view.public.to_move == view.seat


def _watching(words: Words, table: Table, view: SeatView) -> list[Item[Any]]:
    public = view.public
    return [
        text(
            "### " + words("You are out"),
            words(
                "You have reached {target} and are out, with {total}. The table goes on, and you may watch.",
                total=points(words, public.seats[view.seat].total),
                target=words.number(public.rules.target),
            ),
            "-# " + _turn_line(words, table, view),
        )
    ]


def slap_items(words: Words, table: Table, view: SeatView, picked: Sequence[int]) -> list[Item[Any]]:
    """Return the offer to slap down the card just drawn; nothing where there is none."""
    if view.slap is None:
        return []
    return [
        text(
            "## ✋ " + words("Slap it down?"),
            words(
                "You drew {card}, which goes with what you laid. It may follow until the next player moves.",
                card=f"**{card_text(words, view.slap)}**",
            ),
        ),
        *rows(slap_button(words, table, view, view.slap, encode_selection(picked))),
        divider(),
    ]


def _playing(
    words: Words,
    table: Table,
    view: SeatView,
    picked: Sequence[int],
    personal: Personal,
    *,
    refused: bool,
) -> list[Item[Any]]:
    return [
        *_away(words, table, view),
        text(
            turn_heading(words, table, view),
            _turn_end(words, table, view),
            pause_text(words, table),
            hand_lap(words, table, view),
            on_table(words, view),
        ),
        divider(),
        *card_items(words, table, view, picked, personal, refused=refused),
    ]


def card_items(
    words: Words,
    table: Table,
    view: SeatView,
    picked: Sequence[int],
    personal: Personal,
    *,
    refused: bool,
) -> list[Item[Any]]:
    """Return the cards, what is selected among them, and what can be done with that.

    With `refused` the selection has just been refused, and says why more clearly.
    """
    return [
        *_card_rows(words, table, view, picked, personal.sorting),
        text(selection_text(words, view, picked, refused=refused), hand_text(words, view)),
        *move_rows(words, table, view, encode_selection(picked)),
    ]


def _away(words: Words, table: Table, view: SeatView) -> list[Item[Any]]:
    absent = own_absence_text(words, table, view.seat)
    return [text(absent), *rows(back_button(words, table)), divider()] if absent else []


def _turn_end(words: Words, table: Table, view: SeatView) -> str:
    # Off turn too: the cards below stay where they are when the turn comes.
    if table.deadline is None or view.public.to_move is None:
        return ""
    return "-# " + turn_end_text(words, table.deadline)


def turn_heading(words: Words, table: Table, view: SeatView) -> str:
    """Return whose turn it is, as a heading."""
    if _is_own_turn(view):
        return "## ▶ " + words("Your turn")
    return "## " + _turn_line(words, table, view)


def _turn_line(words: Words, table: Table, view: SeatView) -> str:
    # Somebody always is to move while a round runs.
    seat = view.public.to_move
    return "" if seat is None else words("{name} to move", name=seat_name(table.seats[seat]))


def on_table(words: Words, view: SeatView) -> str:
    """Return the latest discard, with what of it may be taken; or the top card where it has to be matched."""
    public = view.public
    if public.top is not None:
        return words("On top: {card}", card=f"**{card_text(words, public.top)}**")
    return words("On the table: {cards}", cards=discard_pictures(words, public.discard, public.takeable))


def hand_text(words: Words, view: SeatView) -> str:
    """Return what somebody holds in points, and how low they may call."""
    held = words("Your hand: {points}", points=points(words, view.total))
    if view.can_yaniv:
        return "-# " + held + " · " + words("low enough to call Yaniv!")
    if view.public.caller is not None:
        return "-# " + held
    return "-# " + held + " · " + words("Yaniv at {limit}", limit=words.number(view.public.rules.yaniv_limit))


def in_order(hand: Sequence[Card], sorting: Sorting) -> list[int]:
    """Return the positions in a hand in the order in which its cards are shown.

    Clicks carry these positions, whatever the order was on the panel that was clicked.
    """
    positions = range(len(hand))
    if sorting is Sorting.RANK:
        return list(positions)
    return sorted(positions, key=lambda position: _suit_first(hand[position]))


def _suit_first(card: Card) -> tuple[int, int]:
    return (len(_SUITS) if card.suit is None else _SUITS.index(card.suit)), card.rank


def _card_rows(
    words: Words, table: Table, view: SeatView, picked: Sequence[int], sorting: Sorting
) -> tuple[Item[Any], ...]:
    carried = encode_selection(picked)
    return even_rows(
        *(
            button(
                "card",
                match_name(table),
                view.version,
                carried,
                position,
                label=_card_label(words, view, position, selected=position in picked),
                # The tick takes the place of the picture, so that a selected button never needs another row.
                emoji=None if position in picked else words.faces.of(view.hand[position]),
                style=ButtonStyle.primary if position in picked else ButtonStyle.secondary,
                number=position,
            )
            for position in in_order(view.hand, sorting)
        )
    )


def _card_label(words: Words, view: SeatView, position: int, *, selected: bool) -> str:
    label = card_label(words, view.hand[position])
    if position == view.new:
        label = words("{card} · new", card=label)
    return f"✓ {label}" if selected else label


def waiting_view(words: Words, table: Table) -> LayoutView:
    """Return what a seated person's panel says until the deal."""
    del table
    return message(Accent.WAITING, text(words("You are seated. Your hand will appear here.")))


def coming_view(words: Words, table: Table, seat: int) -> LayoutView:
    """Return what the panel says of somebody who takes a computer's seat at the next deal."""
    computer = seat_name(table.seats[seat])
    told = words(
        "You play for {computer} from the next round on. Your hand will appear here.", computer=computer
    )
    leave = button("leave", table.id, "sure", label=words("Leave"))
    return message(Accent.WAITING, text(told), *rows(leave))


def opened_again_view(words: Words) -> LayoutView:
    """Return what a panel says once its owner has opened another."""
    return closed_view(words, words("Your hand was opened again below."))


def closed_view(words: Words, closing: str) -> LayoutView:
    """Return a panel that is out of use and says why, in the reader's language already."""
    return refusals.notice_view(words, closing)
