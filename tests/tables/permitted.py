"""Who may do what, written out by hand: a row a verb, a column for how far the table is.

A cell holds the roles of which one is enough, or the error that everybody gets.
"""

from collections.abc import Mapping
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
    SeatOut,
)

COLUMNS: Final = ("lobby", "playing", "round over", "ended", "no table")
GRID: Final = """
start    | anyone         | anyone           | anyone           | anyone  | anyone
join     | anyone         | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
add      | host           | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
computers | host          | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
remove   | host           | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
options  | host           | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
speed    | host           | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
hints    | host           | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
preset   | host           | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
deal     | seated         | AlreadyStarted   | AlreadyStarted   | MovedOn | NothingHere
leave    | seated         | seated coming    | seated coming    | MovedOn | NothingHere
back     | NotDealtYet    | seated           | seated           | MovedOn | NothingHere
claim    | NotDealtYet    | anyone           | anyone           | MovedOn | NothingHere
end      | host moderator | seated moderator | seated moderator | MovedOn | NothingHere
hand     | seated         | seated coming    | seated coming    | MovedOn | seated
table    | seated         | seated           | seated           | MovedOn | NothingHere
more     | NotDealtYet    | anyone           | anyone           | MovedOn | NothingHere
next     | NotDealtYet    | seated           | seated           | MovedOn | NothingHere
card     | NotDealtYet    | seated           | seated           | MovedOn | NothingHere
draw     | NotDealtYet    | to-move          | to-move          | MovedOn | NothingHere
take     | NotDealtYet    | to-move          | to-move          | MovedOn | NothingHere
lay      | NotDealtYet    | to-move          | to-move          | MovedOn | NothingHere
forced   | NotDealtYet    | to-move          | to-move          | MovedOn | NothingHere
call     | NotDealtYet    | to-move          | to-move          | MovedOn | NothingHere
hint     | NotDealtYet    | to-move          | to-move          | MovedOn | NothingHere
slap     | NotDealtYet    | seated           | seated           | MovedOn | NothingHere
rematch  | MovedOn        | MovedOn          | MovedOn          | seated  | MovedOn
scores   | anyone         | anyone           | anyone           | anyone  | anyone
page     | anyone         | anyone           | anyone           | anyone  | anyone
rules    | anyone         | anyone           | anyone           | anyone  | anyone
practice | anyone         | anyone           | anyone           | anyone  | anyone
alone    | MovedOn        | MovedOn          | MovedOn          | MovedOn | MovedOn
help     | anyone         | anyone           | anyone           | anyone  | anyone
tutorial | anyone         | anyone           | anyone           | anyone  | anyone
me       | anyone         | anyone           | anyone           | anyone  | anyone
settings | manager        | manager          | manager          | manager | manager
save     | manager        | manager          | manager          | manager | manager
"""

PEOPLE: Final[Mapping[str, frozenset[str]]] = {
    "mover": frozenset({"seated", "to-move"}),
    "host": frozenset({"seated", "host"}),
    "seated": frozenset({"seated"}),
    "out": frozenset({"seated"}),
    "comer": frozenset({"coming"}),
    "moderator": frozenset({"moderator"}),
    "manager": frozenset({"manager"}),
    "stranger": frozenset[str](),
}
"""Somebody in every role and what else they are; `out` has dropped out of a match of the last standing,
`comer` gets a seat at the next deal."""

_ERRORS: Final = {kind.__name__: kind for kind in (AlreadyStarted, MovedOn, NotDealtYet, NothingHere)}
_REFUSALS: Final = {"host": NotHost, "seated": NotSeated, "manager": NotManager}


def rows() -> dict[str, dict[str, str]]:
    """Return the cells of every verb, by column."""
    lines = [[cell.strip() for cell in line.split("|")] for line in GRID.strip().splitlines()]
    return {verb: dict(zip(COLUMNS, cells, strict=True)) for verb, *cells in lines}


def expected(verb: str, column: str, who: str) -> type[YanivError] | None:
    """Return what somebody is refused with there, None if they may."""
    cell = rows()[verb][column]
    if cell in _ERRORS:
        return _ERRORS[cell]
    first, *others = cell.split()
    is_now = PEOPLE[who] if column == "playing" else PEOPLE[who] - {"to-move"}
    if column == "no table":
        is_now -= {"seated", "host"}
    if {"anyone", *is_now} & {first, *others}:
        return None
    if first == "seated" and column == "lobby":
        return NotSeatedYet
    if first != "to-move":
        return _REFUSALS[first]
    if "seated" not in is_now:
        return NotSeated
    if who == "out":
        return SeatOut
    return NotYourTurn if column == "playing" else NoRoundRunning
