"""A real process brings its card pictures in at Discord's pace, through kills and beside another process."""

import asyncio
from collections import Counter

from bot.ui.faces import FOLDER
from tests.load.conftest import MakeBot
from tests.load.crowd import Crowd
from tests.load.loopback import Loopback
from tests.load.process import BotProcess
from tests.waiting import until

PICTURES = len(list(FOLDER.glob("*.png")))
ON = {"CARD_PICTURES": "on", "LOG_LEVEL": "INFO"}


def names(discord: Loopback) -> Counter[str]:
    """Return how often the application has an emoji of each name."""
    return Counter(emoji.name for emoji in discord.world.backend.application_emojis.values())


def added(discord: Loopback) -> int:
    """Return how many emojis were uploaded."""
    return sum(call.route == "add emoji" and call.status == 200 for call in discord.rest.calls)


def are_there(bot: BotProcess) -> bool:
    """Say whether a bot has told that it has all pictures."""
    return any(f"{PICTURES} card pictures are there" in line.text for line in bot.log)


async def test_a_process_killed_half_way_leaves_only_the_rest_to_the_next(
    discord: Loopback, make_bot: MakeBot
) -> None:
    bot = make_bot(settings=ON)
    await bot.start()
    await until(lambda: len(names(discord)) > PICTURES // 10)
    await bot.kill()
    assert len(names(discord)) < PICTURES
    await bot.start()
    await until(lambda: are_there(bot))
    assert set(names(discord).values()) == {1}
    assert added(discord) == PICTURES
    assert discord.limits.invalid == 0
    assert await bot.stop() == 0
    assert bot.complaints() == []


async def test_people_play_while_the_pictures_come_and_with_them(
    discord: Loopback, make_bot: MakeBot
) -> None:
    bot = make_bot(settings=ON)
    await bot.start()
    crowd = Crowd(discord, bot, think=0.1)
    crowd.invite(people=2, computers=1)
    await crowd.sit_down()
    async with crowd.playing():
        await until(lambda: are_there(bot))
        await crowd.moves(4)
    shown = [call for call in discord.rest.calls if "_of_" in str(call.body) and call.route != "add emoji"]
    assert {"edit"} < {call.route for call in shown}
    assert await bot.stop() == 0
    assert bot.complaints() == []


async def test_two_processes_that_start_together_leave_one_emoji_a_picture(
    discord: Loopback, make_bot: MakeBot
) -> None:
    first, second = make_bot(settings=ON), make_bot(settings=ON)
    await asyncio.gather(first.start(), second.start())
    await until(lambda: are_there(first) and are_there(second))
    assert len(names(discord)) == PICTURES
    assert set(names(discord).values()) == {1}
