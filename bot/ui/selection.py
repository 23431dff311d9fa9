"""What the selected cards are: a discard and its worth, or why they are none."""

from collections.abc import Sequence

from bot.engine.cards import Card
from bot.engine.discards import Discard, DiscardKind
from bot.engine.errors import NotADiscard
from bot.engine.turn_systems import shape_of
from bot.engine.views import SeatView
from bot.ui import refusals
from bot.ui.cards import card_text, cards_text, pictures, rank_text, suit_text
from bot.ui.parts import points
from bot.ui.words import Words

_COURTS = (11, 12, 13)


def selection_text(words: Words, view: SeatView, picked: Sequence[int], *, refused: bool = False) -> str:
    """Return what the cards at the picked positions are, or what may be picked: always two lines.

    The buttons below keep their place by that. `refused` marks the reason why they are no discard.
    """
    cards = [view.hand[position] for position in picked]
    selected = words("Selected: {cards}", cards=f"**{cards_text(words, cards)}**" if cards else "–")
    fault = selection_fault(words, view, picked)
    if refused and fault is not None:
        return f"{selected}\n⚠️ {fault}"
    if not cards or _has_to_draw(view):
        return f"{selected}\n{_hint(words, view)}"
    return (
        f"{selected}\n{_told(words, view, shape_of(view.public, cards), picked) if fault is None else fault}"
    )


def selection_fault(words: Words, view: SeatView, picked: Sequence[int]) -> str | None:
    """Return why the cards at the picked positions cannot be laid now, None if they can."""
    try:
        shape_of(view.public, [view.hand[position] for position in picked])
    except NotADiscard as error:
        return refusals.sentence(words, error)
    return None


def _hint(words: Words, view: SeatView) -> str:
    public = view.public
    if public.to_move != view.seat:
        return words("You may pick your cards already.")
    if public.top is None:
        return words("Pick cards, then **Draw** or **Take**.")
    if _has_to_draw(view):
        return words("Nothing of yours fits: draw a card.")
    return words(
        "Pick {fitting}, or three or more of a suit or rank.",
        fitting=_fitting(words, public.top),
    )


def _has_to_draw(view: SeatView) -> bool:
    public = view.public
    return public.top is not None and public.to_move == view.seat and view.may_draw


def _fitting(words: Words, top: Card) -> str:
    """Return what fits the top card (docs/rules.md, section 4)."""
    if top.suit is None:
        return words("a joker")
    ranks = _COURTS if top.rank in _COURTS else (top.rank,)
    return words(
        "a {suit} or {ranks}",
        suit=suit_text(top.suit),
        ranks=" ".join(rank_text(words, rank) for rank in ranks),
    )


def _told(words: Words, view: SeatView, discard: Discard, picked: Sequence[int]) -> str:
    told = _name(words, view, discard, _worth(words, view, discard, picked))
    if view.public.top is None:
        # Where the jokers of a run will lie is worth seeing before it is laid.
        wild = discard.kind is DiscardKind.RUN and any(card.is_joker for card in discard.cards)
        return f"{told} · {pictures(words, *discard.cards)}" if wild else told
    if len(picked) == len(view.hand):
        return told + " · " + words("That empties your hand: the round ends.")
    top = f"**{card_text(words, discard.cards[-1])}**"
    return told + " · " + words("{card} will be on top.", card=top)


def _worth(words: Words, view: SeatView, discard: Discard, picked: Sequence[int]) -> str:
    rules = view.public.rules
    if not rules.jack_rule:
        return points(words, rules.hand_sum(discard.cards))
    # What jacks count depends on the cards that stay (section 5).
    rest = [card for position, card in enumerate(view.hand) if position not in picked]
    return words("leaving {points}", points=points(words, rules.hand_sum(rest)))


def _name(words: Words, view: SeatView, discard: Discard, worth: str) -> str:
    french = view.public.top is not None
    match discard.kind:
        case DiscardKind.SINGLE:
            return words("One card, {points}", points=worth)
        case DiscardKind.SET if french:
            return words("A group, {points}", points=worth)
        case DiscardKind.SET:
            return words("A set, {points}", points=worth)
        case DiscardKind.RUN if french:
            return words("A series, {points}", points=worth)
        case DiscardKind.RUN:
            return words("A run, {points}", points=worth)
