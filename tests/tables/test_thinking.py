"""Computers that take their time: they think outside the event loop, and the table never waits for long."""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncGenerator, Generator, Sequence

import pytest

from bot.engine.actions import Action
from bot.engine.views import SeatView
from bot.players.advice import Advice, Question
from bot.players.levels import computer
from bot.players.thought import Thought
from bot.store import Store
from bot.tables.thinking import QUICK_LEVEL
from bot.tables.values import Table
from bot.tables.workers import NoThought, Workers
from tests.tables.odd_levels import COMMAND, ODD, odd_levels
from tests.tables.room import (
    ADA,
    BO,
    CHANNEL,
    COMPUTER_TIME,
    SECOND,
    SLAP_TIME,
    FragileStore,
    HandClock,
    Room,
    running,
    state,
)
from tests.tables.test_slaps import KINGS, OTHERS, RULES, lay_king, with_hands
from tests.tables.thoughts import until_it_thinks

MOST = 5.0
"""Seconds that a table waits at most for a computer."""


class Asked:
    """A thinker that thinks when the test wants it to."""

    def __init__(self) -> None:
        self.thoughts: list[Thought] = []
        self.answers: list[asyncio.Future[int]] = []
        self.closed = False

    async def think(self, thought: Thought) -> int:
        self.thoughts.append(thought)
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]

    async def advise(self, question: Question) -> Advice:
        raise NotImplementedError

    async def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def levels() -> Generator[None]:
    with odd_levels():
        yield


@pytest.fixture
def never_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no patient computer choose in this process."""

    def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        raise AssertionError("chosen in the event loop")

    monkeypatch.setattr(ODD["patient"], "choose", choose)


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def room(store: Store, clock: HandClock, asked: Asked) -> Room:
    assert not computer("patient").is_quick
    return Room(store, clock, thinker=asked)


async def begun(asked: Asked, number: int) -> None:
    """Wait until so many thoughts have begun."""
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(asked.thoughts) == number


def expected(table: Table, level: str) -> Action:
    """Return what a computer of that level would do, whatever chance says."""
    match = running(table)
    assert match.to_move is not None
    return computer(level).choose(match.seat_view(match.to_move), match.legal_actions(), random.Random(1))


def latest(table: Table) -> Action:
    """Return what was done last."""
    state = running(table).round
    assert state is not None
    return state.actions[-1][0]


@pytest.mark.usefixtures("never_here")
async def test_a_computer_thinks_from_the_moment_its_turn_comes_and_moves_at_its_own(
    room: Room, asked: Asked
) -> None:
    table = await room.play(await room.deal(ADA, computers=1, level="patient"), ADA)
    await begun(asked, 1)
    match = running(table)
    assert asked.thoughts[0].view == match.seat_view(1)
    assert asked.thoughts[0].legal == match.legal_actions()
    asked.answers[0].set_result(2)
    await room.pass_time(0.99 * SECOND)
    assert (await room.table()).number == table.number
    await room.pass_time(COMPUTER_TIME)
    assert latest(await room.table()) == match.legal_actions()[2]
    assert len(asked.thoughts) == 1


@pytest.mark.usefixtures("never_here")
async def test_a_thought_that_is_not_there_at_that_moment_is_waited_for(room: Room, asked: Asked) -> None:
    table = await room.play(await room.deal(ADA, computers=1, level="patient"), ADA)
    passing = asyncio.ensure_future(room.pass_time(COMPUTER_TIME))
    await begun(asked, 1)
    assert await room.table() is table
    asked.answers[0].set_result(0)
    await passing
    assert latest(await room.table()) == running(table).legal_actions()[0]


@pytest.mark.usefixtures("never_here")
async def test_where_there_is_no_thought_a_quick_computer_plays_at_once(room: Room, asked: Asked) -> None:
    assert computer(QUICK_LEVEL).is_quick
    table = await room.play(await room.deal(ADA, computers=1, level="patient"), ADA)
    await begun(asked, 1)
    asked.answers[0].set_exception(NoThought())
    await room.pass_time(COMPUTER_TIME)
    assert latest(await room.table()) == expected(table, QUICK_LEVEL)


async def test_nobody_waits_for_a_thought_with_a_click(room: Room, asked: Asked) -> None:
    table = await room.play(await room.deal(ADA, BO, computers=1, level="patient"), ADA)
    passing = asyncio.ensure_future(room.pass_time(COMPUTER_TIME))
    await begun(asked, 1)
    await asyncio.wait_for(room.matches.end(CHANNEL, table.id, BO), 5)
    assert not passing.done()
    asked.answers[-1].set_result(0)
    await passing


async def test_a_vote_lets_a_thought_go_on_and_the_move_comes_when_it_would_have(
    room: Room, asked: Asked
) -> None:
    table = await room.play(await room.deal(ADA, BO, computers=1, level="patient"), ADA)
    await begun(asked, 1)
    moment = room.timers.waiting[CHANNEL][0]
    voted = (await room.matches.end(CHANNEL, table.id, BO)).table
    await begun(asked, 1)
    assert room.timers.waiting[CHANNEL][0] == moment
    asked.answers[0].set_result(1)
    await room.pass_time(COMPUTER_TIME)
    assert latest(await room.table()) == running(voted).legal_actions()[1]


async def test_a_slap_down_begins_a_new_thought(store: Store, clock: HandClock, asked: Asked) -> None:
    """What lies there to be taken is another thing now."""
    room = Room(store, clock, shuffler=with_hands([KINGS, OTHERS[0]], "TS", "KH 9D TD"), thinker=asked)
    table = await lay_king(room, await room.deal(ADA, computers=1, level="patient", rules=RULES))
    await begun(asked, 1)
    slapped = await room.slap(table, ADA)
    await begun(asked, 2)
    assert asked.answers[0].cancelled()
    assert asked.thoughts[1].view == running(slapped).seat_view(1)
    asked.answers[1].set_result(0)
    await room.pass_time(SLAP_TIME)
    assert latest(await room.table()) == running(slapped).legal_actions()[0]


async def test_closing_ends_a_thought_and_moves_nothing(room: Room, asked: Asked) -> None:
    table = await room.play(await room.deal(ADA, computers=1, level="patient"), ADA)
    passing = asyncio.ensure_future(room.pass_time(COMPUTER_TIME))
    await begun(asked, 1)
    await asyncio.wait_for(room.tables.close(), 5)
    await passing
    assert asked.closed
    assert asked.answers[0].cancelled()
    assert state(await room.table()) == state(table)


async def test_nobody_thinks_about_a_table_that_stands_still(room: Room, asked: Asked) -> None:
    table = await room.play(await room.deal(ADA, computers=1, level="patient"), ADA)
    await begun(asked, 1)
    await room.matches.pause(CHANNEL, table.id)
    await begun(asked, 1)
    assert asked.answers[0].cancelled()
    await room.matches.resume(CHANNEL, table.id)
    await begun(asked, 2)


async def test_a_move_that_could_not_be_written_needs_no_second_thought(
    room: Room, asked: Asked, store: FragileStore
) -> None:
    table = await room.play(await room.deal(ADA, computers=1, level="patient"), ADA)
    await begun(asked, 1)
    asked.answers[0].set_result(3)
    store.failures = 2
    await room.pass_time(60 * SECOND)
    assert latest(await room.table()) == running(table).legal_actions()[3]
    assert len(asked.thoughts) == 1


async def test_quick_computers_need_no_other_process(store: Store, clock: HandClock, asked: Asked) -> None:
    room = Room(store, clock, thinker=asked)
    table = await room.play(await room.deal(ADA, computers=1, level="greedy"), ADA)
    await room.pass_time(COMPUTER_TIME)
    assert latest(await room.table()) == expected(table, "greedy")
    assert asked.thoughts == []


# --- with real processes


@pytest.fixture
async def workers() -> AsyncGenerator[Workers]:
    workers = Workers(command=COMMAND)
    yield workers
    await workers.close()


async def waiting_for(room: Room, table: Table) -> float:
    """Let a computer play, and return how many seconds it took from the beginning of its turn."""
    began = time.monotonic()
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table(table.place)).number > table.number
    return time.monotonic() - began


@pytest.mark.parametrize("odd", ["sleeping", "spinning", "dying", "failing"])
async def test_a_table_never_waits_more_than_5_seconds_whatever_a_computer_does(
    store: Store, clock: HandClock, workers: Workers, odd: str
) -> None:
    room = Room(store, clock, thinker=workers)
    table = await room.play(await room.deal(ADA, computers=1, level=odd), ADA)
    assert await waiting_for(room, table) < MOST
    assert latest(await room.table()) == expected(table, QUICK_LEVEL)


async def test_a_table_never_waits_for_a_process_that_was_killed_in_mid_thought(
    store: Store, clock: HandClock, workers: Workers
) -> None:
    await until_it_thinks(workers)
    room = Room(store, clock, thinker=workers)
    table = await room.play(await room.deal(ADA, computers=1, level="slow"), ADA)
    await asyncio.sleep(0.1)
    os.kill(workers.pids[0], signal.SIGKILL)
    assert await waiting_for(room, table) < 1
    assert latest(await room.table()) == expected(table, QUICK_LEVEL)


async def test_a_table_never_waits_more_than_5_seconds_though_cards_are_slapped_down_at_the_last_moment(
    store: Store, clock: HandClock, workers: Workers
) -> None:
    """What was thought until then is for nothing: other cards lie there to be taken."""
    dealt = with_hands([KINGS, OTHERS[0]], "TS", "KH 9D TD")
    room = Room(store, clock, shuffler=dealt, thinker=workers)
    table = await lay_king(room, await room.deal(ADA, computers=1, level="sleeping", rules=RULES))
    late = SLAP_TIME - 0.1 * SECOND
    await room.pass_time(late)
    slapped = await room.slap(table, ADA)
    assert late.total_seconds() + await waiting_for(room, slapped) < MOST
    assert latest(await room.table()) == expected(slapped, QUICK_LEVEL)
