"""What the score sheet of a match that has ended looks like as a chart, and in words."""

import json
import unicodedata
from typing import Final

from bot.engine.scoring import RoundKind, RoundResult
from bot.tables.values import Table
from bot.ui.charts.values import Chart, Labels, Line
from bot.ui.direction import directed
from bot.ui.escape import ISOLATE, POP_ISOLATE, label_name
from bot.ui.words import Words

FILE_NAME: Final = "scores.png"
_NAME_LIMITS: Final = (32, 16, 8)
_MOST_BYTES: Final = 900
"""Of the words for a picture, as they are sent; Discord takes 1,024 characters."""


def score_chart(words: Words, table: Table) -> Chart:
    """Return the chart of a match with at least one finished round."""
    results = table.results()
    winners = () if table.match is None else table.match.winners or ()
    return Chart(
        lines=tuple(
            _line(results, seat.seat, label_name(seat.name), won=seat.seat in winners) for seat in table.seats
        ),
        rounds=len(results),
        target=table.rules.target,
        labels=Labels(
            rounds=words("Round"),
            points=words("Points"),
            target=_unmarked(words("target {target}", target=words.number(table.rules.target))),
            assaf=words("Assaf"),
            lowered=words("exact total, lowered"),
        ),
    )


def _line(results: tuple[RoundResult, ...], seat: int, name: str, *, won: bool) -> Line:
    rounds = [result for result in results if result.score.sums[seat] is not None]
    return Line(
        number=seat + 1,
        name=name,
        totals=tuple(result.totals[seat] for result in rounds),
        assafs=tuple(
            number
            for number, result in enumerate(rounds, 1)
            if result.score.kind is RoundKind.ASSAF and result.score.caller == seat
        ),
        lowered=tuple(
            (number, result.lowered[seat])
            for number, result in enumerate(rounds, 1)
            if seat in result.lowered
        ),
        won=won,
    )


def _unmarked(text: str) -> str:
    """Return a text without marks of direction: whoever draws it sees to that."""
    return "".join(character for character in text if unicodedata.category(character) != "Cf")


def alt_text(words: Words, chart: Chart) -> str:
    """Return what a chart shows, for those who do not see it: who wins, and every total.

    Long names are cut where they would take too much of the message, in which they stand in full.
    """
    said = ""
    for limit in _NAME_LIMITS:
        said = _told(words, chart, limit)
        if len(json.dumps(said)) <= _MOST_BYTES:
            break
    return said


def _told(words: Words, chart: Chart, limit: int) -> str:
    def name(line: Line) -> str:
        return f"{ISOLATE}{label_name(line.name, limit)}{POP_ISOLATE}"

    winners = [name(line) for line in chart.lines if line.won]
    ranked = sorted(chart.lines, key=lambda line: (not line.won, line.totals[-1]))
    totals = [
        words("{name}: {total}", name=name(line), total=words.number(line.totals[-1])) for line in ranked
    ]
    sentences = [
        words.plural("Score chart of {n} round.", "Score chart of {n} rounds.", chart.rounds),
        _outcome(words, winners),
        words("Totals: {totals}.", totals=words.list(totals)),
    ]
    return directed(" ".join(sentence for sentence in sentences if sentence))


def _outcome(words: Words, winners: list[str]) -> str:
    match winners:
        case []:
            return ""
        case [name]:
            return words("{name} wins!", name=name)
        case _:
            return words("{names} share the win!", names=words.list(winners))
