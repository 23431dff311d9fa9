"""The Discord that a bot process sees: a server, its channels and people, and the messages there.

Rules and payloads are simcord's, without its runtime: here time is the wall clock and the bot is far away.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, cast

from simcord.backend import Backend, permissions, serializers
from simcord.backend.models import Interaction, Message, Overwrite
from simcord.enums import OverwriteType
from simcord.interactions import base_payload, walk_to_subcommand

from tests.load.messages import buttons

_TOKEN_LIFE: Final = timedelta(minutes=15)
"""How long the token of an interaction is good for."""
_COMMAND: Final = 2
_COMPONENT: Final = 3
_OPTION_TYPES: Final[Mapping[type, int]] = {bool: 5, int: 4, str: 3}


class WallClock:
    """Tells simcord's backend the real time."""

    def now(self) -> datetime:
        """Return the time, aware and in UTC."""
        return datetime.now(UTC)


class _Forgetful(list[Any]):
    """A log of simcord's that nobody reads here and that would grow for as long as the bot plays."""

    def append(self, item: Any, /) -> None:
        """Let it go."""
        del item


@dataclass(frozen=True, slots=True)
class Someone:
    """A person of the server, and the language of their Discord."""

    id: int
    name: str
    locale: str = "en-US"


class World:
    """One server."""

    def __init__(self) -> None:
        self.backend: Final = Backend(clock=cast("Any", WallClock()))
        self.backend.http_requests = _Forgetful()
        self.backend.transcript = _Forgetful()
        self.guild_id: Final = self.backend.create_guild("Cards").id
        self._changes: dict[int, asyncio.Event] = {}

    # --- who and where

    def channel(self, name: str) -> int:
        """Make a text channel and return its id."""
        return self.backend.create_channel(self.guild_id, name).id

    def person(self, name: str, locale: str = "en-US") -> Someone:
        """Let someone join the server."""
        user = self.backend.make_user(name)
        self.backend.add_member(self.guild_id, user.id)
        return Someone(user.id, name, locale)

    def say(self, someone: Someone, channel_id: int, content: str) -> None:
        """Let someone write a message."""
        self.backend.create_message(channel_id, someone.id, content)
        self.changed(channel_id)

    def forbid(self, channel_id: int, *names: str) -> None:
        """Take these permissions from the bot in a channel, and give all others back."""
        deny = sum(permissions.flag(name) for name in names)
        denied = Overwrite(self.backend.bot_user.id, OverwriteType.MEMBER, deny=deny)
        self.backend.set_overwrite(channel_id, denied)

    # --- what can be seen

    def messages(self, channel_id: int) -> Iterator[Message]:
        """Return the messages of a channel, newest first, private ones too."""
        return reversed(self.backend.messages.get(channel_id, {}).values())

    def public(self, channel_id: int) -> Iterator[Message]:
        """Return the messages of a channel that everybody sees, newest first."""
        return (message for message in self.messages(channel_id) if not message.is_ephemeral)

    def private(self, channel_id: int, user_id: int) -> Iterator[Message]:
        """Return the private messages that someone has in a channel, newest first."""
        return (
            message
            for message in self.messages(channel_id)
            if message.is_ephemeral and message.visible_to(user_id)
        )

    # --- what people do

    def command(
        self, someone: Someone, channel_id: int, path: str, options: Mapping[str, bool | int | str]
    ) -> Interaction:
        """Let someone use a slash command; `path` is its whole name, such as "yaniv start".

        Raises LookupError for a command or an option that the bot has not told Discord.
        """
        name, *nested = path.split()
        root = self.backend.find_command(name, self.guild_id)
        if root is None:
            raise LookupError(f"/{name} was never told to Discord")
        leaf, _ = walk_to_subcommand(root, nested)
        if unknown := set(options) - {option["name"] for option in leaf.get("options") or ()}:
            raise LookupError(f"/{path} has no options {sorted(unknown)}")
        chosen: Sequence[Mapping[str, Any]] = [
            {"name": option, "type": _OPTION_TYPES[type(value)], "value": value}
            for option, value in options.items()
        ]
        for part in reversed(nested):
            chosen = [{"name": part, "type": 1, "options": chosen}]
        return self._send(
            someone, channel_id, _COMMAND, {"id": root["id"], "name": name, "type": 1, "options": chosen}
        )

    def click(self, someone: Someone, message: Message, custom_id: str) -> Interaction:
        """Let someone click a button of a message as it is now; a custom_id that it has not is forged."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        for button in buttons(message):
            if button.get("custom_id") == custom_id and "id" in button:
                data["id"] = button["id"]
        return self._send(someone, message.channel_id, _COMPONENT, data, message)

    def _send(
        self,
        someone: Someone,
        channel_id: int,
        kind: int,
        data: dict[str, Any],
        clicked: Message | None = None,
    ) -> Interaction:
        self._forget_expired()
        record, payload = base_payload(
            self.backend,
            type=kind,
            channel_id=channel_id,
            guild_id=self.guild_id,
            user_id=someone.id,
            data=data,
        )
        record.expires_at = (datetime.now(UTC) + _TOKEN_LIFE).isoformat()
        payload["locale"] = someone.locale
        if clicked is not None:
            record.source_message_id = clicked.id
            payload["message"] = dict(serializers.message_payload(self.backend, clicked))
        self.backend.emit("INTERACTION_CREATE", payload)
        return record

    def _forget_expired(self) -> None:
        now = self.backend.now_iso()
        for record in tuple(self.backend.interactions.values()):
            if record.expires_at is None or record.expires_at >= now:
                return
            del self.backend.interactions[record.id]
            del self.backend.interaction_tokens[record.token]

    # --- waiting

    def changed(self, channel_id: int) -> None:
        """Wake whoever waits for something to change in a channel."""
        event = self._changes.pop(channel_id, None)
        if event is not None:
            event.set()

    async def change(self, channel_id: int, seconds: float) -> bool:
        """Wait until something changes in a channel; False if nothing does for so long."""
        event = self._changes.setdefault(channel_id, asyncio.Event())
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        return True
