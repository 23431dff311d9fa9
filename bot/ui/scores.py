"""The score sheet of a match and the leaderboard of a server."""

from typing import Any, Final

from discord.ui import Item, LayoutView

from bot.store.values import Leaderboard, LeaderboardRow
from bot.tables.values import Table
from bot.ui.clicks import button
from bot.ui.escape import plain_name
from bot.ui.parts import NAME_LIMIT, Accent, divider, message, rows, text
from bot.ui.sheet import sheet_text
from bot.ui.words import Words

PAGE_SIZE: Final = 10
"""People on a page of the leaderboard."""


def scores_view(
    words: Words,
    sheet: Table | None,
    board: Leaderboard,
    *,
    page: int,
    pages: int,
    here: bool,
    month: bool,
) -> LayoutView:
    """Return the score sheet of a match, if there is one, and a page of the leaderboard.

    `page` counts from 1. `here` limits the board to this channel, `month` to this month. The buttons carry
    the match, so that its sheet stays.
    """
    return message(
        Accent.QUIET,
        *(() if sheet is None else _sheet(words, sheet)),
        text("### " + _title(words, here=here, month=month)),
        text(*_lines(words, board, page)),
        *([text("-# " + _page_text(words, page, pages))] if pages > 1 else []),
        *_buttons(words, sheet, page, pages, here=here, month=month),
    )


def _sheet(words: Words, table: Table) -> tuple[Item[Any], ...]:
    return (text("### " + words("This match"), sheet_text(words, table)), divider())


def _title(words: Words, *, here: bool, month: bool) -> str:
    if here:
        return words("This channel, this month") if month else words("This channel, all time")
    return words("Whole server, this month") if month else words("Whole server, all time")


def _lines(words: Words, board: Leaderboard, page: int) -> list[str]:
    if not board.rows:
        return [words("No match has been played to its end yet.")]
    first = (page - 1) * PAGE_SIZE + 1
    return [_line(words, row, place) for place, row in enumerate(board.rows, first)]


def _line(words: Words, row: LeaderboardRow, place: int) -> str:
    name = plain_name(row.name, NAME_LIMIT)
    figures = [words.plural("{n} win", "{n} wins", row.wins)]
    if row.average is not None:
        figures.append(words("{average} points a round", average=words.number(round(row.average, 1))))
    figures.append(words.plural("{n} match", "{n} matches", row.matches))
    return f"{place}\\. **{name}** · {' · '.join(figures)}"


def _page_text(words: Words, page: int, pages: int) -> str:
    return words("Page {page} of {pages}", page=words.number(page), pages=words.number(pages))


def _buttons(
    words: Words, sheet: Table | None, page: int, pages: int, *, here: bool, month: bool
) -> tuple[Item[Any], ...]:
    scope, period = _arguments(here=here, month=month)
    match = () if sheet is None else (sheet.id,)
    previous, following = words("Previous"), words("Next")
    turning = [
        button("page", scope, period, page - 1, *match, label=previous, disabled=page <= 1, number=0),
        button("page", scope, period, page + 1, *match, label=following, disabled=page >= pages, number=1),
    ]
    switching = [
        button(
            "page",
            *_arguments(here=not here, month=month),
            1,
            *match,
            label=words("Whole server") if here else words("This channel"),
            number=2,
        ),
        button(
            "page",
            *_arguments(here=here, month=not month),
            1,
            *match,
            label=words("All time") if month else words("This month"),
            number=3,
        ),
    ]
    return rows(*(turning if pages > 1 else []), *switching)


def _arguments(*, here: bool, month: bool) -> tuple[str, str]:
    return "channel" if here else "server", "month" if month else "all"
