"""What can be done in a lobby. Each method takes the place's lock, commits, then returns."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.engine.rules import MAX_SEATS, MIN_SEATS, Rules
from bot.speeds import Speed
from bot.store.errors import HostBusy
from bot.store.values import EndedBy, Place, SeatRow
from bot.tables.computers import LEVEL, computer_seat
from bot.tables.errors import (
    AlreadySeated,
    AlreadyStarted,
    HostDeals,
    MovedOn,
    TableFull,
    TooFew,
)
from bot.tables.held import Held
from bot.tables.opening import Opening, lobby_time, person_seat
from bot.tables.values import Person, Phase, Table

HOST_TIME: Final = timedelta(minutes=2)


class Lobbies(Opening):
    """The use cases of a lobby."""

    async def join(self, place: Place, match_id: int, person: Person) -> Table:
        """Seat a person at the end of the row.

        Raises AlreadySeated, TableFull, AlreadyStarted, MovedOn, or DeckTooSmall.
        """
        async with self._pressing("join", place, match_id, person) as (held, table):
            if table.seat_of(person.user_id) is not None:
                raise AlreadySeated
            return await self._seat(held, table, person_seat(person))

    async def add_computer(self, place: Place, match_id: int, person: Person, level: str = LEVEL) -> Table:
        """Seat a computer player of that level at the end of the row.

        Raises NotHost, TableFull, AlreadyStarted, MovedOn, or DeckTooSmall.
        """
        async with self._pressing("add", place, match_id, person) as (held, table):
            return await self._seat(held, table, computer_seat(table.seats, level))

    async def leave(self, place: Place, match_id: int, person: Person) -> Table:
        """Free a person's seat; a host passes the role on, and the last person closes the lobby.

        Raises NotSeated, AlreadyStarted or MovedOn.
        """
        async with self._registry.enter("leave", place, match_id, person) as (held, table):
            return await self._leave(held, _lobby(table), person)

    async def _leave(self, held: Held, table: Table, person: Person) -> Table:
        seats = [seat for seat in table.seats if seat.user_id != person.user_id]
        people = [seat.user_id for seat in seats if seat.user_id is not None]
        if not people:
            return await self._close(held, table, EndedBy.ABANDONED)
        after = table.with_seats(seats, self._registry.clock())
        if person.user_id != table.host_id:
            return await self._save(held, after)
        for candidate in people:
            try:
                return await self._save(
                    held, replace(after, host_id=candidate, host_acted=self._registry.clock())
                )
            except HostBusy:
                continue
        return await self._close(held, table, EndedBy.ABANDONED)

    async def remove(self, place: Place, match_id: int, person: Person, *, seat: int, version: int) -> Table:
        """Free another seat of the lobby as it was at `version`.

        Raises NotHost, AlreadyStarted, or MovedOn if the seats have changed since.
        """
        async with self._pressing("remove", place, match_id, person) as (held, table):
            gone = table.seats[seat] if 0 <= seat < len(table.seats) else None
            if gone is None or version != table.version or gone.user_id == table.host_id:
                raise MovedOn
            seats = [other for other in table.seats if other.seat != seat]
            return await self._save(held, table.with_seats(seats, self._registry.clock()))

    async def change_level(
        self, place: Place, match_id: int, person: Person, *, seat: int, version: int, level: str
    ) -> Table:
        """Seat another computer, of that level, on a computer's seat of the lobby as it was at `version`.

        Raises NotHost, AlreadyStarted, or MovedOn if the seats have changed since.
        """
        async with self._pressing("computers", place, match_id, person) as (held, table):
            changed = table.seats[seat] if 0 <= seat < len(table.seats) else None
            if changed is None or version != table.version or changed.user_id is not None:
                raise MovedOn
            others = [row for row in table.seats if row.seat != seat]
            newcomer = replace(computer_seat(others, level), seat=seat)
            seats = [newcomer if row.seat == seat else row for row in table.seats]
            return await self._save(held, replace(table, seats=tuple(seats)))

    async def for_host(self, verb: str, place: Place, match_id: int, person: Person) -> Table:
        """Return the lobby to its host, who is about to do what `verb` says.

        Raises NotHost, AlreadyStarted or MovedOn.
        """
        async with self._pressing(verb, place, match_id, person) as (_, table):
            return table

    async def change_rules(
        self, verb: str, place: Place, match_id: int, person: Person, change: Callable[[Rules], Rules]
    ) -> Table:
        """Let the host change the rules of the lobby as they are now, by the form or button of that verb.

        Raises what `change` raises, NotHost, AlreadyStarted or MovedOn, or DeckTooSmall for rules with too
        few cards for those who are seated.
        """
        async with self._pressing(verb, place, match_id, person) as (held, table):
            rules = change(table.rules)
            if (rules, rules.preset) == (table.rules, table.rules.preset):
                return table
            rules.check_seats(max(len(table.seats), MIN_SEATS))
            return await self._save(held, replace(table, rules=rules))

    async def change_speed(self, place: Place, match_id: int, person: Person, speed: Speed) -> Table:
        """Let the host change the speed of the match; the lobby's time begins anew.

        Raises NotHost, AlreadyStarted or MovedOn.
        """
        async with self._pressing("speed", place, match_id, person) as (held, table):
            deadline = self._registry.clock() + lobby_time(speed)
            return await self._save(held, replace(table, speed=speed, deadline=deadline))

    async def allow_hints(self, place: Place, match_id: int, person: Person, *, allowed: bool) -> Table:
        """Let the host say whether those who play may ask for hints.

        Raises NotHost, AlreadyStarted or MovedOn.
        """
        async with self._pressing("hints", place, match_id, person) as (held, table):
            return table if table.hints is allowed else await self._save(held, replace(table, hints=allowed))

    async def stop(self, place: Place, match_id: int, person: Person) -> Table:
        """Close a lobby at the wish of its host or of a moderator.

        Raises NotHost, AlreadyStarted or MovedOn.
        """
        async with self._registry.enter("end", place, match_id, person) as (held, table):
            return await self._close(held, _lobby(table), EndedBy.STOPPED)

    async def abandon(self, place: Place, match_id: int) -> None:
        """Close a lobby whose place is gone; one that has closed already stays as it is.

        Raises AlreadyStarted.
        """
        async with self._registry.hold(place) as held:
            if held.table is not None and held.table.id == match_id:
                await self._close(held, _lobby(held.table), EndedBy.ABANDONED)

    async def expire(self, place: Place, match_id: int) -> None:
        """Close a lobby whose time is up; one that has time left stays.

        Raises AlreadyStarted or MovedOn.
        """
        async with self._registry.hold(place) as held:
            table = _lobby(held.require(match_id))
            if table.deadline is not None and table.deadline <= self._registry.clock():
                await self._close(held, table, EndedBy.EXPIRED)

    async def deal(self, place: Place, match_id: int, person: Person) -> Table:
        """Begin the match and deal its first round.

        The host deals; any seated person may once the host has pressed nothing for two minutes since
        enough were seated. Raises HostDeals, NotSeated, TooFew, AlreadyStarted or MovedOn.
        """
        async with self._registry.enter("deal", place, match_id, person) as (held, table):
            self._check_dealer(table, person)
            return await self._begin(held, table)

    def _check_dealer(self, table: Table, person: Person) -> None:
        if len(table.seats) < MIN_SEATS or table.seated_since is None:
            raise TooFew
        if person.user_id != table.host_id:
            moment = max(table.host_acted, table.seated_since) + HOST_TIME
            if self._registry.clock() < moment:
                raise HostDeals(moment=moment)

    @asynccontextmanager
    async def _pressing(
        self, verb: str, place: Place, match_id: int, person: Person
    ) -> AsyncGenerator[tuple[Held, Table]]:
        """Enter a lobby with a button; if its host presses it, that is noted whatever comes of it."""
        async with self._registry.enter(verb, place, match_id, person) as (held, table):
            if person.user_id == table.host_id:
                held.table = replace(table, host_acted=self._registry.clock())
            yield held, held.require()

    async def _seat(self, held: Held, table: Table, seat: SeatRow) -> Table:
        if len(table.seats) >= MAX_SEATS:
            raise TableFull
        table.rules.check_seats(len(table.seats) + 1)
        return await self._save(held, table.with_seats([*table.seats, seat], self._registry.clock()))

    async def _save(self, held: Held, after: Table) -> Table:
        version = await self._registry.store.save_lobby(
            after.id,
            after.version,
            seats=after.seats,
            host_id=after.host_id,
            deadline=after.deadline,
            rules=after.rules.to_json(),
            speed=after.speed,
            hints=after.hints,
        )
        return held.committed(replace(after, version=version))

    async def _close(self, held: Held, table: Table, ended_by: EndedBy) -> Table:
        await self._registry.store.close_lobby(table.id, table.version, ended_by, self._registry.clock())
        return held.committed(replace(table, lobby_ended=ended_by, deadline=None))


def _lobby(table: Table) -> Table:
    if table.phase is not Phase.LOBBY:
        raise AlreadyStarted
    return table
