"""A chart that is drawn in no time, for tests that are about something else."""

import asyncio
import base64
from random import Random
from typing import Final

from bot.ui.charts.values import Chart, Drawn

DOT: Final = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one pixel."""


class Sketch:
    """Draws nothing but a dot."""

    def __init__(self, chance: Random | None = None) -> None:
        """With `chance` it takes its time, and sometimes nothing comes of it."""
        self._chance = chance

    async def draw(self, chart: Chart) -> Drawn | None:
        """Return the dot."""
        del chart
        if self._chance is not None:
            for _ in range(self._chance.choice((0, 3, 30))):
                await asyncio.sleep(0)
            if self._chance.random() < 0.2:
                return None
        return Drawn(DOT)
