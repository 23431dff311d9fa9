"""Discord's rate limits as documented: a bucket a route and channel, and 50 requests a second for all."""

import hashlib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tests.load.routes import Named

_LIMITS: Final = {
    # Sends and edits in a channel share one bucket, which is stricter than what is known of Discord.
    "messages": (5, 5.0),
    "deletions": (5, 1.0),
    "webhook": (5, 2.0),
    "emojis": (20, 1.0),
}
_BUCKETS: Final = {
    "send": "messages",
    "edit": "messages",
    "delete": "deletions",
    "add emoji": "emojis",
    "remove emoji": "emojis",
    "followup": "webhook",
    "edit original": "webhook",
    "edit private": "webhook",
}
GLOBAL: Final = 50
_INTERACTIONS: Final = {"callback", "followup", "edit original", "edit private", "get original"}


@dataclass
class Window:
    """So many requests from the first one on, for so many seconds."""

    ends: float = 0.0
    used: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a request is told: headers, and how long to wait if it is refused."""

    headers: dict[str, str]
    retry_after: float | None = None
    everywhere: bool = False


@dataclass
class Limits:
    """Counts requests; `refused` counts the 429s by route, `invalid` what may get an address banned.

    `clock` returns the seconds since some moment.
    """

    clock: Callable[[], float] = time.monotonic
    refused: Counter[str] = field(default_factory=Counter[str])
    invalid: int = 0
    _windows: dict[tuple[str, str], Window] = field(default_factory=dict[tuple[str, str], Window])
    _global: Window = field(default_factory=Window)

    def take(self, named: Named) -> Verdict:
        """Count a request in, or refuse it."""
        now = self.clock()
        if named.route not in _INTERACTIONS and (wait := _counted(self._global, GLOBAL, 1.0, now)):
            self.refused[f"{named.route}, all together"] += 1
            return Verdict(
                {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}, wait, everywhere=True
            )
        bucket = _BUCKETS.get(named.route)
        if bucket is None:
            return Verdict({})
        limit, seconds = _LIMITS[bucket]
        self._forget_ended(now)
        window = self._windows.setdefault((bucket, named.major), Window())
        wait = _counted(window, limit, seconds, now)
        left = max(window.ends - now, 0.0)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(limit - window.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(bucket.encode()).hexdigest()[:32],
        }
        if not wait:
            return Verdict(headers)
        self.refused[named.route] += 1
        return Verdict(headers | {"X-RateLimit-Scope": "user"}, wait)

    def _forget_ended(self, now: float) -> None:
        if len(self._windows) > 1000:
            self._windows = {key: window for key, window in self._windows.items() if window.ends > now}


def _counted(window: Window, limit: int, seconds: float, now: float) -> float:
    """Count a request in and return 0, or return how many seconds to wait for that."""
    if now >= window.ends:
        window.ends, window.used = now + seconds, 0
    if window.used >= limit:
        return window.ends - now
    window.used += 1
    return 0.0
