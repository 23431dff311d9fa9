"""The pace hears of Discord's limits from the headers of every answer."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest
from aiohttp import web
from discord.utils import time_snowflake

from bot.ui.pace import Limit, Pace
from bot.ui.rate_limits import rate_limit_trace

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
NEW, OLD = (time_snowflake(NOW - timedelta(minutes=minutes)) for minutes in (1, 61))
Ask = Callable[..., Awaitable[None]]


@pytest.fixture
def pace() -> Pace:
    return Pace(lambda: NOW)


@pytest.fixture
async def ask(pace: Pace) -> AsyncGenerator[Ask]:
    """Send a request to a server that answers with a status and headers, through a session that is traced."""
    answers = list[web.Response]()

    async def answer(request: web.BaseRequest) -> web.Response:
        del request
        return answers.pop()

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]

    async def send(method: str, path: str, status: int = 200, **headers: str) -> None:
        answers.append(
            web.Response(status=status, headers={k.replace("_", "-"): v for k, v in headers.items()})
        )
        async with session.request(method, f"http://{host}:{port}/api/v10{path}"):
            pass

    async with aiohttp.ClientSession(trace_configs=[rate_limit_trace(pace)]) as session:
        yield send
    await runner.cleanup()


async def test_the_limit_is_what_the_answers_say(pace: Pace, ask: Ask) -> None:
    await ask("POST", "/channels/500/messages", X_RateLimit_Limit="5", X_RateLimit_Reset_After="4.75")
    assert pace.limit == Limit(5, timedelta(seconds=4.75))
    assert pace.wait(500) == timedelta(0)


async def test_a_refusal_closes_its_channel_for_as_long_as_it_says(pace: Pace, ask: Ask) -> None:
    await ask("PATCH", f"/channels/500/messages/{NEW}", 429, Retry_After="2.5")
    assert pace.wait(500) == timedelta(seconds=2.5)
    assert pace.wait(501) == timedelta(0)


async def test_what_only_edits_of_old_messages_may_not_do_closes_no_channel(pace: Pace, ask: Ask) -> None:
    await ask("PATCH", f"/channels/500/messages/{OLD}", 429, Retry_After="900")
    assert pace.wait(500) == timedelta(0)


@pytest.mark.parametrize(
    "path", ["/webhooks/1/token/messages/2", "/interactions/1/token/callback", "/channels/5"]
)
async def test_other_routes_have_limits_of_their_own(pace: Pace, ask: Ask, path: str) -> None:
    await ask("POST", path, 429, Retry_After="9", X_RateLimit_Limit="1", X_RateLimit_Reset_After="9")
    assert pace.limit is None
    assert pace.wait(5) == timedelta(0)


@pytest.mark.parametrize("value", ["", "many", "nan", "inf", "-1"])
async def test_a_header_that_makes_no_sense_is_passed_over(pace: Pace, ask: Ask, value: str) -> None:
    await ask("POST", "/channels/500/messages", X_RateLimit_Limit=value, X_RateLimit_Reset_After="5")
    await ask("POST", "/channels/500/messages", X_RateLimit_Limit="5", X_RateLimit_Reset_After=value)
    await ask("POST", "/channels/500/messages", 429, Retry_After=value)
    assert pace.limit is None
    assert pace.wait(500) <= timedelta(seconds=1)
