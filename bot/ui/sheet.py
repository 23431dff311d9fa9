"""The score sheet: a column a player, a row a round, narrow enough for a phone."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from bot.engine.scoring import RoundResult
from bot.tables.values import Table
from bot.ui.escape import ISOLATE, POP_ISOLATE, label_name, plain_name
from bot.ui.words import Words

_LINE: Final = 36
_WIDEST_NAME: Final = 8
_SHORTEST_NAME: Final = 4
_ROUNDS: Final = 12
_LOWERED: Final = "↓"
_SUM: Final = "Σ"
_NOTHING: Final = "–"
_WIDE: Final = {"W", "F"}
_RIGHT_TO_LEFT: Final = {"R", "AL", "AN"}


def sheet_text(words: Words, table: Table) -> str:
    """Return the points of the latest rounds and the totals as a block of fixed width.

    Where names do not fit above their columns these are numbered, and a line says whose they are. A sentence
    as long as no round is over.
    """
    results = table.results()
    if not results:
        return words("No round is finished yet.") if table.is_open else words("No round was finished.")
    first = max(0, len(results) - _ROUNDS)
    rows = [_points(result) for result in results[first:]]
    totals = [str(total) for total in results[-1].totals]
    margin = len(str(len(results)))
    room = min((_LINE - margin) // len(totals) - 1, _WIDEST_NAME)
    names = [_cut(label_name(seat.name).replace("`", "'"), room) for seat in table.seats]
    numbered = room < _SHORTEST_NAME or len(set(names)) < len(names)
    heads = [str(seat + 1) for seat in range(len(names))] if numbered else names
    widths = [max(map(_width, column)) for column in zip(heads, *rows, totals, strict=True)]
    lines = [
        _line("", heads, margin, widths),
        *(_line(str(number), row, margin, widths) for number, row in enumerate(rows, first + 1)),
        _line(_SUM, totals, margin, widths),
    ]
    below = [
        _columns(table) if numbered else "",
        words("{shown} of {n} rounds", shown=words.number(len(rows)), n=words.number(len(results)))
        if first
        else "",
        _lowered(words, results[first:]),
        _out(words, table),
        _hints(words, table),
    ]
    return "\n".join(["```", *lines, "```", *(f"-# {line}" for line in below if line)])


def _points(result: RoundResult) -> list[str]:
    return [
        _NOTHING if points is None else f"{points}{_LOWERED if seat in result.lowered else ''}"
        for seat, points in enumerate(result.score.points)
    ]


def _line(head: str, cells: Iterable[str], margin: int, widths: Sequence[int]) -> str:
    return " ".join([_right(head, margin), *map(_right, cells, widths)])


def _right(cell: str, width: int) -> str:
    padding = " " * (width - _width(cell))
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in cell):
        return f"{padding}{ISOLATE}{cell}{POP_ISOLATE}"
    return padding + cell


def _width(shown: str) -> int:
    """Return how many columns a text takes: East Asian wide characters take two, combining ones none."""
    return sum(
        0
        if unicodedata.combining(character)
        else 2
        if unicodedata.east_asian_width(character) in _WIDE
        else 1
        for character in shown
    )


def _cut(name: str, room: int) -> str:
    while _width(name) > room:
        name = name[:-1]
    return name.rstrip()


def _columns(table: Table) -> str:
    return " · ".join(f"{seat.seat + 1}: {plain_name(seat.name, 16)}" for seat in table.seats)


def _lowered(words: Words, results: Sequence[RoundResult]) -> str:
    if not any(result.lowered for result in results):
        return ""
    return words("{mark} landed on an exact total and was lowered", mark=_LOWERED)


def _hints(words: Words, table: Table) -> str:
    given = [f"{plain_name(name, 16)} {words.number(n)}" for (_, name), n in table.hints_used.items()]
    return words("hints: {given}", given=words.list(given)) if given else ""


def _out(words: Words, table: Table) -> str:
    match = table.match
    gone = [] if match is None else [seat for seat in table.seats if seat.seat not in match.seats_in]
    if not gone:
        return ""
    return words("out: {names}", names=words.list([plain_name(seat.name, 16) for seat in gone]))
