"""The one private message in which somebody plays alone: the table and their hand."""

from collections.abc import Sequence
from typing import Any

from discord import ButtonStyle
from discord.ui import Item, LayoutView

from bot.engine.scoring import RoundKind, RoundResult
from bot.engine.views import SeatView
from bot.personal import NOTHING_SAID, Personal
from bot.tables.hints import Hint
from bot.tables.values import Table
from bot.ui.clicks import Clickable, button, match_name
from bot.ui.fitting import fitting
from bot.ui.hand import card_items, slap_items, turn_heading
from bot.ui.hints import hint_items
from bot.ui.lap import hand_lap
from bot.ui.lobby import rules_line
from bot.ui.parts import Accent, divider, message, rows, text
from bot.ui.round_end import end_accent, end_items, round_accent
from bot.ui.round_lines import dropped, hands, headline, luck
from bot.ui.selection import selection_fault
from bot.ui.sheet import sheet_text
from bot.ui.table import discard_lines, happened_text, seat_line, turn_line
from bot.ui.words import Words


def practice_view(
    words: Words,
    table: Table,
    view: SeatView,
    selection: Sequence[int],
    *,
    personal: Personal = NOTHING_SAID,
    notice: str | None = None,
    hint: Hint | None = None,
) -> LayoutView:
    """Return the panel of somebody who plays alone, as the match stands; the arguments as of `hand_view`."""
    return fitting(
        words, lambda words: _practice(words, table, view, selection, personal, notice=notice, hint=hint)
    )


def _practice(
    words: Words,
    table: Table,
    view: SeatView,
    selection: Sequence[int],
    personal: Personal,
    *,
    notice: str | None,
    hint: Hint | None,
) -> LayoutView:
    public, lucky_word = view.public, personal.lucky_word if _won(view) else ""
    top = [] if notice is None else [text(f"⚠️ {notice}")]
    if public.ended_by is not None:
        again = _button(table, "again", label=words("Play again"), style=ButtonStyle.primary)
        return message(end_accent(table), *top, *end_items(words, table, lucky_word=lucky_word), *rows(again))
    if public.result is not None:
        result = _result(words, table, view, public.result, lucky_word)
        return message(round_accent(public.result), *top, *result)
    own_turn = public.to_move == view.seat
    picked = [position for position in selection if 0 <= position < len(view.hand)]
    refused = notice is not None and notice == selection_fault(words, view, picked)
    return message(
        Accent.PLAYING if own_turn or view.slap is not None else Accent.WAITING,
        *([] if refused else top),
        *slap_items(words, table, view, picked),
        text(turn_heading(words, table, view), *_happened(words, table, view), hand_lap(words, table, view)),
        text(*(seat_line(words, table, public, seat) for seat in range(len(public.seats)))),
        text(*discard_lines(words, public)),
        divider(),
        *card_items(words, table, view, picked, personal, refused=refused),
        *rows(_more_button(words, table)),
        *hint_items(words, hint),
    )


def _happened(words: Words, table: Table, view: SeatView) -> list[str]:
    """Return what the others did since their reader's own turn, which is told until somebody else moves."""
    turns = view.public.turns
    own = max((at for at, turn in enumerate(turns) if turn.seat == view.seat), default=-1)
    since = [turn_line(words, table.seats[turn.seat], turn) for turn in turns[own + 1 :]]
    return since or [happened_text(words, table, view.public)]


def _won(view: SeatView) -> bool:
    """Say whether the reader has won the round with a call."""
    result = view.public.result
    return result is not None and result.score.kind is RoundKind.YANIV and result.score.caller == view.seat


def _result(
    words: Words, table: Table, view: SeatView, result: RoundResult, lucky_word: str
) -> list[Item[Any]]:
    number = view.public.round
    following = _button(table, "next", number, label=words("Next round"), style=ButtonStyle.primary, number=1)
    return [
        text(*headline(words, table, result, lucky_word)),
        divider(),
        text(*hands(words, table, result), *luck(words, table, result), *dropped(words, table, result)),
        divider(),
        text("-# " + words("Round {round}", round=words.number(number))),
        *rows(following, _more_button(words, table)),
    ]


def practice_more_view(words: Words, table: Table) -> LayoutView:
    """Return the score sheet of a match that somebody plays alone, and how to end it."""
    return message(
        Accent.QUIET,
        text("### " + words("Practice"), f"-# {rules_line(words, table.rules)}", sheet_text(words, table)),
        *rows(
            _button(table, "rules", label=words("Rules"), number=3),
            button("me", label=words("My settings")),
            _button(table, "end", label=words("End the match"), style=ButtonStyle.danger, number=4),
        ),
    )


def _more_button(words: Words, table: Table) -> Clickable:
    return _button(table, "more", label=words("More"), number=2)


def _button(
    table: Table,
    *what: object,
    label: str,
    style: ButtonStyle = ButtonStyle.secondary,
    number: int = 0,
) -> Clickable:
    return button("alone", match_name(table), *what, label=label, style=style, number=number)
