"""The end of a round and of a match: every hand, the points, the totals."""

from typing import Any, Final

from discord import ButtonStyle, MediaGalleryItem
from discord.ui import Item, LayoutView, MediaGallery

from bot.engine.rules import MIN_SEATS
from bot.engine.scoring import RoundKind, RoundResult, clockwise
from bot.store.values import EndedBy
from bot.tables.values import Phase, Table
from bot.ui.charts.labels import sign
from bot.ui.charts.sheet import FILE_NAME, alt_text, score_chart
from bot.ui.charts.values import Drawn
from bot.ui.clicks import button
from bot.ui.fitting import fitting
from bot.ui.parts import Accent, divider, message, moment, names, points, rows, seat_name, text
from bot.ui.presence import back_button, coming_lines, has_free_seat, pause_text, seat_button
from bot.ui.round_lines import dropped, hands, headline, luck, was_in
from bot.ui.words import Words

_ACCENTS: Final = {RoundKind.YANIV: Accent.YANIV, RoundKind.ASSAF: Accent.ASSAF}
"""Of how a round ended; where nobody called it just waits for the next one."""


def round_end_view(words: Words, table: Table, round_number: int, *, lucky_word: str = "") -> LayoutView:
    """Return the public message of a finished round; `round_number` counts from 1.

    Only the latest round has buttons, and only while the next one may be dealt. `lucky_word` is that of
    whoever won the round with a call, as they wrote it.
    """
    return fitting(words, lambda words: _round_end(words, table, round_number, lucky_word))


def _round_end(words: Words, table: Table, round_number: int, lucky_word: str) -> LayoutView:
    result, then = table.results()[round_number - 1], table.as_after(round_number)
    latest = table.phase is Phase.ROUND_OVER and round_number == len(table.results())
    return message(
        round_accent(result),
        text(*headline(words, then, result, lucky_word)),
        divider(),
        text(*hands(words, then, result), *luck(words, then, result), *dropped(words, then, result)),
        divider(),
        text(
            *(_next_lines(words, table) if latest else ()),
            "-# " + words("Round {round}", round=words.number(round_number)),
        ),
        *(_round_buttons(words, table, round_number) if latest else ()),
    )


def round_accent(result: RoundResult) -> Accent:
    """Return the colour beside a round that ended so."""
    return _ACCENTS.get(result.score.kind, Accent.WAITING)


def _next_lines(words: Words, table: Table) -> list[str]:
    return [*coming_lines(words, table), pause_text(words, table) or _next(words, table)]


def _next(words: Words, table: Table) -> str:
    starter = next_starter(table)
    if starter is None:
        return ""
    name = names(words, table.seats, [starter])
    if table.deadline is None:
        return words("{name} starts the next round.", name=name)
    return words("{name} starts the next round {when}.", name=name, when=moment(table.deadline))


def next_starter(table: Table) -> int | None:
    """Return the seat that starts the next round; None if none can be dealt."""
    if table.match is None or not table.match.can_deal():
        return None
    return clockwise(table.match.seats_in, table.match.verify_deal())[0]


def _round_buttons(words: Words, table: Table, round_number: int) -> tuple[Item[Any], ...]:
    return rows(
        button("next", table.id, round_number, label=words("Next round"), style=ButtonStyle.primary),
        button("hand", table.id, label=words("My hand")),
        button("scores", table.id, label=words("Scores")),
        button("more", table.id, label=words("More")),
    ) + rows(
        *([back_button(words, table)] if table.away else []),
        *([seat_button(words, table)] if has_free_seat(table) else []),
    )


def match_end_view(
    words: Words, table: Table, chart: Drawn | None = None, *, lucky_word: str = ""
) -> LayoutView:
    """Return the public message of a match that has ended: the final standing, and how it came to it.

    A chart comes last, so that nothing else moves when it is there; its file goes with the message.
    `lucky_word` is that of whoever won the last round with a call, as they wrote it.
    """
    return fitting(words, lambda words: _match_end(words, table, chart, lucky_word))


def _match_end(words: Words, table: Table, chart: Drawn | None, lucky_word: str) -> LayoutView:
    return message(
        end_accent(table),
        *end_items(words, table, chart, lucky_word=lucky_word),
        *rows(
            button("rematch", table.id, label=words("Rematch"), style=ButtonStyle.primary),
            button("scores", table.id, label=words("Scores")),
        ),
        *(() if chart is None else [_chart(words, table)]),
    )


def _chart(words: Words, table: Table) -> MediaGallery[Any]:
    alt = alt_text(words, score_chart(words, table))
    return MediaGallery(MediaGalleryItem(f"attachment://{FILE_NAME}", description=alt))


def end_accent(table: Table) -> Accent:
    """Return the colour beside a match that has ended."""
    return Accent.YANIV if table.ended_by == EndedBy.PLAYED else Accent.QUIET


def end_items(
    words: Words, table: Table, chart: Drawn | None = None, *, lucky_word: str = ""
) -> list[Item[Any]]:
    """Return the final standing of a match, and how it came to it; the arguments as of `match_end_view`."""
    played = table.ended_by == EndedBy.PLAYED
    results = table.results()
    last = (
        [divider(), text(*_last_round(words, table, results[-1], lucky_word))] if played and results else []
    )
    return [
        text("## " + _outcome(words, table), _why(words, table), *_standing(words, table, chart)),
        *last,
        text("-# " + words.plural("{n} round played", "{n} rounds played", len(results))),
    ]


def _last_round(words: Words, table: Table, result: RoundResult, lucky_word: str) -> list[str]:
    table = table.as_after(len(table.results()))
    title, *told = headline(words, table, result, lucky_word)
    after = [*luck(words, table, result), *dropped(words, table, result)]
    return [f"#{title}", *told, *hands(words, table, result), *after]


def _outcome(words: Words, table: Table) -> str:
    winners = None if table.match is None else table.match.winners
    match table.ended_by:
        case EndedBy.STOPPED:
            return words("The match was ended early")
        case EndedBy.ABANDONED if table.people:
            return words("The match is over: nobody played for a week")
        case EndedBy.ABANDONED:
            return words("The match is over: everyone has left")
        case _ if winners is None or not winners:
            return words("The match is over")
        case _ if len(winners) == 1:
            return "🏆 " + words("{name} wins!", name=seat_name(table.seats[winners[0]]))
        case _:
            shared = words.list([seat_name(table.seats[seat]) for seat in winners])
            return "🏆 " + words("{names} share the win!", names=shared)


def _why(words: Words, table: Table) -> str:
    """Say that a match was decided although more than one is left: computers do not play on alone."""
    match = table.match
    decided = match is not None and table.ended_by == EndedBy.PLAYED and table.rules.end == "last_standing"
    if match is None or not decided or len(match.seats_in) < MIN_SEATS:
        return ""
    if any(match.players[seat].is_human for seat in match.seats_in):
        return ""
    return words("Only computers are left: the lowest total wins.")


def _standing(words: Words, table: Table, chart: Drawn | None) -> list[str]:
    """Return the seats by place: whoever stayed in longer stands higher, then the lower total.

    Where a number stands for a name in the chart, it is told.
    """
    totals = (0,) * len(table.seats) if table.match is None else table.match.totals
    results = table.results()
    ranks = [(-sum(was_in(result, seat) for result in results), total) for seat, total in enumerate(totals)]
    return [
        f"{sum(other < ranks[seat] for other in ranks) + 1}\\. "
        f"**{seat_name(table.seats[seat])}** · {points(words, totals[seat])}"
        f"{_out(words, table, seat)}{_sign(chart, seat)}"
        for seat in sorted(range(len(totals)), key=lambda seat: ranks[seat])
    ]


def _sign(chart: Drawn | None, seat: int) -> str:
    return f" · {sign(seat + 1)}" if chart is not None and seat + 1 in chart.numbered else ""


def _out(words: Words, table: Table, seat: int) -> str:
    if table.match is None or seat in table.match.seats_in:
        return ""
    played = sum(was_in(result, seat) for result in table.results())
    return " · " + words("out in round {round}", round=words.number(played))
