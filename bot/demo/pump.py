"""What keeps a demo page alive: simulated time follows the wall clock, and what the bot did is shown."""

import asyncio
import time

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
        self._started = time.perf_counter()
        self._started_simulated = env.now()
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
        simulated = (self._env.now() - self._started_simulated).total_seconds()
        behind = time.perf_counter() - self._started - simulated
        if behind <= 0:
            return
        try:
            await self._env.advance_time(behind)
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
