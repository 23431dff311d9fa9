"""A private answer leaves nothing behind: its buttons work by their ids, for as long as it can be clicked."""

import asyncio

from bot.app import create_bot
from bot.config import Settings
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels
from tests.cogs.play import deal, fixed_shuffle


def waiting() -> list[str]:
    """Return the tasks that wait for a view to run out."""
    return [str(task) for task in asyncio.all_tasks() if "timeout_task" in str(task.get_coro())]


async def test_no_task_waits_for_a_private_answer_to_run_out(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        await friends.open_hand("Ada")
        await friends.click("Eve", friends.table, "My hand")
        await friends.click("you", friends.table, "More")
        await friends.slash("you", "rules")
        assert waiting() == []
        panel = friends.panel("you")
        await friends.click("you", panel, labels(panel)[0])
        assert waiting() == []
