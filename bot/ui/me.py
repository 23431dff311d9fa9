"""What a person prefers: the private page to choose it on, and the form for their lucky word."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from discord.ui import Item, LayoutView, Modal

from bot.personal import LONGEST_WORD, CardStyle, Personal, Pings, Sorting
from bot.ui.clicks import Clickable, button, select
from bot.ui.escape import NAMELESS, label_name, plain_name
from bot.ui.forms import form, label, read_form, text_field
from bot.ui.parts import Accent, divider, message, rows, text
from bot.ui.words import Languages, Words

LUCKY: Final = "lucky"
"""Stands in a custom_id for the lucky word."""

_AS_IN_DISCORD: Final = "-"
_TWO, _FOUR = "two", "four"


def _language(personal: Personal, value: str) -> Personal:
    return replace(personal, language=None if value == _AS_IN_DISCORD else value)


_CHANGES: Final[Mapping[str, Callable[[Personal, str], Personal]]] = MappingProxyType(
    {
        "language": _language,
        "pings": lambda personal, value: replace(personal, pings=Pings(value)),
        "cards": lambda personal, value: replace(personal, cards=CardStyle(value)),
        "colours": lambda personal, value: replace(personal, four_colours=value == _FOUR),
        "sorting": lambda personal, value: replace(personal, sorting=Sorting(value)),
    }
)
CHOICES: Final = tuple(_CHANGES)
"""What is chosen from a list, as it stands in a custom_id."""


def me_view(words: Words, personal: Personal, languages: Languages, discord_locale: str) -> LayoutView:
    """Return the private page of what a person prefers; `discord_locale` is that of their Discord."""
    offered = _offered(words, languages, discord_locale)
    now = _now(personal)

    def choice(what: str) -> Clickable:
        return select("me", what, options=offered[what], chosen=now[what], number=CHOICES.index(what))

    return message(
        Accent.QUIET,
        text(
            "## " + words("Your settings"),
            "-# " + words("What you choose holds wherever you play."),
        ),
        divider(),
        *_titled(words("Language of what only you see"), choice("language")),
        *_titled(words("When it is your turn"), choice("pings")),
        *_titled(words("Your cards"), choice("cards"), choice("colours"), choice("sorting")),
        divider(),
        text(
            _lucky_line(words, personal),
            "-# " + words("Everybody reads it when you win with a call."),
        ),
        *rows(button("me", LUCKY, label=words("Change lucky word"), number=len(CHOICES))),
    )


def _titled(title: str, *choices: Clickable) -> list[Item[Any]]:
    return [text(f"**{title}**"), *(row for choice in choices for row in rows(choice))]


def _now(personal: Personal) -> Mapping[str, str]:
    """Return the value that is chosen now, by what is chosen."""
    return {
        "language": personal.language or _AS_IN_DISCORD,
        "pings": personal.pings,
        "cards": personal.cards,
        "colours": _FOUR if personal.four_colours else _TWO,
        "sorting": personal.sorting,
    }


def _offered(
    words: Words, languages: Languages, discord_locale: str
) -> Mapping[str, Sequence[tuple[str, str, str]]]:
    """Return what can be chosen: value, label and a line below it."""
    own_language = languages.for_locale(discord_locale).own_name
    spoken = [(code, languages.for_locale(code).own_name, "") for code in languages.codes]
    return {
        "language": [(_AS_IN_DISCORD, words("As in your Discord"), own_language), *spoken],
        "pings": [
            (Pings.CHANNEL, words("Mention me in the channel"), ""),
            (
                Pings.DIRECT,
                words("Send me a direct message"),
                words("With a link. If you take none: a mention."),
            ),
            (Pings.NEVER, words("Never call me"), words("You look at the table yourself.")),
        ],
        "cards": [
            (CardStyle.PICTURES, words("Cards as pictures"), ""),
            (CardStyle.TEXT, words("Cards as text"), ""),
        ],
        "colours": [
            (_TWO, words("Two colours"), words("Black and red")),
            (_FOUR, words("Four colours"), words("One for each suit, on pictures")),
        ],
        "sorting": [
            (Sorting.RANK, words("Sorted by rank"), ""),
            (Sorting.SUIT, words("Sorted by suit"), ""),
        ],
    }


def _lucky_line(words: Words, personal: Personal) -> str:
    if not personal.lucky_word:
        return "🍀 " + words("You have no lucky word yet.")
    return "🍀 " + words(
        "Your lucky word: {word}", word=f"**{plain_name(personal.lucky_word, LONGEST_WORD)}**"
    )


def lucky_modal(words: Words, personal: Personal) -> Modal:
    """Return the form `y:me:lucky`, filled with the lucky word there is."""
    field = label(
        words("Lucky word"),
        text_field(LUCKY, personal.lucky_word, longest=LONGEST_WORD, required=False),
        hint=words("Everybody reads it when you win with a call. Empty: none."),
    )
    return form("me", LUCKY, title=words("Lucky word"), fields=[field])


def read_lucky_word(data: Mapping[str, Any]) -> str | None:
    """Return the lucky word that the filled-in form says, without what cannot be seen; "" for none.

    None for an answer that the form could not have given.
    """
    values = read_form(data).get(LUCKY)
    if values is None or len(values) != 1 or len(values[0]) > LONGEST_WORD:
        return None
    word = label_name(values[0], LONGEST_WORD)
    return "" if word == NAMELESS and NAMELESS not in values[0] else word


def changed(personal: Personal, what: str, value: str | None, languages: Languages) -> Personal | None:
    """Return what somebody prefers once they have chosen that; None for what cannot be chosen."""
    if what not in _CHANGES or value is None or value not in _values(what, languages):
        return None
    return _CHANGES[what](personal, value)


def _values(what: str, languages: Languages) -> Sequence[str]:
    values: Mapping[str, Sequence[str]] = {
        "language": (_AS_IN_DISCORD, *languages.codes),
        "pings": tuple(Pings),
        "cards": tuple(CardStyle),
        "colours": (_TWO, _FOUR),
        "sorting": tuple(Sorting),
    }
    return values[what]
