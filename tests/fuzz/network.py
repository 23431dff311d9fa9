"""The way between bot and Discord: requests are late, refused or lost as is asked for."""

import asyncio
import fnmatch
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, cast
from unittest import mock

import aiohttp
from simcord._clock import Clock
from simcord.backend.errors import BackendError
from simcord.backend.state import Backend
from simcord.http import client

FEW_MINUTES: Final = 300.0
PASSED: Final = 200
# Its own ways from an address to a path, and from a refusal to what the library raises.
_client: Any = client
OF_A_MATCH: Final = ("/channels/", "/interactions/", "/webhooks/", "/users/")
"""What a bot asks for after its start."""


@dataclass
class Trouble:
    """What happens to the next `times` requests like this.

    `status` 0 is a connection that breaks, 1 an answer that does not come in time, 200 one that is only late.
    With `late` Discord has done what it was asked for, and only its answer is lost. `seconds` pass before
    anything happens.
    """

    method: str
    path: str
    status: int
    code: int = 0
    times: int = 1
    late: bool = False
    seconds: float = 0.0

    def fits(self, method: str, path: str) -> bool:
        """Say whether it happens to this request."""
        return (
            self.method in (method, "*") and path.startswith(OF_A_MATCH) and fnmatch.fnmatch(path, self.path)
        )

    def error(self) -> Exception:
        """Return what the library raises."""
        match self.status:
            case 0:
                return aiohttp.ServerDisconnectedError()
            case 1:
                return TimeoutError()
            case _:
                return BackendError(self.status, self.code, "made up")


class Network:
    """All requests of one run."""

    def __init__(self, chance: Random, clock: Clock) -> None:
        self._chance = chance
        self._clock = clock
        self.troubles: list[Trouble] = []
        self.rules: list[Callable[[str, str], Trouble | None]] = []
        self.hits: list[str] = []
        self.answers: Counter[str] = Counter()
        self.under_way = 0
        self._sent: dict[tuple[str, str], tuple[float, Any]] = {}

    async def send(self, method: str, path: str, request: Callable[[], Awaitable[Any]]) -> Any:
        """Send a request on its way."""
        for _ in range(self._chance.choice((0, 1, 1, 2, 3, 5))):
            await asyncio.sleep(0)
        trouble = self._meet(method, path)
        arrives = trouble is None or trouble.late or trouble.status == PASSED
        if arrives and path.startswith("/interactions/"):
            self.answers[path.split("/")[2]] += 1
        if trouble is None:
            return await request()
        self.hits.append(f"{method} {path}")
        await self._delay(trouble.seconds)
        if trouble.late:
            await request()
        if trouble.status == PASSED:
            return await request()
        error = trouble.error()
        if isinstance(error, BackendError):
            _client._raise_for(error)
        raise error

    async def _once(self, path: str, body: Any, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Send a message with a nonce only once, as Discord does and simcord does not."""
        if not isinstance(body, dict) or "nonce" not in body:
            return await ask()
        key, now = (path, str(cast("dict[str, Any]", body)["nonce"])), self._clock.elapsed
        sent = self._sent.get(key)
        if sent is not None and now - sent[0] < FEW_MINUTES:
            return sent[1]
        answer = await ask()
        self._sent[key] = (now, answer)
        return answer

    async def _delay(self, seconds: float) -> None:
        if not seconds:
            return
        self.under_way += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self.under_way -= 1

    def forget(self) -> None:
        """Forget what was sent so far."""
        self.hits.clear()
        self.answers.clear()

    def _meet(self, method: str, path: str) -> Trouble | None:
        for rule in self.rules:
            trouble = rule(method, path)
            if trouble is not None:
                return trouble
        for trouble in self.troubles:
            if trouble.fits(method, path):
                trouble.times -= 1
                if trouble.times <= 0:
                    self.troubles.remove(trouble)
                return trouble
        return None

    @contextmanager
    def installed(self) -> Generator[None]:
        """Send every request of the library this way."""
        plain, hook = client.FakeHTTPClient.request, client.FakeWebhookAdapter.request

        async def request(http: Any, route: Any, **named: Any) -> Any:
            path = _client._path_of(route.url)
            ask = partial(plain, http, route, **named)
            return await self.send(route.method, path, lambda: self._once(path, named.get("json"), ask))

        async def answer(adapter: Any, route: Any, session: Any, **named: Any) -> Any:
            path = _client._path_of(route.url)
            return await self.send(route.method, path, lambda: hook(adapter, route, session, **named))

        with (
            mock.patch.object(client.FakeHTTPClient, "request", request),
            mock.patch.object(client.FakeWebhookAdapter, "request", answer),
        ):
            yield


def channel_of(backend: Backend, path: str) -> Any | None:
    """Return the channel that a request to `/channels/…` is about, if it is there."""
    parts = path.split("/")
    return backend.channels.get(int(parts[2])) if parts[1] == "channels" and parts[2].isdigit() else None
