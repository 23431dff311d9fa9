"""Whom the bot's requests can ping: one user whom the message names, or nobody."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

import simcord

SHOWN_AT_ONCE: Final = (4, 7)
"""The types of an interaction's answer that are a message."""
_CALLBACK: Final = re.compile(r"/interactions/\d+/[^/]+/callback")
_MESSAGE: Final = re.compile(r"/(channels/\d+/messages(/\d+)?|webhooks/\d+/[^/]+(/messages/[^/]+)?)")


def messages(requests: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Return every message that was sent or edited, as Discord was sent it."""
    for request in requests:
        path = str(request.path).split("?")[0]
        if request.method not in ("POST", "PATCH") or not isinstance(request.json, dict):
            continue
        body = cast("dict[str, Any]", request.json)
        if _CALLBACK.fullmatch(path):
            if body["type"] in SHOWN_AT_ONCE:
                yield body["data"]
        elif _MESSAGE.fullmatch(path):
            yield body


def pings(message: dict[str, Any]) -> list[str]:
    """Return whom a message may ping; whoever forgets to say it may ping everybody."""
    allowed = message.get("allowed_mentions")
    if allowed is None:
        return ["everybody"]
    return [*allowed["parse"], *allowed.get("roles", []), *allowed.get("users", [])]


def assert_pings_one_or_nobody(env: simcord.Env) -> None:
    """Check all that was requested so far; who is pinged is named in that message's own text."""
    for message in messages(env.http_requests):
        named = pings(message)
        assert len(named) <= 1, message
        assert all(f"<@{user}>" in (message.get("content") or "") for user in named), message
        assert not message["allowed_mentions"].get("replied_user"), message
