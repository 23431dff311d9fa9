"""What matches in a server start with, where they may be played, and the forms to change that."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from discord import ButtonStyle, ChannelType, SelectDefaultValue, SelectDefaultValueType
from discord.ui import ChannelSelect, Label, LayoutView, Modal

from bot.presets import DEFAULT, preset, shipped_presets
from bot.speeds import DEFAULT_SPEED, read_speed
from bot.store.values import GuildSettings
from bot.ui.clicks import Clickable, button
from bot.ui.forms import OPTIONS_LIMIT, choice_field, form, label, read_form
from bot.ui.lobby import rules_line
from bot.ui.parts import Accent, divider, even_rows, message, rows, text
from bot.ui.rule_words import flag_text, preset_label, preset_name
from bot.ui.speeds import speed_choices, speed_name
from bot.ui.words import N_, Languages, Words

CHANGEABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rules": N_("Rules"),
        "speed": N_("Speed"),
        "language": N_("Language"),
        "channels": N_("Channels"),
        "threads": N_("Threads"),
        "words": N_("Lucky words"),
    }
)
"""What can be changed, as it stands in a custom_id, and its title."""

DELETE: Final = "delete"
"""Stands for it where saved rules are deleted."""

_ID: Final = re.compile("[0-9]{1,20}")
_ANY_LANGUAGE: Final = "-"
_YES: Final = "yes"
_NO: Final = "no"


def settings_view(
    words: Words,
    settings: GuildSettings,
    rules_names: Sequence[str],
    languages: Languages,
    *,
    notice: str | None = None,
) -> LayoutView:
    """Return the private panel of what a server prefers.

    `rules_names` are the names of the rules it has saved. `notice` is a sentence in the reader's language
    that stands on top.
    """
    top = [] if notice is None else [text(f"⚠️ {notice}")]
    told = {
        "rules": _rules(words, settings),
        "speed": speed_name(words, settings.speed or DEFAULT_SPEED),
        "language": _language(words, languages, settings.locale),
        "channels": _channels(words, settings),
        "threads": _threads(words, settings),
        "words": _lucky_words(words, settings),
    }
    buttons = [
        button("settings", what, label=words(title), number=number)
        for number, (what, title) in enumerate(CHANGEABLE.items())
    ]
    return message(
        Accent.QUIET,
        *top,
        text(
            "## " + words("Settings of this server"), "-# " + words("What every new match here starts with.")
        ),
        divider(),
        text(*(f"**{words(title)}**: {told[what]}" for what, title in CHANGEABLE.items())),
        *([text(_saved(words, rules_names))] if rules_names else []),
        divider(),
        *even_rows(*buttons),
        *(rows(_delete_button(words)) if rules_names else ()),
    )


def _rules(words: Words, settings: GuildSettings) -> str:
    rules = preset(DEFAULT) if settings.rules is None else settings.rules
    # The copy may be called otherwise than the rules it was made of.
    return rules_line(words, replace(rules, preset=settings.rules_name or rules.preset), rules)


def _language(words: Words, languages: Languages, locale: str | None) -> str:
    if locale is None:
        return words("that of whoever starts a match")
    return languages.for_locale(locale).own_name


def _channels(words: Words, settings: GuildSettings) -> str:
    if settings.channels is None:
        return words("everywhere")
    return " ".join(f"<#{channel}>" for channel in settings.channels) or words("nowhere")


def _threads(words: Words, settings: GuildSettings) -> str:
    if settings.offer_threads:
        return words("a match may have a thread of its own")
    return words("matches stay in the channel")


def _lucky_words(words: Words, settings: GuildSettings) -> str:
    if settings.lucky_words:
        return words("shown when somebody wins with a call")
    return words("never shown")


def _saved(words: Words, rules_names: Sequence[str]) -> str:
    names = words.list([preset_name(words, name) for name in rules_names])
    return "-# " + words("Rules of this server: {names}", names=names)


def _delete_button(words: Words) -> Clickable:
    return button(
        "settings",
        DELETE,
        label=words("Delete saved rules"),
        style=ButtonStyle.danger,
        number=len(CHANGEABLE),
    )


def settings_modal(
    words: Words, settings: GuildSettings, what: str, rules_names: Sequence[str], languages: Languages
) -> Modal:
    """Return the form `y:settings:<what>`, filled with what the server prefers now; its field is `what`.

    Raises KeyError for something else than `CHANGEABLE` or `DELETE`.
    """
    if what == DELETE:
        names = [(name, preset_label(words, name)) for name in rules_names]
        field = label(words("Which rules?"), choice_field(DELETE, names, None))
        return form("settings", DELETE, title=words("Delete saved rules"), fields=[field])
    fields: Mapping[str, Callable[[], Label[Any]]] = {
        "rules": lambda: _rules_field(words, settings, rules_names),
        "speed": lambda: _speed_field(words, settings),
        "language": lambda: _language_field(words, settings, languages),
        "channels": lambda: _channels_field(words, settings),
        "threads": lambda: _threads_field(words, settings),
        "words": lambda: _words_field(words, settings),
    }
    return form("settings", what, title=words(CHANGEABLE[what]), fields=[fields[what]()])


def _rules_field(words: Words, settings: GuildSettings, rules_names: Sequence[str]) -> Label[Any]:
    shipped = list(shipped_presets())
    names = [*rules_names[: OPTIONS_LIMIT - len(shipped)], *shipped]
    options = [(name, preset_label(words, name)) for name in names]
    chosen = settings.rules_name or DEFAULT
    return label(words("Matches start with"), choice_field("rules", options, chosen))


def _speed_field(words: Words, settings: GuildSettings) -> Label[Any]:
    return label(
        words("Time for a turn"),
        choice_field("speed", speed_choices(words), settings.speed or DEFAULT_SPEED),
        hint=words("When it is up, a plain move is made for whoever is to move."),
    )


def _language_field(words: Words, settings: GuildSettings, languages: Languages) -> Label[Any]:
    options = [(_ANY_LANGUAGE, words("that of whoever starts a match"))]
    options += [(code, languages.for_locale(code).own_name) for code in languages.codes]
    return label(
        words("Language of the tables"),
        choice_field("language", options, settings.locale or _ANY_LANGUAGE),
        hint=words("What only one person sees is in their own language."),
    )


def _channels_field(words: Words, settings: GuildSettings) -> Label[Any]:
    select = ChannelSelect[Any](
        custom_id="channels",
        channel_types=[ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.forum],
        min_values=0,
        max_values=OPTIONS_LIMIT,
        required=False,
        default_values=[
            SelectDefaultValue(id=channel, type=SelectDefaultValueType.channel)
            for channel in (settings.channels or ())[:OPTIONS_LIMIT]
        ],
    )
    return label(words("Where matches may be started"), select, hint=words("None chosen: everywhere."))


def _threads_field(words: Words, settings: GuildSettings) -> Label[Any]:
    options = [(_YES, flag_text(words, value=True)), (_NO, flag_text(words, value=False))]
    return label(
        words("Offer a thread for a match"),
        choice_field("threads", options, _YES if settings.offer_threads else _NO),
    )


def _words_field(words: Words, settings: GuildSettings) -> Label[Any]:
    options = [(_YES, flag_text(words, value=True)), (_NO, flag_text(words, value=False))]
    return label(
        words("Show lucky words"),
        choice_field("words", options, _YES if settings.lucky_words else _NO),
        hint=words("Everybody may choose one with /yaniv me."),
    )


def chosen_name(data: Mapping[str, Any], what: str) -> str | None:
    """Return the one name chosen in the form about `rules` or `DELETE`, None if there is none."""
    values = read_form(data).get(what, ())
    return values[0] if len(values) == 1 else None


def read_settings(
    settings: GuildSettings, what: str, data: Mapping[str, Any], languages: Languages
) -> GuildSettings | None:
    """Return the settings as the filled-in form `what` says: all but rules.

    None for an answer that the form could not have given. Rules are chosen by name: `chosen_name`.
    """
    values = read_form(data).get(what)
    if values is None:
        return None
    if what == "channels":
        ids = tuple(int(value) for value in values if _ID.fullmatch(value))
        possible = len(ids) == len(values) <= OPTIONS_LIMIT
        return replace(settings, channels=ids or None) if possible else None
    match what, values:
        case "speed", (written,) if (speed := read_speed(written)) is not None:
            return replace(settings, speed=speed)
        case "language", (code,) if code == _ANY_LANGUAGE or code in languages.codes:
            return replace(settings, locale=None if code == _ANY_LANGUAGE else code)
        case "threads", (("yes" | "no") as offered,):
            return replace(settings, offer_threads=offered == _YES)
        case "words", (("yes" | "no") as shown,):
            return replace(settings, lucky_words=shown == _YES)
        case _:
            return None
