"""The people of a server, what they see, and what they send."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.components import walk_components
from simcord.enums import ComponentType

NAMES: Final = (
    "Ada",
    "Bo",
    "`||@everyone||`\n<@&1>",
    "\u202eיניב\u202c **x**",
    "Ｗ" * 32,
    "Mo",
    "Mae",
    "Eve",
)
MODERATOR: Final = "Mo"
MANAGER: Final = "Mae"
WATCHER: Final = "Eve"
"""Never takes a seat."""
SHY: Final = "Bo"
"""Takes no direct messages."""

SELECTS: Final = (3, 5, 6, 7, 8)
"""The numbers that Discord has for menus to choose from."""


@dataclass
class Person:
    """Somebody in the server; `here` unless they have left it."""

    name: str
    actor: MemberActor
    here: bool = True

    @property
    def id(self) -> int:
        """Discord's id of them."""
        return self.actor.id

    def __str__(self) -> str:
        return repr(self.name[:8])


@dataclass(frozen=True)
class Sent:
    """An interaction that somebody sent; `words` tell of it."""

    record: Interaction
    person: Person
    words: str


@dataclass(frozen=True)
class Seen:
    """A message as somebody's client shows it: a click on it stays possible after an edit."""

    payload: dict[str, Any]
    channel_id: int
    only_for: int | None


@dataclass(frozen=True)
class Form:
    """A form that somebody has on their screen."""

    person: Person
    channel_id: int
    modal: dict[str, Any]
    message: dict[str, Any] | None


def parts(components: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return every component, nested ones too."""
    return list(walk_components(cast("list[dict[str, Any]]", components)))


def is_clickable(part: Mapping[str, Any]) -> bool:
    """Say whether a component can be clicked or chosen from."""
    kinds = (ComponentType.BUTTON, *SELECTS)
    return part["type"] in kinds and bool(part.get("custom_id")) and not part.get("disabled")


def text(components: Sequence[Mapping[str, Any]]) -> str:
    """Return all words of components."""
    return "\n".join(str(part.get("content", "")) for part in parts(components) if part["type"] == 10)


def verb_of(custom_id: str) -> str:
    """Return the verb of a custom_id of ours, empty for any other."""
    return [*custom_id.split(":"), "", ""][1]
