"""Whatever Discord answers, and whenever: the match goes on or pauses, and nobody sees how."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, closing
from itertools import product
from pathlib import Path

import pytest

from bot.store.store import Store
from tests.load.conftest import MakeBot
from tests.load.crowd import Crowd
from tests.load.faults import Fault, Kind
from tests.load.journals import compare, journals
from tests.load.loopback import Loopback
from tests.load.scenes import RULES, Moment, Scene, Stuck
from tests.secrecy import texts

AT_ONCE = 8
ROUTES = ("send", "edit", "delete", "callback", "edit private")
DEFERRED_ROUTES = ("edit original", "followup")
KINDS = (Kind.SERVER_ERROR, Kind.RATE_LIMIT, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.HANG, Kind.RESET)
HANGING = 8.0


def fault(route: str, kind: Kind, *, times: int = 1, done: bool = False) -> Fault:
    seconds = {Kind.HANG: HANGING, Kind.RATE_LIMIT: 1.0}.get(kind, 0.0)
    return Fault(route, kind, times=times, seconds=seconds, done=done)


@pytest.fixture
async def crowd(discord: Loopback, make_bot: MakeBot, database: Path) -> Crowd:
    store = await Store.open(f"sqlite:///{database}")
    for name, rules in RULES.items():
        await store.save_rules(discord.world.guild_id, name, rules)
    await store.close()
    bot = make_bot(settings={"NEXT_ROUND_SECONDS": "60"})
    await bot.start()
    return Crowd(discord, bot, think=0.0)


async def survive(crowd: Crowd, scenes: Sequence[Scene], database: Path) -> None:
    """Play all scenes, some at once; every match goes on and nothing is left of what went wrong."""
    places, stuck = asyncio.Semaphore(AT_ONCE), list[str]()

    async def play(scene: Scene) -> None:
        async with places:
            try:
                await scene.play()
            except Stuck as error:
                stuck.append(str(error))

    async with asyncio.TaskGroup() as group:
        for scene in scenes:
            group.create_task(play(scene))
    assert stuck == []
    assert compare(crowd.ledger, journals(database)) == []
    assert crowd.bot.complaints() == [], "\n\n".join(crowd.bot.complaints())
    assert crowd.discord.rest.unexpected == []
    said = [text for call in crowd.discord.rest.calls for text in texts(call.body)]
    assert not [text for text in said if "Traceback" in text or "Something went wrong" in text]


def scenes(crowd: Crowd, routes: Sequence[str]) -> list[Scene]:
    """Return every route with every fault at every moment, once and so often that the library gives up."""
    made = [
        Scene(crowd, moment, fault(route, kind, times=times))
        for route, kind, moment in product(routes, KINDS, Moment)
        for times in (1, 6)
        if times == 1 or kind in (Kind.SERVER_ERROR, Kind.RATE_LIMIT)
    ]
    made += [
        Scene(crowd, moment, fault(route, Kind.RESET, done=True)) for route, moment in product(routes, Moment)
    ]
    random.Random(0).shuffle(made)
    return made


@asynccontextmanager
async def another_writer(database: Path) -> AsyncGenerator[None]:
    """Keep the database for so long, again and again, that every click is deferred first."""

    async def write() -> None:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=10)) as connection:
            while True:
                connection.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(1.8)
                connection.execute("ROLLBACK")
                await asyncio.sleep(0.3)

    writing = asyncio.create_task(write())
    try:
        yield
    finally:
        writing.cancel()


def met(made: Sequence[Scene]) -> dict[str, int]:
    """Return how many scenes met their fault, by route."""
    return {
        route: sum(scene.fault.met > 0 for scene in made if scene.fault.route == route)
        for route in {scene.fault.route for scene in made}
    }


@pytest.mark.timeout(240)
async def test_some_faults_at_some_moments(crowd: Crowd, database: Path) -> None:
    made = [
        Scene(crowd, Moment.LOBBY, fault("edit", Kind.NOT_FOUND)),
        Scene(crowd, Moment.FIRST_DEAL, fault("send", Kind.RESET, done=True)),
        Scene(crowd, Moment.TURN, fault("edit", Kind.SERVER_ERROR)),
        Scene(crowd, Moment.TURN, fault("edit private", Kind.RATE_LIMIT)),
        Scene(crowd, Moment.TURN, fault("callback", Kind.NOT_FOUND)),
        Scene(crowd, Moment.ROUND_END, fault("edit", Kind.FORBIDDEN)),
        Scene(crowd, Moment.NEXT_ROUND, fault("send", Kind.RESET)),
        Scene(crowd, Moment.MATCH_END, fault("callback", Kind.RESET)),
    ]
    await survive(crowd, made, database)
    assert [str(scene) for scene in made if not scene.fault.met] == []


@pytest.mark.load
@pytest.mark.timeout(3600)
async def test_every_fault_on_every_route_at_every_moment(crowd: Crowd, database: Path) -> None:
    made = scenes(crowd, ROUTES)
    await survive(crowd, made, database)
    # Said in words: a scene holds everything, and a failed assertion would print all of it.
    never = [route for route, times in met(made).items() if not times]
    assert not never


@pytest.mark.load
@pytest.mark.timeout(3600)
async def test_every_fault_at_every_moment_while_clicks_are_deferred(crowd: Crowd, database: Path) -> None:
    made = scenes(crowd, DEFERRED_ROUTES)
    async with another_writer(database):
        await survive(crowd, made, database)
    times = met(made)
    assert times["edit original"], times
