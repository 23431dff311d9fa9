"""Who may do what: one row for each verb, that is for each button, form and command."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.engine.errors import NoRoundRunning, NotYourTurn, YanivError
from bot.tables.errors import (
    AlreadyStarted,
    MovedOn,
    NotDealtYet,
    NothingHere,
    NotHost,
    NotManager,
    NotSeated,
    NotSeatedYet,
    NotYourTurnUntil,
    SeatOut,
)
from bot.tables.values import Person, Phase, Table


class Role(StrEnum):
    """What somebody is at a table; one may be several things at once."""

    TO_MOVE = "to move"
    SEATED = "seated"
    COMING = "coming"
    """Is to get a seat at the next deal."""
    HOST = "host"
    MODERATOR = "moderator"
    """Has Discord's permission Manage Messages."""
    MANAGER = "manager"
    """Has Discord's permission Manage Server."""
    ANYONE = "anyone"


Roles = tuple[Role, ...]
"""Any one of them is enough; whoever has none is told what the first one is for."""

Entry = Roles | type[YanivError]
"""Who may, or what everybody is told where nobody may."""


@dataclass(frozen=True, slots=True)
class Access:
    """The row of a verb: who may, by how far the table is, and where there is none."""

    lobby: Entry
    playing: Entry
    round_over: Entry
    ended: Entry = MovedOn
    no_table: Entry = NothingHere

    def entry(self, table: Table | None) -> Entry:
        """Return who may at this table."""
        if table is None:
            return self.no_table
        by_phase: dict[Phase, Entry] = {
            Phase.LOBBY: self.lobby,
            Phase.PLAYING: self.playing,
            Phase.ROUND_OVER: self.round_over,
            Phase.ENDED: self.ended,
        }
        return by_phase[table.phase]


def _always(*roles: Role) -> Access:
    return Access(roles, roles, roles, ended=roles, no_table=roles)


def _in_lobby(*roles: Role) -> Access:
    return Access(roles, AlreadyStarted, AlreadyStarted)


def _in_match(*roles: Role) -> Access:
    return Access(NotDealtYet, roles, roles)


def _while_open(*roles: Role) -> Access:
    return Access(roles, roles, roles)


_SEATED_SOON: Final[Roles] = (Role.SEATED, Role.COMING)

ACCESS: Final[Mapping[str, Access]] = {
    # lobby
    "join": _in_lobby(Role.ANYONE),
    "add": _in_lobby(Role.HOST),
    "computers": _in_lobby(Role.HOST),
    "remove": _in_lobby(Role.HOST),
    "options": _in_lobby(Role.HOST),
    "preset": _in_lobby(Role.HOST),
    "speed": _in_lobby(Role.HOST),
    "hints": _in_lobby(Role.HOST),
    "deal": _in_lobby(Role.SEATED),
    # table
    "hand": Access((Role.SEATED,), _SEATED_SOON, _SEATED_SOON, no_table=(Role.SEATED,)),
    "table": _while_open(Role.SEATED),
    "more": _in_match(Role.ANYONE),
    "next": _in_match(Role.SEATED),
    "leave": _while_open(*_SEATED_SOON),
    "back": _in_match(Role.SEATED),
    "claim": _in_match(Role.ANYONE),
    "end": Access(
        lobby=(Role.HOST, Role.MODERATOR),
        playing=(Role.SEATED, Role.MODERATOR),
        round_over=(Role.SEATED, Role.MODERATOR),
    ),
    # hand
    "card": _in_match(Role.SEATED),
    "draw": _in_match(Role.TO_MOVE),
    "take": _in_match(Role.TO_MOVE),
    "lay": _in_match(Role.TO_MOVE),
    "forced": _in_match(Role.TO_MOVE),
    "call": _in_match(Role.TO_MOVE),
    "hint": _in_match(Role.TO_MOVE),
    "slap": _in_match(Role.SEATED),
    # without a table
    "practice": _always(Role.ANYONE),
    # Who plays alone is admitted to `next`, `more`, `end` and `rematch` there; anywhere else nobody is.
    "alone": Access(MovedOn, MovedOn, MovedOn, no_table=MovedOn),
    "start": _always(Role.ANYONE),
    "rematch": Access(MovedOn, MovedOn, MovedOn, ended=(Role.SEATED,), no_table=MovedOn),
    "scores": _always(Role.ANYONE),
    "page": _always(Role.ANYONE),
    "rules": _always(Role.ANYONE),
    "help": _always(Role.ANYONE),
    "tutorial": _always(Role.ANYONE),
    "me": _always(Role.ANYONE),
    # server
    "settings": _always(Role.MANAGER),
    "save": _always(Role.MANAGER),
}
"""Whoever adds a verb adds its row; `save`, `speed` and `hints` are parts of `options`."""


def admit(verb: str, table: Table | None, person: Person) -> None:
    """Refuse whoever may not do this at this table as it stands.

    Raises what the table of access says where nobody may, else the error of the first role that may:
    NotYourTurn, NoRoundRunning or SeatOut, NotSeated, NotHost or NotManager. KeyError for an unknown verb.
    """
    entry = ACCESS[verb].entry(table)
    if not isinstance(entry, tuple):
        raise entry
    if not any(_HOLDS[role](table, person) for role in entry):
        raise _refusal(entry[0], table, person)


def may(verb: str, table: Table | None, person: Person) -> bool:
    """Say whether somebody may do this, to offer it or not."""
    try:
        admit(verb, table, person)
    except YanivError:
        return False
    return True


def _seat(table: Table | None, person: Person) -> int | None:
    row = None if table is None else table.seat_of(person.user_id)
    return None if row is None else row.seat


def _is_to_move(table: Table | None, person: Person) -> bool:
    seat = _seat(table, person)
    return table is not None and table.match is not None and seat is not None and table.match.to_move == seat


_HOLDS: Final[Mapping[Role, Callable[[Table | None, Person], bool]]] = {
    Role.TO_MOVE: _is_to_move,
    Role.SEATED: lambda table, person: _seat(table, person) is not None,
    Role.COMING: lambda table, person: table is not None and table.claim_of(person.user_id) is not None,
    Role.HOST: lambda table, person: table is not None and table.host_id == person.user_id,
    Role.MODERATOR: lambda _, person: person.moderator,
    Role.MANAGER: lambda _, person: person.manager,
    Role.ANYONE: lambda _, person: True,
}


_REFUSALS: Final[Mapping[Role, type[YanivError]]] = {
    Role.SEATED: NotSeated,
    Role.HOST: NotHost,
    Role.MANAGER: NotManager,
}


def _refusal(role: Role, table: Table | None, person: Person) -> YanivError:
    if role is Role.TO_MOVE:
        return _not_to_move(table, person)
    if role is Role.SEATED and table is not None and table.phase is Phase.LOBBY:
        return NotSeatedYet()
    return _REFUSALS[role]()


def _not_to_move(table: Table | None, person: Person) -> YanivError:
    seat, match = _seat(table, person), None if table is None else table.match
    if seat is None or match is None:
        return NotSeated()
    if seat not in match.seats_in:
        return SeatOut()
    if match.to_move is None:
        return NoRoundRunning()
    if table is None or table.deadline is None:
        return NotYourTurn(seat=match.to_move)
    return NotYourTurnUntil(seat=match.to_move, moment=table.deadline)
