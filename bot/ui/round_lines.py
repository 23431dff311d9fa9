"""What a finished round brought, line by line."""

from bot.engine.scoring import RoundKind, RoundResult, still_in
from bot.tables.values import Table
from bot.ui.cards import cards_text
from bot.ui.parts import names, points, seat_name
from bot.ui.words import Words


def headline(words: Words, table: Table, result: RoundResult) -> list[str]:
    """Return how the round ended: a heading, and who did what."""
    if result.score.caller is None:
        return _without_call(words, table, result)
    lap = "-# " + words("After the call came the last lap.") if table.rules.last_lap else ""
    return [*_called(words, table, result, result.score.caller), lap]


def _without_call(words: Words, table: Table, result: RoundResult) -> list[str]:
    match result.score.kind:
        case RoundKind.EMPTY_HAND:
            empty = [seat for seat, hand in enumerate(result.hands) if not hand and was_in(result, seat)]
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


def was_in(result: RoundResult, seat: int) -> bool:
    """Say whether a seat played the round."""
    return result.score.sums[seat] is not None


def hands(words: Words, table: Table, result: RoundResult) -> list[str]:
    """Return every hand that was shown, with its sum, points and total."""
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


def luck(words: Words, table: Table, result: RoundResult) -> list[str]:
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


def dropped(words: Words, table: Table, result: RoundResult) -> list[str]:
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
        if seat not in left and was_in(result, seat)
    ]
    if not left:
        return [*lines, words("Nobody is left below {target}.", target=words.number(rules.target))]
    if len(left) == 1:
        return [*lines, words("{name} is the last one standing.", name=names(words, table.seats, left))]
    return lines
