"""The options of a lobby: its host changes single rules, or starts from others."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from discord import ButtonStyle
from discord.ui import Item, Label, LayoutView, Modal

from bot.engine.rules import CHOICES, FLAGS, Rules
from bot.presets import shipped_presets
from bot.rule_fields import FIELDS, GROUPS, changed_fields, field_text, offered
from bot.speeds import Speed, read_speed
from bot.store.values import SavedRules
from bot.tables.values import Table
from bot.ui.clicks import Clickable, button
from bot.ui.forms import choice_field, form, label, read_form, text_field
from bot.ui.lobby import pace_line, rules_line
from bot.ui.parts import Accent, divider, message, rows, text
from bot.ui.rule_words import (
    allowed_text,
    choice_text,
    field_name,
    flag_text,
    group_name,
    preset_label,
    preset_name,
    value_text,
)
from bot.ui.speeds import speed_choices
from bot.ui.words import Words

SAVE: Final = "save"
"""Stands for a group in the custom_id of the button, and of the form, that saves rules under a name."""

SPEED: Final = "speed"
"""Stands for a group in the custom_id of the button, and of the form, for the time a turn may take."""

_NAME_FIELD: Final = "name"
_MOST_OWN: Final = 12
_LONGEST_NUMBER: Final = 5
_LONGEST_LIST: Final = 120
_LONGEST_NAME: Final = 32
_ROW: Final = 3


def options_view(
    words: Words,
    table: Table,
    base: Rules,
    own: Sequence[SavedRules] = (),
    *,
    may_save: bool = False,
    notice: str | None = None,
) -> LayoutView:
    """Return the host's private panel of a lobby's rules.

    `base` are the rules that the table's started from, `own` those that the server has saved; with
    `may_save` the table's can be saved too. `notice` is a sentence in the reader's language that stands on
    top.
    """
    rules = table.rules
    top = [] if notice is None else [text(f"⚠️ {notice}")]
    computers = button("computers", table.id, label=words("Computers"))
    groups = [*_group_buttons(words, table), _speed_button(words, table), computers]
    save = button("options", table.id, table.version, SAVE, label=words("Save for this server"), number=49)
    return message(
        Accent.QUIET,
        *top,
        text(
            "## " + words("Options"),
            f"-# {rules_line(words, rules, rules)} · {pace_line(words, table)}",
            *_differences(words, rules, base),
        ),
        divider(),
        *rows(*groups[:_ROW]),
        *rows(*groups[_ROW:]),
        divider(),
        text(words("Or start from other rules:"), _hidden(words, own)),
        *rows(*_preset_buttons(words, table, base, own)),
        *rows(*([save] if may_save else [])),
    )


def _differences(words: Words, rules: Rules, base: Rules) -> list[str]:
    name = preset_name(words, base.preset)
    changed = changed_fields(rules, base)
    if not changed:
        return [words("Just as in {preset}.", preset=f"**{name}**")]
    return [
        words("What differs from {preset}:", preset=f"**{name}**"),
        *(
            words(
                "- {field}: **{value}** instead of {before}",
                field=field_name(words, field),
                value=value_text(words, rules, field),
                before=value_text(words, base, field),
            )
            for field in changed
        ),
    ]


def _group_buttons(words: Words, table: Table) -> list[Clickable]:
    return [
        button("options", table.id, table.version, group, label=group_name(words, group), number=number)
        for number, group in enumerate(GROUPS)
    ]


def _speed_button(words: Words, table: Table) -> Clickable:
    return button("options", table.id, table.version, SPEED, label=words("Speed"), number=len(GROUPS))


def _preset_buttons(words: Words, table: Table, base: Rules, own: Sequence[SavedRules]) -> list[Clickable]:
    names = [*(saved.name for saved in own[:_MOST_OWN]), *shipped_presets()]
    return [
        button(
            "preset",
            table.id,
            table.version,
            preset_id(name),
            label=preset_label(words, name),
            style=ButtonStyle.primary if name == base.preset else ButtonStyle.secondary,
            number=number,
        )
        for number, name in enumerate(names)
    ]


def _hidden(words: Words, own: Sequence[SavedRules]) -> str:
    hidden = len(own) - _MOST_OWN
    if hidden <= 0:
        return ""
    return "-# " + words.plural(
        "{n} more of this server can be chosen with /yaniv start.",
        "{n} more of this server can be chosen with /yaniv start.",
        hidden,
    )


def preset_id(name: str) -> str:
    """Return how a preset is named in a custom_id: as it is if it comes with Yaniv, else by a hash."""
    if name in shipped_presets():
        return name
    return "own." + hashlib.sha256(name.encode()).hexdigest()[:16]


def preset_by_id(written: str, own: Sequence[SavedRules]) -> Rules | None:
    """Return the rules that `preset_id` named, None if there are none such any more."""
    shipped = shipped_presets().get(written)
    if shipped is not None:
        return shipped
    return next((saved.rules for saved in own if preset_id(saved.name) == written), None)


def options_modal(words: Words, table: Table, group: str) -> Modal:
    """Return the form `y:options:<match>:<version>:<group>`, filled with the rules as they are.

    A field's custom_id is its name. Raises KeyError for a group that there is not.
    """
    rules = table.rules
    fields = [_field(words, rules, field) for field in GROUPS[group] if offered(rules, field)]
    title = words("Options: {group}", group=group_name(words, group))
    return form("options", table.id, table.version, group, title=title, fields=fields)


def _field(words: Words, rules: Rules, field: str) -> Label[Any]:
    title = field_name(words, field)
    title = title[:1].upper() + title[1:]
    choices = _choices(words, field)
    if choices:
        return label(title, choice_field(field, choices, field_text(rules, field)))
    return label(title, _written(rules, field), hint=allowed_text(words, field))


def _choices(words: Words, field: str) -> list[tuple[str, str]]:
    if field in FLAGS:
        return [("yes", flag_text(words, value=True)), ("no", flag_text(words, value=False))]
    return [(str(choice), choice_text(words, field, str(choice))) for choice in CHOICES.get(field, ())]


def _written(rules: Rules, field: str) -> Item[Any]:
    value = field_text(rules, field)
    if field in ("court_points", "exact_totals"):
        return text_field(field, value, longest=_LONGEST_LIST, required=False)
    return text_field(field, value, longest=_LONGEST_NUMBER)


def read_options(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of a filled-in form as texts for `bot.rule_fields.with_field`.

    `data` is that of the interaction; whatever is no field of the rules is left out.
    """
    return dict(_read(data))


def _read(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for field, values in read_form(data).items():
        if field in FIELDS and len(values) == 1:
            yield field, values[0]


def speed_modal(words: Words, table: Table) -> Modal:
    """Return the form `y:options:<match>:<version>:speed` that asks how long a turn may take."""
    field = label(words("Time for a turn"), choice_field(SPEED, speed_choices(words), table.speed))
    return form("options", table.id, table.version, SPEED, title=words("Speed"), fields=[field])


def chosen_speed(data: Mapping[str, Any]) -> Speed | None:
    """Return the speed chosen in the form of `speed_modal`, None for what cannot be chosen there."""
    values = read_form(data).get(SPEED, ())
    return read_speed(values[0]) if len(values) == 1 else None


def save_modal(words: Words, table: Table) -> Modal:
    """Return the form `y:options:<match>:<version>:save` that asks for a name for the table's rules."""
    shipped = table.rules.preset in shipped_presets()
    field = text_field(_NAME_FIELD, "" if shipped else table.rules.preset, longest=_LONGEST_NAME)
    hint = words("{rules} offers them under this name, in this server.", rules="/yaniv start")
    return form(
        "options",
        table.id,
        table.version,
        SAVE,
        title=words("Save for this server"),
        fields=[label(words("Name"), field, hint=hint)],
    )


def read_name(data: Mapping[str, Any]) -> str:
    """Return the name written in the form of `save_modal`, empty if there is none."""
    values = read_form(data).get(_NAME_FIELD, ())
    return values[0] if len(values) == 1 else ""
