"""The public messages of a match, kept current: lobby, table, and the mention of whose turn it is.

One worker a match draws the newest state; states that came and went while it was busy are skipped.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta
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
from bot.ui.answers import NOBODY
from bot.ui.lobby import lobby_view
from bot.ui.panels import Panels
from bot.ui.round_end import match_end_view, round_end_view
from bot.ui.rule_book import RuleBook
from bot.ui.table import table_view, turn_buttons, turn_text
from bot.ui.words import Languages, Words

log = logging.getLogger(__name__)

RECENT: Final = timedelta(seconds=30)
MENTION_AFTER_ALL: Final = timedelta(seconds=40)
REPOST_AFTER: Final = timedelta(minutes=55)
REPOST_MESSAGES: Final = 15
REPOST_PAUSE: Final = timedelta(seconds=20)
REDRAW_AFTER: Final = timedelta(seconds=10)
REDRAW_FORBIDDEN_AFTER: Final = timedelta(minutes=1)
_CHANNEL_GONE: Final = 10003
_MESSAGE_GONE: Final = 10008
# An archived thread, and a message older than an hour: what cannot be edited can be posted anew.
_NOT_EDITABLE: Final = (50083, 30046)
_MAY_PASS: Final = (429, *range(500, 600))
_FORBIDDEN: Final = 403


class TooSoon(TableError):
    """The table was reposted less than 20 s ago."""

    message = N_("The table was moved down just now. Look below, or try again in a few seconds.")


@dataclass
class Board:
    """What the publisher knows of one match.

    `shown` is what its messages show, `unsaved` are those that the store does not know of yet, `seen` counts
    other messages after the table's, `leftover` are tables that were posted anew and wait to be deleted.
    """

    table: Table
    messages: dict[MessageKind, StoredMessage]
    shown: dict[MessageKind, object] = field(default_factory=dict[MessageKind, object])
    unsaved: dict[MessageKind, StoredMessage] = field(default_factory=dict[MessageKind, StoredMessage])
    leftover: list[StoredMessage] = field(default_factory=list[StoredMessage])
    resumed: bool = False
    repost: bool = False
    reposted: datetime | None = None
    seen: int = 0
    turn: int | None = None
    held_back: tuple[int, datetime] | None = None
    dirty: bool = True
    worker: asyncio.Task[None] | None = field(default=None, repr=False)


def turn_number(table: Table) -> int:
    """Return a number that every deal and every turn of a match raises, and nothing else does."""
    rounds = () if table.match is None else table.match.rounds
    return sum(1 + state.turns for state in rounds)


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
        self._client = client
        self._tables = tables
        self._panels = panels
        self._rule_book = rule_book
        self._languages = languages
        self._clock = clock
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
            self._note(board, MessageKind.LOBBY, message_id, number=0)
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
            self._wake(board)

        self._tables.timers.set(("redraw", board.table.id), self._clock() + after, wake)

    async def _draw(self, board: Board, table: Table) -> None:
        await self._save(board)
        words = self._languages.for_locale(table.locale)
        if table.match is None:
            await self._draw_lobby(board, table, words)
            return
        await self._draw_table(board, table, words)
        await self._draw_turn(board, table, words)
        await self._close_lobby(board, table, words)
        board.resumed = False
        while board.leftover:
            await self._delete(board.leftover[0])
            del board.leftover[0]

    async def _draw_lobby(self, board: Board, table: Table, words: Words) -> None:
        view = lobby_view(words, table, base=await self._rule_book.base(table))
        if MessageKind.LOBBY in board.messages:
            await self._edit_or_post(board, MessageKind.LOBBY, view, number=0)
        elif board.resumed:
            # The command that opened it was cut off before its answer.
            await self._post(board, MessageKind.LOBBY, view, number=0)

    async def _close_lobby(self, board: Board, table: Table, words: Words) -> None:
        lobby = board.messages.get(MessageKind.LOBBY)
        if lobby is None:
            return
        view = lobby_view(words, table, table_link=self.link(table))
        try:
            await self._edit(lobby, view)
        except discord.HTTPException as error:
            if error.code not in (_MESSAGE_GONE, *_NOT_EDITABLE):
                raise
            log.info("Match %d: its lobby message cannot be closed, code %d.", table.id, error.code)
        await self._forget(board, MessageKind.LOBBY)

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
            await self._post(board, MessageKind.TABLE, view, number=number)
        elif self._should_repost(board, posted, table, view):
            await self._post(board, MessageKind.TABLE, view, number=number)
            board.leftover.append(posted)
        else:
            await self._edit_or_post(board, MessageKind.TABLE, view, number=number)
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
            await self._edit(posted, round_end_view(words, table, posted.number))
        except discord.HTTPException as error:
            # The next round must not wait for it; its buttons are answered whatever they show.
            log.info("Match %d: a finished round keeps its buttons, code %d.", table.id, error.code)

    # --- whose turn it is

    async def _draw_turn(self, board: Board, table: Table, words: Words) -> None:
        posted = board.messages.get(MessageKind.TURN)
        user_id = None if table.match is None else table.user_at(table.match.to_move)
        if posted is not None:
            if posted.number == turn_number(table) and user_id is not None:
                return
            await self._delete(posted)
            await self._forget(board, MessageKind.TURN)
        if user_id is None:
            board.held_back = None
        elif not self._hold_back(board, table, user_id):
            await self._mention(board, table, words, user_id)

    def _hold_back(self, board: Board, table: Table, user_id: int) -> bool:
        """Say whether a mention can wait because the player is at their panel; look again later if so."""
        now = self._clock()
        if board.held_back is None or board.held_back[0] != turn_number(table):
            if not self._panels.used_since(table.id, user_id, now - RECENT):
                return False
            self._look_again(board, table)
            return True
        # It was held back before: has anything been clicked since, and is it time to look again?
        since = board.held_back[1]
        if now - since < MENTION_AFTER_ALL:
            # The timer may have fired early: the loop's clock and the wall clock do not run alike.
            self._mention_at(board, table, since + MENTION_AFTER_ALL)
            return True
        if not self._panels.used_since(table.id, user_id, since + timedelta(microseconds=1)):
            return False
        self._look_again(board, table)
        return True

    def _look_again(self, board: Board, table: Table) -> None:
        now = self._clock()
        board.held_back = (turn_number(table), now)
        self._mention_at(board, table, now + MENTION_AFTER_ALL)

    def _mention_at(self, board: Board, table: Table, at: datetime) -> None:
        async def wake() -> None:
            if turn_number(board.table) == turn_number(table):
                self._wake(board)

        self._tables.timers.set(("mention", table.id), at, wake)

    async def _mention(self, board: Board, table: Table, words: Words, user_id: int) -> None:
        message = await self._channel(table).send(
            turn_text(words, table),
            view=turn_buttons(words, table),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
            ),
        )
        await self._remember(board, MessageKind.TURN, message.id, number=turn_number(table))

    # --- messages

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.place.id, guild_id=table.guild_id)

    async def _post(self, board: Board, kind: MessageKind, view: LayoutView, *, number: int) -> None:
        message = await self._channel(board.table).send(view=view, silent=True, allowed_mentions=NOBODY)
        board.shown[kind] = view.to_components()
        if kind is MessageKind.TABLE:
            board.seen, board.repost = 0, False
        await self._remember(board, kind, message.id, number=number)

    async def _edit_or_post(self, board: Board, kind: MessageKind, view: LayoutView, *, number: int) -> None:
        drawn = view.to_components()
        if board.shown.get(kind) == drawn:
            return
        try:
            await self._edit(board.messages[kind], view)
        except discord.HTTPException as error:
            if error.code not in (_MESSAGE_GONE, *_NOT_EDITABLE):
                raise
            if error.code in _NOT_EDITABLE:
                board.leftover.append(board.messages[kind])
            await self._post(board, kind, view, number=number)
        board.shown[kind] = drawn

    async def _edit(self, message: StoredMessage, view: LayoutView) -> None:
        await self._partial(message).edit(view=view, allowed_mentions=NOBODY)

    async def _delete(self, message: StoredMessage) -> None:
        try:
            await self._partial(message).delete()
        except discord.NotFound as error:
            if error.code != _MESSAGE_GONE:
                raise
            log.info("A message to be deleted is gone already.")

    def _partial(self, message: StoredMessage) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(message.channel_id)
        return channel.get_partial_message(message.message_id)

    async def _remember(self, board: Board, kind: MessageKind, message_id: int, *, number: int) -> None:
        self._note(board, kind, message_id, number=number)
        await self._save(board)

    def _note(self, board: Board, kind: MessageKind, message_id: int, *, number: int) -> None:
        message = StoredMessage(kind, board.table.place.id, message_id, number, self._clock())
        board.messages[kind] = board.unsaved[kind] = message

    async def _save(self, board: Board) -> None:
        """Tell the store of messages it does not know yet; what fails now is done at the next drawing."""
        for kind, message in tuple(board.unsaved.items()):
            await self._tables.registry.remember_message(board.table, message)
            if board.unsaved.get(kind) is message:
                del board.unsaved[kind]

    async def _forget(self, board: Board, kind: MessageKind) -> None:
        board.messages.pop(kind, None)
        board.unsaved.pop(kind, None)
        await self._tables.registry.forget_message(board.table, kind)
