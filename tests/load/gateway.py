"""Discord's gateway: sessions over websockets, their events in order, and all the ways to lose them."""

import asyncio
import copy
import json
import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import discord
from aiohttp import WSMsgType, web
from simcord import intents as rules
from simcord.backend import serializers

from tests.load.rest import TOKEN
from tests.load.world import World

_DISPATCH: Final = 0
_HEARTBEAT: Final = 1
_IDENTIFY: Final = 2
_RESUME: Final = 6
_RECONNECT: Final = 7
_INVALID_SESSION: Final = 9
_HELLO: Final = 10
_ACK: Final = 11
_AUTHENTICATION_FAILED: Final = 4004
_REMEMBERED: Final = 5000


class Socket:
    """One websocket of the bot. What is put on it is sent in order, compressed if the bot asked for that."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, *, compressed: bool
    ) -> None:
        self._socket = socket
        self._transport = transport
        self._deflate = zlib.compressobj() if compressed else None
        self._outbox: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self.muted = False

    def put(self, message: Mapping[str, Any]) -> None:
        """Send a message as soon as those before it are sent."""
        self._outbox.put_nowait(message)

    async def write(self) -> None:
        """Send what is put here, for as long as the socket lives."""
        while True:
            text = json.dumps(await self._outbox.get(), default=str)
            if self.muted or self._socket.closed:
                continue
            if self._deflate is None:
                await self._socket.send_str(text)
            else:
                packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(packed)

    async def close(self, code: int) -> None:
        """Close it with a code."""
        await self._socket.close(code=code)

    def cut(self) -> None:
        """Let the connection break without a word."""
        if self._transport is not None:
            self._transport.abort()


@dataclass
class Session:
    """One session of the bot; what it was sent is kept for a resume."""

    id: str
    intents: discord.Intents
    socket: Socket | None
    sequence: int = 0
    sent: deque[dict[str, Any]] = field(default_factory=lambda: deque[dict[str, Any]](maxlen=_REMEMBERED))

    def dispatch(self, event: str, data: Mapping[str, Any]) -> None:
        """Send an event."""
        self.sequence += 1
        message = {"op": _DISPATCH, "t": event, "s": self.sequence, "d": data}
        self.sent.append(message)
        if self.socket is not None:
            self.socket.put(message)

    def resume(self, socket: Socket, sequence: int) -> bool:
        """Go on over another socket after event number `sequence`; False if too much was missed."""
        missed = [message for message in self.sent if message["s"] > sequence]
        if self.sequence - sequence != len(missed):
            return False
        self.socket = socket
        for message in missed:
            socket.put(message)
        self.dispatch("RESUMED", {})
        return True


class Gateway:
    """The gateway of a world. `heartbeat` is in seconds.

    `identified`, `resumed` and `heartbeats` are counts; `connected` is set while a session has a socket.
    """

    def __init__(self, world: World, *, heartbeat: float = 41.25) -> None:
        self._world = world
        self._heartbeat = heartbeat
        self._numbers = count(1)
        self._sessions: dict[str, Session] = {}
        self.address = ""
        self.identified = 0
        self.resumed = 0
        self.heartbeats = 0
        self.refuses_resumes = False
        self.connected = asyncio.Event()
        world.backend.subscribers.append(self._broadcast)

    # --- the protocol

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket until it ends."""
        compress = request.query.get("compress")
        if compress not in (None, "zlib-stream"):
            return web.Response(status=400, text=f"{compress} is not spoken here")
        response = web.WebSocketResponse(max_msg_size=0, autoping=True)
        await response.prepare(request)
        socket, session = Socket(response, request.transport, compressed=compress is not None), None
        writer = asyncio.create_task(socket.write())
        socket.put({"op": _HELLO, "d": {"heartbeat_interval": int(self._heartbeat * 1000)}})
        try:
            async for message in response:
                if message.type is WSMsgType.TEXT:
                    session = await self._received(socket, session, json.loads(message.data))
        finally:
            writer.cancel()
            if session is not None and session.socket is socket:
                session.socket = None
            if not any(other.socket for other in self._sessions.values()):
                self.connected.clear()
        return response

    async def _received(
        self, socket: Socket, session: Session | None, message: Mapping[str, Any]
    ) -> Session | None:
        op, data = message["op"], message["d"]
        if op == _HEARTBEAT:
            self.heartbeats += 1
            socket.put({"op": _ACK})
        elif op in (_IDENTIFY, _RESUME) and data["token"] != TOKEN:
            await socket.close(_AUTHENTICATION_FAILED)
        elif op == _IDENTIFY:
            return self._identify(socket, data["intents"])
        elif op == _RESUME:
            return self._resume(socket, data)
        return session

    def _identify(self, socket: Socket, intents: int) -> Session:
        self.identified += 1
        wanted = discord.Intents.none()
        wanted.value = intents
        session = Session(f"session-{next(self._numbers)}", wanted, socket)
        # A session without a socket would be resumed within moments, or never.
        self._sessions = {key: other for key, other in self._sessions.items() if other.socket is not None}
        self._sessions[session.id] = session
        backend = self._world.backend
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": dict(serializers.user_payload(backend.bot_user)),
                "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in backend.guilds],
                "session_id": session.id,
                "resume_gateway_url": f"ws://{self.address}/",
                "application": {"id": str(backend.application_id), "flags": 0},
            },
        )
        for guild in tuple(backend.guilds.values()):
            self._send(session, "GUILD_CREATE", dict(serializers.guild_create_payload(backend, guild)))
        self.connected.set()
        return session

    def _resume(self, socket: Socket, data: Mapping[str, Any]) -> Session | None:
        session = self._sessions.get(data["session_id"])
        if session is None or self.refuses_resumes or not session.resume(socket, data["seq"]):
            socket.put({"op": _INVALID_SESSION, "d": False})
            return None
        self.resumed += 1
        self.connected.set()
        return session

    # --- events

    def _broadcast(self, event: str, payload: Mapping[str, Any]) -> None:
        for session in self._sessions.values():
            self._send(session, event, payload)

    def _send(self, session: Session, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event as a bot with the session's intents gets it, or not at all."""
        needed = rules.required_intent(event, payload)
        if needed is not None and not getattr(session.intents, needed):
            return
        shaped, backend = copy.deepcopy(dict(payload)), self._world.backend
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not session.intents.message_content:
            rules.censor_message(shaped, backend.bot_user.id, backend=backend)
        if event == "GUILD_CREATE":
            rules.prune_guild_create(shaped, session.intents, backend.bot_user.id)
        session.dispatch(event, shaped)

    # --- what a test does to it

    @property
    def _sockets(self) -> list[Socket]:
        return [session.socket for session in self._sessions.values() if session.socket is not None]

    def ask_to_reconnect(self) -> None:
        """Tell the bot to connect anew and resume, as Discord does every few hours."""
        for socket in self._sockets:
            socket.put({"op": _RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the bot that its session is no good any more."""
        for socket in self._sockets:
            socket.put({"op": _INVALID_SESSION, "d": resumable})

    async def close(self, code: int) -> None:
        """Close every connection with a code."""
        for socket in self._sockets:
            await socket.close(code)

    def cut(self) -> None:
        """Break every connection."""
        for socket in self._sockets:
            socket.cut()

    def mute(self) -> None:
        """Leave every connection half open: nothing is sent any more, not even acknowledgements."""
        for socket in self._sockets:
            socket.muted = True
