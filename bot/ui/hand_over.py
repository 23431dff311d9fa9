"""What a hand panel shows between rounds and after the match."""

from typing import Any

from discord import ButtonStyle
from discord.ui import Item

from bot.engine.scoring import RoundResult
from bot.engine.views import SeatView
from bot.tables.values import Table
from bot.ui.clicks import button
from bot.ui.parts import names, points, rows, text
from bot.ui.presence import back_button, own_absence_text, pause_text
from bot.ui.round_lines import streak_text
from bot.ui.words import Words


def round_over(words: Words, table: Table, view: SeatView, result: RoundResult) -> list[Item[Any]]:
    """Return what the round brought its reader, and the way on."""
    number = view.public.round
    scored = result.score.points[view.seat]
    return [
        text(
            "### " + words("Round {round} is over", round=words.number(number)),
            *([] if scored is None else _scored(words, result, view.seat, scored)),
            words("You are out of the match.") if view.public.seats[view.seat].is_out else "",
            own_absence_text(words, table, view.seat),
            pause_text(words, table),
        ),
        *rows(
            button("next", table.id, number, label=words("Next round"), style=ButtonStyle.primary),
            *([back_button(words, table)] if view.seat in table.away else []),
        ),
    ]


def _scored(words: Words, result: RoundResult, seat: int, scored: int) -> list[str]:
    total = words(
        "You score {points}. Your total: {total}",
        points=points(words, scored),
        total=_total(words, result, seat),
    )
    if not result.bonus or result.score.winner != seat:
        return [total]
    return [total, streak_text(words, result)]


def _total(words: Words, result: RoundResult, seat: int) -> str:
    total = f"**{words.number(result.totals[seat])}**"
    landed = result.lowered.get(seat)
    return total if landed is None else f"{words.number(landed)} → {total}"


def match_over(words: Words, table: Table, view: SeatView) -> list[Item[Any]]:
    """Return how the match ended for its reader, and the way to another."""
    total = words("Your total: {total}", total=f"**{words.number(view.public.seats[view.seat].total)}**")
    return [
        text("### " + _outcome(words, table, view), total),
        *rows(button("rematch", table.id, label=words("Rematch"), style=ButtonStyle.primary)),
    ]


def _outcome(words: Words, table: Table, view: SeatView) -> str:
    winners = view.public.winners
    if not winners:
        return words("The match is over, without a winner.")
    if winners == (view.seat,):
        return "🏆 " + words("You win the match!")
    if view.seat in winners:
        return "🏆 " + words("You share the win!")
    return words("{names} won the match.", names=names(words, table.seats, winners))
