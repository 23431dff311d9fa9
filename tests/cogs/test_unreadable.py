"""A match that cannot be read any more, as people meet it: they are told, and can end it."""

from bot.app import create_bot
from bot.config import Settings
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, text
from tests.cogs.play import deal, fixed_shuffle, open_lobby

TOLD = "The match here cannot be read any more. Whoever plays in it can end it with /yaniv end."


async def test_whoever_plays_in_it_ends_it_and_starts_anew(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        table = friends.table
        await bot.desk.tables.store.append(
            (await friends.running()).id,
            (await friends.running()).number,
            [{"type": "from a version to come"}],
            (await friends.running()).acted_at,
        )
        await bot.close()
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        for name, command in (("you", "start"), ("Ada", "leave"), ("Eve", "start")):
            refused = await friends.slash(name, command)
            assert refused.ephemeral
            assert refused.response is not None
            assert text(refused.response).strip() == TOLD
        clicked = await friends.click("Ada", table, "My hand")
        assert clicked.response is not None
        assert text(clicked.response).strip() == TOLD
        hand = await friends.slash("you", "hand")
        assert hand.response is not None
        assert text(hand.response).strip() == TOLD
        stranger = await friends.slash("Eve", "end")
        assert stranger.response is not None
        assert "You are not seated here." in text(stranger.response)
        ended = await friends.slash("Ada", "end")
        assert ended.response is not None
        assert "The match is over." in text(ended.response)
        await open_lobby(friends, "Eve", "you")


async def test_it_hides_no_other_match_of_somebody(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        broken = await friends.running()
        first, friends.channel = friends.channel, friends.guild.create_text_channel("more cards")
        await deal(friends, "Ada", "you")
        await bot.desk.tables.store.append(
            broken.id, broken.number, [{"type": "from a version to come"}], broken.acted_at
        )
        await bot.close()
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1))
        elsewhere = friends.guild.create_text_channel("no cards")
        friends.channel, played = elsewhere, friends.channel
        listed = await friends.slash("you", "hand")
        assert listed.response is not None
        assert str(played.id) in text(listed.response)
        assert str(first.id) not in text(listed.response)
