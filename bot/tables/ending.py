"""Leaving a match, and ending it before it is played out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.store.values import Change, End, EndedBy, HandOver, Place, SeatRow
from bot.tables.book import match_of, seat_of
from bot.tables.claims import Claims
from bot.tables.computers import computer_player
from bot.tables.held import Held
from bot.tables.lines import leave_line, vote_line
from bot.tables.outcome import played_out
from bot.tables.values import Person, Table
from bot.tables.votes import voters, votes_needed, votes_that_count

FORGOTTEN_AFTER: Final = timedelta(days=7)
"""A match in which no person does anything for so long is closed, whatever its speed."""


@dataclass(frozen=True, slots=True)
class EndVote:
    """How a wish to end the match went: it did, or `votes` of the `needed` are there."""

    table: Table
    votes: int
    needed: int

    @property
    def ended(self) -> bool:
        """Say whether the match is over."""
        return not self.table.is_open


class Ending(Claims):
    """The use cases of those who want no more."""

    async def leave(self, place: Place, match_id: int, person: Person) -> Table:
        """Hand a person's seat to a computer; the last person to leave ends the match.

        Where only people who have dropped out stay, the match is decided; where most of those who stay have
        voted to end it, it ends. A host passes the role on to the next person round the table. Somebody who
        was to get a seat at the next deal does not want it any more.

        Raises NotSeated or MovedOn.
        """
        async with self._registry.enter("leave", place, match_id, person) as (held, table):
            claimed = table.claim_of(person.user_id)
            if claimed is not None:
                return await self._unclaim(held, table, claimed)
            return await self._leave(held, table, person)

    async def _leave(self, held: Held, table: Table, person: Person) -> Table:
        match, seat = match_of(table).copy(), seat_of(table, person)
        player = computer_player(table.seats)
        lines: list[dict[str, Any]] = [leave_line(match.leave(seat, player), person)]
        seats = tuple(
            SeatRow(row.seat, None, player.name, player.kind, row.total) if row.seat == seat else row
            for row in table.seats
        )
        people = _people_after(seats, seat)
        host = table.host_id if table.host_id in people or not people else people[0]
        attendance = table.attendance.after(lines[0], match)
        after = replace(table, match=match, seats=seats, host_id=host, attendance=attendance)
        end = played_out(match)
        if end is None:
            end = _end_without(after, people)
            lines += [] if end is None else [match.stop(end.by).to_json()]
        handovers = [HandOver(seat, player.name, player.kind)]
        change = Change(handovers=handovers, host_id=host, end=end, acted=True)
        return await self._write(held, after, lines, change)

    async def end(self, place: Place, match_id: int | None, person: Person) -> EndVote:
        """End the match: at once for its only person or a moderator, else by a majority of the people.

        Those who are away are not counted, neither among the people nor their votes, unless everybody who
        still plays is away.

        Raises NotSeated, NotDealtYet for a lobby, MovedOn.
        """
        async with self._registry.enter("end", place, match_id, person) as (held, table):
            match_of(table)
            own = table.seat_of(person.user_id)
            wishes = table.votes if own is None else table.votes | {own.seat}
            votes, needed = len(wishes & voters(table)), votes_needed(table)
            if person.moderator or votes >= needed:
                return EndVote(await self._stop(held, table, EndedBy.STOPPED), votes, needed)
            if own is not None and own.seat not in table.votes:
                after = await self._write(held, table, [vote_line(own.seat)], Change(acted=True))
                return EndVote(after, votes, needed)
            return EndVote(table, votes, needed)

    async def abandon(self, place: Place, match_id: int) -> None:
        """End a match whose place is gone; one that has ended already stays as it is.

        Raises NotDealtYet for a lobby.
        """
        async with self._registry.hold(place) as held:
            if held.table is not None and held.table.id == match_id:
                await self._stop(held, held.table, EndedBy.ABANDONED)

    async def forget(self, place: Place, match_id: int) -> datetime | None:
        """Close a match in which no person has done anything for seven days, without a result.

        One that has time left stays; the moment at which it has none is returned.
        """
        async with self._registry.hold(place) as held:
            table = held.table
            if table is None or table.id != match_id or table.match is None:
                return None
            moment = forgotten_at(table)
            if moment > self._registry.clock():
                return moment
            await self._stop(held, table, EndedBy.ABANDONED)
            return None


def forgotten_at(table: Table) -> datetime:
    """Return when a match is closed if no person does anything in it any more."""
    return table.acted_at + FORGOTTEN_AFTER


def _end_without(table: Table, people: Sequence[int]) -> End | None:
    """Return why a match ends when somebody has left it to these people; None if it goes on."""
    if not people:
        return End(EndedBy.ABANDONED)
    # Those who stay had voted already: what was missing was the leaver's vote.
    return End(EndedBy.STOPPED) if len(votes_that_count(table)) >= votes_needed(table) else None


def _people_after(seats: Sequence[SeatRow], seat: int) -> list[int]:
    """Return the people at the table, beginning with the first one after `seat`."""
    order = [*seats[seat + 1 :], *seats[:seat]]
    return [row.user_id for row in order if row.user_id is not None]
