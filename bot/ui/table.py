"""The table of a running round, and the public mention of whose turn it is."""

from datetime import datetime, timedelta

from discord import ButtonStyle
from discord.ui import LayoutView

from bot.engine.views import PublicTurn, PublicView
from bot.store.values import SeatRow
from bot.tables.values import Table
from bot.tables.votes import votes_needed, votes_that_count
from bot.ui.cards import card_text, discard_text, pictures
from bot.ui.clicks import button
from bot.ui.computers import level_text
from bot.ui.escape import plain_name
from bot.ui.fitting import fitting
from bot.ui.lap import table_lap
from bot.ui.lobby import rules_line
from bot.ui.parts import NAME_LIMIT, Accent, divider, message, moment, points, rows, seat_name, text
from bot.ui.presence import absence_text, back_button, coming_lines, has_free_seat, pause_text, seat_button
from bot.ui.words import Words


def table_view(words: Words, table: Table, *, absence: timedelta | None = None) -> LayoutView:
    """Return the public message of the round being played: everything in it is known to everyone.

    `absence` is how long the bot was not there before it started just now.
    """
    return fitting(words, lambda words: _running(words, table, absence))


def _running(words: Words, table: Table, absence: timedelta | None) -> LayoutView:
    public = table.public_view()
    return message(
        Accent.PLAYING if table.paused is None else Accent.WAITING,
        text(
            _heading(words, table, public),
            _turn_end(words, table),
            pause_text(words, table),
            absence_text(words, absence),
            *_happened(words, table, public),
            *table_lap(words, table, public),
        ),
        divider(),
        text(*discard_lines(words, public)),
        divider(),
        text(*(seat_line(words, table, public, seat) for seat in range(len(public.seats)))),
        text(*_footer(words, table, public)),
        *rows(
            button("hand", table.id, label=words("My hand"), style=ButtonStyle.primary),
            button("table", table.id, label=words("Table ↓")),
            button("more", table.id, label=words("More")),
        ),
        *(rows(back_button(words, table)) if table.away else ()),
    )


def _turn_end(words: Words, table: Table) -> str:
    return "" if table.deadline is None else "-# " + turn_end_text(words, table.deadline)


def turn_end_text(words: Words, deadline: datetime) -> str:
    """Return until when whoever is to move may think."""
    return "⏳ " + words("The turn ends {when}.", when=moment(deadline))


def _heading(words: Words, table: Table, public: PublicView) -> str:
    if table.paused is not None:
        return "## " + words("The match waits")
    if public.to_move is None:
        return "## " + words("Round {round}", round=words.number(public.round))
    return "## ▶ " + words("{name} to move", name=seat_name(table.seats[public.to_move]))


def _happened(words: Words, table: Table, public: PublicView) -> list[str]:
    """Return what happened last: a turn or the deal, and who has left since."""
    lines = [happened_text(words, table, public)]
    if table.match is not None:
        lines += [
            words(
                "{leaver} left, {computer} plays on.",
                leaver=plain_name(gone.leaver.name, NAME_LIMIT),
                computer=seat_name(table.seats[gone.seat]),
            )
            for gone in table.just_left()
        ]
    return lines


def discard_lines(words: Words, public: PublicView) -> list[str]:
    """Return what lies there, with what of it may be taken, and how many cards are in stock."""
    if public.top is not None:
        top = words("On top: {card}", card=f"**{card_text(words, public.top)}**")
        return [f"### {top}", "-# " + _stock(words, public)]
    return [
        "### " + discard_text(words, public.discard, public.takeable),
        "-# " + words("[ ] may be taken · {stock}", stock=_stock(words, public)),
    ]


def happened_text(words: Words, table: Table, public: PublicView) -> str:
    """Return the latest turn of the round in one line, with a slap-down after it in another; or its deal."""
    if public.turns:
        # A slap-down belongs to the turn before it, which would be lost otherwise.
        latest = 2 if public.turns[-1].slapped is not None else 1
        first = max(len(public.turns) - latest, 0)
        # Whoever did it may have left since.
        return "\n".join(
            turn_line(words, table.row_at(turn.seat, number), turn)
            for number, turn in enumerate(public.turns[first:], first)
        )
    return words(
        "{name} dealt, {card} was turned up.",
        name=f"**{seat_name(table.row_at(public.dealer, -1))}**",
        card=pictures(words, *public.discard),
    )


def turn_line(words: Words, seat: SeatRow, turn: PublicTurn) -> str:
    """Return what whoever sat on `seat` did in a turn, as everybody saw it, in one line."""
    done = _done(words, seat, turn)
    return "⏰ " + words("Time was up: {turn}", turn=done) if turn.by_clock else done


def _done(words: Words, seat: SeatRow, turn: PublicTurn) -> str:
    name = f"**{seat_name(seat)}**"
    cards = pictures(words, *turn.discard)
    if turn.called:
        return words("{name} called Yaniv!", name=name)
    if turn.slapped is not None:
        return "✋ " + words("{name} slapped down {card}!", name=name, card=pictures(words, turn.slapped))
    if turn.taken is not None:
        return words(
            "{name} laid {cards} and took {taken}.",
            name=name,
            cards=cards,
            taken=pictures(words, turn.taken),
        )
    if not turn.discard:
        return words("{name} had nothing that fits and drew from the stock.", name=name)
    if turn.drew:
        return words("{name} laid {cards} and drew from the stock.", name=name, cards=cards)
    return words("{name} laid {cards}.", name=name, cards=cards)


def _stock(words: Words, public: PublicView) -> str:
    return words.plural("{n} card in stock", "{n} cards in stock", public.stock)


def seat_line(words: Words, table: Table, public: PublicView, index: int) -> str:
    """Return what everybody sees of a seat in one line."""
    seat = public.seats[index]
    name = seat_name(table.seats[index])
    if seat.is_out:
        out = words("out with {points}", points=points(words, seat.total))
        return f"• {name} · {out}"
    figures = words(
        "{cards} · {points}",
        cards=words.plural("{n} card", "{n} cards", seat.cards),
        points=points(words, seat.total),
    )
    level = level_text(words, table.seats[index])
    if index in table.away:
        figures = f"{figures} · 💤 " + words("away")
    if index == public.to_move:
        return f"▶ **{name}**{level} · {figures}"
    if index == public.caller:
        return f"📣 {name}{level} · {figures}"
    return f"• {name}{level} · {figures}"


def _footer(words: Words, table: Table, public: PublicView) -> list[str]:
    lines: list[str] = []
    if table.votes:
        lines.append(
            words(
                "{votes} of {needed} votes to end the match.",
                votes=words.number(len(votes_that_count(table))),
                needed=words.number(votes_needed(table)),
            )
        )
    lines += coming_lines(words, table)
    round_number = words("Round {round}", round=words.number(public.round))
    return [*lines, f"-# {round_number} · {rules_line(words, table.rules)}"]


def more_view(words: Words, table: Table, user_id: int, *, may_end: bool) -> LayoutView:
    """Return the private menu of a table: what to look at, leaving, and ending the match for who may."""
    lines: list[str] = []
    buttons = [
        button("rules", table.id, label=words("Rules")),
        button("scores", table.id, label=words("Scores")),
        button("me", label=words("My settings")),
    ]
    seat = table.seat_of(user_id)
    if seat is None and has_free_seat(table):
        lines.append(words("A computer's seat is free to be taken from the next round on."))
        buttons.append(seat_button(words, table))
    if table.is_open and seat is not None:
        lines.append(_leave_line(words, table, seat))
        leave = button("leave", table.id, "sure", label=words("Leave the match"), style=ButtonStyle.danger)
        buttons.append(leave)
    if table.is_open and may_end:
        lines.append(_end_line(words, table, user_id))
        buttons.append(button("end", table.id, label=words("End the match"), style=ButtonStyle.danger))
    return message(Accent.QUIET, text("### " + words("More"), *lines), *rows(*buttons))


def _leave_line(words: Words, table: Table, leaver: SeatRow) -> str:
    """Say what leaving does at once, as `bot.tables.matches.Matches.leave` does it."""
    stay = [seat.seat for seat in table.people if seat != leaver]
    if not stay:
        return words("If you leave, the match ends: nobody else is here.")
    if table.match is not None and not any(seat in table.match.seats_in for seat in stay):
        return words("If you leave, the match is decided: only computers would play on.")
    gone = leaver.seat
    if len(votes_that_count(table, without=gone)) >= votes_needed(table, without=gone):
        return words("If you leave, the match ends: the others have voted for it.")
    return words("If you leave, a computer takes over your cards and points. You may return next round.")


def _end_line(words: Words, table: Table, user_id: int) -> str:
    needed = votes_needed(table)
    if table.seat_of(user_id) is None or needed == 1:
        return words("Ending the match stops it for everyone, without a winner.")
    return words.plural(
        "Ending the match takes {n} vote ({votes} so far).",
        "Ending the match takes {n} votes ({votes} so far).",
        needed,
        votes=words.number(len(votes_that_count(table))),
    )
