"""How whoever is to move hears of it: by a mention, by a direct message with a link, or not at all."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.personal import Pings
from bot.store.values import MessageKind
from bot.tables.timers import Clock
from bot.tables.values import Table
from bot.ui.answers import NOBODY
from bot.ui.board import Board, url_of
from bot.ui.calls import direct_buttons, direct_text, reminder_text, turn_buttons, turn_text
from bot.ui.messages import Messages
from bot.ui.people import People
from bot.ui.trouble import TROUBLE, Trouble, described, trouble_of
from bot.ui.words import Words

log = logging.getLogger(__name__)

DIRECT_PATIENCE: Final = 5.0
"""Seconds for a request; the table is not drawn meanwhile, so the channel has to do after that."""

CLOSED_FOR: Final = timedelta(hours=1)
"""After so long it is tried again whether somebody takes direct messages by now."""

MOST_CLOSED: Final = 1000


@dataclass(frozen=True, slots=True)
class Ping:
    """Whom to ping for which turn.

    `reminds` says that half of the turn is over, `anew` that an earlier ping of the turn is replaced.
    """

    user_id: int
    number: int
    reminds: bool = False
    anew: bool = False


class Pinger:
    """Pings as whoever is pinged prefers it."""

    def __init__(self, client: discord.Client, messages: Messages, people: People, clock: Clock) -> None:
        self._client = client
        self._messages = messages
        self._people = people
        self._clock = clock
        self._closed: Final = OrderedDict[int, datetime]()

    async def ping(self, board: Board, table: Table, words: Words, ping: Ping) -> None:
        """Tell somebody that it is their turn; `words` are those of the channel.

        Raises what the store raises, NotYet, and for the channel what is in TROUBLE.
        """
        pings = (await self._people.of(ping.user_id)).pings
        if pings is Pings.NEVER:
            return
        if not ping.anew and await self._messages.is_there(board, MessageKind.TURN, ping.number):
            # Another process was faster.
            return
        if pings is Pings.DIRECT and await self._directly(board, table, words, ping):
            return
        await self._in_channel(board, table, words, ping)

    def opened(self, user_id: int) -> None:
        """Try again whether somebody takes direct messages."""
        self._closed.pop(user_id, None)

    async def _in_channel(self, board: Board, table: Table, words: Words, ping: Ping) -> None:
        text = reminder_text(words, table) if ping.reminds else turn_text(words, table)
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(ping.user_id)]
        )
        await self._messages.call(
            board, table.place.id, text, turn_buttons(words, table), allowed=allowed, number=ping.number
        )

    async def _directly(self, board: Board, table: Table, words: Words, ping: Ping) -> bool:
        """Send a direct message; False if that was not possible."""
        closed = self._closed.get(ping.user_id)
        if closed is not None and self._clock() - closed < CLOSED_FOR:
            # Discord bans those who ask too often for what is refused.
            return False
        own = self._people.words_of(ping.user_id) or words
        text = direct_text(own, table, reminds=ping.reminds)
        buttons = direct_buttons(own, url_of(table, board))
        try:
            async with asyncio.timeout(DIRECT_PATIENCE):
                channel = await self._client.create_dm(discord.Object(ping.user_id))
            await self._messages.call(
                board,
                channel.id,
                text,
                buttons,
                allowed=NOBODY,
                number=ping.number,
                patience=DIRECT_PATIENCE,
            )
        except TROUBLE as error:
            log.info("Match %d: no direct message, %s.", table.id, described(error))
            if trouble_of(error) is Trouble.CLOSED:
                self._is_closed(ping.user_id)
            return False
        return True

    def _is_closed(self, user_id: int) -> None:
        self._closed[user_id] = self._clock()
        self._closed.move_to_end(user_id)
        while len(self._closed) > MOST_CLOSED:
            self._closed.popitem(last=False)
