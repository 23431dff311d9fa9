"""Discord's REST side: faults and limits first, then what simcord makes of a request."""

import asyncio
import json
import logging
import socket
import struct
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from types import SimpleNamespace
from typing import Any, Final, cast

from aiohttp import BodyPartReader, web
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction
from simcord.http import dispatch

from tests.load.faults import Fault, Faults, Kind
from tests.load.limits import Limits
from tests.load.routes import Named, named
from tests.load.world import World

log = logging.getLogger(__name__)

API: Final = "/api/v10"
TOKEN: Final = "a-token.for.tests"
_EXPIRED: Final = (401, 50027, "Invalid Webhook Token")
_TOO_OLD: Final = (
    429,
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later",
)
_EPHEMERAL: Final = 1 << 6
_NO_HEADERS: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it came, and how it was answered: 0 for one whose answer was lost.

    `reader` is who alone sees what it says, None for everybody.
    """

    at: datetime
    route: str
    path: str
    body: Any
    status: int
    channel_id: int | None
    reader: int | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request, read whole."""

    request: web.Request
    path: str
    named: Named
    body: Any
    files: list[Any]
    record: Interaction | None

    @property
    def channel_id(self) -> int | None:
        """The channel that it is about."""
        return self.named.channel_id if self.record is None else self.record.channel_id


@dataclass
class Rest:
    """Answers requests. `calls` is everything that was asked, unless `keeps_calls` is False.

    `unexpected` are requests that the bot should not make. `answers` holds the calls that answer an
    interaction, for those interactions that somebody has put there. `old_after` is how many seconds after it
    was sent a message may not be edited any more.
    """

    world: World
    address: str = ""
    old_after: float = 3600.0
    keeps_calls: bool = True
    limits: Limits = field(default_factory=Limits)
    faults: Faults = field(default_factory=Faults)
    calls: list[Call] = field(default_factory=list[Call])
    counts: Counter[str] = field(default_factory=Counter[str])
    unexpected: list[str] = field(default_factory=list[str])
    answers: dict[int, list[Call]] = field(default_factory=dict[int, list[Call]])
    _nonces: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        path = request.path.removeprefix(API)
        known = named(request.method, path)
        if known is None:
            self.unexpected.append(f"{request.method} {path}")
            return _answer(404, {"code": 0, "message": "404: Not Found"})
        self.counts[known.route] += 1
        asked = _Asked(request, path, known, *await _body_of(request), self._interaction(known))
        fault = self.faults.meet(known, asked.channel_id)
        if fault is None:
            return self._answer(asked)
        if fault.kind is Kind.SLOW:
            await asyncio.sleep(fault.seconds)
            return self._answer(asked)
        if fault.done:
            self._answer(asked, lost=True)
        else:
            self._note(asked, 0)
        return await self._fail(request, fault)

    # --- what goes well

    def _answer(self, asked: _Asked, *, lost: bool = False) -> web.Response:
        """Carry a request out, unless it is one too many, and note it as answered or as lost."""
        verdict = self.limits.take(asked.named)
        if verdict.retry_after is not None:
            return self._limited(verdict.retry_after, verdict.headers, everywhere=verdict.everywhere)
        response = self._carry_out(asked, verdict.headers)
        self._note(asked, 0 if lost else response.status)
        if asked.channel_id is not None:
            self.world.changed(asked.channel_id)
        return response

    def _carry_out(self, asked: _Asked, headers: Mapping[str, str]) -> web.Response:
        try:
            self._check(asked)
            result = self._own(asked)
            if result is None:
                result = dispatch(
                    self.world.backend,
                    asked.request.method,
                    asked.path,
                    json=asked.body,
                    params=dict(asked.request.query),
                    files=asked.files,
                    message_content_access=False,
                )
        except BackendError as error:
            self.limits.invalid += error.status in (401, 403, 429)
            wait = {"retry_after": 1.0, "global": False} if error.status == 429 else {}
            return _answer(error.status, error.to_json() | wait, headers)
        except (KeyError, TypeError, ValueError) as error:
            log.exception("A request that the stand-in cannot read: %s", asked.named.route)
            return _answer(400, {"code": 50035, "message": f"Invalid Form Body: {error}"}, headers)
        if asked.named.route == "send" and asked.body.get("nonce") is not None:
            self._nonces[asked.named.major, str(asked.body["nonce"])] = int(result["id"])
        return _answer(204 if result is None else 200, result, headers)

    def _check(self, asked: _Asked) -> None:
        """Refuse what simcord would let through: another token, one that has run out, a message too old."""
        if "token" not in asked.named.arguments:
            if asked.request.headers.get("Authorization") != f"Bot {TOKEN}":
                raise BackendError(401, 0, "401: Unauthorized")
        elif asked.named.route != "callback":
            expires = "" if asked.record is None else asked.record.expires_at or ""
            if expires <= self.world.backend.now_iso():
                raise BackendError(*_EXPIRED)
        if asked.named.route == "edit":
            arguments = asked.named.arguments
            self._check_age(int(arguments["channel"]), int(arguments["message"]))

    def _check_age(self, channel_id: int, message_id: int) -> None:
        message = self.world.backend.messages.get(channel_id, {}).get(message_id)
        if message is not None:
            age = datetime.now(UTC) - datetime.fromisoformat(message.timestamp)
            if age.total_seconds() > self.old_after:
                raise BackendError(*_TOO_OLD)

    def _own(self, asked: _Asked) -> Any:
        """Return what simcord does not answer, None for all else."""
        if asked.named.route == "send":
            return self._sent_before(asked)
        if asked.named.route != "gateway":
            return None
        starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {"url": f"ws://{self.address}/", "shards": 1, "session_start_limit": starts}

    def _sent_before(self, asked: _Asked) -> Any:
        """Return the message that was sent with the same nonce, which is to be sent once."""
        backend, body = self.world.backend, cast("dict[str, Any]", asked.body or {})
        message_id = self._nonces.get((asked.named.major, str(body.get("nonce"))))
        message = backend.messages.get(asked.channel_id or 0, {}).get(message_id or 0)
        if not body.get("enforce_nonce") or message is None:
            return None
        return dict(serializers.message_payload(backend, message))

    def _interaction(self, known: Named) -> Interaction | None:
        backend = self.world.backend
        if "interaction" in known.arguments:
            return backend.interactions.get(int(known.arguments["interaction"]))
        number = backend.interaction_tokens.get(known.arguments.get("token", ""))
        return None if number is None else backend.interactions.get(number)

    def _note(self, asked: _Asked, status: int) -> None:
        record = asked.record
        call = Call(
            datetime.now(UTC),
            asked.named.route,
            asked.path,
            asked.body,
            status,
            asked.channel_id,
            self._reader(asked),
        )
        if record is not None and record.id in self.answers:
            self.answers[record.id].append(call)
        if self.keeps_calls:
            self.calls.append(call)

    def _reader(self, asked: _Asked) -> int | None:
        """Return who alone sees what a request says."""
        record = asked.record
        if record is None or _flags(asked.body) & _EPHEMERAL:
            return None if record is None else record.user_id
        message_id = asked.named.arguments.get("message") or record.message_id
        shown = self.world.backend.messages.get(record.channel_id, {}).get(int(message_id or 0))
        return None if shown is not None and not shown.is_ephemeral else record.user_id

    # --- what goes wrong

    def _limited(
        self, seconds: float, headers: Mapping[str, str] = _NO_HEADERS, *, everywhere: bool = False
    ) -> web.Response:
        self.limits.invalid += 1
        data = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
        return _answer(429, data, {**headers, "Retry-After": str(max(int(seconds), 1))})

    async def _fail(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        match fault.kind:
            case Kind.SERVER_ERROR | Kind.BAD_GATEWAY:
                return _answer(int(fault.kind), {"code": 0, "message": "Server Error"})
            case Kind.RATE_LIMIT:
                return self._limited(fault.seconds or 0.5)
            case Kind.FORBIDDEN | Kind.NOT_FOUND:
                code, words = fault.error()
                return _answer(int(fault.kind), {"code": code, "message": words})
            case _:
                await asyncio.sleep(fault.seconds)
                _reset(request)
                return web.Response()


def _flags(body: Any) -> int:
    """Return the flags of the message that a body holds."""
    data = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
    return int((data.get("data") or data).get("flags") or 0)


async def _body_of(request: web.Request) -> tuple[Any, list[Any]]:
    """Return the JSON of a request, and the files that came with it."""
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else None), []
    body, files = None, list[Any]()
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        if part.name == "payload_json":
            body = json.loads(await part.text())
        else:
            content = BytesIO(bytes(await part.read()))
            files.append(SimpleNamespace(fp=content, filename=part.filename, description=None))
    return body, files


def _answer(status: int, data: Any, headers: Mapping[str, str] = _NO_HEADERS) -> web.Response:
    # The library reads JSON from exactly this type alone, and takes a 429 without Via for a ban.
    told = {"Content-Type": "text/html" if data is None else "application/json", "Via": "1.1 stand-in"}
    body = b"" if data is None else json.dumps(data).encode()
    return web.Response(status=status, body=body, headers={**told, **headers})


def _reset(request: web.Request) -> None:
    """Break a connection off so that the other side sees a reset."""
    transport = request.transport
    if transport is not None:
        connection: socket.socket = transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()
