"""The lobby: who is seated, by which rules, and what can be done before the deal."""

from collections.abc import Sequence
from typing import Any, Final

from discord import ButtonStyle
from discord.ui import Item, LayoutView

from bot.engine.rules import MAX_SEATS, MIN_SEATS, Rules
from bot.rule_fields import offered
from bot.store.values import EndedBy
from bot.tables.values import Phase, Table
from bot.ui.clicks import button
from bot.ui.computers import level_text
from bot.ui.escape import label_name
from bot.ui.parts import Accent, divider, link_button, message, names, rows, seat_name, text
from bot.ui.parts import moment as time_until
from bot.ui.rule_words import differences, preset_name
from bot.ui.speeds import speed_figure
from bot.ui.words import N_, Words

# How a turn goes, where it is not the usual way.
_TURNS: Final = {"discard_then_draw": "", "match_or_draw": N_("lay or draw")}
_LABEL_LIMIT: Final = 30
_MOST_TOTALS: Final = 4
_MOST_CHANGES: Final = 3


def rules_line(words: Words, rules: Rules, base: Rules | None = None) -> str:
    """Return the rules in one line: "Classic · 5 cards · call at 7 · to 100 · halving at 50 and 100".

    What differs from `base`, the rules these started from, is named; without it, from the preset of that
    name.
    """
    return " · ".join([_figures(words, rules), *_changed(words, differences(words, rules, base))])


def _figures(words: Words, rules: Rules) -> str:
    target = words.number(rules.target)
    wild = offered(rules, "jokers_wild") and rules.jokers_wild and rules.jokers > 0
    slap = offered(rules, "slap_down") and rules.slap_down != "off"
    parts = [
        preset_name(words, rules.preset),
        words(_TURNS[rules.turn_system]),
        words.plural("{n} card", "{n} cards", rules.hand_size),
        words("call at {limit}", limit=words.number(rules.yaniv_limit)),
        words("out at {target}", target=target)
        if rules.end == "last_standing"
        else words("to {target}", target=target),
        *_exact_totals(words, rules),
        words("wild jokers") if wild else "",
        words("slap-down") if slap else "",
        words("last lap") if rules.last_lap else "",
    ]
    return " · ".join(part for part in parts if part)


def _exact_totals(words: Words, rules: Rules) -> list[str]:
    pairs = sorted(rules.exact_totals.items())
    if len(pairs) > _MOST_TOTALS:
        return [words.plural("{n} exact total", "{n} exact totals", len(pairs))]
    if pairs and all(lower * 2 == total for total, lower in pairs):
        return [words("halving at {totals}", totals=words.list([words.number(total) for total, _ in pairs]))]
    return [words.apart(f"{words.number(total)} → {words.number(lower)}") for total, lower in pairs]


def _changed(words: Words, changes: Sequence[str]) -> list[str]:
    if not changes:
        return []
    named = " · ".join(changes[:_MOST_CHANGES])
    more = len(changes) - _MOST_CHANGES
    if more <= 0:
        return [words("changed: {rules}", rules=named)]
    return [words.plural("changed: {rules} · {n} more", "changed: {rules} · {n} more", more, rules=named)]


def lobby_view(
    words: Words, table: Table, *, table_link: str | None = None, base: Rules | None = None
) -> LayoutView:
    """Return the public message of a lobby: open, dealt (with `table_link` to its table) or closed.

    `base` are the rules that the table's started from, if they are a server's own.
    """
    if table.match is not None:
        return _dealt(words, table, table_link)
    if table.phase is Phase.ENDED:
        return _closed(words, table)
    return message(
        Accent.WAITING,
        text(
            "## 🃏 " + words("Who plays Yaniv?"),
            *_rules(words, table.rules, base),
            f"-# ⏳ {pace_line(words, table)}",
        ),
        divider(),
        text(*(_seat_line(words, table, seat) for seat in range(len(table.seats)))),
        text(_needed(words, table), _closing(words, table)),
        *_lobby_buttons(words, table),
    )


def pace_line(words: Words, table: Table) -> str:
    """Return how long a turn may take, and that hints may be asked for where they may."""
    return speed_figure(words, table.speed) + (" · 💡 " + words("hints") if table.hints else "")


def _rules(words: Words, rules: Rules, base: Rules | None) -> list[str]:
    """Return the rules with everything that was changed: who joins should know."""
    changes = differences(words, rules, base)
    return [
        f"-# {_figures(words, rules)}",
        "-# " + words("changed: {rules}", rules=" · ".join(changes)) if changes else "",
    ]


def _seat_line(words: Words, table: Table, index: int) -> str:
    seat = table.seats[index]
    name = f"{index + 1}\\. **{seat_name(seat)}**{level_text(words, seat)}"
    return words("{player} · host", player=name) if seat.user_id == table.host_id else name


def _needed(words: Words, table: Table) -> str:
    free = MAX_SEATS - len(table.seats)
    missing = MIN_SEATS - len(table.seats)
    if missing > 0:
        return words.plural("{n} more player is needed.", "{n} more players are needed.", missing)
    if free == 0:
        return words("All seats are taken. Ready to deal.")
    return words.plural("Ready to deal, {n} seat is free.", "Ready to deal, {n} seats are free.", free)


def _closing(words: Words, table: Table) -> str:
    if table.deadline is None:
        return ""
    return "-# " + words("Closes {when} if nobody deals.", when=time_until(table.deadline))


def _lobby_buttons(words: Words, table: Table) -> tuple[Item[Any], ...]:
    ready = len(table.seats) >= MIN_SEATS
    return (
        *rows(
            button("join", table.id, label=words("Join"), style=ButtonStyle.success),
            button("leave", table.id, label=words("Leave")),
        ),
        *rows(
            button(
                "deal",
                table.id,
                label=words("Deal"),
                style=ButtonStyle.primary if ready else ButtonStyle.secondary,
            ),
            button("add", table.id, label=words("Add computer")),
        ),
        *rows(
            button("remove", table.id, label=words("Remove a seat")),
            button("options", table.id, label=words("Options")),
        ),
    )


def _dealt(words: Words, table: Table, table_link: str | None) -> LayoutView:
    players = names(words, table.seats, range(len(table.seats)))
    links = () if table_link is None else rows(link_button(words("To the table"), table_link))
    return message(
        Accent.QUIET,
        text(
            words("The cards are dealt to {players}.", players=players),
            "-# " + rules_line(words, table.rules),
        ),
        *links,
    )


def _closed(words: Words, table: Table) -> LayoutView:
    match table.ended_by:
        case EndedBy.EXPIRED:
            reason = words("This lobby has closed: nobody dealt in time.")
        case EndedBy.STOPPED:
            reason = words("This lobby was closed before the deal.")
        case _:
            reason = words("This lobby has closed: everyone has left.")
    return message(Accent.QUIET, text(reason, "-# " + words("Start another with /yaniv start.")))


def removal_view(words: Words, table: Table) -> LayoutView:
    """Return the host's private choice of whom to remove from the lobby."""
    removable = [seat for seat in table.seats if seat.user_id != table.host_id]
    if not removable:
        return message(Accent.QUIET, text(words("There is nobody to remove.")))
    buttons = [
        button(
            "remove",
            table.id,
            table.version,
            seat.seat,
            label=label_name(seat.name, _LABEL_LIMIT),
            emoji="🤖" if seat.user_id is None else None,
            number=seat.seat + 1,
        )
        for seat in removable
    ]
    return message(Accent.QUIET, text(words("Whose seat should be freed?")), *rows(*buttons))
