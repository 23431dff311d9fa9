"""What the public messages of a match show, and in which order they are brought up to date."""

import logging
from datetime import timedelta
from typing import Final

from discord.ui import LayoutView

from bot.engine.scoring import RoundKind
from bot.store.errors import StoreError
from bot.store.values import MessageKind, StoredMessage
from bot.tables.timers import Clock
from bot.tables.values import Phase, Table
from bot.ui.board import Board, link_to, turn_number
from bot.ui.charts.values import Drawn
from bot.ui.faces import Faces
from bot.ui.lobby import lobby_view
from bot.ui.mentions import Mentions
from bot.ui.messages import Messages
from bot.ui.people import People
from bot.ui.round_end import match_end_view, round_end_view
from bot.ui.rule_book import RuleBook
from bot.ui.table import table_view
from bot.ui.trouble import TROUBLE, Trouble, described, trouble_of
from bot.ui.words import Languages, Words

log = logging.getLogger(__name__)

REPOST_AFTER: Final = timedelta(minutes=55)
REPOST_MESSAGES: Final = 15

_NO_PICTURE: Final = (Trouble.FORBIDDEN, Trouble.REFUSED)
_LATER: Final = (Trouble.TEMPORARY, Trouble.FORBIDDEN)


class Drawing:
    """Draws a board as its table stands, what matters most first."""

    def __init__(
        self,
        messages: Messages,
        mentions: Mentions,
        rule_book: RuleBook,
        *,
        people: People,
        languages: Languages,
        clock: Clock,
    ) -> None:
        self._messages = messages
        self._mentions = mentions
        self._rule_book = rule_book
        self._people = people
        self._languages = languages
        self._clock = clock

    async def draw(self, board: Board, faces: Faces) -> None:
        """Bring all messages of a board up to date; stop halfway once there is something newer to draw.

        Raises NotYet or what is in TROUBLE; drawing again goes on where it stopped.
        """
        table = board.table
        await self._messages.save(board)
        words = self._languages.for_locale(table.locale).showing(faces)
        if table.match is None:
            await self._draw_lobby(board, table, words)
        else:
            await self._draw_table(board, table, words)
            if board.dirty:
                return
            await self._mentions.draw(board, table, words)
            board.resumed = False
            await self._close_lobby(board, table, words)
            await self._finish_rounds(board, table, words)
        await self._messages.delete_leftover(board)

    async def _draw_lobby(self, board: Board, table: Table, words: Words) -> None:
        posted = board.messages.get(MessageKind.LOBBY)
        if posted is None and not board.resumed:
            # The answer to the command that opened it shows it.
            return
        view = lobby_view(words, table, base=await self._rule_book.base(table))
        anew = posted is not None and (
            board.repost or self._is_outdated(board, MessageKind.LOBBY, posted, view)
        )
        await self._messages.show(board, MessageKind.LOBBY, view, number=0, anew=anew)

    async def _close_lobby(self, board: Board, table: Table, words: Words) -> None:
        lobby = board.messages.get(MessageKind.LOBBY)
        if lobby is None:
            return
        try:
            await self._messages.edit(lobby, lobby_view(words, table, table_link=link_to(table, board)))
        except TROUBLE as error:
            if trouble_of(error) in _LATER:
                raise
            log.info("Match %d: its lobby message is not closed, %s.", table.id, described(error))
            if trouble_of(error) is Trouble.NOT_EDITABLE:
                board.leftover.append(lobby)
        await self._messages.forget(board, MessageKind.LOBBY)

    async def _draw_table(self, board: Board, table: Table, words: Words) -> None:
        if table.match is None:
            return
        number = len(table.match.rounds)
        posted = board.messages.get(MessageKind.TABLE)
        if posted is not None and posted.number < number:
            if posted not in board.unfinished and posted.number <= len(table.results()):
                board.unfinished.append(posted)
            posted = None
        word = await self._lucky_word(table, number)
        view = _table_view(table, words, number, board.absence, chart=board.chart, lucky_word=word)
        anew = posted is not None and self._should_repost(board, posted, table, view)
        chart = None if board.chart is None else board.chart.png
        try:
            await self._messages.show(board, MessageKind.TABLE, view, number=number, anew=anew, chart=chart)
        except TROUBLE as error:
            if chart is None or trouble_of(error) not in _NO_PICTURE:
                raise
            log.info("Match %d: its end is shown without a chart, %s.", table.id, described(error))
            board.chart = None
            await self._draw_table(board, table, words)
        board.turn = turn_number(table)

    def _should_repost(self, board: Board, posted: StoredMessage, table: Table, view: LayoutView) -> bool:
        if board.repost or self._is_outdated(board, MessageKind.TABLE, posted, view):
            return True
        new_turn = board.turn != turn_number(table)
        return table.phase is Phase.PLAYING and new_turn and board.seen > REPOST_MESSAGES

    def _is_outdated(self, board: Board, kind: MessageKind, posted: StoredMessage, view: LayoutView) -> bool:
        """Say whether a message would have to be edited when it is almost an hour old."""
        old = self._clock() - posted.posted_at >= REPOST_AFTER
        return old and board.shown.get(kind) != view.to_components()

    async def _finish_rounds(self, board: Board, table: Table, words: Words) -> None:
        """Take the buttons from the messages of rounds that have ended: they stay as their memory."""
        for posted in tuple(board.unfinished):
            try:
                word = await self._lucky_word(table, posted.number)
                view = round_end_view(words, table, posted.number, lucky_word=word)
                await self._messages.edit(posted, view)
            except TROUBLE as error:
                if words.faces and trouble_of(error) is Trouble.EMOJI_REFUSED:
                    # It is drawn again at once, in text.
                    raise
                log.info("Match %d: a finished round keeps its buttons, %s.", table.id, described(error))
                if trouble_of(error) in _LATER:
                    continue
            board.unfinished.remove(posted)

    async def _lucky_word(self, table: Table, number: int) -> str:
        """Return the lucky word of whoever won that round with a call, "" if there is none to show."""
        winner = _winning_caller(table, number)
        try:
            word = "" if winner is None else (await self._people.of(winner)).lucky_word
            if word and not (await self._rule_book.settings(table.guild_id)).lucky_words:
                return ""
        except StoreError:
            # The round is shown even so.
            return ""
        return word


def _winning_caller(table: Table, number: int) -> int | None:
    """Return the person who won that round with a call, None if nobody did, or has not yet."""
    results = table.results()
    if not 1 <= number <= len(results) or results[number - 1].score.kind is not RoundKind.YANIV:
        return None
    return table.as_after(number).user_at(results[number - 1].score.caller)


def _table_view(
    table: Table,
    words: Words,
    number: int,
    absence: timedelta | None = None,
    *,
    chart: Drawn | None = None,
    lucky_word: str = "",
) -> LayoutView:
    match table.phase:
        case Phase.PLAYING:
            return table_view(words, table, absence=absence)
        case Phase.ROUND_OVER:
            return round_end_view(words, table, number, lucky_word=lucky_word)
        case _:
            return match_end_view(words, table, chart, lucky_word=lucky_word)
