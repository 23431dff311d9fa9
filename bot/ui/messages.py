"""Sending, editing and deleting the public messages of a match, and noting where they are."""

import logging
from typing import Final

import discord
from discord.ui import LayoutView, View

from bot.store.values import MessageKind, StoredMessage
from bot.tables.registry import Registry
from bot.tables.timers import Clock
from bot.ui.answers import NOBODY
from bot.ui.board import Board

log = logging.getLogger(__name__)

MESSAGE_GONE: Final = 10008
# An archived thread, and a message older than an hour: what cannot be edited can be posted anew.
NOT_EDITABLE: Final = (50083, 30046)


class Messages:
    """The messages of all boards; every change is noted in the board first, then in the store."""

    def __init__(self, client: discord.Client, registry: Registry, clock: Clock) -> None:
        self._client = client
        self._registry = registry
        self._clock = clock

    async def post(self, board: Board, kind: MessageKind, view: LayoutView, *, number: int) -> None:
        """Send a message silently; it takes the place of the board's earlier one of its kind."""
        message = await self._channel(board).send(view=view, silent=True, allowed_mentions=NOBODY)
        board.shown[kind] = view.to_components()
        # Lobby and table are never there together: whichever it is, it stands at the bottom now.
        board.seen, board.repost = 0, False
        await self._remember(board, kind, message.id, number=number)

    async def edit_or_post(self, board: Board, kind: MessageKind, view: LayoutView, *, number: int) -> None:
        """Let the board's message of that kind show a view; post it anew if it cannot be edited any more."""
        drawn = view.to_components()
        if board.shown.get(kind) == drawn:
            return
        try:
            await self.edit(board.messages[kind], view)
        except discord.HTTPException as error:
            if error.code not in (MESSAGE_GONE, *NOT_EDITABLE):
                raise
            if error.code in NOT_EDITABLE:
                board.leftover.append(board.messages[kind])
            await self.post(board, kind, view, number=number)
        board.shown[kind] = drawn

    async def edit(self, message: StoredMessage, view: LayoutView) -> None:
        """Let a message show a view."""
        await self._partial(message).edit(view=view, allowed_mentions=NOBODY)

    async def mention(self, board: Board, words: str, view: View, *, user_id: int, number: int) -> None:
        """Send a message that pings one person."""
        message = await self._channel(board).send(
            words,
            view=view,
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
            ),
        )
        await self._remember(board, MessageKind.TURN, message.id, number=number)

    async def delete(self, message: StoredMessage) -> None:
        """Delete a message; one that is gone already is no error."""
        try:
            await self._partial(message).delete()
        except discord.NotFound as error:
            if error.code != MESSAGE_GONE:
                raise
            log.info("A message to be deleted is gone already.")

    def note(self, board: Board, kind: MessageKind, message_id: int, *, number: int) -> None:
        """Note where a message is; the store hears of it with the next `save`."""
        message = StoredMessage(kind, board.table.place.id, message_id, number, self._clock())
        board.messages[kind] = board.unsaved[kind] = message

    async def save(self, board: Board) -> None:
        """Tell the store of messages it does not know yet; what fails now is done at the next drawing."""
        for kind, message in tuple(board.unsaved.items()):
            await self._registry.remember_message(board.table, message)
            if board.unsaved.get(kind) is message:
                del board.unsaved[kind]

    async def forget(self, board: Board, kind: MessageKind) -> None:
        """Forget a message that is gone or of no more use."""
        board.messages.pop(kind, None)
        board.unsaved.pop(kind, None)
        await self._registry.forget_message(board.table, kind)

    async def _remember(self, board: Board, kind: MessageKind, message_id: int, *, number: int) -> None:
        self.note(board, kind, message_id, number=number)
        await self.save(board)

    def _channel(self, board: Board) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(board.table.place.id, guild_id=board.table.guild_id)

    def _partial(self, message: StoredMessage) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(message.channel_id)
        return channel.get_partial_message(message.message_id)
