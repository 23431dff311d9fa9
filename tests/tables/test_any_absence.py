"""Whatever people do and however time passes, a table is what its journal says and waits for who is there."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine.errors import YanivError
from bot.engine.rules import CLASSIC
from bot.players.levels import computer
from bot.presets import preset
from bot.speeds import Speed
from bot.tables.turns import plays_itself
from bot.tables.values import Person, Phase, Table
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    DAN,
    SECOND,
    FragileStore,
    HandClock,
    Room,
    running,
    shuffled,
    state,
)

EVERYBODY: Final = (ADA, BO, CEM, DAN)
RULES: Final = (
    replace(CLASSIC, target=40),
    replace(CLASSIC, slap_down="singles_and_sets", target=60),
    replace(CLASSIC, last_lap=True, target=30),
    replace(CLASSIC, end="last_standing", target=25, exact_totals={}),
    preset("french"),
)
JUMPS: Final = (SECOND, 5 * SECOND, 31 * SECOND, timedelta(minutes=11), timedelta(days=2))
ALWAYS_THERE: Final = {"sweep", "alive"}


class Walk:
    """One match, and whatever happens to it."""

    def __init__(self, room: Room, table: Table, chance: random.Random) -> None:
        self.room = room
        self.id = table.id
        self.chance = chance

    async def table(self) -> Table | None:
        return await self.room.registry.look(CHANNEL)

    async def click(self, what: Callable[[Table, Person], Awaitable[object]]) -> None:
        """Let anybody press something; a refusal is an answer too."""
        table = await self.table()
        if table is not None:
            try:
                await what(table, self.chance.choice(EVERYBODY))
            except YanivError:
                return

    async def turn(self) -> None:
        """Let whoever is to move do something clever, though they may be away."""
        table = await self.table()
        match = None if table is None else table.match
        seat = None if match is None else match.to_move
        if table is None or match is None or seat is None or (user_id := table.user_at(seat)) is None:
            return
        action = computer("greedy").choose(match.seat_view(seat), match.legal_actions(), self.chance)
        await self.room.act(table, Person(user_id, ""), action)

    async def restart(self) -> None:
        self.room = Room(self.room.store, self.room.clock, shuffler=shuffled(self.chance.randrange(100)))
        await self.room.tables.resume()

    async def pass_time(self) -> None:
        table = await self.table()
        if table is not None and table.deadline is not None and self.chance.random() < 0.6:
            await self.room.pass_time(max(table.deadline - self.room.clock.now, timedelta()))
        else:
            await self.room.pass_time(self.chance.choice(JUMPS))

    async def step(self, what: str) -> None:
        room = self.room
        match what:
            case "turn":
                await self.turn()
            case "time":
                await self.pass_time()
            case "restart":
                await self.restart()
            case "pause":
                await room.matches.pause(CHANNEL, self.id)
            case "resume":
                await room.matches.resume(CHANNEL, self.id)
            case _:
                await self.click(CLICKS[what](room))

    async def check(self) -> None:
        stored = await self.room.registry.find(self.id)
        assert stored is not None
        table = await self.table()
        if table is None:
            assert stored.phase is Phase.ENDED
            assert (stored.deadline, self.room.timers.waiting.keys() - ALWAYS_THERE) == (None, set())
            return
        assert state(stored) == state(table)
        match = running(table)
        seat = match.to_move
        is_waiting = seat is not None and not plays_itself(table, seat) and table.speed.turn is not None
        expected = table.paused is None and (table.phase is Phase.ROUND_OVER or is_waiting)
        assert (table.deadline is not None) == expected
        people = {row.seat for row in table.people} & set(match.seats_in)
        assert people
        assert table.away <= people
        assert (people == table.away or table.attendance.is_muted) == (table.paused is not None)
        assert not {person.user_id for person in table.claims.values()} & {row.user_id for row in table.seats}
        if table.paused is not None:
            assert self.room.timers.waiting.keys() - ALWAYS_THERE == {("forget", CHANNEL)}
        else:
            assert (CHANNEL in self.room.timers.waiting) == (
                table.deadline is not None or (seat is not None and plays_itself(table, seat))
            )


async def slap(room: Room, table: Table, who: Person) -> None:
    """Slap down what can be, if who presses it is seated."""
    if table.seat_of(who.user_id) is not None:
        await room.slap(table, who)


CLICKS: Final[dict[str, Callable[[Room], Callable[[Table, Person], Awaitable[object]]]]] = {
    "vote": lambda room: lambda table, who: room.matches.end(CHANNEL, table.id, who),
    "leave": lambda room: lambda table, who: room.matches.leave(CHANNEL, table.id, who),
    "claim": lambda room: room.claim,
    "back": lambda room: room.back,
    "next": lambda room: room.next_round,
    "slap": lambda room: lambda table, who: slap(room, table, who),
}
STEPS: Final = (
    *["turn"] * 6,
    *["time"] * 8,
    *["back", "next", "claim"] * 3,
    *["restart", "slap"] * 2,
    "vote",
    "leave",
    "pause",
    "resume",
    "resume",
)


async def walk(seed: int, speed: Speed, rules: int, steps: list[str]) -> None:
    store = await FragileStore.open("sqlite:///:memory:")
    try:
        await walk_in(store, seed, speed, rules, steps)
    finally:
        await store.close()


async def walk_in(store: FragileStore, seed: int, speed: Speed, rules: int, steps: list[str]) -> None:
    chance = random.Random(seed)
    room = Room(store, HandClock(), shuffler=shuffled(seed))
    people = EVERYBODY[: chance.randrange(1, 4)]
    table = await room.deal(*people, computers=chance.randrange(1, 3), rules=RULES[rules], speed=speed)
    here = Walk(room, table, chance)
    for what in steps:
        await here.step(what)
        await here.check()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 2**32),
    speed=st.sampled_from(Speed),
    rules=st.integers(0, len(RULES) - 1),
    steps=st.lists(st.sampled_from(STEPS), min_size=1, max_size=60),
)
def test_a_table_is_always_what_its_journal_says_and_waits_only_for_who_is_there(
    seed: int, speed: Speed, rules: int, steps: list[str]
) -> None:
    asyncio.run(walk(seed, speed, rules, steps))


@pytest.mark.slow
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 2**32),
    speed=st.sampled_from(Speed),
    rules=st.integers(0, len(RULES) - 1),
    steps=st.lists(st.sampled_from(STEPS), min_size=40, max_size=200),
)
@pytest.mark.timeout(1800)
def test_long_walks_too(seed: int, speed: Speed, rules: int, steps: list[str]) -> None:
    asyncio.run(walk(seed, speed, rules, steps))
