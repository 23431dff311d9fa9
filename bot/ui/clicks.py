"""What can be clicked: every button and select is a `DynamicItem` with a custom_id `y:<verb>[:<arg>…]`.

The id says all that a click needs, so a button works on any message, however old and after any restart. A
verb is handled by whoever put a handler for it into the client's `Clicks`.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self, cast

import discord
from discord import ButtonStyle, Interaction, PartialEmoji, SelectOption
from discord.ui import Button, DynamicItem, Item, Select

from bot.tables.values import Table
from bot.ui.direction import directed

log = logging.getLogger(__name__)

VERBS: Final = (
    # lobby
    *("join", "leave", "add", "remove", "deal"),
    # table, and what is under More
    *("hand", "table", "more", "next", "rematch", "scores", "rules", "end"),
    # hand
    *("card", "draw", "take", "call"),
    # leaderboard
    "page",
    # hand: lay and draw where a discard is not followed by a draw, slap down
    *("lay", "forced", "slap"),
    # rules of a lobby, defaults of a server
    *("options", "preset", "settings"),
    # table: an away seat goes back to its player
    "back",
    # the lesson
    "tutorial",
    # what a person prefers
    "me",
    # help
    "help",
    # a match with one person
    "alone",
    # lobby: how its computers play
    "computers",
    # hand: what would be best
    "hint",
)
_TEMPLATE: Final = re.compile(rf"y:(?P<verb>{'|'.join(VERBS)})(?P<arguments>(?::[0-9A-Za-z.-]{{1,24}})*)")

# Numeric component ids: a click finds its button again even if the message was edited in between.
_FIRST_ID: Final = 1000
_IDS_A_VERB: Final = 50


# What is clicked on a hand. There a match with one person, whose place is that person, is named `p<match>`.
_PLAYING: Final = frozenset({"card", "draw", "take", "call", "lay", "forced", "slap", "hint"})


@dataclass(frozen=True, slots=True)
class Click:
    """A click on one of our buttons, or a form of ours: verb and arguments of its custom_id, as written."""

    verb: str
    arguments: tuple[str, ...]

    @classmethod
    def parse(cls, custom_id: str) -> Self | None:
        """Read a custom_id; None if it is not one of ours."""
        match = _TEMPLATE.fullmatch(custom_id)
        if match is None:
            return None
        return cls(match["verb"], tuple(match["arguments"].split(":")[1:]))

    @property
    def match_id(self) -> int:
        """The match it is for, its first argument; 0, which is no match, if that names none."""
        pattern = "p([0-9]{1,18})" if self.is_practice else "([0-9]{1,18})"
        written = re.fullmatch(pattern, self.text(0))
        return 0 if written is None else int(written[1])

    @property
    def is_practice(self) -> bool:
        """Say whether it is for a match with whoever clicks alone, wherever they do."""
        return self.verb == "alone" or (self.verb in _PLAYING and self.text(0).startswith("p"))

    def number(self, index: int) -> int | None:
        """Return the argument at `index` as a whole number of at most 18 digits, None if it is none."""
        if index >= len(self.arguments):
            return None
        text = self.arguments[index]
        return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else None

    def text(self, index: int) -> str:
        """Return the argument at `index`, empty if there is none."""
        return self.arguments[index] if index < len(self.arguments) else ""


Handler = Callable[[Interaction[Any], Click], Awaitable[None]]


class Clicks:
    """Who handles which verb, of buttons and of forms."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}
        self._form_handlers: dict[str, Handler] = {}
        self._closed: Handler | None = None

    def handle(self, handlers: Mapping[str, Handler], forms: Mapping[str, Handler]) -> None:
        """Let these handlers answer the clicks with these verbs, and the forms that were filled in.

        Raises ValueError for a verb that no button can have.
        """
        unknown = {*handlers, *forms} - set(VERBS)
        if unknown:
            raise ValueError(f"no such verbs: {sorted(unknown)}")
        self._handlers.update(handlers)
        self._form_handlers.update(forms)

    def close(self, answer: Handler) -> None:
        """Have every click and form answered by `answer` from now on."""
        self._closed = answer

    async def answer(self, interaction: Interaction[Any], click: Click) -> None:
        """Hand a click to its handler."""
        await (self._closed or self._handlers[click.verb])(interaction, click)

    async def answer_form(self, interaction: Interaction[Any]) -> bool:
        """Hand a form that was filled in to its handler; False if there is none, or it is somebody else's."""
        data: Any = interaction.data or {}
        click = Click.parse(str(data.get("custom_id")))
        if click is None or click.verb not in self._form_handlers or not is_for_reader(interaction):
            return False
        await (self._closed or self._form_handlers[click.verb])(interaction, click)
        return True


class Clickable(DynamicItem[Item[Any]], template=_TEMPLATE):
    """Any button or select of ours."""

    def __init__(self, item: Item[Any]) -> None:
        super().__init__(item)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction[Any], item: Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make it anew from the message that was clicked."""
        del interaction, match
        return cls(item)

    async def interaction_check(self, interaction: Interaction[Any], /) -> bool:
        """Leave the click to `on_interaction` if the message is not for whoever clicked."""
        return is_for_reader(interaction)

    async def callback(self, interaction: Interaction[Any]) -> None:
        """Hand the click to its handler."""
        click = Click.parse(self.custom_id)
        # The template is the one that Click.parse uses: it never is None.
        if click is not None:
            clicks: Clicks = interaction.client.clicks
            try:
                await clicks.answer(interaction, click)
            except Exception:
                # The library would log the button with its label, and a label may be a card.
                log.exception("A click failed.")


def match_name(table: Table) -> str:
    """Return how a custom_id names the match of a table; see `Click.match_id`."""
    return f"p{table.id}" if table.is_practice else str(table.id)


def button(
    verb: str,
    *arguments: object,
    label: str,
    style: ButtonStyle = ButtonStyle.secondary,
    emoji: str | PartialEmoji | None = None,
    disabled: bool = False,
    number: int = 0,
) -> Clickable:
    """Return a button `y:<verb>[:<argument>…]`.

    `number` (0 to 49) tells several buttons of one verb in one message apart; it gives the component its id.
    """
    return Clickable(
        Button(
            custom_id=":".join((f"y:{verb}", *map(str, arguments))),
            label=directed(label),
            style=style,
            emoji=emoji,
            disabled=disabled,
            id=_FIRST_ID + VERBS.index(verb) * _IDS_A_VERB + number,
        )
    )


def select(
    verb: str,
    *arguments: object,
    options: Sequence[tuple[str, str, str]],
    chosen: str,
    number: int = 0,
) -> Clickable:
    """Return a select `y:<verb>[:<argument>…]`, of which one option is chosen; it takes a whole row.

    The options are value, label and a line below it, empty for none. `number` is as for `button`: no button
    of that verb beside it may have the same.
    """
    return Clickable(
        Select(
            custom_id=":".join((f"y:{verb}", *map(str, arguments))),
            options=[
                SelectOption(
                    value=value,
                    label=directed(shown),
                    description=directed(below) or None,
                    default=value == chosen,
                )
                for value, shown, below in options
            ],
            id=_FIRST_ID + VERBS.index(verb) * _IDS_A_VERB + number,
        )
    )


def chosen_value(interaction: Interaction[Any]) -> str | None:
    """Return the value of the one option that was chosen; None for a button, or anything else."""
    data: Any = interaction.data or {}
    values: Any = data.get("values")
    if not isinstance(values, list):
        return None
    options = cast("list[object]", values)
    return options[0] if len(options) == 1 and isinstance(options[0], str) else None


def clicked(interaction: Interaction[Any]) -> Click | None:
    """Return the click that an interaction is, or the form; None for a command, or what is not ours."""
    data: Any = interaction.data or {}
    return Click.parse(str(data.get("custom_id")))


def is_answered(interaction: Interaction[Any]) -> bool:
    """Say whether a click is on one of our buttons, on a message that has it and is for whoever clicked."""
    data: Any = interaction.data or {}
    custom_id, kind = str(data.get("custom_id")), data.get("component_type")
    known = Click.parse(custom_id) is not None
    return known and _is_on(interaction.message, custom_id, kind) and is_for_reader(interaction)


def is_for_reader(interaction: Interaction[Any]) -> bool:
    """Say whether the message that was clicked is for whoever clicked: public, or private to them."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return True
    asked = message.interaction_metadata
    return asked is None or asked.user.id == interaction.user.id


def _is_on(message: discord.Message | None, custom_id: str, kind: int | None) -> bool:
    """Say whether a message has a component of that kind (Discord's number) with that custom_id."""
    parts: Iterable[Any] = () if message is None else message.components
    return any(
        getattr(part, "custom_id", None) == custom_id and part.type.value == kind for part in _walk(parts)
    )


def _walk(parts: Iterable[Any]) -> Iterator[Any]:
    for part in parts:
        yield part
        yield from _walk(getattr(part, "children", ()))
        accessory = getattr(part, "accessory", None)
        if accessory is not None:
            yield accessory
