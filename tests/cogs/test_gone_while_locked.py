"""A channel that is deleted while the database is out of order: its match ends once that is mended."""

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.store.errors import Unavailable
from bot.store.store import Store
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends
from tests.cogs.play import deal, fixed_shuffle, open_lobby


@pytest.mark.parametrize("dealt", [True, False])
async def test_a_match_ends_although_its_channel_went_while_nothing_could_be_written(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, dealt: bool
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot, check_errors=False) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await (deal if dealt else open_lobby)(friends, "you", "Ada")

        async def refuse(*_: object, **__: object) -> None:
            raise Unavailable

        with monkeypatch.context() as locked:
            locked.setattr(Store, "append", refuse)
            locked.setattr(Store, "close_lobby", refuse)
            env.backend.delete_channel(friends.channel.id)
            await env.settle()
        await env.advance_time(60)
        assert await bot.desk.tables.store.open_matches() == []
        assert not [record for record in caplog.records if record.exc_info]
