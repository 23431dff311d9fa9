"""The public messages of a match, kept current: lobby, table, and the mention of whose turn it is.

One worker a match draws the newest state; states that came and went while it was busy are skipped.
"""

import asyncio
import logging
from datetime import timedelta
from typing import Final

import aiohttp
import discord
from discord.ui import LayoutView

from bot.engine.errors import N_, YanivError
from bot.store.errors import StoreError
from bot.store.values import MessageKind, StoredMessage
from bot.tables.errors import TableError
from bot.tables.tables import Tables
from bot.tables.timers import Clock
from bot.tables.values import Phase, Table
from bot.ui.board import Board, turn_number
from bot.ui.lobby import lobby_view
from bot.ui.mentions import Mentions
from bot.ui.messages import MESSAGE_GONE, NOT_EDITABLE, Messages
from bot.ui.panels import Panels
from bot.ui.round_end import match_end_view, round_end_view
from bot.ui.rule_book import RuleBook
from bot.ui.table import table_view
from bot.ui.words import Languages, Words

log = logging.getLogger(__name__)

REPOST_AFTER: Final = timedelta(minutes=55)
REPOST_MESSAGES: Final = 15
REPOST_PAUSE: Final = timedelta(seconds=20)
REDRAW_AFTER: Final = timedelta(seconds=10)
REDRAW_FORBIDDEN_AFTER: Final = timedelta(minutes=1)
_CHANNEL_GONE: Final = 10003
_MAY_PASS: Final = (429, *range(500, 600))
_FORBIDDEN: Final = 403


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
        languages: Languages,
        clock: Clock,
    ) -> None:
        self._tables = tables
        self._panels = panels
        self._rule_book = rule_book
        self._languages = languages
        self._clock = clock
        self._messages = Messages(client, tables.registry, clock)
        self._mentions = Mentions(self._messages, panels, timers=tables.timers, clock=clock, wake=self._wake)
        self._boards: dict[int, Board] = {}

    # --- hearing of changes

    def changed(self, before: Table | None, after: Table) -> None:
        """Redraw what changed."""
        del before
        board = self._boards.get(after.id)
        if board is None:
            board = self._boards[after.id] = Board(after, dict(after.messages))
        board.table = after
        self._panels.refresh(after)
        self._wake(board)

    def resumed(self, table: Table) -> None:
        """Redraw a table after a start, and post what is missing."""
        # A click may have come before; its board knows what was posted since.
        board = self._boards.setdefault(table.id, Board(table, dict(table.messages)))
        board.resumed = True
        self._wake(board)

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
        board = self._boards.get(table.id)
        messages = table.messages if board is None else board.messages
        for kind in (MessageKind.TABLE, MessageKind.LOBBY):
            if kind in messages:
                message = messages[kind]
                where = f"{table.guild_id or '@me'}/{message.channel_id}/{message.message_id}"
                return f"https://discord.com/channels/{where}"
        return f"<#{table.place.id}>"

    def released(self, table: Table) -> None:
        """Let go of an idle match that has nothing left to draw; its next change brings it back."""
        board = self._boards.get(table.id)
        if board is None:
            return
        self._panels.release(table.id)
        if not (board.dirty or board.unsaved or board.leftover):
            del self._boards[table.id]

    @property
    def boards(self) -> int:
        """How many matches are in memory here."""
        return len(self._boards)

    async def close(self) -> None:
        """Let the drawing under way finish."""
        workers = [board.worker for board in self._boards.values() if board.worker is not None]
        if workers:
            await asyncio.wait(workers)

    # --- drawing

    def _wake(self, board: Board) -> None:
        board.dirty = True
        if board.worker is None or board.worker.done():
            board.worker = asyncio.get_running_loop().create_task(self._work(board))

    async def _work(self, board: Board) -> None:
        while board.dirty:
            board.dirty = False
            try:
                await self._draw(board, board.table)
                if not (board.dirty or board.table.is_open):
                    self._boards.pop(board.table.id, None)
            except discord.HTTPException as error:
                log.warning(
                    "Match %d: not drawn, status %d, code %d.", board.table.id, error.status, error.code
                )
                await self._not_drawn(board, error)
            except StoreError:
                log.warning("Match %d: where its messages are could not be noted.", board.table.id)
                self._draw_later(board)
            except (aiohttp.ClientError, OSError) as error:
                log.warning("Match %d: not drawn, no connection: %s.", board.table.id, type(error).__name__)
                self._draw_later(board)
            except Exception:
                log.exception("Match %d: not drawn.", board.table.id)

    async def _not_drawn(self, board: Board, error: discord.HTTPException) -> None:
        """End a match whose channel is gone; try again later after what may pass, a lost permission too."""
        table = board.table
        if error.code == _CHANNEL_GONE:
            self._boards.pop(table.id, None)
            try:
                await self._tables.abandon(table.place, table.id)
            except YanivError:
                log.warning("Match %d: its channel is gone, but it could not be ended.", table.id)
        elif error.status in _MAY_PASS:
            self._draw_later(board)
        elif table.is_open and error.status == _FORBIDDEN:
            self._draw_later(board, REDRAW_FORBIDDEN_AFTER)
        elif not (board.dirty or board.table.is_open):
            self._boards.pop(table.id, None)

    def _draw_later(self, board: Board, after: timedelta = REDRAW_AFTER) -> None:
        async def wake() -> None:
            if self._boards.get(board.table.id) is board:
                self._wake(board)

        self._tables.timers.set(("redraw", board.table.id), self._clock() + after, wake)

    async def _draw(self, board: Board, table: Table) -> None:
        await self._messages.save(board)
        words = self._languages.for_locale(table.locale)
        if table.match is None:
            await self._draw_lobby(board, table, words)
        else:
            await self._draw_table(board, table, words)
            await self._mentions.draw(board, table, words)
            await self._close_lobby(board, table, words)
            board.resumed = False
        while board.leftover:
            await self._messages.delete(board.leftover[0])
            del board.leftover[0]

    async def _draw_lobby(self, board: Board, table: Table, words: Words) -> None:
        view = lobby_view(words, table, base=await self._rule_book.base(table))
        posted = board.messages.get(MessageKind.LOBBY)
        if posted is not None and board.repost:
            await self._messages.post(board, MessageKind.LOBBY, view, number=0)
            board.leftover.append(posted)
        elif posted is not None:
            await self._messages.edit_or_post(board, MessageKind.LOBBY, view, number=0)
        elif board.resumed:
            # The command that opened it was cut off before its answer.
            await self._messages.post(board, MessageKind.LOBBY, view, number=0)

    async def _close_lobby(self, board: Board, table: Table, words: Words) -> None:
        lobby = board.messages.get(MessageKind.LOBBY)
        if lobby is None:
            return
        view = lobby_view(words, table, table_link=self.link(table))
        try:
            await self._messages.edit(lobby, view)
        except discord.HTTPException as error:
            if error.code not in (MESSAGE_GONE, *NOT_EDITABLE):
                raise
            log.info("Match %d: its lobby message cannot be closed, code %d.", table.id, error.code)
        await self._messages.forget(board, MessageKind.LOBBY)

    async def _draw_table(self, board: Board, table: Table, words: Words) -> None:
        if table.match is None:
            return
        number = len(table.match.rounds)
        posted = board.messages.get(MessageKind.TABLE)
        if posted is not None and posted.number != number:
            await self._finish_round(posted, table, words)
            posted = None
        view = self._table_view(table, words, number)
        if posted is None:
            await self._messages.post(board, MessageKind.TABLE, view, number=number)
        elif self._should_repost(board, posted, table, view):
            await self._messages.post(board, MessageKind.TABLE, view, number=number)
            board.leftover.append(posted)
        else:
            await self._messages.edit_or_post(board, MessageKind.TABLE, view, number=number)
        board.turn = turn_number(table)

    def _table_view(self, table: Table, words: Words, number: int) -> LayoutView:
        match table.phase:
            case Phase.PLAYING:
                return table_view(words, table)
            case Phase.ROUND_OVER:
                return round_end_view(words, table, number)
            case _:
                return match_end_view(words, table)

    def _should_repost(self, board: Board, posted: StoredMessage, table: Table, view: LayoutView) -> bool:
        if board.repost:
            return True
        if self._clock() - posted.posted_at >= REPOST_AFTER:
            return board.shown.get(MessageKind.TABLE) != view.to_components()
        new_turn = board.turn != turn_number(table)
        return table.phase is Phase.PLAYING and new_turn and board.seen > REPOST_MESSAGES

    async def _finish_round(self, posted: StoredMessage, table: Table, words: Words) -> None:
        """Take the buttons from the message of a round that has ended: it stays as its memory."""
        if posted.number > len(table.results()):
            return
        try:
            await self._messages.edit(posted, round_end_view(words, table, posted.number))
        except discord.HTTPException as error:
            # The next round must not wait for it; its buttons are answered whatever they show.
            log.info("Match %d: a finished round keeps its buttons, code %d.", table.id, error.code)
