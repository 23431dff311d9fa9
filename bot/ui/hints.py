"""What a hint says: the best action, and the figures that speak for it."""

from collections.abc import Sequence
from typing import Any, Final

from discord.ui import Item

from bot.engine.actions import Action, CallYaniv, Lay, Play
from bot.engine.views import SeatView
from bot.players.advice import Advice, goes_together
from bot.tables.hints import Hint
from bot.ui.cards import card_text, cards_text
from bot.ui.parts import divider, points, text
from bot.ui.words import Words

_TWO: Final = 2
"""Seats of a round in which to come out ahead of another one is to win: the figures hold for these."""


def hint_items(words: Words, hint: Hint | None) -> Sequence[Item[Any]]:
    """Return what stands at the foot of the panel of whoever asked for a hint; nothing for None."""
    if hint is None:
        return ()
    return (
        divider(),
        text(
            "### 💡 " + _best(words, hint.action),
            *(f"- {reason}" for reason in _reasons(words, hint)),
        ),
        # By itself: below a list it would be part of its last line.
        text("-# " + words("Reckoned from what you see, and counted in the score sheet.")),
    )


def _best(words: Words, action: Action) -> str:
    match action:
        case CallYaniv():
            return words("Call Yaniv!")
        case Play(_, laid, None):
            return words("Lay {cards} and draw", cards=cards_text(words, laid))
        case Play(_, laid, taken) if taken is not None:
            return words(
                "Lay {cards} and take {card}", cards=cards_text(words, laid), card=card_text(words, taken)
            )
        case Lay(_, laid):
            return words("Lay {cards}", cards=cards_text(words, laid))
        case _:
            return words("Draw")


def _reasons(words: Words, hint: Hint) -> list[str]:
    advice = hint.advice
    reasons = [] if advice.assaf is None else _of_a_call(words, hint, advice.assaf)
    match hint.action:
        case Play(_, _, taken):
            kept = points(words, advice.kept)
            reasons.append(
                words("You keep {points} in hand.", points=kept)
                if taken is None
                else words("You then hold {points}, the card you take included.", points=kept)
            )
            reasons += _of_more_points(words, hint)
            reasons += _of_the_next_turn(words, hint.view, hint.action)
        case Lay():
            reasons.append(words("You keep {points} in hand.", points=points(words, advice.kept)))
        case _:
            pass
    return [*reasons, _of_a_draw(words, advice)] if advice.unseen else reasons


def _of_a_call(words: Words, hint: Hint, share: float) -> list[str]:
    view = hint.view
    said = words(
        "A call now, with {points}, is an assaf in about {share} of all ways the unseen cards may lie.",
        points=points(words, view.total),
        share=words.percent(share),
    )
    lap = words("After the call the others have one more turn each.") if view.public.rules.last_lap else ""
    return [said, lap] if lap else [said]


def _of_more_points(words: Words, hint: Hint) -> list[str]:
    """Return why not to lay the most points, where that is not best."""
    if hint.other is None:
        return []
    advice, cards = hint.advice, cards_text(words, hint.other.discard)
    if sum(not seat.is_out for seat in hint.view.public.seats) > _TWO:
        return [words("That wins more of such rounds than laying {cards}.", cards=cards)]
    return [
        words(
            "That wins about {share} of such rounds, laying {cards} about {other}.",
            share=words.percent(advice.wins),
            cards=cards,
            other=words.percent(advice.other_wins),
        )
    ]


def _of_the_next_turn(words: Words, view: SeatView, play: Play) -> list[str]:
    cards = goes_together(view, play)
    said = words("Next turn you can lay {cards} together.", cards=cards_text(words, cards))
    return [said] if cards else []


def _of_a_draw(words: Words, advice: Advice) -> str:
    if advice.ready:
        return words.plural(
            "{n} of {all} cards that may come from the stock makes your hand low enough for a call.",
            "{n} of {all} cards that may come from the stock make your hand low enough for a call.",
            advice.ready,
            all=words.number(advice.unseen),
        )
    mean = words.number(round(advice.mean, 1))
    return words("A card from the stock counts {mean} points on average.", mean=mean)
