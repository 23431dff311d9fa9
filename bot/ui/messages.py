"""Sending, editing and deleting the public messages of a match, and noting where they are."""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Coroutine, Iterator
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any, Final, TypeVar, cast

import discord
from discord.ui import LayoutView, View
from discord.utils import MISSING

from bot.engine.errors import YanivError
from bot.store.values import MessageKind, StoredMessage
from bot.tables.registry import Registry
from bot.tables.timers import Clock
from bot.ui.answers import NOBODY
from bot.ui.board import Board, is_superseded
from bot.ui.charts.sheet import FILE_NAME
from bot.ui.direction import directed
from bot.ui.pace import EDITABLE, Pace
from bot.ui.trouble import TROUBLE, EditRefused, Trouble, described, trouble_of

log = logging.getLogger(__name__)
T = TypeVar("T")

# The library tries again by itself for 25 s; a connection that died without a word is noticed here.
PATIENCE: Final = 40.0
PATIENCE_WITH_OLD: Final = 5.0


class NotYet(Exception):
    """The channel has had enough requests just now; the next may follow at `moment`."""

    def __init__(self, moment: datetime) -> None:
        super().__init__()
        self.moment: Final = moment


class Messages:
    """The messages of all boards; every change is noted in the board first, then in the store.

    Whatever sends, edits or deletes raises NotYet before the request if the channel's pace says so.
    """

    def __init__(self, client: discord.Client, registry: Registry, clock: Clock, pace: Pace) -> None:
        self._client = client
        self._registry = registry
        self._clock = clock
        self._pace = pace

    async def show(
        self,
        board: Board,
        kind: MessageKind,
        view: LayoutView,
        *,
        number: int,
        anew: bool = False,
        chart: bytes | None = None,
    ) -> None:
        """Let the board's message of that kind and number show a view, and the chart that belongs to it.

        It is edited if it is there and can be, else sent silently; with `anew` it is sent in any case, and
        the earlier one deleted.
        """
        if anew or not await self.is_there(board, kind, number):
            await self._post(board, kind, view, number=number, chart=chart)
            return
        posted, drawn = board.messages[kind], view.to_components()
        if posted.number != number or board.shown.get(kind) == drawn:
            return
        try:
            await self.edit(posted, view, chart)
        except TROUBLE as error:
            if trouble_of(error) not in (Trouble.MESSAGE_GONE, Trouble.NOT_EDITABLE):
                raise
            log.info("Match %d: a message is posted anew, %s.", board.table.id, described(error))
            board.lost.add(kind)
            if trouble_of(error) is Trouble.NOT_EDITABLE:
                board.leftover.append(posted)
            await self.show(board, kind, view, number=number, chart=chart)
            return
        board.shown[kind] = drawn

    async def is_there(self, board: Board, kind: MessageKind, number: int) -> bool:
        """Say whether a message of that kind and number stands already, whichever process has posted it."""
        posted = board.messages.get(kind)
        if posted is not None and posted.number >= number and kind not in board.lost:
            return True
        self._check_pace(board.table.place.id)
        other = (await self._registry.messages_of(board.table)).get(kind)
        if other is None or other.number < number:
            return False
        if posted is not None and other.message_id <= posted.message_id:
            return False
        # Where it is even further along than we are, it shows what we do not know yet.
        board.take(other)
        return True

    async def _post(
        self, board: Board, kind: MessageKind, view: LayoutView, *, number: int, chart: bytes | None
    ) -> None:
        earlier, drawn = board.messages.get(kind), view.to_components()
        nonce = self._nonce(board, kind, number, board.table.place.id)
        message = await self._request(
            board.table.place.id,
            lambda channel: channel.send(
                view=view,
                silent=True,
                allowed_mentions=NOBODY,
                nonce=nonce,
                file=MISSING if chart is None else _file(chart),
            ),
        )
        if earlier is not None and earlier.number == number and kind not in board.lost:
            board.leftover.append(earlier)
        board.lost.discard(kind)
        # A request that Discord had carried out already answers with the message as it was then.
        sent = [component.to_dict() for component in message.components]
        if _texts(sent) == _texts(drawn):
            board.shown[kind] = drawn
        else:
            board.shown.pop(kind, None)
            board.dirty = True
        # Lobby and table are never there together: whichever it is, it stands at the bottom now.
        board.seen, board.repost = 0, False
        await self._remember(board, kind, message.id, number=number)

    async def edit(self, message: StoredMessage, view: LayoutView, chart: bytes | None = None) -> None:
        """Let a message show a view; without a chart it keeps the one that it may have.

        Raises EditRefused for an old one if Discord wants us to wait before it is edited.
        """
        is_old = self._clock() - message.posted_at >= EDITABLE
        try:
            await self._request(
                message.channel_id,
                lambda channel: channel.get_partial_message(message.message_id).edit(
                    view=view,
                    allowed_mentions=NOBODY,
                    attachments=MISSING if chart is None else [_file(chart)],
                ),
                PATIENCE_WITH_OLD if is_old else PATIENCE,
            )
        except TimeoutError:
            if is_old:
                raise EditRefused from None
            raise

    async def call(
        self,
        board: Board,
        channel_id: int,
        words: str,
        view: View,
        *,
        allowed: discord.AllowedMentions,
        number: int,
        patience: float = PATIENCE,
    ) -> None:
        """Send the message that calls whoever is to move, in place of an earlier one."""
        earlier = board.messages.get(MessageKind.TURN)
        nonce = self._nonce(board, MessageKind.TURN, number, channel_id)
        message = await self._request(
            channel_id,
            lambda channel: channel.send(directed(words), view=view, allowed_mentions=allowed, nonce=nonce),
            patience,
        )
        if earlier is not None and earlier.message_id != message.id:
            board.leftover.append(earlier)
        self.note(board, MessageKind.TURN, message.id, number=number, channel_id=channel_id)
        await self.save(board)

    async def delete_leftover(self, board: Board) -> None:
        """Delete what is of no more use; what cannot be deleted now stays on the board's list."""
        for message in tuple(board.leftover):
            try:
                await self._request(
                    message.channel_id,
                    lambda channel, gone=message: channel.get_partial_message(gone.message_id).delete(),
                )
            except TROUBLE as error:
                log.info("Match %d: a message is not deleted, %s.", board.table.id, described(error))
                if trouble_of(error) in (Trouble.TEMPORARY, Trouble.FORBIDDEN, Trouble.NOT_EDITABLE):
                    continue
            board.leftover.remove(message)

    def note(
        self, board: Board, kind: MessageKind, message_id: int, *, number: int, channel_id: int | None = None
    ) -> None:
        """Note where a message is, in the match's own channel if no other is named.

        The store hears of it with the next `save`.
        """
        where = board.table.place.id if channel_id is None else channel_id
        message = StoredMessage(kind, where, message_id, number, self._clock())
        board.messages[kind] = board.unsaved[kind] = message

    async def save(self, board: Board) -> None:
        """Tell the store of messages it does not know yet; what fails now is done at the next drawing.

        Where another process has posted one at the same time, ours stays and the other one is deleted.
        """
        for kind, message in tuple(board.unsaved.items()):
            replaced = await self._registry.remember_message(board.table, message)
            known = board.stored.get(kind)
            board.stored[kind] = message.message_id
            if board.unsaved.get(kind) is message:
                del board.unsaved[kind]
            if replaced is None or replaced.message_id in (known, message.message_id):
                continue
            if is_superseded(replaced, message):
                board.leftover.append(replaced)

    async def forget(self, board: Board, kind: MessageKind) -> None:
        """Forget a message that is gone or of no more use."""
        posted = board.messages.pop(kind, None)
        board.unsaved.pop(kind, None)
        board.stored.pop(kind, None)
        if posted is not None:
            await self._registry.forget_message(board.table, kind, posted.message_id)

    async def forget_all(self, board: Board) -> None:
        """Forget all messages of a match that has ended and is drawn: no start has to draw it again."""
        try:
            for kind in tuple(board.stored):
                await self.forget(board, kind)
        except YanivError:
            log.info("Match %d: its end is drawn once more after the next start.", board.table.id)

    async def _remember(self, board: Board, kind: MessageKind, message_id: int, *, number: int) -> None:
        self.note(board, kind, message_id, number=number)
        await self.save(board)

    def _nonce(self, board: Board, kind: MessageKind, number: int, channel_id: int) -> str:
        """Name a message by what it is, where it stands and which one it follows.

        Sent again after an answer that was lost, or by another process at the same time, Discord answers with
        the one that is there.
        """
        earlier = board.messages.get(kind)
        follows = 0 if earlier is None else earlier.message_id
        name = f"{board.table.id}:{kind.value}:{number}:{channel_id}:{follows}"
        return hashlib.sha256(name.encode()).hexdigest()[:24]

    def _check_pace(self, channel_id: int) -> None:
        wait = self._pace.wait(channel_id)
        if wait > timedelta(0):
            raise NotYet(self._clock() + wait)

    async def _request(
        self,
        channel_id: int,
        request: Callable[[discord.PartialMessageable], Coroutine[Any, Any, T]],
        patience: float = PATIENCE,
    ) -> T:
        self._check_pace(channel_id)
        self._pace.made(channel_id)
        began = self._clock()
        try:
            async with asyncio.timeout(patience):
                return await request(self._client.get_partial_messageable(channel_id))
        finally:
            self._pace.answered(channel_id, self._clock() - began)


def _file(chart: bytes) -> discord.File:
    return discord.File(BytesIO(chart), FILE_NAME)


def _texts(components: object) -> list[str]:
    """Return all texts of a message's components, in order, as Discord keeps them: without spaces around.

    What a picture is described with is one of them.
    """
    return [text.strip() for text in _walk_texts(components)]


def _walk_texts(part: object) -> Iterator[str]:
    if isinstance(part, list):
        for child in cast("list[object]", part):
            yield from _walk_texts(child)
    elif isinstance(part, dict):
        fields = cast("dict[str, object]", part)
        yield from (
            words for name in ("content", "description") if isinstance(words := fields.get(name), str)
        )
        for name in ("components", "accessory", "items"):
            yield from _walk_texts(fields.get(name))
