"""Playing alone against computers: a match whose place is one person."""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.rules import Rules
from bot.speeds import Speed
from bot.store.values import NewLobby, Place, PlaceKind, SeatRow
from bot.tables.access import admit
from bot.tables.computers import LEVEL, computer_seat
from bot.tables.errors import MovedOn
from bot.tables.opening import LOBBY_TIME, Opening, person_seat
from bot.tables.values import Person, Table


def practice_place(person: Person) -> Place:
    """Return where somebody plays alone: it is theirs, whatever server they are in."""
    return Place(PlaceKind.PERSON, person.user_id)


class Practice(Opening):
    """The use cases of somebody who plays alone. No server knows of such a match, and nothing hurries it."""

    async def begin(
        self, person: Person, *, computers: int, rules: Rules, locale: str, level: str = LEVEL
    ) -> Table:
        """Return the match that somebody plays alone; if there is none, one that is dealt now.

        It is against so many `computers` (1 to 7) of that level. Raises DeckTooSmall.
        """
        admit("practice", None, person)
        seats = [person_seat(person)]
        for _ in range(computers):
            seats.append(computer_seat(seats, level))
        rules.check_seats(len(seats))
        return await self._begun(person, seats, rules, locale)

    async def again(self, match_id: int, person: Person) -> Table:
        """Return the match that somebody plays alone; if there is none, another one like that which ended.

        Raises MovedOn if that was not theirs, or still runs.
        """
        ended = await self._registry.find(match_id)
        if ended is None or ended.place != practice_place(person) or ended.match is None:
            raise MovedOn
        admit("rematch", ended, person)
        seats = [
            person_seat(person) if row.user_id is not None else replace(row, total=0) for row in ended.seats
        ]
        return await self._begun(person, seats, ended.rules, ended.locale, rematch_of=match_id)

    async def _begun(
        self,
        person: Person,
        seats: Sequence[SeatRow],
        rules: Rules,
        locale: str,
        *,
        rematch_of: int | None = None,
    ) -> Table:
        now = self._registry.clock()
        lobby = NewLobby(
            place=practice_place(person),
            guild_id=None,
            host_id=person.user_id,
            rules=rules.to_json(),
            speed=Speed.NONE,
            locale=locale,
            seats=[replace(seat, seat=index) for index, seat in enumerate(seats)],
            at=now,
            deadline=now + LOBBY_TIME,
            rematch_of=rematch_of,
            hints=True,
        )
        async with self._registry.hold(lobby.place) as held:
            table = held.table or await self._write_lobby(held, lobby)
            return table if table.match is not None else await self._begin(held, table)
