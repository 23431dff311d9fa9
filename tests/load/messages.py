"""What a person sees of a message: its words and its buttons, whatever the language."""

from collections.abc import Iterator
from typing import Any

from simcord.backend.models import Message
from simcord.components import walk_components


def buttons(message: Message, *, enabled: bool = False) -> Iterator[dict[str, Any]]:
    """Return the buttons of a message, nested ones too; on request only those that can be clicked."""
    for part in walk_components(message.components):
        if part.get("type") == 2 and not (enabled and part.get("disabled")):
            yield part


def words(message: Message) -> str:
    """Return all text of a message; labels of buttons are none."""
    texts = [part["content"] for part in walk_components(message.components) if part.get("type") == 10]
    return "\n".join([message.content, *texts])


def ids(message: Message, verb: str, *, enabled: bool = True) -> list[str]:
    """Return the custom_ids of the buttons of a message that begin with `y:<verb>`, in their order."""
    found = (str(button.get("custom_id", "")) for button in buttons(message, enabled=enabled))
    return [custom_id for custom_id in found if custom_id.split(":")[:2] == ["y", verb]]
