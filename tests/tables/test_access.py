"""Who may do what, cell by cell: every verb, at every stage of a table, for somebody in every role."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from bot.engine.actions import By, CallYaniv
from bot.engine.errors import NotYourTurn, YanivError
from bot.engine.match import Match
from bot.engine.rules import CLASSIC
from bot.store.values import EndedBy
from bot.tables.access import ACCESS, admit, may
from bot.tables.attendance import Attendance
from bot.tables.values import Person, Phase, Table
from bot.ui.clicks import VERBS
from cogs.yaniv import Yaniv
from tests.engine.helpers import holding, never
from tests.tables.permitted import COLUMNS, PEOPLE, expected, rows
from tests.tables.room import NOON
from tests.ui.scenes import table

COMMANDS: Final = {command.name for command in Yaniv.__cog_app_commands__}
PART_OF_OPTIONS: Final = {"save", "speed", "hints"}
PART_OF_JOIN: Final = {"claim"}
LAST_STANDING: Final = replace(CLASSIC, end="last_standing", target=20, exact_totals={})
SEATS: Final = {"mover": 0, "host": 1, "seated": 2, "out": 3}
LOW: Final = "AS AD AH AC X1"
HIGH: Final = ("KS 2S", "QS 2D", "")


def who(role: str) -> Person:
    number = SEATS.get(role, 10 + list(PEOPLE).index(role))
    return Person(100 + number, role, moderator=role == "moderator", manager=role == "manager")


def dealt() -> Match:
    match = holding([LOW, *HIGH], rules=LAST_STANDING, before=(0, 0, 0, 25))
    assert match.seats_in == (0, 1, 2)
    assert match.to_move == 0
    return match


def at(column: str) -> Table | None:
    if column == "no table":
        return None
    if column == "lobby":
        return replace(table(["mover", "host", "seated", "out"]), host_id=101)
    match = dealt()
    if column == "round over":
        match.apply(CallYaniv(0), By.HUMAN, never)
    if column == "ended":
        match.stop(EndedBy.STOPPED)
    return replace(table(match=match), host_id=101, attendance=Attendance(claims={2: who("comer")}))


def refused(verb: str, column: str, person: Person) -> YanivError | None:
    try:
        admit(verb, at(column), person)
    except YanivError as error:
        return error
    return None


def cells() -> Iterator[tuple[str, str, str]]:
    return ((verb, column, role) for verb in rows() for column in COLUMNS for role in PEOPLE)


def test_every_button_and_command_has_its_row() -> None:
    assert set(ACCESS) == {*VERBS, *COMMANDS, *PART_OF_OPTIONS, *PART_OF_JOIN}
    assert set(rows()) == set(ACCESS), "whoever adds a verb says here too who may"


def test_a_verb_without_a_row_lets_nobody_in() -> None:
    with pytest.raises(KeyError):
        admit("anything", None, who("host"))


def test_the_stages_are_what_they_are_called() -> None:
    phases = [found.phase for column in COLUMNS if (found := at(column)) is not None]
    assert phases == [Phase.LOBBY, Phase.PLAYING, Phase.ROUND_OVER, Phase.ENDED]


@pytest.mark.parametrize(("verb", "column", "role"), list(cells()), ids=str)
def test_those_who_may_are_let_in_and_everybody_else_is_told_why(verb: str, column: str, role: str) -> None:
    error = refused(verb, column, who(role))
    assert type(error) is (expected(verb, column, role) or type(None))
    assert may(verb, at(column), who(role)) is (error is None)


def test_whoever_is_not_to_move_hears_who_is() -> None:
    error = refused("draw", "playing", who("host"))
    assert isinstance(error, NotYourTurn)
    assert error.details == {"seat": 0}


def test_they_hear_too_until_when() -> None:
    running = at("playing")
    assert running is not None
    with pytest.raises(NotYourTurn) as told:
        admit("draw", replace(running, deadline=NOON), who("host"))
    assert told.value.details == {"seat": 0, "moment": NOON}
    assert "until {moment}" in told.value.message


def test_a_role_counts_at_the_table_that_it_is_for() -> None:
    """Being a moderator or manager makes nobody a host or a player."""
    both = Person(999, "Eve", moderator=True, manager=True)
    for verb in ("add", "remove", "options", "preset", "deal", "leave", "hand", "next", "draw", "call"):
        assert not any(may(verb, at(column), both) for column in COLUMNS), verb
