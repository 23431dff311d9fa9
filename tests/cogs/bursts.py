"""Clicks as the bot hears of them: many at once, on what was shown earlier, or forged altogether."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, cast

import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Interaction
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult

from tests.cogs.friends import Friends, Shown, parts, text

EPHEMERAL: Final = 1 << 6
MODAL: Final = 9
# Seconds for very many answers at once, on a machine that does other things too.
BUSY = 9.0


@dataclass(frozen=True)
class Tap:
    """One click, command or form that was sent to the bot, and what came of it."""

    env: simcord.Env
    record: Interaction

    @property
    def acknowledgements(self) -> int:
        """How often the bot tried to answer: Discord takes only the first."""
        path = f"/interactions/{self.record.id}/"
        return sum(1 for request in self.env.http_requests if request.path.startswith(path))

    @property
    def payloads(self) -> list[dict[str, Any]]:
        """What the bot sent as the answer: as it was sent, whatever has become of that message since."""
        path, token = f"/interactions/{self.record.id}/", f"/{self.record.token}"
        sent = [
            request.json
            for request in self.env.http_requests
            if request.path.startswith(path) or token in request.path
        ]
        return [cast("dict[str, Any]", body) for body in sent if isinstance(body, dict)]

    @property
    def is_private(self) -> bool:
        """Say whether nobody but who asked can see the answer, if it is one at all: a form, or a message."""
        first = self.payloads[0]
        flags = int(cast("dict[str, Any]", first.get("data") or {}).get("flags", 0))
        return first["type"] == MODAL or bool(flags & EPHEMERAL)

    @property
    def result(self) -> InteractionResult:
        """The answer, as simcord tells of it."""
        return InteractionResult(self.env, self.record)

    @property
    def words(self) -> str:
        """The words of the answer."""
        response = self.result.response
        return "" if response is None else text(response)


def seen(friends: Friends, message: Shown) -> dict[str, Any]:
    """Return a message as somebody's client shows it now; a click on it stays possible after an edit."""
    channel = friends.env.backend.get_channel(friends.channel.id)
    stored = friends.env.backend.get_message(channel.id, message.id)
    return deepcopy(dict(serializers.message_payload(friends.env.backend, stored)))


def id_of(message: Shown, label: str) -> str:
    """Return the custom_id of the one button whose label begins with these words, disabled or not."""
    matching = [part for part in parts(message) if part["type"] == 2 and part["label"].startswith(label)]
    assert len(matching) == 1, f"{label!r} is not one button of the message"
    return matching[0]["custom_id"]


def send(
    friends: Friends,
    name: str,
    kind: InteractionType,
    data: dict[str, Any],
    *,
    message: Mapping[str, Any] | None = None,
    channel_id: int | None = None,
    locale: str | None = None,
    member: bool = True,
) -> Tap:
    """Tell the bot of an interaction, and do not wait for its answer.

    Whoever is no `member` acts from outside of the server, as in direct messages.
    """
    backend = friends.env.backend
    place = backend.get_channel(friends.channel.id if channel_id is None else channel_id)
    record, payload = interactions.base_payload(
        backend,
        type=kind,
        channel_id=place.id,
        guild_id=place.guild_id,
        user_id=friends.people[name].id,
        data=data,
    )
    if message is not None:
        payload["message"] = deepcopy(dict(message))
        record.source_message_id = int(message["id"])
    if locale is not None:
        payload["locale"] = locale
    if not member:
        payload["user"] = payload.pop("member")["user"]
        del payload["guild_id"]
        payload["context"] = 1
    backend.emit("INTERACTION_CREATE", payload)
    return Tap(friends.env, record)


def tap(
    friends: Friends,
    name: str,
    message: Mapping[str, Any] | None,
    custom_id: str,
    *,
    component: int = ComponentType.BUTTON,
    chosen: str = "1",
    channel_id: int | None = None,
    locale: str | None = None,
    member: bool = True,
) -> Tap:
    """Tell the bot of a click on any button of any message, whether it is there or not.

    In any other `component` something is `chosen`.
    """
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": component}
    if component != ComponentType.BUTTON:
        data["values"] = [chosen]
    return send(
        friends,
        name,
        InteractionType.MESSAGE_COMPONENT,
        data,
        message=message,
        channel_id=channel_id,
        locale=locale,
        member=member,
    )


def form(friends: Friends, name: str, custom_id: str, *, message: Mapping[str, Any] | None = None) -> Tap:
    """Tell the bot of a form that was sent in."""
    return send(
        friends,
        name,
        InteractionType.MODAL_SUBMIT,
        {"custom_id": custom_id, "components": []},
        message=message,
    )


def command(friends: Friends, name: str, words: str, *, locale: str | None = None) -> Tap:
    """Tell the bot of `/yaniv <words>`."""
    root = friends.env.backend.find_command("yaniv", None)
    assert root is not None
    data: dict[str, Any] = {
        "id": root["id"],
        "name": "yaniv",
        "type": 1,
        "options": [{"name": words, "type": 1, "options": []}],
    }
    return send(friends, name, InteractionType.APPLICATION_COMMAND, data, locale=locale)


async def burst(friends: Friends, message: Shown, label: str, names: Iterable[str]) -> list[Tap]:
    """Let all these people click the same button at once, and wait for every answer."""
    shown, custom_id = seen(friends, message), id_of(message, label)
    taps = [tap(friends, name, shown, custom_id) for name in names]
    await friends.env.settle()
    return taps


def assert_answered_once(taps: Sequence[Tap]) -> None:
    """Every one was answered, and nobody tried twice."""
    assert [one.acknowledgements for one in taps] == [1] * len(taps)
    assert all(one.result.acknowledged for one in taps)
    assert all(one.words for one in taps)
