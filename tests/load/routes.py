"""The REST routes that the bot uses, by name. Anything else is unexpected."""

import re
from dataclasses import dataclass
from typing import Final

_PATTERNS: Final = {
    # --- at the start
    ("GET", "/users/@me"): "login",
    ("GET", "/oauth2/applications/@me"): "application",
    ("GET", "/applications/@me"): "application",
    ("GET", "/gateway/bot"): "gateway",
    ("PUT", "/applications/{app}/commands"): "commands",
    ("PUT", "/applications/{app}/guilds/{guild}/commands"): "commands",
    ("GET", "/applications/{app}/emojis"): "emojis",
    ("POST", "/applications/{app}/emojis"): "add emoji",
    ("DELETE", "/applications/{app}/emojis/{emoji}"): "remove emoji",
    # --- channels
    ("POST", "/channels/{channel}/messages"): "send",
    ("PATCH", "/channels/{channel}/messages/{message}"): "edit",
    ("DELETE", "/channels/{channel}/messages/{message}"): "delete",
    ("POST", "/channels/{channel}/threads"): "make thread",
    ("PATCH", "/channels/{channel}"): "edit thread",
    # --- interactions
    ("POST", "/interactions/{interaction}/{token}/callback"): "callback",
    ("GET", "/webhooks/{app}/{token}/messages/@original"): "get original",
    ("PATCH", "/webhooks/{app}/{token}/messages/@original"): "edit original",
    ("PATCH", "/webhooks/{app}/{token}/messages/{message}"): "edit private",
    ("POST", "/webhooks/{app}/{token}"): "followup",
}
NAMES: Final = tuple(dict.fromkeys(_PATTERNS.values()))


def _compiled(path: str) -> re.Pattern[str]:
    # An id is digits; "@original" is not one, so no two patterns match the same path.
    return re.compile(
        re.sub(r"{(\w+)}", lambda part: f"(?P<{part[1]}>{_PARTS.get(part[1], '[0-9]+')})", path)
    )


_PARTS: Final = {"token": "[^/]+"}
_ROUTES: Final = [(method, _compiled(path), name) for (method, path), name in _PATTERNS.items()]


@dataclass(frozen=True, slots=True)
class Named:
    """A request by the name of its route, with what its path holds; `major` tells buckets apart."""

    route: str
    arguments: dict[str, str]

    @property
    def channel_id(self) -> int | None:
        """The channel of the path, if it names one."""
        channel = self.arguments.get("channel")
        return None if channel is None else int(channel)

    @property
    def major(self) -> str:
        """What Discord counts by, besides the route."""
        return self.arguments.get("channel") or self.arguments.get("token") or ""


def named(method: str, path: str) -> Named | None:
    """Return which route a request takes, None for one that the bot should not use."""
    for of_method, pattern, name in _ROUTES:
        match = pattern.fullmatch(path) if of_method == method else None
        if match is not None:
            return Named(name, match.groupdict())
    return None
