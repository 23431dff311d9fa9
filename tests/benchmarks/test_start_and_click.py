"""How long a start and a click take with one stored match and with a thousand; README.md has the figures."""

import asyncio
import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.app import create_bot
from bot.config import Settings
from bot.store.store import Store
from bot.tables.dealing import Dealing
from bot.tables.tables import Tables
from tests.cogs.bursts import id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, shown_hand
from tests.cogs.history import copy_match
from tests.cogs.play import best_discard, deal, fixed_shuffle, lay_and_draw, mover, play_match
from tests.thinkers import AtOnce

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SIZES = (1, 1000)
OPEN = 100
TURNS = 12
ROUNDS = 40
MANY_STEPS = 1_000_000
NAMES = ("you", "Ada", "Bo")


def stored_in(folder: Path) -> Settings:
    """Return settings with a database in that folder."""
    return Settings(
        database_url=f"sqlite:///{folder / 'yaniv.sqlite3'}", computer_delay=(0.0, 0.0), card_pictures=False
    )


@contextmanager
def playing(settings: Settings) -> Generator[tuple[asyncio.Runner, Friends]]:
    """Run the bot in a simulated Discord with three people, from code that is not asynchronous."""
    done = asyncio.Event()

    async def host(arrived: asyncio.Future[Friends]) -> None:
        bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)
        async with discord_with(bot) as env:
            arrived.set_result(Friends.arrive(env, *NAMES))
            await done.wait()

    async def begin() -> tuple[asyncio.Task[None], Friends]:
        ready: asyncio.Future[Friends] = asyncio.get_running_loop().create_future()
        hosting = asyncio.create_task(host(ready))
        await asyncio.wait({hosting, ready}, return_when=asyncio.FIRST_COMPLETED)
        return hosting, ready.result()

    async def end(hosting: asyncio.Task[None]) -> None:
        done.set()
        await hosting

    with asyncio.Runner() as runner:
        hosting, friends = runner.run(begin())
        try:
            yield runner, friends
        finally:
            runner.run(end(hosting))


def measure(benchmark: BenchmarkFixture, target: Callable[..., object], **options: Any) -> None:
    """Call the target again and again and note how long it takes."""
    benchmark.pedantic(target, **options)  # pyright: ignore[reportUnknownMemberType]  # untyped library


async def fill(friends: Friends, size: int) -> None:
    """Store that many matches: a tenth of them runs, the rest was played to the end."""
    store = friends.bot.desk.tables.store
    if size > 1:
        await deal(friends, *NAMES)
        ended = await play_match(friends, "you")
        await copy_match(store, ended.id, size - OPEN - 1)
    await deal(friends, *NAMES)
    for turn in range(TURNS):
        await lay_and_draw(friends, NAMES[turn % len(NAMES)])
    table = await friends.running()
    if size > 1:
        await copy_match(store, table.id, OPEN - 1, first=size)


@pytest.fixture(params=SIZES, ids=lambda size: f"{size} stored")
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Return settings with a database of that many matches, the last of them being played."""
    settings = stored_in(tmp_path)
    with playing(settings) as (runner, friends):
        runner.run(fill(friends, request.param))
    return settings


async def start(url: str) -> int:
    """Open the database and take up every match that runs; return how many."""
    store = await Store.open(url)
    tables = Tables(
        store,
        clock=lambda: datetime.now(UTC),
        dealing=Dealing(lambda cards: fixed_shuffle(list(cards)), lambda _: 0),
        rng=random.Random(1),
        thinker=AtOnce(),
        computer_delay=(60.0, 60.0),
        pause=timedelta(seconds=20),
    )
    await tables.resume()
    loaded = tables.registry.loaded
    await tables.close()
    await store.close()
    return loaded


@pytest.mark.benchmark(group="start")
def test_start(benchmark: BenchmarkFixture, settings: Settings) -> None:
    with asyncio.Runner() as runner:

        def begin() -> None:
            assert runner.run(start(settings.database_url)) in {1, OPEN}

        measure(benchmark, begin, rounds=10, warmup_rounds=1)


async def answered(friends: Friends, name: str, label: str) -> None:
    """Click and wait for the answer alone: what is redrawn afterwards keeps nobody waiting."""
    panel = friends.panel(name)
    one = tap(friends, name, seen(friends, panel), id_of(panel, label))
    for _ in range(MANY_STEPS):
        if one.record.responded:
            return
        await asyncio.sleep(0)
    raise AssertionError("the click was not answered")


@pytest.fixture(params=SIZES, ids=lambda size: f"{size} stored")
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[tuple[asyncio.Runner, Friends]]:
    """Give a table in the middle of a round, the last of that many stored matches."""
    with playing(stored_in(tmp_path)) as (runner, friends):
        runner.run(fill(friends, request.param))
        yield runner, friends


@pytest.mark.benchmark(group="select a card")
def test_select(benchmark: BenchmarkFixture, table: tuple[asyncio.Runner, Friends]) -> None:
    runner, friends = table

    def ready() -> tuple[tuple[str], dict[str, str]]:
        runner.run(friends.env.settle())
        return (labels(friends.panel("you"))[0],), {}

    def select(label: str) -> None:
        runner.run(answered(friends, "you", label))

    measure(benchmark, select, setup=ready, rounds=ROUNDS)


@pytest.mark.benchmark(group="draw")
def test_draw(benchmark: BenchmarkFixture, table: tuple[asyncio.Runner, Friends]) -> None:
    runner, friends = table

    async def prepare() -> str:
        await friends.env.settle()
        name = mover(await friends.running())
        await friends.select(name, *best_discard(shown_hand(friends.panel(name))))
        return name

    def ready() -> tuple[tuple[str], dict[str, str]]:
        return (runner.run(prepare()),), {}

    def draw(name: str) -> None:
        runner.run(answered(friends, name, "Draw"))

    measure(benchmark, draw, setup=ready, rounds=ROUNDS)
