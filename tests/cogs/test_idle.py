"""A match that nobody touches leaves memory, and comes back with the next click."""

from bot.app import create_bot
from bot.config import Settings
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, shown_hand, text

QUARTER_OF_AN_HOUR = 15 * 60


async def test_an_idle_match_leaves_memory_and_comes_back_with_the_next_click(settings: Settings) -> None:
    bot = create_bot(settings, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.slash("you", "start", speed="none")
        await friends.click("Ada", friends.lobby, "Join")
        await friends.click("you", friends.lobby, "Deal")
        table = friends.table
        await env.advance_time(2 * QUARTER_OF_AN_HOUR)
        assert bot.desk.tables.registry.loaded == 0
        assert bot.desk.publisher.boards == 0
        assert bot.desk.panels.open == 0

        opened = await friends.click("you", table, "My hand")
        assert opened.response is not None
        assert "Your turn" in text(opened.response)
        friends.panels["you"] = opened.response
        await friends.select("you", shown_hand(friends.panel("you"))[0])
        await friends.click("you", friends.panel("you"), "Draw")
        assert "Ada to move" in text(friends.table)
        assert len([message for message in friends.channel.history() if "to move" in text(message)]) == 1
