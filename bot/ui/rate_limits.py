"""Reading from Discord's answers how quickly requests may follow each other in a channel."""

import re
from datetime import datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
from discord.utils import snowflake_time

from bot.ui.pace import EDITABLE, Pace

_CHANNEL: Final = re.compile(r"/channels/(?P<id>[0-9]+)/messages(?:/(?P<message>[0-9]+))?$")


def rate_limit_trace(pace: Pace) -> aiohttp.TraceConfig:
    """Return what lets `pace` hear of the limits in every answer, also of those that the library hides."""

    async def answered(
        session: aiohttp.ClientSession, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        del session, context
        channel = _CHANNEL.search(answer.url.path)
        if channel is None:
            return
        headers = answer.response.headers
        if answer.response.status != 429:
            requests = int(_number(headers.get("X-RateLimit-Limit")))
            pace.learn(requests, _number(headers.get("X-RateLimit-Reset-After")))
        elif not _is_old(channel["message"], pace.clock()):
            pace.refused(int(channel["id"]), _number(headers.get("Retry-After")))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(answered)
    return trace


def _is_old(message_id: str | None, now: datetime) -> bool:
    """Say whether a message has a limit of its own, that of edits of messages older than an hour."""
    return message_id is not None and now - snowflake_time(int(message_id)) >= EDITABLE


def _number(header: str | None) -> float:
    try:
        number = float(header or 0)
    except ValueError:
        return 0.0
    return number if 0 <= number < float("inf") else 0.0
