"""The mention of whose turn it is: a message of its own, since edits notify nobody."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.store.values import MessageKind, StoredMessage
from bot.tables.timers import Clock, Timers
from bot.tables.turns import plays_itself
from bot.tables.values import Table
from bot.ui.board import Board, turn_number
from bot.ui.messages import Messages
from bot.ui.panels import Panels
from bot.ui.pings import Ping, Pinger
from bot.ui.words import Words

RECENT: Final = timedelta(seconds=30)
MENTION_AFTER_ALL: Final = timedelta(seconds=40)
"""After so long a mention that was held back is sent, where a turn has no end; else after a third of it."""

_HELD_BACK: Final = "mention"
_REMINDER: Final = "reminder"
_TIMERS: Final = (_HELD_BACK, _REMINDER)


class Mentions:
    """Pings the seat to move, once a turn, unless its player is at their panel anyway."""

    def __init__(
        self,
        messages: Messages,
        pinger: Pinger,
        panels: Panels,
        *,
        timers: Timers,
        clock: Clock,
        wake: Callable[[Board], None],
    ) -> None:
        """`wake` has a board drawn again."""
        self._messages = messages
        self._pinger = pinger
        self._panels = panels
        self._timers = timers
        self._clock = clock
        self._wake = wake

    async def draw(self, board: Board, table: Table, words: Words) -> None:
        """Ping whoever is to move now, and again at half time; earlier mentions wait to be deleted."""
        posted, user_id = board.messages.get(MessageKind.TURN), _awaited(table)
        due = self._reminder(board, table) if user_id is not None else None
        stands = posted is not None and user_id is not None and posted.number == turn_number(table)
        if posted is not None and stands and not self._is_outdated(board, posted, due):
            return
        if posted is not None and not stands:
            board.leftover.append(posted)
            await self._messages.forget(board, MessageKind.TURN)
        if user_id is None:
            board.held_back = None
            self.forget(table.id)
        elif self._is_past(due) or not self._hold_back(board, table, user_id):
            ping = Ping(user_id, turn_number(table), reminds=self._is_past(due), anew=stands)
            await self._pinger.ping(board, table, words, ping)

    def forget(self, match_id: int) -> None:
        """Ping nobody of a match later on."""
        for name in _TIMERS:
            self._timers.cancel((name, match_id))

    def _reminder(self, board: Board, table: Table) -> datetime | None:
        """Return when half of the turn is over, and look again then; None where nobody is reminded."""
        if table.deadline is None or table.speed.turn is None or not table.speed.reminds:
            return None
        due = table.deadline - table.speed.turn / 2
        if not self._is_past(due):
            self._wake_at(_REMINDER, board, table, due)
        return due

    def _is_past(self, moment: datetime | None) -> bool:
        return moment is not None and self._clock() >= moment

    def _is_outdated(self, board: Board, posted: StoredMessage, due: datetime | None) -> bool:
        """Say whether its reader has to be pinged again: at half time, and by a bot that was away.

        Edits notify nobody.
        """
        return board.resumed or (due is not None and self._is_past(due) and posted.posted_at < due)

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
        if now - since < held_back_for(table):
            # The timer may have fired early: the loop's clock and the wall clock do not run alike.
            self._wake_at(_HELD_BACK, board, table, since + held_back_for(table))
            return True
        if not self._panels.used_since(table.id, user_id, since + timedelta(microseconds=1)):
            return False
        self._look_again(board, table)
        return True

    def _look_again(self, board: Board, table: Table) -> None:
        now = self._clock()
        board.held_back = (turn_number(table), now)
        self._wake_at(_HELD_BACK, board, table, now + held_back_for(table))

    def _wake_at(self, name: str, board: Board, table: Table, at: datetime) -> None:
        async def wake() -> None:
            if turn_number(board.table) == turn_number(table):
                self._wake(board)

        self._timers.set((name, table.id), at, wake)


def held_back_for(table: Table) -> timedelta:
    """Return for how long a mention is held back: a third of the turn."""
    turn = table.speed.turn
    return MENTION_AFTER_ALL if turn is None else turn / 3


def _awaited(table: Table) -> int | None:
    """Return the person whose move everybody waits for; None while a computer plays, or nobody."""
    seat = None if table.match is None else table.match.to_move
    return None if seat is None or table.paused or plays_itself(table, seat) else table.user_at(seat)
