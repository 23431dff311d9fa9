"""What can be done with a hand: the buttons below the cards, and the one for a slap-down."""

from typing import Any

from discord import ButtonStyle
from discord.ui import Item

from bot.engine.cards import Card
from bot.engine.views import PublicView, SeatView
from bot.tables.values import Table
from bot.ui.cards import card_label
from bot.ui.clicks import Clickable, button, match_name
from bot.ui.parts import rows
from bot.ui.words import Words


def move_rows(words: Words, table: Table, view: SeatView, carried: str) -> tuple[Item[Any], ...]:
    """Return the buttons of a turn; `carried` is the selection as it stands in a custom_id.

    Off turn those that lay cards are there too, without effect, so that the panel keeps its shape; so is the
    one for a hint. Yaniv comes and goes below them, so that it never is where another button was.
    """
    laying = _draw_or_take if view.public.top is None else _lay_or_draw
    last = [*_hint(words, table, view, carried), *_yaniv(words, table, view, carried)]
    return (*rows(*laying(words, table, view, carried)), *rows(*last))


def slap_button(words: Words, table: Table, view: SeatView, card: Card, carried: str) -> Clickable:
    """Return the button that slaps down the card just drawn (docs/rules.md, section 6)."""
    label = words("Slap down {card}", card=card_label(words, card))
    return button(
        "slap",
        match_name(table),
        view.version,
        carried,
        label=label,
        emoji=words.faces.of(card),
        style=ButtonStyle.success,
    )


def _hint(words: Words, table: Table, view: SeatView, carried: str) -> list[Clickable]:
    if not table.hints:
        return []
    own_turn = view.public.to_move == view.seat
    return [
        button(
            "hint",
            match_name(table),
            view.version,
            carried,
            label=words("Hint"),
            emoji="💡",
            disabled=not own_turn,
        )
    ]


def _yaniv(words: Words, table: Table, view: SeatView, carried: str) -> list[Clickable]:
    if not view.can_yaniv:
        return []
    return [
        button(
            "call", match_name(table), view.version, carried, label=words("Yaniv!"), style=ButtonStyle.danger
        )
    ]


def _draw_or_take(words: Words, table: Table, view: SeatView, carried: str) -> list[Clickable]:
    public = view.public
    own_turn = public.to_move == view.seat
    style = _style(own_turn=own_turn)
    draw = button(
        "draw",
        match_name(table),
        view.version,
        carried,
        label=words("Draw"),
        emoji=words.faces.back,
        style=style,
        disabled=not (own_turn and public.can_draw),
    )
    takes = [
        button(
            "take",
            match_name(table),
            view.version,
            carried,
            card.code,
            label=words("Take {card}", card=card_label(words, card)),
            emoji=words.faces.of(card),
            style=style,
            disabled=not own_turn,
            number=number,
        )
        for number, card in enumerate(_faces(public))
    ]
    return [draw, *takes]


def _faces(public: PublicView) -> list[Card]:
    """Return the cards that may be taken, of those that look alike the first."""
    faces = {("joker" if card.is_joker else card.code): card for card in reversed(public.takeable)}
    return list(reversed(faces.values()))


def _lay_or_draw(words: Words, table: Table, view: SeatView, carried: str) -> list[Clickable]:
    own_turn = view.public.to_move == view.seat
    style = _style(own_turn=own_turn)
    if own_turn and view.may_draw:
        return [
            button(
                "forced",
                match_name(table),
                view.version,
                carried,
                label=words("Draw"),
                emoji=words.faces.back,
                style=style,
            )
        ]
    return [
        button(
            "lay",
            match_name(table),
            view.version,
            carried,
            label=words("Lay down"),
            style=style,
            disabled=not own_turn,
        )
    ]


def _style(*, own_turn: bool) -> ButtonStyle:
    return ButtonStyle.success if own_turn else ButtonStyle.secondary
