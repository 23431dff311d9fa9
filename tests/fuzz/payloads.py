"""What the bot sends: within Discord's limits, mentioning at most one person, for the right eyes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from simcord.backend.models import Interaction
from simcord.backend.state import Backend
from simcord.types import HttpLogEntry

from tests.fuzz.people import parts
from tests.secrecy import texts

MOST_COMPONENTS: Final = 40
MOST_CHARACTERS: Final = 4000
MOST_BYTES: Final = 10_000
MOST_ID: Final = 100
MOST_LABEL: Final = 80
MESSAGE_CALLBACKS: Final = (4, 7)
APOLOGY: Final = "Something went wrong"


def body_of(request: HttpLogEntry) -> dict[str, Any] | None:
    """Return the message in a request; None if there is none."""
    if not isinstance(request.json, dict):
        return None
    sent = cast("dict[str, Any]", request.json)
    path = request.path.split("/")
    if path[1] == "interactions":
        return sent.get("data") if sent.get("type") in MESSAGE_CALLBACKS else None
    if path[1] == "webhooks":
        return sent
    is_message = path[1] == "channels" and len(path) > 3 and path[3] == "messages"
    return sent if is_message and request.method in ("POST", "PATCH") else None


def asked_by(request: HttpLogEntry, backend: Backend) -> Interaction | None:
    """Return the interaction that a request answers; None if it answers none."""
    path = request.path.split("/")
    if path[1] == "interactions":
        return backend.interactions[int(path[2])]
    if path[1] == "webhooks" and path[3] in backend.interaction_tokens:
        return backend.interactions[backend.interaction_tokens[path[3]]]
    return None


def faults_of(request: HttpLogEntry) -> Iterator[str]:
    """Say what is wrong with a request, whatever it is about."""
    body = body_of(request)
    where = f"{request.method} {request.path.split('/')[1]}"
    if any(APOLOGY in text for text in texts(request.json)):
        yield f"{where}: “{APOLOGY}” was shown"
    if body is None:
        return
    yield from (f"{where}: {fault}" for fault in _mention_faults(body.get("allowed_mentions")))
    yield from (f"{where}: {fault}" for fault in _size_faults(body))


def _mention_faults(allowed: Mapping[str, Any] | None) -> Iterator[str]:
    if allowed is None:
        yield "nothing is said about mentions"
        return
    if allowed.get("parse"):
        yield f"mentions are parsed: {allowed['parse']}"
    if len(allowed.get("users", ())) > 1 or allowed.get("roles") or allowed.get("replied_user"):
        yield f"more than one person may be mentioned: {allowed}"


def _size_faults(body: Mapping[str, Any]) -> Iterator[str]:
    components = parts(body.get("components") or ())
    if len(components) > MOST_COMPONENTS:
        yield f"{len(components)} components"
    written = [str(part.get("content", "")) for part in components]
    if sum(map(len, written)) > MOST_CHARACTERS:
        yield f"{sum(map(len, written))} characters"
    if sum(len(content.encode()) for content in written) > MOST_BYTES:
        yield "more than 10,000 bytes"
    for part in components:
        if len(part.get("custom_id") or "") > MOST_ID:
            yield f"a custom_id of {len(part['custom_id'])} characters"
        if len(part.get("label") or "") > MOST_LABEL:
            yield f"a label of {len(part['label'])} characters"
