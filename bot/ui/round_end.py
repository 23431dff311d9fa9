"""The end of a round and of a match: every hand, the points, the totals."""

from typing import Any

from discord import ButtonStyle
from discord.ui import Item, LayoutView

from bot.engine.rules import MIN_SEATS
from bot.engine.scoring import RoundKind, RoundResult, clockwise, still_in
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
            *_luck(words, table, result),
            *_dropped(words, table, result),
            _next(words, table) if latest else "",
            "-# " + words("Round {round}", round=words.number(round_number)),
        ),
        *(_round_buttons(words, table, round_number) if latest else ()),
    )


def _headline(words: Words, table: Table, result: RoundResult) -> list[str]:
    if result.score.caller is None:
        return _without_call(words, table, result)
    lap = "-# " + words("After the call came the last lap.") if table.rules.last_lap else ""
    return [*_called(words, table, result, result.score.caller), lap]


def _without_call(words: Words, table: Table, result: RoundResult) -> list[str]:
    match result.score.kind:
        case RoundKind.EMPTY_HAND:
            empty = [seat for seat, hand in enumerate(result.hands) if not hand and _was_in(result, seat)]
            title = words("{name} has no card left", name=names(words, table.seats, empty))
        case RoundKind.STOCK_EXHAUSTED:
            title = words("The stock has run out")
        case _:
            title = words("The round has run out of turns")
    winner = names(words, table.seats, [result.score.winner])
    return [f"## {title}", words("Everyone scores their hand; {name} has the lowest.", name=winner)]


def _called(words: Words, table: Table, result: RoundResult, seat: int) -> list[str]:
    score = result.score
    caller = names(words, table.seats, [seat])
    called = words.number(score.sums[seat] or 0)
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
                    name=names(words, table.seats, [assafer]),
                    sum=words.number(score.sums[assafer] or 0),
                )
                for assafer in score.assafers
            ]
        )
        + ".",
    ]


def _was_in(result: RoundResult, seat: int) -> bool:
    return result.score.sums[seat] is not None


def _hands(words: Words, table: Table, result: RoundResult) -> list[str]:
    return [
        line
        for seat, hand in enumerate(result.hands)
        if (held := result.score.sums[seat]) is not None
        for line in (
            f"{_mark(result, seat)}**{seat_name(table.seats[seat])}** · "
            + words("{cards} = {sum}", cards=cards_text(words, hand) or "–", sum=words.number(held)),
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


def _luck(words: Words, table: Table, result: RoundResult) -> list[str]:
    """Return what the totals owe to luck: exact totals and streaks."""
    lines = [
        "✨ "
        + words(
            "{name} lands on exactly {total}: **{total} → {lower}**",
            name=names(words, table.seats, [seat]),
            total=words.number(total),
            lower=words.number(result.totals[seat]),
        )
        for seat, total in sorted(result.lowered.items())
    ]
    if not result.bonus:
        return lines
    return [*lines, f"{names(words, table.seats, [result.score.winner])} · {streak_text(words, result)}"]


def streak_text(words: Words, result: RoundResult) -> str:
    """Return what a row of rounds won took off the winner's points (docs/rules.md, section 7)."""
    bonus = points(words, -result.bonus)
    return "🔥 " + words.plural(
        "{n} round won in a row: **{bonus}**",
        "{n} rounds won in a row: **{bonus}**",
        result.streak,
        bonus=bonus,
    )


def _dropped(words: Words, table: Table, result: RoundResult) -> list[str]:
    """Return who reached the target with this round and dropped out, and who is the last one left."""
    rules = table.rules
    if rules.end != "last_standing":
        return []
    left = still_in(rules, result.totals, range(len(table.seats)))
    lines = [
        "🚪 "
        + words(
            "{name} reaches {target} and is out, with {total}.",
            name=names(words, table.seats, [seat]),
            target=words.number(rules.target),
            total=words.number(result.totals[seat]),
        )
        for seat in range(len(table.seats))
        if seat not in left and _was_in(result, seat)
    ]
    if not left:
        return [*lines, words("Nobody is left below {target}.", target=words.number(rules.target))]
    if len(left) == 1:
        return [*lines, words("{name} is the last one standing.", name=names(words, table.seats, left))]
    return lines


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
    )


def match_end_view(words: Words, table: Table) -> LayoutView:
    """Return the public message of a match that has ended: the final standing, and how it came to it."""
    played = table.ended_by == EndedBy.PLAYED
    results = table.results()
    last = [divider(), text(*_last_round(words, table, results[-1]))] if played and results else []
    return message(
        Accent.YANIV if played else Accent.QUIET,
        text("## " + _outcome(words, table), _why(words, table), *_standing(words, table)),
        *last,
        text("-# " + words.plural("{n} round played", "{n} rounds played", len(results))),
        *rows(
            button("rematch", table.id, label=words("Rematch"), style=ButtonStyle.primary),
            button("scores", table.id, label=words("Scores")),
        ),
    )


def _last_round(words: Words, table: Table, result: RoundResult) -> list[str]:
    title, *told = _headline(words, table, result)
    after = [*_luck(words, table, result), *_dropped(words, table, result)]
    return [f"#{title}", *told, *_hands(words, table, result), *after]


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


def _why(words: Words, table: Table) -> str:
    """Say that a match was decided although more than one is left: computers do not play on alone."""
    match = table.match
    decided = match is not None and table.ended_by == EndedBy.PLAYED and table.rules.end == "last_standing"
    if match is None or not decided or len(match.seats_in) < MIN_SEATS:
        return ""
    if any(match.players[seat].is_human for seat in match.seats_in):
        return ""
    return words("Only computers are left: the lowest total wins.")


def _standing(words: Words, table: Table) -> list[str]:
    """Return the seats by place: whoever stayed in longer stands higher, then the lower total."""
    totals = (0,) * len(table.seats) if table.match is None else table.match.totals
    results = table.results()
    ranks = [(-sum(_was_in(result, seat) for result in results), total) for seat, total in enumerate(totals)]
    return [
        f"{sum(other < ranks[seat] for other in ranks) + 1}\\. "
        f"**{seat_name(table.seats[seat])}** · {points(words, totals[seat])}"
        for seat in sorted(range(len(totals)), key=lambda seat: ranks[seat])
    ]
