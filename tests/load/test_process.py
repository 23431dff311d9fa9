"""The bot as a real process: it is pointed at this machine only, plays, keeps its connection and stops."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.load.conftest import MakeBot
from tests.load.crowd import Crowd
from tests.load.journals import compare, journals
from tests.load.loopback import Loopback
from tests.load.process import ROOT, RUN, BotProcess
from tests.load.rest import TOKEN
from tests.waiting import until


@pytest.mark.parametrize(
    "address", ["http://localhost.evil:80", "http://192.168.0.1:80", "https://discord.com"]
)
def test_a_stand_in_that_is_not_on_this_machine_is_refused_in_one_sentence(
    address: str, tmp_path: Path
) -> None:
    environ = os.environ | {
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'yaniv.sqlite3'}",
        "YANIV_TEST_DISCORD": address,
    }
    refused = subprocess.run(
        [sys.executable, *RUN], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1
    assert "YANIV_TEST_DISCORD" in refused.stderr
    assert not list(tmp_path.iterdir())


async def test_people_play_over_connections_that_come_and_go(
    discord: Loopback, bot: BotProcess, database: Path
) -> None:
    crowd = Crowd(discord, bot)
    crowd.invite(people=3)
    crowd.invite(people=2, computers=1, rules="travellers")
    await crowd.sit_down()
    async with crowd.playing():
        await crowd.moves(3)
        discord.gateway.ask_to_reconnect()
        await until(lambda: discord.gateway.resumed == 1)
        await crowd.moves(3)
        discord.gateway.cut()
        await until(lambda: discord.gateway.resumed == 2)
        await crowd.moves(3)
        discord.gateway.invalidate()
        await until(lambda: discord.gateway.identified == 2)
        await crowd.moves(3)
    assert await bot.stop() == 0
    assert crowd.noted.faults == []
    assert compare(crowd.ledger, journals(database)) == []
    assert discord.rest.unexpected == []
    assert bot.complaints() == []


async def test_a_bot_that_is_asked_to_stop_exits_with_0_within_ten_seconds(bot: BotProcess) -> None:
    assert await bot.stop() == 0
    assert bot.complaints() == []


async def test_a_token_that_discord_refuses_is_told_in_one_sentence(
    make_bot: MakeBot,
) -> None:
    bot = make_bot(settings={"DISCORD_TOKEN": "another.token.here"})
    with pytest.raises(RuntimeError, match="did not accept the token"):
        await bot.start()
    assert bot.complaints() == []
