"""Verb by verb and role by role: whoever may does it, everybody else is told why and changes nothing."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from simcord.enums import ComponentType

from bot.config import Settings
from bot.engine.errors import NoRoundRunning, NoSlapDown, NotInTheseRules, NotYourTurn, YanivError
from bot.tables.errors import (
    AlreadyOpen,
    AlreadySeated,
    AlreadyStarted,
    HostDeals,
    MovedOn,
    NoFreeSeat,
    NotAway,
    NotDealtYet,
    NothingHere,
    NotHost,
    NotManager,
    NotSeated,
    NotSeatedYet,
    RoundNotOver,
)
from bot.tables.hints import NoHintsHere
from bot.tables.values import Table
from bot.ui.clicks import VERBS
from cogs.yaniv import Yaniv
from tests.cogs.bursts import Tap, assert_answered_once, command, seen, tap
from tests.cogs.cast import (
    HOST,
    MANAGER,
    MODERATOR,
    MOVER,
    OTHERS,
    PLAYERS,
    ROLES,
    SEATED,
    STRANGER,
    custom_id,
    stage,
    stored,
)
from tests.cogs.forms import forged
from tests.cogs.friends import Friends
from tests.cogs.test_forgeries import with_button
from tests.cogs.test_secrecy import strings
from tests.tables.permitted import expected

STAGES: Final = ("lobby", "playing", "round over", "ended")
COMMANDS: Final = sorted(command.name for command in Yaniv.__cog_app_commands__)
FORMS: Final = ("options", "settings", "me")
EVERYBODY: Final = tuple(ROLES)
AT_ONCE: Final = 10
RUNNING: Final = ("playing", "round over")
CLAIMS: Final[dict[str, type[YanivError]]] = {
    **dict.fromkeys(OTHERS, NoFreeSeat),
    **dict.fromkeys(PLAYERS, AlreadySeated),
}
REFUSALS: Final = tuple(
    kind.message.split("{")[0]
    for kind in (
        *(AlreadyStarted, MovedOn, NotDealtYet, NothingHere, NotHost, NotManager, NotSeated),
        *(NotYourTurn, NoRoundRunning, AlreadyOpen, AlreadySeated, HostDeals, RoundNotOver),
        *(NoSlapDown, NotInTheseRules, NotAway, NoFreeSeat),
    )
)


@dataclass(frozen=True)
class Cell:
    """Somebody, and the button, form or command with which they want something."""

    by: str
    verb: str
    name: str

    def __str__(self) -> str:
        return f"{self.by}-{self.verb}-{self.name}"


def cells() -> Iterator[Cell]:
    for by, verbs in (("button", VERBS), ("form", FORMS), ("command", COMMANDS)):
        yield from (Cell(by, verb, name) for verb in verbs for name in EVERYBODY)


# What looks at a table, or at nothing at all, and so leaves everything as it is.
READS: Final = {
    *(("button", verb) for verb in ("hand", "card", "table", "more", "scores", "page", "rules", "tutorial")),
    *(
        ("command", verb)
        for verb in ("hand", "table", "scores", "rules", "help", "settings", "tutorial", "me")
    ),
    # These show what is to be filled in or chosen.
    *(("button", verb) for verb in ("options", "settings", "computers", "me")),
    ("button", "help"),
}

# What is done where one person plays, or where hints are allowed: see test_practice and test_hints.
ALONE: Final = {("button", "alone"), ("button", "hint")}

# Whoever may, and yet cannot: for something else than who they are.
OTHERWISE: Final[dict[tuple[str, str], dict[str, type[YanivError]]]] = {
    **{(at, "start"): dict.fromkeys(EVERYBODY, AlreadyOpen) for at in STAGES[:3]},
    ("lobby", "join"): dict.fromkeys(PLAYERS, AlreadySeated),
    ("lobby", "deal"): dict.fromkeys((MOVER, SEATED), HostDeals),
    **{(at, "claim"): CLAIMS for at in RUNNING},
    **{(at, "back"): dict.fromkeys(PLAYERS, NotAway) for at in RUNNING},
    **{(at, "slap"): dict.fromkeys(PLAYERS, NoSlapDown) for at in RUNNING},
    ("playing", "next"): dict.fromkeys(PLAYERS, RoundNotOver),
    # Where hints are allowed, see test_hints.
    ("playing", "hint"): {MOVER: NoHintsHere},
    ("playing", "lay"): {MOVER: NotInTheseRules},
    ("playing", "forced"): {MOVER: NotInTheseRules},
}


def seats(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


# What has become of a table once somebody has done this.
DONE: Final[dict[str, Callable[[Table, Table, str], bool]]] = {
    "join": lambda before, after, name: name in seats(after) or len(after.claims) == len(before.claims) + 1,
    "back": lambda before, after, _: len(after.away) == len(before.away) - 1,
    "leave": lambda _, after, name: name not in seats(after),
    "add": lambda before, after, _: len(after.seats) == len(before.seats) + 1,
    "remove": lambda _, after, __: seats(after) == [HOST, MOVER],
    "options": lambda _, after, __: after.rules.target == 70,
    "preset": lambda _, after, __: after.rules.preset == "french",
    "deal": lambda _, after, __: after.match is not None,
    "end": lambda before, after, _: not after.is_open or len(after.votes) == len(before.votes) + 1,
    "next": lambda _, after, __: after.match is not None and len(after.match.rounds) == 2,
    "call": lambda _, after, __: len(after.results()) == 1,
    **{
        verb: lambda before, after, _: after.number == before.number + 1
        for verb in ("draw", "take", "lay", "forced", "slap")
    },
    **{verb: lambda before, after, _: after.id == before.id + 1 for verb in ("start", "rematch")},
    **{verb: lambda before, after, _: before.id == after.id for verb in ("settings", "me", "practice")},
}
MOMENTS: Final = (
    *(("lay", "lay", MOVER), ("forced", "forced", MOVER), ("slap", "slap", MOVER)),
    *(("away", "back", MOVER), ("free", "join", STRANGER), ("free", "join", SEATED)),
)
"""Stages at which somebody can do what nobody can at the others."""


def error_of(at: str, cell: Cell) -> type[YanivError] | None:
    """Return what somebody is told, None if they may and can."""
    # A command names no match, so that after the end it finds none.
    column = "no table" if (at, cell.by) == ("ended", "command") else at
    # Whoever joins a running match claims a seat of it.
    verb = "claim" if cell.verb == "join" and at in RUNNING else cell.verb
    error = expected(verb, column, ROLES[cell.name])
    return OTHERWISE.get((at, verb), {}).get(cell.name) if error is None else error


def told(cell: Cell, error: type[YanivError]) -> str:
    """Return what somebody is told up to the first name or moment in it."""
    if cell.verb == "table" and error in (NotSeated, NotSeatedYet):
        # Whoever only watches is told where the table is.
        return "The table is here: "
    return error.message.split("{")[0]


def send(friends: Friends, table: Table, cell: Cell) -> Tap:
    """Let somebody click, fill in or type it, whether they were offered it or not."""
    if cell.by == "command":
        return command(friends, cell.name, cell.verb)
    if cell.by == "form" and cell.verb == "settings":
        return forged(friends, cell.name, "y:settings:speed", speed=["fast"])
    if cell.by == "form" and cell.verb == "me":
        return forged(friends, cell.name, "y:me:lucky", lucky="abracadabra")
    if cell.by == "form":
        return forged(friends, cell.name, f"y:options:{table.id}:{table.version}:end", target="70")
    clicked, latest = custom_id(cell.verb, table, cell.name), seen(friends, friends.channel.history()[-1])
    if cell.verb == "help":
        shown = with_button(latest, clicked, kind=ComponentType.STRING_SELECT)
        return tap(friends, cell.name, shown, clicked, component=ComponentType.STRING_SELECT, chosen="turn")
    return tap(friends, cell.name, with_button(latest, clicked), clicked)


async def answers(friends: Friends, table: Table, cells: Iterable[Cell]) -> dict[Cell, str]:
    """Let all of them do it, a few at once, and return what each is told: once, and privately."""
    told: dict[Cell, str] = {}
    waiting = list(cells)
    while waiting:
        taps = {cell: send(friends, table, cell) for cell in waiting[:AT_ONCE]}
        await friends.env.settle()
        for cell, one in taps.items():
            assert one.acknowledgements == 1, cell
            assert one.is_private, cell
            told[cell] = "\n".join(written for sent in one.payloads for written in strings(sent))
        del waiting[:AT_ONCE]
    return told


def refusals(words: str) -> list[str]:
    """Return the refusals among some words."""
    return [sentence for sentence in REFUSALS if sentence in words]


@pytest.mark.parametrize("at", STAGES)
async def test_whoever_may_not_is_told_why_and_nothing_is_written(settings: Settings, at: str) -> None:
    refused = {cell: error for cell in cells() if (error := error_of(at, cell)) is not None}
    if at == "ended":
        # Nearly everything is refused there, and to everybody alike.
        refused = {cell: error for cell, error in refused.items() if cell.name in (MOVER, STRANGER)}
    async with stage(settings, at) as (friends, table):
        before = stored(settings)
        for cell, words in (await answers(friends, table, refused)).items():
            assert told(cell, refused[cell]) in words, cell
        assert stored(settings) == before
        assert friends.env.errors == []


@pytest.mark.parametrize("at", STAGES)
async def test_whoever_may_look_is_shown_it_and_nothing_changes(settings: Settings, at: str) -> None:
    looking = [cell for cell in cells() if (cell.by, cell.verb) in READS and error_of(at, cell) is None]
    async with stage(settings, at) as (friends, table):
        # Whoever sees a hand for the first time is told where to start, once.
        before = stored(settings, without=["messages", "people"])
        for cell, words in (await answers(friends, table, looking)).items():
            assert refusals(words) == [], cell
        assert stored(settings, without=["messages", "people"]) == before
        assert friends.env.errors == []


def doing() -> Iterator[tuple[str, Cell]]:
    """Return every cell in which something is done, at the stage where it can be."""
    for at in STAGES:
        for cell in cells():
            if error_of(at, cell) is None and (cell.by, cell.verb) not in READS:
                yield at, cell
    yield from ((at, Cell("button", verb, name)) for at, verb, name in MOMENTS)


def each_once() -> Iterator[Any]:
    """Return those cells as parameters; what somebody has done at one stage is slow at the others."""
    seen_before = set[Cell]()
    for at, cell in doing():
        marks = [pytest.mark.slow] if at in STAGES and cell in seen_before else []
        yield pytest.param(at, cell, marks=marks, id=f"{at}-{cell}")
        seen_before.add(cell)


@pytest.mark.parametrize(("at", "cell"), list(each_once()))
async def test_whoever_may_does_it(settings: Settings, at: str, cell: Cell) -> None:
    async with stage(settings, at) as (friends, table):
        before = stored(settings)
        one = send(friends, table, cell)
        await friends.env.settle()
        assert one.acknowledgements == 1
        assert refusals(one.words) == []
        found = await friends.look()
        after = await friends.newest(table.id) if found is None else found
        assert DONE[cell.verb](table, after, cell.name)
        assert stored(settings) != before
        assert friends.env.errors == []


def test_every_verb_is_done_or_looked_at_by_somebody() -> None:
    done = {(cell.by, cell.verb) for _, cell in doing()}
    assert done.isdisjoint(READS)
    assert done | READS | ALONE == {(cell.by, cell.verb) for cell in cells()}


async def test_rules_are_saved_by_a_host_who_manages_the_server(settings: Settings) -> None:
    """Saving is two things: of the lobby's host, and for the whole server."""
    async with stage(settings, "lobby") as (friends, table):
        saving, before = f"y:options:{table.id}:{table.version}:save", stored(settings)
        for name in EVERYBODY:
            one = forged(friends, name, saving, name="Ours")
            await friends.env.settle()
            assert_answered_once([one])
            assert (NotManager if name == HOST else NotHost).message in one.words, name
            assert stored(settings) == before
        await friends.slash(MODERATOR, "end")
        await friends.slash(MANAGER, "start")
        own = await friends.running()
        one = forged(friends, MANAGER, f"y:options:{own.id}:{own.version}:save", name="Ours")
        await friends.env.settle()
        assert_answered_once([one])
        assert NotManager.message not in one.words
        saved = await friends.bot.desk.tables.store.rules_of(friends.guild.id)
        assert [rules.name for rules in saved] == ["Ours"]
