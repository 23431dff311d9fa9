"""The hand panel: one person's cards, the selection among them, and what can be done with it."""

import re
from collections.abc import Sequence
from typing import Any, Final

from discord import ButtonStyle
from discord.ui import Item, LayoutView

from bot.engine.cards import Card
from bot.engine.discards import Discard, DiscardKind, lay
from bot.engine.errors import NotADiscard
from bot.engine.scoring import RoundResult
from bot.engine.views import PublicView, SeatView
from bot.tables.values import Table
from bot.ui import refusals
from bot.ui.cards import card_label, cards_text, discard_text
from bot.ui.clicks import ClickButton, button
from bot.ui.parts import Accent, divider, message, names, points, rows, seat_name, text
from bot.ui.words import Words

_NOTHING: Final = "-"


def encode_selection(selection: Sequence[int]) -> str:
    """Return the positions in picked order as they stand in a custom_id: "031", "-" for none."""
    return "".join(map(str, selection)) or _NOTHING


def decode_selection(written: str) -> tuple[int, ...] | None:
    """Read what `encode_selection` wrote; None for anything else."""
    if written == _NOTHING:
        return ()
    if not re.fullmatch("[0-9]{1,10}", written) or len(set(written)) != len(written):
        return None
    return tuple(int(digit) for digit in written)


def hand_view(
    words: Words, table: Table, view: SeatView, selection: Sequence[int], *, notice: str | None = None
) -> LayoutView:
    """Return someone's hand panel as the match stands.

    `selection` holds positions in the hand in picked order, those beyond it are ignored; `notice` is a
    sentence in the reader's language that stands on top.
    """
    top = () if notice is None else (text(f"⚠️ {notice}"),)
    public = view.public
    if public.ended_by is not None:
        return message(_end_accent(view), *top, *_match_over(words, table, view))
    if public.result is not None:
        return message(Accent.QUIET, *top, *_round_over(words, table, view, public.result))
    accent = Accent.YOUR_TURN if _is_own_turn(view) else Accent.QUIET
    picked = [position for position in selection if 0 <= position < len(view.hand)]
    return message(accent, *top, *_playing(words, table, view, picked))


def _is_own_turn(view: SeatView) -> bool:
    return view.public.to_move == view.seat


def _playing(words: Words, table: Table, view: SeatView, picked: Sequence[int]) -> list[Item[Any]]:
    public = view.public
    return [
        text(
            _turn_heading(words, table, view),
            words("On the table: {cards}", cards=discard_text(words, public.discard, public.takeable)),
        ),
        divider(),
        *_card_rows(words, table, view, picked),
        text(_selection_text(words, view, picked), _hand_text(words, view)),
        *_action_rows(words, table, view, picked),
    ]


def _turn_heading(words: Words, table: Table, view: SeatView) -> str:
    if _is_own_turn(view):
        return "## ▶ " + words("Your turn")
    if view.public.to_move is None:
        return ""
    return "### " + words("{name} to move", name=seat_name(table.seats[view.public.to_move]))


def _hand_text(words: Words, view: SeatView) -> str:
    held = words("Your hand: {points}", points=points(words, view.total))
    if view.can_yaniv:
        return "-# " + held + " · " + words("low enough to call Yaniv!")
    return "-# " + held + " · " + words("Yaniv at {limit}", limit=words.number(view.public.rules.yaniv_limit))


def _selection_text(words: Words, view: SeatView, picked: Sequence[int]) -> str:
    if not picked:
        if _is_own_turn(view):
            return words("Pick what to lay down, then draw or take.")
        return words("You may pick your cards already.")
    cards = [view.hand[position] for position in picked]
    selected = words("Selected: {cards}", cards=f"**{cards_text(words, cards)}**")
    try:
        return f"{selected}\n{_discard_name(words, view, lay(cards))}"
    except NotADiscard as error:
        return f"{selected}\n{refusals.sentence(words, error)}"


def _discard_name(words: Words, view: SeatView, discard: Discard) -> str:
    worth = points(words, view.public.rules.hand_sum(discard.cards))
    match discard.kind:
        case DiscardKind.SINGLE:
            return words("One card, {points}", points=worth)
        case DiscardKind.SET:
            return words("A set, {points}", points=worth)
        case DiscardKind.RUN:
            return words("A run, {points}", points=worth)


def _card_rows(words: Words, table: Table, view: SeatView, picked: Sequence[int]) -> tuple[Item[Any], ...]:
    carried = encode_selection(picked)
    return rows(
        *(
            button(
                "card",
                table.id,
                view.version,
                carried,
                position,
                label=_card_label(words, view, position, selected=position in picked),
                style=ButtonStyle.primary if position in picked else ButtonStyle.secondary,
                number=position,
            )
            for position in range(len(view.hand))
        )
    )


def _card_label(words: Words, view: SeatView, position: int, *, selected: bool) -> str:
    label = card_label(words, view.hand[position])
    if position == view.new:
        label = words("{card} · new", card=label)
    return f"✓ {label}" if selected else label


def _action_rows(words: Words, table: Table, view: SeatView, picked: Sequence[int]) -> tuple[Item[Any], ...]:
    public = view.public
    carried = encode_selection(picked)
    own_turn = _is_own_turn(view)
    style = ButtonStyle.success if own_turn else ButtonStyle.secondary
    draw = button(
        "draw",
        table.id,
        view.version,
        carried,
        label=words("Draw"),
        style=style,
        disabled=not (own_turn and public.can_draw),
    )
    takes = [
        button(
            "take",
            table.id,
            view.version,
            carried,
            card.code,
            label=words("Take {card}", card=card_label(words, card)),
            style=style,
            disabled=not own_turn,
            number=number,
        )
        for number, card in enumerate(_faces(public))
    ]
    return (*rows(*_yaniv(words, table, view, carried)), *rows(draw, *takes))


def _faces(public: PublicView) -> list[Card]:
    """Return the cards that may be taken, of those that look alike the first."""
    faces = {("joker" if card.is_joker else card.code): card for card in reversed(public.takeable)}
    return list(reversed(faces.values()))


def _yaniv(words: Words, table: Table, view: SeatView, carried: str) -> list[ClickButton]:
    if not view.can_yaniv:
        return []
    return [button("call", table.id, view.version, carried, label=words("Yaniv!"), style=ButtonStyle.danger)]


def _round_over(words: Words, table: Table, view: SeatView, result: RoundResult) -> list[Item[Any]]:
    number = view.public.round
    scored = result.score.points[view.seat]
    return [
        text(
            "### " + words("Round {round} is over", round=words.number(number)),
            ""
            if scored is None
            else words(
                "You score {points}. Your total: {total}",
                points=points(words, scored),
                total=_total(words, result, view.seat),
            ),
        ),
        *rows(
            button("next", table.id, number, label=words("Next round"), style=ButtonStyle.primary),
        ),
    ]


def _total(words: Words, result: RoundResult, seat: int) -> str:
    total = f"**{words.number(result.totals[seat])}**"
    landed = result.lowered.get(seat)
    return total if landed is None else f"{words.number(landed)} → {total}"


def _end_accent(view: SeatView) -> Accent:
    return Accent.YANIV if view.seat in (view.public.winners or ()) else Accent.QUIET


def _match_over(words: Words, table: Table, view: SeatView) -> list[Item[Any]]:
    total = words("Your total: {total}", total=f"**{words.number(view.public.seats[view.seat].total)}**")
    return [
        text("### " + _outcome(words, table, view), total),
        *rows(button("rematch", table.id, label=words("Rematch"), style=ButtonStyle.primary)),
    ]


def _outcome(words: Words, table: Table, view: SeatView) -> str:
    winners = view.public.winners
    if winners is None:
        return words("The match is over, without a winner.")
    if winners == (view.seat,):
        return "🏆 " + words("You win the match!")
    if view.seat in winners:
        return "🏆 " + words("You share the win!")
    return words("{names} won the match.", names=names(words, table.seats, winners))


def waiting_view(words: Words, table: Table) -> LayoutView:
    """Return what a seated person's panel says until the deal."""
    del table
    return message(Accent.QUIET, text(words("You are seated. Your hand will appear here.")))


def opened_again_view(words: Words) -> LayoutView:
    """Return what a panel says once its owner has opened another."""
    return closed_view(words, words("Your hand was opened again below."))


def closed_view(words: Words, closing: str) -> LayoutView:
    """Return a panel that is out of use and says why, in the reader's language already."""
    return refusals.notice_view(words, closing)
