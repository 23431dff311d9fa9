"""Writing down what happens in a running match: one way, for every use case."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.engine.match import Match
from bot.store.values import UNCHANGED, Change, End, EndedBy
from bot.tables.dealing import Dealing
from bot.tables.errors import NotDealtYet
from bot.tables.held import Held
from bot.tables.registry import Registry
from bot.tables.turns import deadline_after
from bot.tables.values import Person, Table


class Book:
    """What every use case of a running match builds on."""

    def __init__(self, registry: Registry, dealing: Dealing, pause: timedelta) -> None:
        """`pause` is the time from the end of a round to the next deal."""
        self._registry = registry
        self._dealing = dealing
        self._pause = pause

    async def _write(
        self,
        held: Held,
        after: Table,
        lines: Sequence[Mapping[str, Any]],
        change: Change,
        *,
        due: datetime | None = None,
    ) -> Table:
        """Commit the `lines` that made the table what `after` says, and everything that follows from them.

        That is who is there, and until when what comes next has to happen. With `due` it is committed only if
        that is still the deadline. Raises Conflict.
        """
        before, now = held.require(), self._registry.clock()
        attendance, match = before.attendance, match_of(after)
        for line in lines:
            attendance = attendance.after(line, match)
        after = replace(after, number=before.number + len(lines), attendance=attendance)
        deadline = deadline_after(before, after, now, self._pause)
        after = replace(after, deadline=deadline, acted_at=now if change.acted else before.acted_at)
        change = replace(change, deadline=UNCHANGED if deadline == before.deadline else deadline)
        await self._registry.store.append(after.id, before.number, lines, now, change, due=due)
        return held.committed(after)

    async def _stop(self, held: Held, table: Table, ended_by: EndedBy) -> Table:
        """End a match before it is played out."""
        match = match_of(table).copy()
        line = match.stop(ended_by).to_json()
        return await self._write(held, replace(table, match=match), [line], Change(end=End(ended_by)))


def match_of(table: Table) -> Match:
    """Return the match of a table.

    Raises NotDealtYet for a lobby.
    """
    if table.match is None:
        raise NotDealtYet
    return table.match


def seat_of(table: Table, person: Person) -> int:
    """Return the seat of a person who was let in because they have one."""
    return next(row.seat for row in table.seats if row.user_id == person.user_id)
