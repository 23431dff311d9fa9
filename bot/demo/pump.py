"""What keeps a demo page alive: simulated time follows the wall clock, and what the bot did is shown."""

import asyncio
from datetime import UTC, datetime, timedelta

from simcord import Env

from bot.demo.live_preview import LivePreview

_PERIOD = 0.1
_REQUESTS_KEPT = 500


class Pump:
    """Advance `env` along the wall clock and publish `preview` whenever the bot sent something.

    Simulated time may be ahead of the wall clock for a moment, because simcord also fires timers by itself;
    the pump then waits until the wall clock has caught up.
    """

    def __init__(self, env: Env, preview: LivePreview) -> None:
        self._env = env
        self._preview = preview
        # A computer whose clock is wrong by years still gets a demo in which time passes.
        self._ahead = max(timedelta(0), env.now() - datetime.now(UTC))
        self._seen = 0

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            await asyncio.sleep(_PERIOD)
            async with self._preview.turn:
                await self._advance()
                if self._bot_sent_something():
                    self._preview.publish()

    async def _advance(self) -> None:
        behind = datetime.now(UTC) + self._ahead - self._env.now()
        if behind <= timedelta(0):
            return
        try:
            await self._env.advance_time(behind.total_seconds())
        except TimeoutError:
            # The bot is still at work. Time has moved as far as it could; the next round goes on from there.
            return

    def _bot_sent_something(self) -> bool:
        """Tell whether there are new requests, and forget old ones: a page may stay open for days."""
        sent = len(self._env.http_requests)
        if sent == self._seen:
            return False
        if sent > 2 * _REQUESTS_KEPT:
            del self._env.http_requests[:-_REQUESTS_KEPT]
            del self._env.backend.transcript[:-_REQUESTS_KEPT]
        self._seen = len(self._env.http_requests)
        return True
