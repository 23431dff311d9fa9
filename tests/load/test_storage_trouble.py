"""A full disk, and a database that another writer keeps for itself: a clear answer, and nothing half done."""

import asyncio
import sqlite3
import subprocess
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from bot.store.errors import Unavailable
from bot.ui.words import Languages
from tests.load.conftest import MakeBot
from tests.load.crowd import Crowd
from tests.load.journals import compare, journals
from tests.load.ledger import Outcome
from tests.load.loopback import Loopback
from tests.load.messages import words
from tests.load.person import IN_TIME
from tests.load.player import Player
from tests.load.process import BotProcess
from tests.waiting import until

DEFERRED = (5, 6)
"""The types of an acknowledgement that an answer follows."""


@contextmanager
def kept_by_another(database: Path) -> Generator[None]:
    """Hold the write lock of a database, as another program would."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@pytest.fixture
async def crowd(discord: Loopback, make_bot: MakeBot) -> Crowd:
    """Let two people sit down who play only when they are told to."""
    return await seated(discord, make_bot())


async def seated(discord: Loopback, bot: BotProcess) -> Crowd:
    await bot.start()
    crowd = Crowd(discord, bot, think=0.0)
    crowd.invite(people=2)
    await crowd.sit_down()
    return crowd


async def one_to_move(crowd: Crowd) -> Player:
    """Wait until somebody is to move and return who."""

    def to_move() -> list[Player]:
        players = crowd.parties[0].players
        return [player for player in players if player.panel is not None and player.panel.to_move]

    await until(lambda: bool(to_move()))
    return to_move()[0]


async def move(player: Player) -> None:
    """Let whoever is to move do so."""
    assert player.panel is not None
    await player.take_turn(player.panel)


def told_to_try_again(crowd: Crowd, player: Player) -> bool:
    """Say whether one of someone's private messages says, in their language, that nothing could be saved."""
    said = Languages.load().for_locale(player.person.someone.locale)(Unavailable.message)
    messages = crowd.discord.world.private(player.channel_id, player.person.id)
    return any(said in words(message) for message in messages)


async def one_move(crowd: Crowd) -> None:
    """Let somebody move, which succeeds."""
    before = crowd.ledger.count(Outcome.DONE)
    for _ in range(5):
        await move(await one_to_move(crowd))
        if crowd.ledger.count(Outcome.DONE) > before:
            return
    raise AssertionError("no move succeeds")


def deferrals(crowd: Crowd) -> int:
    """Return how many answers have been put off until now."""
    calls = [call for call in crowd.discord.rest.calls if call.route == "callback"]
    return sum(call.body["type"] in DEFERRED for call in calls)


def lines(database: Path) -> int:
    return sum(len(journal.lines) for journal in journals(database))


async def test_a_move_that_has_to_wait_for_another_writer_is_deferred_and_then_done(
    crowd: Crowd, database: Path
) -> None:
    player, put_off, noted = await one_to_move(crowd), deferrals(crowd), crowd.noted.deferred
    with kept_by_another(database):
        moving = asyncio.create_task(move(player))
        await until(lambda: deferrals(crowd) > put_off)
    await moving
    assert crowd.noted.deferred == noted + 1
    assert crowd.ledger.count(Outcome.DONE) == 1
    assert compare(crowd.ledger, journals(database)) == []


async def test_a_move_that_cannot_be_written_for_five_seconds_is_deferred_and_then_refused(
    crowd: Crowd, database: Path
) -> None:
    player, before, noted = await one_to_move(crowd), lines(database), crowd.noted.deferred
    with kept_by_another(database):
        await move(player)
    assert crowd.noted.deferred == noted + 1
    assert max(crowd.noted.seconds) < IN_TIME
    assert told_to_try_again(crowd, player)
    assert crowd.ledger.count(Outcome.REFUSED) == 1
    assert lines(database) == before
    await one_move(crowd)
    assert compare(crowd.ledger, journals(database)) == []
    assert crowd.noted.faults == []
    assert crowd.bot.complaints() == []


def mount(folder: Path, size: str) -> bool:
    """Mount a small disk there; False where that is not allowed."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    return done.returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Generator[Path]:
    """Return a folder on a disk of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not mount(folder, "2m"):
        pytest.skip("a small disk cannot be mounted here: that takes root")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Write a file that leaves no room on its disk."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    return ballast


async def test_on_a_full_disk_a_move_is_refused_whole_and_succeeds_once_there_is_room(
    discord: Loopback, make_bot: MakeBot, small_disk: Path
) -> None:
    database = small_disk / "yaniv.sqlite3"
    crowd = await seated(discord, make_bot(database=database))
    await one_move(crowd)
    ballast = fill(small_disk)
    # What the database has reserved already may still take some moves.
    async with crowd.playing():
        await until(lambda: crowd.ledger.count(Outcome.REFUSED) > 0)
    assert any(told_to_try_again(crowd, player) for player in crowd.parties[0].players)
    assert compare(crowd.ledger, journals(database)) == []
    ballast.unlink()
    await one_move(crowd)
    assert compare(crowd.ledger, journals(database)) == []
    assert crowd.noted.faults == []
    assert crowd.bot.complaints() == []
    assert await crowd.bot.stop() == 0
