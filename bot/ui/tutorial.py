"""`/yaniv tutorial`: a round to click through, where one chooses before the reason is told.

A click carries the step, and what was chosen in it: the message needs nothing else, however old it is. The
choices stay where they are, and the answer unfolds below them.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from discord import ButtonStyle
from discord.ui import Item, LayoutView, Separator

from bot.engine.actions import CallYaniv, Play
from bot.engine.cards import Card
from bot.tables.lesson import Option, Step, lesson
from bot.ui import lesson_end, lesson_pages
from bot.ui.cards import card_label, pictures, written
from bot.ui.clicks import Clickable, button
from bot.ui.fitting import fitting
from bot.ui.hand import hand_text
from bot.ui.lesson_pages import Page
from bot.ui.parts import divider, message, points, rows, text
from bot.ui.words import Words

_PAGES: Final[Sequence[Callable[[Words, Step], Page]]] = (
    lesson_pages.you_begin,
    lesson_pages.ada_plays,
    lesson_pages.a_run,
    lesson_pages.the_king,
    lesson_pages.high_cards,
    lesson_pages.the_joker,
    lesson_end.the_signs,
    lesson_end.to_call,
    lesson_end.the_assaf,
    lesson_end.the_halving,
)
_DONE: Final = "▰"
_TO_DO: Final = "▱"
# Buttons of one verb, told apart: choices count from 0.
_BACK: Final = 10
_ON: Final = 11
_AGAIN: Final = 12


def tutorial_view(
    words: Words, step: Step, chosen: int | None = None, *, resumed: bool = False
) -> LayoutView:
    """Return a step of the lesson, with the answer to what was chosen in it.

    `resumed` says that its reader comes back to it after a while.
    """
    return fitting(words, lambda words: _drawn(words, step, chosen, resumed=resumed))


def _drawn(words: Words, step: Step, chosen: int | None, *, resumed: bool) -> LayoutView:
    page = _PAGES[step.number - 1](words, step)
    told = chosen is not None or not step.options
    return message(
        page.accent,
        text(*_head(words, step, page, resumed=resumed)),
        divider(),
        *_spaced([text(*page.scene), *_hand(words, step)]),
        *_question(words, step, page, chosen),
        *(_answer(words, step, page, chosen) if told else []),
        *_ways(words, step, told=told),
    )


def _head(words: Words, step: Step, page: Page, *, resumed: bool) -> list[str]:
    count = len(lesson())
    place = words("Step {number} of {count}", number=words.number(step.number), count=words.number(count))
    back = words("Welcome back: here you left off.") if resumed else ""
    bar = _DONE * step.number + _TO_DO * (count - step.number)
    return [f"## {page.title}", f"-# {bar} {place}", back]


def _hand(words: Words, step: Step) -> list[Item[Any]]:
    """Return the hand as it lies before the reader, while the round of the example is played."""
    view = (step.before if _is_move(step) else step.after).view
    if view.public.result is not None:
        return []
    return [text("## " + pictures(words, *view.hand), hand_text(words, view))]


def _is_move(step: Step) -> bool:
    return bool(step.options) and isinstance(step.options[step.right], Play | CallYaniv)


def _question(words: Words, step: Step, page: Page, chosen: int | None) -> list[Item[Any]]:
    if not step.options:
        return []
    choices = [_choice(words, step, position, chosen) for position in range(len(step.options))]
    # Moves stand under each other: a phone would break a row of them.
    under = [row for choice in choices for row in rows(choice)] if _is_move(step) else rows(*choices)
    return [divider(), text(f"### {page.question}"), *under]


def _choice(words: Words, step: Step, position: int, chosen: int | None) -> Clickable:
    option = step.options[position]
    label = _label(words, option)
    style = ButtonStyle.secondary
    if chosen is not None and position == step.right:
        style = ButtonStyle.success
    elif position == chosen:
        style = ButtonStyle.primary
    return button(
        "tutorial",
        step.number,
        position,
        label=f"✓ {label}" if position == chosen else label,
        style=style,
        emoji=words.faces.of(option) if isinstance(option, Card) and position != chosen else None,
        number=position,
    )


def _label(words: Words, option: Option) -> str:
    match option:
        case CallYaniv():
            return words("Yaniv!")
        case Play(_, discard, taken) if taken is not None:
            laid = _written(words, discard)
            return words("Lay {cards}, take {card}", cards=laid, card=written(words, taken))
        case Play(_, discard, _):
            return words("Lay {cards}, draw", cards=_written(words, discard))
        case Card():
            return card_label(words, option)
        case _:
            return points(words, option)


def _written(words: Words, cards: Sequence[Card]) -> str:
    # A label takes no pictures.
    return words.in_order(" ".join(written(words, card) for card in cards))


def _answer(words: Words, step: Step, page: Page, chosen: int | None) -> list[Item[Any]]:
    verdict = "" if chosen is None else _verdict(words, step, page, chosen)
    blocks = (verdict, "\n".join(page.reason), _hand_now(words, step), "\n".join(page.last))
    return [divider(), *_spaced([text(block) for block in blocks if block])]


def _spaced(blocks: Sequence[Item[Any]]) -> list[Item[Any]]:
    """Put some room between blocks of text."""
    spaced = [item for block in blocks for item in (Separator[Any](visible=False), block)]
    return spaced[1:]


def _verdict(words: Words, step: Step, page: Page, chosen: int) -> str:
    move = f"**{_label(words, step.options[step.right])}**"
    if chosen == step.right:
        return "✅ " + (words("That is the move of the example.") if _is_move(step) else words("That is it."))
    remark, example = f"💡 {page.remarks[chosen]}", words("In the example: {move}", move=move)
    return f"{remark}\n{example}" if _is_move(step) else remark


def _hand_now(words: Words, step: Step) -> str:
    view = step.after.view
    if not _is_move(step) or view.public.result is not None:
        return ""
    held = f"**{pictures(words, *view.hand)}**"
    return words("Your hand now: {cards} · {points}", cards=held, points=points(words, view.total))


def _ways(words: Words, step: Step, *, told: bool) -> list[Item[Any]]:
    """Return the ways on and back; on only once something has been chosen, where there is a choice."""
    last = len(lesson())
    ways: list[Clickable] = []
    if step.number > 1:
        ways.append(button("tutorial", step.number - 1, label=words("Back"), number=_BACK))
    if told and step.number < last:
        on = words("Go on")
        ways.append(button("tutorial", step.number + 1, label=on, style=ButtonStyle.primary, number=_ON))
    if step.number > 2:
        ways.append(button("tutorial", 1, label=words("Begin again"), number=_AGAIN))
    if told and step.number == last:
        ways.append(button("rules", label=words("Rules")))
    # They are no choices, and do not stand among them.
    return [*([] if told or not ways else [divider()]), *rows(*ways)]
