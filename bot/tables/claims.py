"""A late friend, or a leaver who is back: taking a computer's seat at the next deal."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.engine.match import Match, Player
from bot.engine.seating import HUMAN
from bot.store.values import Change, HandOver, Place, SeatRow
from bot.tables.book import Book, match_of
from bot.tables.errors import AlreadyClaimed, AlreadySeated, NoFreeSeat
from bot.tables.held import Held
from bot.tables.lines import claim_line, unclaim_line
from bot.tables.values import Person, Table


class Claims(Book):
    """The use cases of people who come late."""

    async def claim(self, place: Place, match_id: int, person: Person) -> Table:
        """Take a computer's seat at the next deal: the one they left themselves, else the first that is free.

        Raises AlreadySeated, AlreadyClaimed, NoFreeSeat, NotDealtYet for a lobby, or MovedOn.
        """
        async with self._registry.enter("claim", place, match_id, person) as (held, table):
            if table.seat_of(person.user_id) is not None:
                raise AlreadySeated
            if table.claim_of(person.user_id) is not None:
                raise AlreadyClaimed
            free = free_seats(match_of(table), table.claims)
            if not free:
                raise NoFreeSeat
            own = table.attendance.leavers.get(person.user_id)
            line = claim_line(own if own in free else free[0], person)
            return await self._write(held, table, [line], Change(acted=True))

    async def _unclaim(self, held: Held, table: Table, seat: int) -> Table:
        return await self._write(held, table, [unclaim_line(seat)], Change(acted=True))


def seated_newcomers(
    table: Table, match: Match
) -> tuple[tuple[SeatRow, ...], list[dict[str, Any]], list[HandOver]]:
    """Seat at `match` those who asked for it; return the seats, the lines and what changes in the store.

    Somebody whose seat has dropped out meanwhile gets another one that nobody asked for; if there is none,
    they are not seated.
    """
    rows = {row.seat: row for row in table.seats}
    lines: list[dict[str, Any]] = []
    handovers: list[HandOver] = []
    waiting = dict(table.claims)
    for wanted, person in table.claims.items():
        del waiting[wanted]
        free = free_seats(match, waiting)
        if not free:
            continue
        seat = wanted if wanted in free else free[0]
        lines.append(match.sit(seat, Player(person.name)).to_json())
        handovers.append(HandOver(seat, person.name, HUMAN, person.user_id))
        rows[seat] = replace(rows[seat], user_id=person.user_id, name=person.name, kind=HUMAN)
    return tuple(rows.values()), lines, handovers


def free_seats(match: Match, claimed: Iterable[int]) -> list[int]:
    """Return the computers' seats that are still in and that nobody asked for."""
    taken = set(claimed)
    return [seat for seat in match.seats_in if not match.players[seat].is_human and seat not in taken]
