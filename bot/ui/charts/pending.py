"""The charts of matches that have just ended: begun at the end, added to its message when they are there."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.store.values import EndedBy
from bot.tables.timers import finish
from bot.ui.board import Board
from bot.ui.charts.process import Draughtsman
from bot.ui.charts.sheet import score_chart
from bot.ui.permissions import may_attach
from bot.ui.words import Languages

log = logging.getLogger(__name__)


class Charts:
    """Has the chart of a match drawn once, while its end is shown already; nothing waits for it."""

    def __init__(
        self,
        client: discord.Client,
        draughtsman: Draughtsman,
        languages: Languages,
        wake: Callable[[Board], None],
    ) -> None:
        """`wake` has a board drawn again."""
        self._client: Final = client
        self._draughtsman: Final = draughtsman
        self._languages: Final = languages
        self._wake: Final = wake
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, board: Board) -> None:
        """Begin to draw the chart of a match that was played to its end, where the bot may show one."""
        table = board.table
        played = table.ended_by == EndedBy.PLAYED and table.results()
        if not played or board.charting is not None or not may_attach(self._client, table):
            return
        board.charting = asyncio.get_running_loop().create_task(self._draw(board), name=f"chart {table.id}")
        self._tasks.add(board.charting)
        board.charting.add_done_callback(self._tasks.discard)

    async def close(self, limit: float) -> None:
        """Give up what is being drawn: the ends of these matches stand without a picture."""
        for task in self._tasks:
            task.cancel()
        await finish(tuple(self._tasks), limit)

    async def _draw(self, board: Board) -> None:
        words = self._languages.for_locale(board.table.locale)
        try:
            board.chart = await self._draughtsman.draw(score_chart(words, board.table))
        except Exception:
            log.exception("Match %d: its chart is not drawn.", board.table.id)
        self._wake(board)
