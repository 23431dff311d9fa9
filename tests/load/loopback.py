"""A Discord on this machine: REST and gateway on one port of the loopback address."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from tests.load.faults import Faults
from tests.load.gateway import Gateway
from tests.load.limits import Limits
from tests.load.rest import API, Rest
from tests.load.world import World

_LARGEST: Final = 32 * 2**20


@dataclass(frozen=True)
class Loopback:
    """What a test reaches of it; `address` is host and port."""

    address: str
    world: World
    gateway: Gateway
    rest: Rest

    @property
    def url(self) -> str:
        """What the bot's setting for it says."""
        return f"http://{self.address}"

    @property
    def faults(self) -> Faults:
        """What goes wrong with requests."""
        return self.rest.faults

    @property
    def limits(self) -> Limits:
        """How many requests are too many."""
        return self.rest.limits


@asynccontextmanager
async def loopback(
    *,
    old_after: float = 3600.0,
    heartbeat: float = 41.25,
    keeps_calls: bool = True,
) -> AsyncGenerator[Loopback]:
    """Run one, without a bot; times are in seconds."""
    world = World()
    gateway = Gateway(world, heartbeat=heartbeat)
    rest = Rest(world, old_after=old_after, keeps_calls=keeps_calls)
    application = web.Application(client_max_size=_LARGEST)
    application.router.add_get("/", gateway.handle)
    application.router.add_route("*", API + "/{path:.*}", rest.handle)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        gateway.address = rest.address = f"{host}:{port}"
        yield Loopback(gateway.address, world, gateway, rest)
    finally:
        await runner.cleanup()
