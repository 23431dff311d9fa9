"""Opening a lobby: a new one, or one for a rematch."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.engine.match import Match, Player
from bot.engine.rules import Rules
from bot.engine.seating import HUMAN
from bot.speeds import DEFAULT_SPEED, Speed
from bot.store.errors import HostBusy, PlaceTaken
from bot.store.values import NewLobby, Place, SeatRow
from bot.tables.access import admit
from bot.tables.computers import LEVEL, computer_seat
from bot.tables.dealing import Dealing
from bot.tables.errors import AlreadyOpen, HostsElsewhere, MovedOn
from bot.tables.held import Held
from bot.tables.lines import start_line
from bot.tables.loading import table_from
from bot.tables.outcome import after_operation
from bot.tables.registry import Registry
from bot.tables.turns import deadline_after
from bot.tables.values import Person, Table

LOBBY_TIME: Final = timedelta(minutes=30)
SLOW_LOBBY_TIME: Final = timedelta(hours=24)


class Opening:
    """The use cases of somebody who wants to play."""

    def __init__(self, registry: Registry, dealing: Dealing, pause: timedelta) -> None:
        """`pause` is the time from the end of a round to the next deal."""
        self._registry = registry
        self._dealing = dealing
        self._pause = pause

    async def open(
        self,
        place: Place,
        guild_id: int | None,
        host: Person,
        *,
        rules: Rules,
        locale: str,
        computers: int = 0,
        level: str = LEVEL,
        speed: Speed = DEFAULT_SPEED,
    ) -> Table:
        """Open a lobby with its host and `computers` (0 to 7) computer players of a level seated.

        Raises AlreadyOpen or HostsElsewhere, SeatCount or DeckTooSmall.
        """
        admit("start", None, host)
        seats = [person_seat(host)]
        for _ in range(computers):
            seats.append(computer_seat(seats, level))
        if computers:
            rules.check_seats(len(seats))
        return await self._open(place, guild_id, host, rules=rules, speed=speed, locale=locale, seats=seats)

    async def check_open(
        self, guild_id: int | None, host: Person, *, rules: Rules, computers: int = 0
    ) -> None:
        """Refuse what `open` would refuse at a place where nothing is: HostsElsewhere, or DeckTooSmall."""
        if computers:
            rules.check_seats(1 + computers)
        busy = None
        if guild_id is not None:
            busy = await self._registry.store.open_lobby_of(guild_id, host.user_id)
        if busy is not None:
            raise HostsElsewhere(busy.place, busy.id)

    async def rematch(self, match_id: int, place: Place, person: Person) -> Table:
        """Open a lobby with the seats, rules, speed and hints of an ended match.

        Whoever asks is its host and sits first.

        Raises MovedOn if that match was not played here or still runs, NotSeated, and what `open` raises.
        """
        ended = await self._registry.find(match_id)
        if ended is None or ended.place != place or ended.match is None:
            raise MovedOn
        admit("rematch", ended, person)
        others = [replace(seat, total=0) for seat in ended.seats if seat.user_id != person.user_id]
        return await self._open(
            place,
            ended.guild_id,
            person,
            rules=ended.rules,
            speed=ended.speed,
            hints=ended.hints,
            locale=ended.locale,
            seats=[person_seat(person), *others],
            rematch_of=match_id,
        )

    async def _open(
        self,
        place: Place,
        guild_id: int | None,
        host: Person,
        *,
        rules: Rules,
        speed: Speed,
        locale: str,
        seats: Sequence[SeatRow],
        rematch_of: int | None = None,
        hints: bool = False,
    ) -> Table:
        now = self._registry.clock()
        lobby = NewLobby(
            place=place,
            guild_id=guild_id,
            host_id=host.user_id,
            rules=rules.to_json(),
            speed=speed,
            locale=locale,
            seats=[replace(seat, seat=index) for index, seat in enumerate(seats)],
            at=now,
            deadline=now + lobby_time(speed),
            rematch_of=rematch_of,
            hints=hints,
        )
        async with self._registry.hold(place) as held:
            return await self._write_lobby(held, lobby)

    async def _write_lobby(self, held: Held, lobby: NewLobby) -> Table:
        if held.table is not None:
            raise AlreadyOpen(lobby.place, held.table.id)
        try:
            stored = await self._registry.store.create_lobby(lobby)
        except PlaceTaken as taken:
            raise AlreadyOpen(taken.match.place, taken.match.id) from None
        except HostBusy as busy:
            raise HostsElsewhere(busy.match.place, busy.match.id) from None
        return held.committed(table_from(stored, lobby.at))

    async def _begin(self, held: Held, table: Table) -> Table:
        """Deal the first round of a match."""
        match = Match(table.rules, [Player(seat.name, seat.kind) for seat in table.seats])
        dealer = self._dealing.first_dealer(len(table.seats))
        dealt = match.deal(self._dealing.shuffler, dealer)
        lines = [start_line(table.seats), dealt.to_json()]
        now = self._registry.clock()
        after, change = after_operation(table, match, dealt.result)
        deadline = deadline_after(table, after, now, self._pause)
        await self._registry.store.begin(
            table.id, table.version, lines, now, replace(change, deadline=deadline)
        )
        after = replace(after, deadline=deadline, acted_at=now)
        return held.committed(replace(after, version=table.version + 1, number=len(lines)))


def lobby_time(speed: Speed) -> timedelta:
    """Return how long a lobby of that speed stays open if nobody deals."""
    return SLOW_LOBBY_TIME if speed.is_slow else LOBBY_TIME


def person_seat(person: Person) -> SeatRow:
    """Return a seat for a person."""
    return SeatRow(0, person.user_id, person.name, HUMAN)
