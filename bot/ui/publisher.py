"""The public messages of a match, kept current: lobby, table, and the mention of whose turn it is.

One worker a match draws the newest state; states that came and went while it was busy are skipped.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

import discord
from discord.ui import LayoutView

from bot.engine.errors import N_, YanivError
from bot.store.errors import StoreError
from bot.store.values import MessageKind
from bot.tables.errors import TableError
from bot.tables.tables import Tables
from bot.tables.timers import Clock, finish
from bot.tables.values import Table
from bot.ui.board import Board, link_to
from bot.ui.charts.pending import Charts
from bot.ui.charts.process import Draughtsman
from bot.ui.drawing import Drawing
from bot.ui.faces import NO_FACES
from bot.ui.mentions import Mentions
from bot.ui.messages import Messages, NotYet
from bot.ui.pace import Pace
from bot.ui.panels import Panels
from bot.ui.people import People
from bot.ui.permissions import may_speak
from bot.ui.pings import Pinger
from bot.ui.retries import backoff
from bot.ui.rule_book import RuleBook
from bot.ui.trouble import TROUBLE, Trouble, retry_after, trouble_of
from bot.ui.troubled import Troubled
from bot.ui.words import Languages

log = logging.getLogger(__name__)

REPOST_PAUSE: Final = timedelta(seconds=20)
FORBIDDEN_PAUSE: Final = timedelta(minutes=1)
LEAST_PAUSE: Final = timedelta(seconds=10)
"""After a failure even something new to draw waits for so long: an address refused too often is banned."""

LAST_TRIES: Final = 24
"""How often what is left of a match that has ended is tried: for about two hours."""


class TooSoon(TableError):
    """The table was reposted less than 20 s ago."""

    message = N_("The table was moved down just now. Look below, or try again in a few seconds.")


class Publisher:
    """Listens to the tables and redraws what everybody sees; tells the panels to redraw theirs."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        panels: Panels,
        rule_book: RuleBook,
        *,
        people: People,
        draughtsman: Draughtsman,
        languages: Languages,
        clock: Clock,
        pace: Pace,
        rng: random.Random,
    ) -> None:
        """`draughtsman` draws charts; `rng` spreads the moments at which what failed is tried again."""
        self._client = client
        self._tables = tables
        self._panels = panels
        self._clock = clock
        self._rng = rng
        self._messages = Messages(client, tables.registry, clock, pace)
        self._pinger = Pinger(client, self._messages, people, clock)
        self._mentions = Mentions(
            self._messages, self._pinger, panels, timers=tables.timers, clock=clock, wake=self._wake
        )
        self._drawing = Drawing(
            self._messages, self._mentions, rule_book, people=people, languages=languages, clock=clock
        )
        self._troubled = Troubled()
        self._charts = Charts(client, draughtsman, languages, self._wake)
        self._boards: dict[int, Board] = {}
        self._closed = False

    # --- hearing of changes

    def changed(self, before: Table | None, after: Table) -> None:
        """Redraw what changed."""
        if after.is_practice:
            # Nobody else sees it: there is only the panel.
            self._panels.refresh(after)
            return
        board = self._boards.get(after.id)
        if board is None:
            board = self._boards[after.id] = Board(after, dict(after.messages))
        board.table, board.absence = after, None
        board.adopt(after.messages)
        self._panels.refresh(after)
        self._wake(board)
        if before is not None and before.is_open and not after.is_open:
            self._charts.begin(board)

    def resumed(self, table: Table) -> None:
        """Redraw a table after a start, or where its turn was given time, and post what is missing."""
        if table.is_practice:
            self._panels.refresh(table)
            return
        # A click may have come before; its board knows what was posted since.
        board = self._boards.setdefault(table.id, Board(table, dict(table.messages)))
        board.table, board.resumed, board.absence = table, True, self._tables.absence
        self._panels.refresh(table)
        self._wake(board)

    def ended(self, table: Table) -> None:
        """Draw the end of a match that was over before this start, and its chart."""
        if table.id not in self._boards:
            board = self._boards[table.id] = Board(table, dict(table.messages))
            self._wake(board)
            self._charts.begin(board)

    def posted_lobby(self, table: Table, message_id: int, view: LayoutView) -> None:
        """Take over the lobby message that answered the command, and what it shows."""
        board = self._boards.get(table.id)
        if board is not None:
            board.shown[MessageKind.LOBBY] = view.to_components()
            self._messages.note(board, MessageKind.LOBBY, message_id, number=0)
            self._wake(board)

    def post_lobby(self, table: Table) -> None:
        """Post a lobby that no command's answer shows."""
        board = self._boards.get(table.id)
        if board is not None:
            board.resumed = True
            self._wake(board)

    def message_seen(self, channel_id: int) -> None:
        """Count a message of somebody else below the table's."""
        for board in self._boards.values():
            if board.table.place.id == channel_id:
                board.seen += 1

    def repost(self, table: Table) -> None:
        """Post the table again at the bottom of its channel.

        Raises TooSoon less than 20 s after the last time.
        """
        board = self._boards.get(table.id)
        if board is None:
            board = self._boards[table.id] = Board(table, dict(table.messages))
        now = self._clock()
        if board.reposted is not None and now - board.reposted < REPOST_PAUSE:
            raise TooSoon
        board.reposted, board.repost = now, True
        self._wake(board)

    def link(self, table: Table) -> str:
        """Return a link to where a match is: its table or lobby message, else its channel."""
        return link_to(table, self._boards.get(table.id))

    def direct_again(self, user_id: int) -> None:
        """Send somebody direct messages again, if they want them: they may take them by now."""
        self._pinger.opened(user_id)

    def permissions_changed(self, guild_id: int) -> None:
        """Try at once where the bot was not allowed to speak in a server: that may have changed."""
        for board in tuple(self._boards.values()):
            if board.muted and board.table.guild_id == guild_id:
                self._wake(board, at_once=True)

    def released(self, table: Table) -> None:
        """Let go of an idle match that has nothing left to draw; its next change brings it back."""
        board = self._boards.get(table.id)
        if board is None and not table.is_practice:
            return
        self._panels.release(table.id)
        if board is not None and board.settled and not board.awaits_chart:
            del self._boards[table.id]

    @property
    def boards(self) -> int:
        """How many matches are in memory here."""
        return len(self._boards)

    async def close(self, limit: float) -> None:
        """Let the drawing under way finish, for at most `limit` seconds; the next start draws the rest."""
        self._closed = True
        workers = [board.worker for board in self._boards.values() if board.worker is not None]
        await asyncio.gather(finish(workers, limit), self._charts.close(limit))

    # --- drawing

    def _wake(self, board: Board, *, at_once: bool = False) -> None:
        """Have a board drawn, after a failure not before it makes sense unless `at_once`."""
        board.dirty = board.owed = True
        if at_once:
            board.not_before = None
        if self._may_draw(board) and (board.worker is None or board.worker.done()):
            work = self._work(board)
            board.worker = asyncio.get_running_loop().create_task(work, name=f"draw {board.table.id}")

    def _may_draw(self, board: Board) -> bool:
        return not self._closed and (board.not_before is None or self._clock() >= board.not_before)

    async def _work(self, board: Board) -> None:
        while board.dirty and self._may_draw(board):
            board.dirty = False
            try:
                await self._draw(board)
            except NotYet as wait:
                self._tables.timers.set(("redraw", board.table.id), wait.moment, self._waker(board))
            except TROUBLE as error:
                self._troubled.not_drawn(board.table.id, error)
                await self._not_drawn(board, error)
            except StoreError:
                log.warning("Match %d: where its messages are could not be noted.", board.table.id)
                self._draw_later(board)
            except Exception:
                log.exception("Match %d: not drawn.", board.table.id)

    async def _draw(self, board: Board) -> None:
        muted = board.muted or board.table.attendance.is_muted
        if muted and board.table.is_open and not may_speak(self._client, board.table):
            # Discord need not be asked what it has told already.
            await self._keep_muted(board)
            return
        await self._draw_messages(board)
        if board.dirty:
            return
        board.not_before, board.muted, board.owed = None, False, False
        self._tables.timers.cancel(("redraw", board.table.id))
        self._troubled.over(board.table.id)
        if board.table.attendance.is_muted:
            await self._go_on(board)
            return
        if not board.settled and (board.table.is_open or board.failures < LAST_TRIES):
            # All that matters is drawn; what is left can wait, and is given up some time after the match.
            self._draw_later(board)
            return
        board.failures = 0
        if not (board.table.is_open or board.awaits_chart):
            await self._messages.forget_all(board)
            self._let_go(board)

    async def _draw_messages(self, board: Board) -> None:
        """Draw with the card pictures there are, or at once without them if Discord refuses one."""
        faces = self._panels.cards.faces
        try:
            await self._drawing.draw(board, faces)
        except TROUBLE as error:
            if not faces or trouble_of(error) is not Trouble.EMOJI_REFUSED:
                raise
            self._panels.cards.refused(faces)
            await self._drawing.draw(board, NO_FACES)

    async def _not_drawn(self, board: Board, error: Exception) -> None:
        table = board.table
        match trouble_of(error):
            case Trouble.CHANNEL_GONE:
                await self._abandon(board)
            case Trouble.TEMPORARY if table.is_open or board.failures < LAST_TRIES:
                self._draw_later(board, at_least=timedelta(seconds=retry_after(error)))
            case Trouble.FORBIDDEN | Trouble.NOT_EDITABLE if table.is_open:
                # Nothing can be posted in an archived thread that is locked either.
                await self._keep_muted(board)
            case _:
                # Only something new to draw can help.
                board.owed = False
                if not (board.dirty or table.is_open):
                    self._let_go(board)

    def _let_go(self, board: Board) -> None:
        """Forget a match that has ended, and what was to be drawn of it later."""
        self._boards.pop(board.table.id, None)
        self._mentions.forget(board.table.id)
        self._troubled.over(board.table.id)
        if board.charting is not None:
            board.charting.cancel()

    async def _abandon(self, board: Board) -> None:
        """End a match whose channel is gone."""
        try:
            await self._tables.abandon(board.table.place, board.table.id)
        except YanivError:
            log.warning("Match %d: its channel is gone, but it could not be ended.", board.table.id)
            self._draw_later(board)
        else:
            # There is nowhere to draw its end.
            await self._messages.forget_all(board)
            board.dirty = False
            self._let_go(board)

    async def _keep_muted(self, board: Board) -> None:
        """Let the match stand still; try again every minute, or once Discord says that this changed."""
        board.muted = True
        # What the messages show by then is seen only by asking.
        board.shown.clear()
        now = self._clock()
        board.not_before = now + LEAST_PAUSE
        self._tables.timers.set(("redraw", board.table.id), now + FORBIDDEN_PAUSE, self._waker(board))
        try:
            await self._tables.matches.pause(board.table.place, board.table.id)
        except YanivError as problem:
            log.warning("Match %d: it cannot stand still: %s.", board.table.id, type(problem).__name__)

    async def _go_on(self, board: Board) -> None:
        """Let a match go on that stood still because the bot could not speak."""
        try:
            await self._tables.matches.resume(board.table.place, board.table.id)
        except YanivError as problem:
            log.warning("Match %d: it cannot go on yet: %s.", board.table.id, type(problem).__name__)
            board.owed = True
            self._draw_later(board)

    def _draw_later(self, board: Board, at_least: timedelta = timedelta(0)) -> None:
        board.failures += 1
        pause = max(backoff(board.failures, self._rng), at_least)
        now = self._clock()
        board.not_before = now + min(pause, LEAST_PAUSE)
        self._tables.timers.set(("redraw", board.table.id), now + pause, self._waker(board))

    def _waker(self, board: Board) -> Callable[[], Awaitable[None]]:
        async def wake() -> None:
            if self._boards.get(board.table.id) is board:
                self._wake(board, at_once=True)

        return wake
