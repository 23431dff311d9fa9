"""Coming back, and standing still while the bot may not speak."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.store.values import Change, Place
from bot.tables.book import Book, seat_of
from bot.tables.errors import NotAway
from bot.tables.lines import back_line, pause_line, resume_line
from bot.tables.turns import deadline_after
from bot.tables.values import Person, Phase, Table

LEFT_AFTER_A_START: Final = timedelta(seconds=30)
"""What a turn that was running has left at least when the bot is there again."""


class Absence(Book):
    """The use cases of those who were away, the bot among them."""

    async def back(self, place: Place, match_id: int, person: Person) -> Table:
        """Give somebody who was away their seat again; if they are to move they have a whole turn.

        Raises NotSeated, NotAway, NotDealtYet for a lobby, or MovedOn.
        """
        async with self._registry.enter("back", place, match_id, person) as (held, table):
            seat = seat_of(table, person)
            if seat not in table.away:
                raise NotAway
            return await self._write(held, table, [back_line(seat)], Change(acted=True))

    async def pause(self, place: Place, match_id: int) -> None:
        """Stand still, because the bot may not speak here; people may still do what they can.

        A lobby, a match that has ended and one that stands still for this reason stay as they are.
        """
        await self._mute(place, match_id, mute=True)

    async def resume(self, place: Place, match_id: int) -> None:
        """Go on, because the bot may speak again; whoever is to move has a whole turn.

        A lobby, a match that has ended and one that does not stand still for this reason stay as they are.
        """
        await self._mute(place, match_id, mute=False)

    async def _mute(self, place: Place, match_id: int, *, mute: bool) -> None:
        async with self._registry.hold(place) as held:
            table = held.table
            if table is None or table.id != match_id or table.phase is Phase.LOBBY:
                return
            if table.attendance.is_muted != mute:
                await self._write(held, table, [pause_line() if mute else resume_line()], Change())

    async def take_up(self, place: Place) -> None:
        """After a start, leave whoever is to move half a minute at least.

        Raises MovedOn if another process was quicker.
        """
        async with self._registry.hold(place) as held:
            table = held.table
            if table is None or table.match is None:
                return
            now = self._registry.clock()
            deadline = _after_a_start(table, now, self._pause)
            if deadline != table.deadline:
                await self._registry.store.append(table.id, table.number, [], now, Change(deadline=deadline))
                # Nobody has seen this table yet: listeners are told of it as it is now.
                held.table = replace(table, deadline=deadline)


def _after_a_start(table: Table, now: datetime, pause: timedelta) -> datetime | None:
    deadline = deadline_after(table, table, now, pause)
    if deadline is None or table.phase is not Phase.PLAYING:
        return deadline
    return max(deadline, now + LEFT_AFTER_A_START)
