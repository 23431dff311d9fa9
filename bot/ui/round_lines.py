"""What a finished round brought, line by line."""

from typing import Final

from bot.engine.rules import Rules
from bot.engine.scoring import RoundKind, RoundResult, still_in
from bot.personal import LONGEST_WORD
from bot.tables.values import Table
from bot.ui.cards import pictures
from bot.ui.escape import plain_name
from bot.ui.parts import names, points, seat_name
from bot.ui.voices import voice_line
from bot.ui.words import Words

_MOST_OF_TWO_LINES: Final = 5
# A sum keeps together: no line breaks inside it.
_EQUALS: Final = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
_PLUS: Final = "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}"


def headline(words: Words, table: Table, result: RoundResult, lucky_word: str = "") -> list[str]:
    """Return how the round ended: a heading, who did what, and what a computer says about it.

    `lucky_word` is that of whoever won with a call, as they wrote it.
    """
    if result.score.caller is None:
        return _without_call(words, table, result)
    lap = "-# " + words("After the call came the last lap.") if table.rules.last_lap else ""
    said = voice_line(words, table, result)
    return [*_called(words, table, result, result.score.caller, lucky_word), said, lap]


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


def _called(words: Words, table: Table, result: RoundResult, seat: int, lucky_word: str) -> list[str]:
    score = result.score
    caller = names(words, table.seats, [seat])
    called = words.number(score.sums[seat] or 0)
    if score.kind is not RoundKind.ASSAF:
        said = _lucky(words, caller, lucky_word) if lucky_word else ""
        return ["## " + words("Yaniv!"), said, _stood(words, table.rules, caller, called)]
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


def _lucky(words: Words, caller: str, lucky_word: str) -> str:
    return "🍀 " + words("{name}: “{word}”", name=caller, word=plain_name(lucky_word, LONGEST_WORD))


def _stood(words: Words, rules: Rules, caller: str, called: str) -> str:
    if rules.assaf_on == "lower":
        return words("{name} called with {sum}, and nobody had less.", name=caller, sum=called)
    return words("{name} called with {sum}, and everyone else had more.", name=caller, sum=called)


def was_in(result: RoundResult, seat: int) -> bool:
    """Say whether a seat played the round."""
    return result.score.sums[seat] is not None


def hands(words: Words, table: Table, result: RoundResult) -> list[str]:
    """Return every hand that was shown, with its sum, points and total: a line each where there are many."""
    seats = [seat for seat in range(len(result.hands)) if was_in(result, seat)]
    if len(seats) > _MOST_OF_TWO_LINES:
        return [
            f"{hand_line(words, table, result, seat)} · {_scored(words, table, result, seat)}"
            for seat in seats
        ]
    return [
        line
        for seat in seats
        for line in (hand_line(words, table, result, seat), f"-# {points_line(words, table, result, seat)}")
    ]


def hand_line(words: Words, table: Table, result: RoundResult, seat: int) -> str:
    """Return one hand that was shown, with its sum."""
    mark = "⭐ " if seat == result.score.winner else ""
    cards, held = pictures(words, *result.hands[seat]) or "–", words.number(result.score.sums[seat] or 0)
    return f"{mark}**{seat_name(table.seats[seat])}** · {cards}{_EQUALS}{held}"


def _scored(words: Words, table: Table, result: RoundResult, seat: int) -> str:
    scored = words.number(result.score.points[seat] or 0)
    return f"{_origin(words, table.rules, result, seat)}{scored} → {words.number(result.totals[seat])}"


def points_line(words: Words, table: Table, result: RoundResult, seat: int) -> str:
    """Return what a seat scored in a round, and the total this makes."""
    return _origin(words, table.rules, result, seat) + words(
        "{points} → total {total}",
        points=points(words, result.score.points[seat] or 0),
        total=words.number(result.totals[seat]),
    )


def _origin(words: Words, rules: Rules, result: RoundResult, seat: int) -> str:
    """Return what a caught caller's points add up from: "6 + 30 = " (docs/rules.md, section 7)."""
    score = result.score
    if score.kind is not RoundKind.ASSAF or seat != score.caller:
        return ""
    extra = rules.assaf_extra * (len(score.assafers) - 1)
    parts = [score.sums[seat] or 0] if rules.assaf_adds_hand else []
    parts += [part for part in (rules.assaf_penalty, extra) if part]
    return _PLUS.join(map(words.number, parts)) + _EQUALS if len(parts) > 1 else ""


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
