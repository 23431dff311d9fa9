"""Forms: modals of at most five fields, found again by their custom_id, and what was filled in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from discord import SelectOption
from discord.ui import Item, Label, Modal, Select, TextInput

from bot.ui.direction import directed

OPTIONS_LIMIT: Final = 25
TITLE_LIMIT: Final = 45
_DESCRIPTION_LIMIT: Final = 100


def form(verb: str, *arguments: object, title: str, fields: Iterable[Label[Any]]) -> Modal:
    """Return a form `y:<verb>[:<argument>…]`; whoever reads interactions finds its answer by that."""
    shown = directed(title)[:TITLE_LIMIT]
    modal = Modal(title=shown, custom_id=":".join((f"y:{verb}", *map(str, arguments))))
    for field in fields:
        modal.add_item(field)
    return modal


def label(title: str, component: Item[Any], *, hint: str = "") -> Label[Any]:
    """Return a field with its title and a hint below it."""
    shown, told = directed(title)[:TITLE_LIMIT], directed(hint)[:_DESCRIPTION_LIMIT]
    return Label(text=shown, description=told or None, component=component)


def text_field(name: str, value: str, *, longest: int, required: bool = True) -> TextInput[Any]:
    """Return a line to write in, filled with `value`; at most `longest` characters fit."""
    return TextInput(custom_id=name, default=value or None, max_length=longest, required=required)


def choice_field(name: str, options: Sequence[tuple[str, str]], chosen: str | None) -> Select[Any]:
    """Return a choice of one among (value, label), of which the first 25 can be shown."""
    return Select(
        custom_id=name,
        options=[
            SelectOption(value=value, label=directed(shown), default=value == chosen)
            for value, shown in options[:OPTIONS_LIMIT]
        ],
    )


def read_form(data: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """Return what was filled in, by the custom_id of the field: a text, or the values that were chosen.

    `data` is that of the interaction; what does not look like the answer to a form is left out.
    """
    answers: dict[str, tuple[str, ...]] = {}
    for part in _parts(data.get("components")):
        name, value, values = part.get("custom_id"), part.get("value"), part.get("values")
        if not isinstance(name, str):
            continue
        if isinstance(value, str):
            answers[name] = (value,)
        elif isinstance(values, list):
            answers[name] = tuple(str(chosen) for chosen in cast("list[object]", values))
    return answers


def _parts(components: object) -> Iterator[Mapping[str, Any]]:
    """Yield what labels and rows hold."""
    for entry in cast("list[object]", components) if isinstance(components, list) else ():
        if isinstance(entry, dict):
            part = cast("dict[str, Any]", entry)
            inner = part.get("component")
            yield from _parts(part.get("components") if inner is None else [inner])
            yield part
