"""The loopback Discord answers requests as Discord does: its limits, its errors, its strictness."""

from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import pytest

from tests.load.faults import Fault, Kind
from tests.load.loopback import Loopback, loopback
from tests.load.rest import API, TOKEN
from tests.load.world import Someone

V2 = 1 << 15
EPHEMERAL = 1 << 6
PATIENCE = 60.0


def panel(text: str = "hello") -> dict[str, Any]:
    return {"flags": V2, "components": [{"type": 10, "content": text}], "allowed_mentions": {"parse": []}}


class Client:
    """Sends requests as the bot would."""

    def __init__(self, session: aiohttp.ClientSession, discord: Loopback) -> None:
        self.session, self.discord = session, discord
        self.channel_id = discord.world.channel("cards")
        self.ada = discord.world.person("Ada")
        discord.world.backend.register_commands(
            None, [{"name": "yaniv", "description": "Play", "options": []}]
        )
        self.headers: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: Any = None, token: str = TOKEN) -> tuple[int, Any]:
        """Return status and JSON of an answer; its headers are kept."""
        async with self.session.request(
            method,
            f"{self.discord.url}{API}{path}",
            json=body,
            headers={"Authorization": f"Bot {token}"},
            timeout=aiohttp.ClientTimeout(total=PATIENCE),
        ) as response:
            self.headers = dict(response.headers)
            return response.status, (await response.json() if response.status != 204 else None)

    async def send(self, body: Any = None) -> tuple[int, Any]:
        return await self.ask("POST", f"/channels/{self.channel_id}/messages", body or panel())

    async def edit(self, message_id: str) -> tuple[int, Any]:
        return await self.ask("PATCH", f"/channels/{self.channel_id}/messages/{message_id}", panel("again"))

    async def answer(self, someone: Someone, body: Any) -> tuple[Any, tuple[int, Any]]:
        """Let someone use a command and answer it."""
        record = self.discord.world.command(someone, self.channel_id, "yaniv", {})
        path = f"/interactions/{record.id}/{record.token}/callback"
        return record, await self.ask("POST", path, body)

    def webhook(self, record: Any, rest: str = "") -> str:
        return f"/webhooks/{self.discord.world.backend.application_id}/{record.token}{rest}"


@pytest.fixture
async def client(discord: Loopback) -> AsyncGenerator[Client]:
    async with aiohttp.ClientSession() as session:
        yield Client(session, discord)


async def test_a_channel_takes_five_sends_or_edits_in_five_seconds(client: Client) -> None:
    now = 0.0
    client.discord.limits.clock = lambda: now
    sent = [await client.send() for _ in range(3)]
    assert [status for status, _ in sent] == [200] * 3
    assert client.headers["X-RateLimit-Remaining"] == "2"
    assert client.headers["Content-Type"] == "application/json"
    assert [(await client.edit(sent[0][1]["id"]))[0] for _ in range(3)] == [200, 200, 429]
    assert 0 < float(client.headers["X-RateLimit-Reset-After"]) <= 5
    status, refusal = await client.send()
    assert status == 429
    assert 0 < refusal["retry_after"] <= 5
    assert refusal["global"] is False
    assert client.headers["Via"]
    assert client.discord.limits.refused == {"edit": 1, "send": 1}
    here, client.channel_id = client.channel_id, client.discord.world.channel("elsewhere")
    assert (await client.send())[0] == 200
    now, client.channel_id = 5.0, here
    assert (await client.send())[0] == 200


async def test_a_message_with_the_same_nonce_is_sent_once(client: Client) -> None:
    once = panel() | {"nonce": "a", "enforce_nonce": True}
    sent = [(await client.send(body))[1]["id"] for body in (once, once, panel() | {"nonce": "a"})]
    assert sent[0] == sent[1] != sent[2]


async def test_everything_together_is_fifty_requests_a_second_but_for_interactions(client: Client) -> None:
    now = 0.0
    client.discord.limits.clock = lambda: now
    statuses = [(await client.ask("GET", "/users/@me"))[0] for _ in range(51)]
    assert statuses == [200] * 50 + [429]
    assert client.headers["X-RateLimit-Global"] == "true"
    assert (await client.answer(client.ada, {"type": 4, "data": panel()}))[1][0] == 200
    now = 1.0
    assert (await client.ask("GET", "/users/@me"))[0] == 200


async def test_a_message_older_than_an_hour_takes_no_edits() -> None:
    async with loopback(old_after=0.0) as discord, aiohttp.ClientSession() as session:
        client = Client(session, discord)
        _, message = await client.send()
        status, refusal = await client.edit(message["id"])
        assert (status, refusal["code"]) == (429, 30046)
        assert client.headers["Via"]


async def test_another_token_is_refused(client: Client) -> None:
    assert (await client.ask("GET", "/users/@me", token="another"))[0] == 401
    assert client.discord.limits.invalid == 1


async def test_what_the_bot_does_not_use_is_unexpected(client: Client) -> None:
    assert (await client.ask("GET", "/users/@me/guilds"))[0] == 404
    assert client.discord.rest.unexpected == ["GET /users/@me/guilds"]


async def test_a_private_answer_is_seen_by_whoever_asked_alone(client: Client) -> None:
    bo = client.discord.world.person("Bo")
    body = {"type": 4, "data": panel() | {"flags": V2 | EPHEMERAL}}
    _, (status, _) = await client.answer(client.ada, body)
    assert status == 200
    world = client.discord.world
    assert len(list(world.private(client.channel_id, client.ada.id))) == 1
    assert not list(world.private(client.channel_id, bo.id))
    assert not list(world.public(client.channel_id))
    assert client.discord.rest.calls[-1].reader == client.ada.id


async def test_a_click_is_acknowledged_once(client: Client) -> None:
    record, _ = await client.answer(client.ada, {"type": 4, "data": panel()})
    again = await client.ask("POST", f"/interactions/{record.id}/{record.token}/callback", {"type": 6})
    assert (again[0], again[1]["code"]) == (400, 40060)


async def test_a_click_is_acknowledged_within_three_seconds(client: Client) -> None:
    record = client.discord.world.command(client.ada, client.channel_id, "yaniv", {})
    record.initial_response_deadline = client.discord.world.backend.now_iso()
    late = await client.ask("POST", f"/interactions/{record.id}/{record.token}/callback", {"type": 6})
    assert (late[0], late[1]["code"]) == (404, 10062)


async def test_a_token_runs_out(client: Client) -> None:
    record, _ = await client.answer(client.ada, {"type": 4, "data": panel() | {"flags": V2 | EPHEMERAL}})
    path = client.webhook(record, "/messages/@original")
    assert (await client.ask("PATCH", path, panel("in time")))[0] == 200
    record.expires_at = client.discord.world.backend.now_iso()
    late = await client.ask("PATCH", path, panel("late"))
    assert (late[0], late[1]["code"]) == (401, 50027)


async def test_a_message_has_at_most_forty_components_and_four_thousand_characters(client: Client) -> None:
    many = panel() | {"components": [{"type": 10, "content": "x"}] * 41}
    long = panel("x" * 4001)
    mixed = panel() | {"content": "beside"}
    assert [(await client.send(body))[0] for body in (many, long, mixed)] == [400] * 3


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        (Kind.SERVER_ERROR, 500, 0),
        (Kind.BAD_GATEWAY, 502, 0),
        (Kind.FORBIDDEN, 403, 50013),
        (Kind.NOT_FOUND, 404, 10003),
    ],
)
async def test_a_fault_meets_the_next_request_of_its_route(
    client: Client, kind: Kind, status: int, code: int
) -> None:
    fault = client.discord.faults.add(Fault("send", kind))
    assert (await client.ask("GET", "/users/@me"))[0] == 200
    failed = await client.send()
    assert (failed[0], failed[1]["code"]) == (status, code)
    assert (await client.send())[0] == 200
    assert fault.met == 1
    assert len(list(client.discord.world.public(client.channel_id))) == 1


async def test_a_fault_may_be_for_one_channel(client: Client) -> None:
    client.discord.faults.add(Fault("send", Kind.SERVER_ERROR, channel_id=client.channel_id + 1))
    assert (await client.send())[0] == 200


@pytest.mark.parametrize("done", [False, True])
async def test_an_answer_can_be_lost_with_or_without_the_deed(client: Client, *, done: bool) -> None:
    client.discord.faults.add(Fault("send", Kind.RESET, done=done))
    with pytest.raises(aiohttp.ClientError):
        await client.send()
    assert len(list(client.discord.world.public(client.channel_id))) == int(done)
    assert client.discord.rest.calls[-1].status == 0


async def test_a_request_can_be_kept_waiting(client: Client) -> None:
    client.discord.faults.add(Fault("send", Kind.HANG, seconds=2 * PATIENCE))
    client.discord.faults.add(Fault("send", Kind.SLOW, seconds=0.1))
    global_patience = aiohttp.ClientTimeout(total=0.2)
    with pytest.raises(TimeoutError):
        async with client.session.post(
            f"{client.discord.url}{API}/channels/{client.channel_id}/messages",
            json=panel(),
            timeout=global_patience,
        ):
            pass
    assert (await client.send())[0] == 200
