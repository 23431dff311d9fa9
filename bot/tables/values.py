"""What a table hands out: who asked for something, and a table as it stands."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Protocol, Self

from bot.engine.errors import NoRoundRunning
from bot.engine.match import Match
from bot.engine.rules import Rules
from bot.engine.scoring import RoundResult
from bot.engine.seating import HUMAN, Departure
from bot.engine.views import PublicView, SeatView
from bot.speeds import DEFAULT_SPEED, Speed
from bot.store.values import EndedBy, MessageKind, Place, PlaceKind, SeatRow, StoredMessage
from bot.tables.attendance import NOBODY_SAID, Attendance, Pause, Person


class Phase(StrEnum):
    """How far a table has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    ROUND_OVER = "round_over"
    ENDED = "ended"


@dataclass(frozen=True, kw_only=True)
class Table:
    """One match, or the lobby it begins in, as the store has it.

    A value: every change makes a new one, so whoever holds one sees a state that was committed. `number`
    is how many journal lines the match has, and therefore names a turn. `deadline` is when the lobby
    closes, the turn ends or the next round comes, None where nothing has to happen by a certain time.
    `host_acted` and `seated_since` (None: fewer than two seated) decide who may deal. `acted_at` is when a
    person last did something here. `hints` says whether those who play may ask for hints.
    """

    id: int
    place: Place
    guild_id: int | None
    host_id: int
    rules: Rules
    locale: str
    version: int
    seats: tuple[SeatRow, ...]
    deadline: datetime | None
    messages: Mapping[MessageKind, StoredMessage]
    host_acted: datetime
    acted_at: datetime
    seated_since: datetime | None = None
    match: Match | None = None
    number: int = 0
    lobby_ended: EndedBy | None = None
    speed: Speed = DEFAULT_SPEED
    hints: bool = False
    attendance: Attendance = NOBODY_SAID

    @property
    def phase(self) -> Phase:
        """How far this table has come."""
        if self.match is None:
            return Phase.LOBBY if self.lobby_ended is None else Phase.ENDED
        if self.match.is_over:
            return Phase.ENDED
        return Phase.PLAYING if self.match.to_move is not None else Phase.ROUND_OVER

    @property
    def is_open(self) -> bool:
        """Say whether this is a lobby or a running match."""
        return self.phase is not Phase.ENDED

    @property
    def is_practice(self) -> bool:
        """Say whether one person plays here, against computers, and nobody else sees it."""
        return self.place.kind is PlaceKind.PERSON

    @property
    def ended_by(self) -> str | None:
        """Why it ended: a value of `EndedBy`, None while it is open."""
        if self.match is not None:
            return self.match.ended_by
        return None if self.lobby_ended is None else self.lobby_ended.value

    @property
    def people(self) -> tuple[SeatRow, ...]:
        """The seats that people play."""
        return tuple(seat for seat in self.seats if seat.user_id is not None)

    @property
    def votes(self) -> frozenset[int]:
        """The seats that want to end the match."""
        return self.attendance.votes

    @property
    def away(self) -> frozenset[int]:
        """The seats of people who are away: a computer plays for them until they are back."""
        return self.attendance.away

    @property
    def missed(self) -> Mapping[int, int]:
        """How many turns in a row the clock has played, by seat; seats that missed none are not named."""
        return self.attendance.missed

    @property
    def claims(self) -> Mapping[int, Person]:
        """The people who take a computer's seat at the next deal, by seat."""
        return self.attendance.claims

    @property
    def hints_used(self) -> Mapping[tuple[int, str], int]:
        """How many hints were given, by the seat and the name of whoever asked; who got none is not named."""
        return Counter((seat, self._asker(seat, number)) for seat, number, _ in sorted(self.attendance.hints))

    @property
    def paused(self) -> Pause | None:
        """Why the match stands still, None while it goes on."""
        return None if self.match is None else self.attendance.paused(self.match)

    def seat_of(self, user_id: int) -> SeatRow | None:
        """Return the seat of a person, None for someone who is not seated."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def claim_of(self, user_id: int) -> int | None:
        """Return the seat that a person takes at the next deal, None if they asked for none."""
        return next((seat for seat, person in self.claims.items() if person.user_id == user_id), None)

    def user_at(self, seat: int | None) -> int | None:
        """Return who plays a seat; None for a computer, or no seat."""
        return None if seat is None else self.seats[seat].user_id

    def public_view(self) -> PublicView:
        """Return what everybody sees of the match.

        Raises NoRoundRunning in the lobby.
        """
        if self.match is None:
            raise NoRoundRunning
        return self.match.public_view()

    def hand_of(self, user_id: int) -> SeatView | None:
        """Return what a person sees of the match; None in the lobby, or for someone who is not seated."""
        seat = self.seat_of(user_id)
        if self.match is None or seat is None:
            return None
        return self.match.seat_view(seat.seat)

    def results(self) -> tuple[RoundResult, ...]:
        """Return the finished rounds, first to last."""
        rounds = () if self.match is None else self.match.rounds
        return tuple(state.result for state in rounds if state.result is not None)

    def as_after(self, number: int) -> Self:
        """Return this table with those on its seats who sat there when round `number` was over.

        Where several people have left a seat since, it is not known which of them that was.
        """
        if self.match is None:
            return self
        then, now = self.match.players_after(number), self.match.players
        seats = [
            row
            if then[row.seat] == now[row.seat]
            else replace(
                row,
                name=then[row.seat].name,
                kind=then[row.seat].kind,
                user_id=self._who_left(row.seat) if then[row.seat].is_human else None,
            )
            for row in self.seats
        ]
        return replace(self, seats=tuple(seats))

    def _who_left(self, seat: int) -> int | None:
        """Return the one person who has left a seat."""
        left = [user_id for user_id, gone in self.attendance.leavers.items() if gone == seat]
        return left[0] if len(left) == 1 else None

    def _asker(self, seat: int, number: int) -> str:
        """Return who asked for a hint in round `number`: whoever comes later sits down with a later deal."""
        left = () if self.match is None else self.match.left
        names = [gone.leaver.name for gone in left if gone.seat == seat and gone.round >= number]
        return names[0] if names else self.seats[seat].name

    def row_at(self, seat: int, action: int) -> SeatRow:
        """Return a seat with who sat there at action number `action` of the latest round, -1 for its deal."""
        row = self.seats[seat]
        if self.match is None:
            return row
        number = len(self.match.rounds)
        left = (gone for gone in self.match.left if (gone.seat, gone.round) == (seat, number))
        leaver = next((gone.leaver for gone in left if gone.action > action), None)
        return row if leaver is None else replace(row, name=leaver.name, kind=leaver.kind)

    def just_left(self) -> tuple[Departure, ...]:
        """Return who left since the last turn."""
        if self.match is None or self.match.round is None:
            return ()
        now = (len(self.match.rounds), len(self.match.round.actions))
        return tuple(gone for gone in self.match.left if (gone.round, gone.action) == now)

    def with_seats(self, seats: list[SeatRow], now: datetime) -> Self:
        """Return this lobby with other seats, numbered anew; two seated start the host's time to deal."""
        numbered = tuple(replace(seat, seat=index) for index, seat in enumerate(seats))
        enough = len(numbered) > 1
        return replace(self, seats=numbered, seated_since=(self.seated_since or now) if enough else None)


class Listener(Protocol):
    """Is told what was committed, after the fact and outside the lock; must not wait for anything."""

    def changed(self, before: Table | None, after: Table) -> None:
        """Take note that a table changed; `before` is None for one that was opened."""
        ...

    def resumed(self, table: Table) -> None:
        """Take note that a table is there again after a start."""
        ...


def is_human(seat: SeatRow) -> bool:
    """Say whether a person plays a seat."""
    return seat.kind == HUMAN
