"""The end of a round and of a match: every hand, the points, the totals."""

from typing import Any

from discord import ButtonStyle
from discord.ui import Item, LayoutView

from bot.engine.scoring import RoundKind, RoundResult, clockwise
from bot.store.values import EndedBy
from bot.tables.values import Phase, Table
from bot.ui.cards import cards_text
from bot.ui.clicks import button
from bot.ui.parts import Accent, divider, message, moment, names, points, rows, seat_name, text
from bot.ui.words import Words


def round_end_view(words: Words, table: Table, round_number: int) -> LayoutView:
    """Return the public message of a finished round; `round_number` counts from 1.

    Only the latest round has buttons, and only while the next one may be dealt.
    """
    result = table.results()[round_number - 1]
    latest = table.phase is Phase.ROUND_OVER and round_number == len(table.results())
    return message(
        Accent.ASSAF if result.score.kind is RoundKind.ASSAF else Accent.YANIV,
        text(*_headline(words, table, result)),
        divider(),
        text(*_hands(words, table, result)),
        text(
            *_lowered(words, table, result),
            _next(words, table) if latest else "",
            "-# " + words("Round {round}", round=words.number(round_number)),
        ),
        *(_round_buttons(words, table, round_number) if latest else ()),
    )


def _headline(words: Words, table: Table, result: RoundResult) -> list[str]:
    score = result.score
    winner = names(words, table.seats, [score.winner])
    if score.caller is None:
        return [
            "## " + words("The round has run out of turns"),
            words("Everyone scores their hand; {name} has the lowest.", name=winner),
        ]
    caller = names(words, table.seats, [score.caller])
    called = words.number(score.sums[score.caller] or 0)
    if score.kind is not RoundKind.ASSAF:
        return [
            "## " + words("Yaniv!"),
            words("{name} called with {sum}, and nobody had less.", name=caller, sum=called),
        ]
    return [
        "## 💥 " + words("Assaf!"),
        words("{name} called with {sum}.", name=caller, sum=called)
        + " "
        + words.list(
            [
                words(
                    "{name} had {sum}",
                    name=names(words, table.seats, [seat]),
                    sum=words.number(score.sums[seat] or 0),
                )
                for seat in score.assafers
            ]
        )
        + ".",
    ]


def _hands(words: Words, table: Table, result: RoundResult) -> list[str]:
    return [
        line
        for seat, hand in enumerate(result.hands)
        if (held := result.score.sums[seat]) is not None
        for line in (
            f"{_mark(result, seat)}**{seat_name(table.seats[seat])}** · "
            + words("{cards} = {sum}", cards=cards_text(words, hand), sum=words.number(held)),
            "-# "
            + words(
                "{points} → total {total}",
                points=points(words, result.score.points[seat] or 0),
                total=words.number(result.totals[seat]),
            ),
        )
    ]


def _mark(result: RoundResult, seat: int) -> str:
    return "🏆 " if seat == result.score.winner else ""


def _lowered(words: Words, table: Table, result: RoundResult) -> list[str]:
    return [
        "✨ "
        + words(
            "{name} lands on exactly {total}: **{total} → {lower}**",
            name=names(words, table.seats, [seat]),
            total=words.number(total),
            lower=words.number(result.totals[seat]),
        )
        for seat, total in sorted(result.lowered.items())
    ]


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
    return clockwise(range(len(table.seats)), table.match.verify_deal())[0]


def _round_buttons(words: Words, table: Table, round_number: int) -> tuple[Item[Any], ...]:
    return rows(
        button("next", table.id, round_number, label=words("Next round"), style=ButtonStyle.primary),
        button("hand", table.id, label=words("My hand")),
        button("scores", table.id, label=words("Scores")),
        button("more", table.id, label=words("More")),
    )


def match_end_view(words: Words, table: Table) -> LayoutView:
    """Return the public message of a match that has ended: the final standing, and how it came to it."""
    played = table.ended_by == EndedBy.PLAYED
    results = table.results()
    last = [divider(), text(*_last_round(words, table, results[-1]))] if played and results else []
    return message(
        Accent.YANIV if played else Accent.QUIET,
        text("## " + _outcome(words, table), *_standing(words, table)),
        *last,
        text("-# " + words.plural("{n} round played", "{n} rounds played", len(results))),
        *rows(
            button("rematch", table.id, label=words("Rematch"), style=ButtonStyle.primary),
            button("scores", table.id, label=words("Scores")),
        ),
    )


def _last_round(words: Words, table: Table, result: RoundResult) -> list[str]:
    title, *told = _headline(words, table, result)
    return [f"#{title}", *told, *_hands(words, table, result), *_lowered(words, table, result)]


def _outcome(words: Words, table: Table) -> str:
    winners = None if table.match is None else table.match.winners
    match table.ended_by:
        case EndedBy.STOPPED:
            return words("The match was ended early")
        case EndedBy.ABANDONED:
            return words("The match is over: everyone has left")
        case _ if winners is None or not winners:
            return words("The match is over")
        case _ if len(winners) == 1:
            return "🏆 " + words("{name} wins!", name=seat_name(table.seats[winners[0]]))
        case _:
            shared = words.list([seat_name(table.seats[seat]) for seat in winners])
            return "🏆 " + words("{names} share the win!", names=shared)


def _standing(words: Words, table: Table) -> list[str]:
    totals = (0,) * len(table.seats) if table.match is None else table.match.totals
    ordered = sorted(range(len(totals)), key=lambda seat: totals[seat])
    return [
        f"{sum(other < totals[seat] for other in totals) + 1}\\. "
        f"**{seat_name(table.seats[seat])}** · {points(words, totals[seat])}"
        for seat in ordered
    ]
