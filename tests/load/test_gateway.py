"""The loopback Discord's gateway speaks as Discord's does."""

import asyncio
import json
import zlib
from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import discord as library
import pytest

from tests.load.loopback import Loopback
from tests.load.rest import TOKEN

SOON = 30.0
INTENTS = library.Intents(guilds=True, guild_messages=True)


class Client:
    """One connection to the gateway."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._inflate = zlib.decompressobj()

    async def receive(self) -> Any:
        """Return the next message."""
        message = await self.socket.receive(SOON)
        if message.type is aiohttp.WSMsgType.BINARY:
            return json.loads(self._inflate.decompress(message.data))
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return message.json()

    async def event(self, name: str) -> Any:
        """Return the next event, which has this name."""
        message = await self.receive()
        assert message["t"] == name
        return message

    async def identify(self, token: str = TOKEN) -> None:
        await self.socket.send_json({"op": 2, "d": {"token": token, "intents": INTENTS.value}})

    async def resume(self, session: str, sequence: int) -> None:
        data = {"token": TOKEN, "session_id": session, "seq": sequence}
        await self.socket.send_json({"op": 6, "d": data})


@pytest.fixture
async def http() -> AsyncGenerator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def connect(http: aiohttp.ClientSession, discord: Loopback, query: str = "") -> Client:
    client = Client(await http.ws_connect(f"{discord.url}/?v=10&encoding=json{query}"))
    assert (await client.receive())["op"] == 10
    return client


async def ready(http: aiohttp.ClientSession, discord: Loopback) -> tuple[Client, str]:
    """Return a connection that has identified itself, and its session."""
    client = await connect(http, discord)
    await client.identify()
    session = (await client.event("READY"))["d"]["session_id"]
    await client.event("GUILD_CREATE")
    return client, session


@pytest.mark.parametrize("query", ["", "&compress=zlib-stream"])
async def test_who_identifies_gets_ready_and_the_servers(
    http: aiohttp.ClientSession, discord: Loopback, query: str
) -> None:
    channel_id = discord.world.channel("cards")
    client = await connect(http, discord, query)
    await client.identify()
    told = await client.event("READY")
    assert (told["s"], told["d"]["resume_gateway_url"]) == (1, f"ws://{discord.address}/")
    guild = await client.event("GUILD_CREATE")
    assert guild["d"]["id"] == str(discord.world.guild_id)
    assert [channel["id"] for channel in guild["d"]["channels"]] == [str(channel_id)]
    assert len(guild["d"]["members"]) == 1, "without the members intent only the bot itself is there"


async def test_a_wrong_token_is_told_by_its_close_code(
    http: aiohttp.ClientSession, discord: Loopback
) -> None:
    client = await connect(http, discord)
    await client.identify("another")
    await client.socket.receive(SOON)
    assert client.socket.close_code == 4004


async def test_heartbeats_are_acknowledged(http: aiohttp.ClientSession, discord: Loopback) -> None:
    client, _ = await ready(http, discord)
    await client.socket.send_json({"op": 1, "d": 2})
    assert (await client.receive())["op"] == 11
    assert discord.gateway.heartbeats == 1


async def test_events_come_in_order_and_without_what_the_intents_leave_out(
    http: aiohttp.ClientSession, discord: Loopback
) -> None:
    client, _ = await ready(http, discord)
    world = discord.world
    channel_id, ada = world.channel("cards"), world.person("Ada")
    world.say(ada, channel_id, "hello")
    world.forbid(channel_id, "send_messages")
    world.backend.create_thread(channel_id, "aside", ada.id)
    world.backend.delete_channel(channel_id)
    names = ["CHANNEL_CREATE", "MESSAGE_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE"]
    told = [await client.event(name) for name in names]
    assert [message["s"] for message in told] == [3, 4, 5, 6]
    assert told[1]["d"]["content"] == "", "content is for those who may read it"
    later = [(await client.receive())["t"] for _ in range(2)]
    assert "CHANNEL_DELETE" in later
    world.backend.remove_guild(world.guild_id)
    while (message := await client.receive())["t"] != "GUILD_DELETE":
        pass
    assert message["d"]["id"] == str(world.guild_id)


async def test_a_lost_connection_is_resumed_with_what_was_missed(
    http: aiohttp.ClientSession, discord: Loopback
) -> None:
    client, session = await ready(http, discord)
    discord.gateway.cut()
    assert (await client.socket.receive(SOON)).type is aiohttp.WSMsgType.CLOSED
    discord.world.channel("meanwhile")
    client = await connect(http, discord)
    await client.resume(session, 2)
    assert (await client.event("CHANNEL_CREATE"))["d"]["name"] == "meanwhile"
    await client.event("RESUMED")
    assert discord.gateway.resumed == 1


async def test_an_unknown_session_is_invalid(http: aiohttp.ClientSession, discord: Loopback) -> None:
    client = await connect(http, discord)
    await client.resume("another", 2)
    assert await client.receive() == {"op": 9, "d": False}


async def test_a_bot_is_asked_to_reconnect_told_that_its_session_is_invalid_or_closed(
    http: aiohttp.ClientSession, discord: Loopback
) -> None:
    client, _ = await ready(http, discord)
    discord.gateway.ask_to_reconnect()
    discord.gateway.invalidate(resumable=True)
    assert [(await client.receive())["op"] for _ in range(2)] == [7, 9]
    async with asyncio.TaskGroup() as group:
        group.create_task(client.socket.receive(SOON))
        group.create_task(discord.gateway.close(4000))
    assert client.socket.close_code == 4000


async def test_a_half_open_connection_is_silent(http: aiohttp.ClientSession, discord: Loopback) -> None:
    client, _ = await ready(http, discord)
    discord.gateway.mute()
    await client.socket.send_json({"op": 1, "d": 2})
    with pytest.raises(TimeoutError):
        await client.socket.receive(0.2)
