"""A table that everybody has forgotten does not block its channel for ever."""

from datetime import timedelta

import pytest

from bot.speeds import Speed
from bot.store.values import EndedBy
from tests.tables.room import ADA, BO, CHANNEL, MINUTE, Room


@pytest.mark.parametrize("speed", list(Speed))
async def test_a_match_that_nobody_plays_on_frees_its_channel(room: Room, speed: Speed) -> None:
    table = await room.deal(ADA, BO, speed=speed)
    await room.pass_time(timedelta(days=6, hours=23))
    assert (await room.table()).id == table.id
    await room.pass_time(timedelta(hours=2))
    ended = await room.registry.find(table.id)
    assert ended is not None
    assert ended.ended_by == EndedBy.ABANDONED
    assert not ended.match or ended.match.winners is None
    assert (await room.open(BO)).id != table.id
    assert CHANNEL in room.timers.waiting, "only the new lobby's time runs"


async def test_a_lobby_that_nobody_deals_frees_its_channel_and_its_host(room: Room) -> None:
    table = await room.open(ADA, BO)
    await room.pass_time(31 * MINUTE)
    assert (await room.open(ADA)).id != table.id
