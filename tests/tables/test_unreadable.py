"""A match whose journal cannot be read harms no other one, and people can end it."""

import pytest

from bot.store import Store
from bot.store.errors import Unreadable
from bot.store.values import EndedBy
from bot.tables.ending import FORGOTTEN_AFTER
from bot.tables.errors import NotSeated
from bot.tables.values import Phase, Table
from tests.tables.room import ADA, BO, CEM, CHANNEL, SECOND, THREAD, Room, moderator, state

DAMAGE = {
    "a line that the rules do not allow": """UPDATE entries SET number = number WHERE 0""",
    "a line that is no JSON": "UPDATE entries SET body = '{' WHERE number = 1",
    "a line that is no object": "UPDATE entries SET body = '[]' WHERE number = 1",
    "a line of a kind that nobody knows": """UPDATE entries SET body = '{"type":"9S"}' WHERE number = 1""",
    "players without names": """UPDATE entries SET body = '{"players":[{}]}' WHERE number = 0""",
    "more players than seats": (
        """UPDATE entries SET body = replace(body, ']', ',{"name":"9S","kind":"human"}]') WHERE number = 0"""
    ),
    "no journal at all": "DELETE FROM entries",
    "a journal that ends earlier than the match": "UPDATE matches SET status = 'running'",
    "rules that are no rules": """UPDATE matches SET rules = '{"hand_size":"9S"}'""",
    "rules that are no JSON": "UPDATE matches SET rules = '9S'",
    "a time that is none": "UPDATE matches SET acted_at = '9S'",
}


async def damaged(room: Room, table: Table, how: str) -> None:
    """Damage what is kept of a match, and of no other one."""
    match how:
        case "a line that the rules do not allow":
            line = {"type": "play", "seat": 0, "discard": ["X1", "X2"], "draw": "9S", "by": "human"}
            await room.store.append(table.id, table.number, [line], room.clock.now)
        case "a journal that ends earlier than the match":
            line = {"type": "end", "ended_by": "stopped"}
            await room.store.append(table.id, table.number, [line], room.clock.now)
        case _:
            sql = DAMAGE[how]
            which = f"match_id = {table.id}" if "entries" in sql else f"id = {table.id}"
            async with room.store.engine.begin() as connection:
                await connection.exec_driver_sql(f"{sql} {'AND' if 'WHERE' in sql else 'WHERE'} {which}")


@pytest.mark.parametrize("how", DAMAGE)
async def test_it_keeps_no_other_table_from_going_on_and_can_be_ended(
    room: Room, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    broken = await room.deal(ADA, BO)
    fine = await room.deal(ADA, BO, place=THREAD)
    await damaged(room, broken, how)
    again = Room(room.store, room.clock)
    await again.tables.resume()
    assert [state(back) for back in again.heard.back] == [state(fine)]
    assert f"Match {broken.id} cannot be read: " in caplog.text
    assert not any(card in caplog.text for card in ("9S", "X1"))
    assert "Traceback" not in caplog.text
    for asked in (
        again.registry.look(CHANNEL),
        again.open(CEM),
        again.matches.leave(CHANNEL, broken.id, ADA),
    ):
        with pytest.raises(Unreadable) as told:
            await asked
        assert "/yaniv end" in told.value.sentence()
    await again.tables.give_up(CHANNEL, ADA)
    assert await again.registry.look(CHANNEL) is None
    assert (await again.open(CEM)).phase is Phase.LOBBY


async def test_who_plays_in_it_may_end_it_or_a_moderator_and_nobody_else(room: Room) -> None:
    broken = await room.deal(ADA, BO)
    await damaged(room, broken, "no journal at all")
    room = Room(room.store, room.clock)
    with pytest.raises(NotSeated):
        await room.tables.give_up(CHANNEL, CEM)
    with pytest.raises(Unreadable):
        await room.registry.look(CHANNEL)
    await room.tables.give_up(CHANNEL, moderator(CEM))
    assert await room.registry.look(CHANNEL) is None
    await room.tables.give_up(CHANNEL, CEM)


async def test_a_lobby_that_cannot_be_read_can_be_ended_too(room: Room) -> None:
    lobby = await room.open(ADA, BO)
    await damaged(room, lobby, "rules that are no rules")
    room = Room(room.store, room.clock)
    with pytest.raises(Unreadable):
        await room.registry.look(CHANNEL)
    await room.tables.give_up(CHANNEL, BO)
    assert (await room.open(BO)).phase is Phase.LOBBY


async def test_one_that_can_be_read_is_not_given_up(room: Room) -> None:
    table = await room.deal(ADA, BO)
    await room.tables.give_up(CHANNEL, ADA)
    assert state(await room.table()) == state(table)


async def test_it_ends_with_its_place(room: Room) -> None:
    broken = await room.deal(ADA, BO)
    await damaged(room, broken, "a line that is no JSON")
    room = Room(room.store, room.clock)
    room.tables.place_gone(CHANNEL)
    await room.pass_time(SECOND)
    assert await room.registry.look(CHANNEL) is None
    assert await ended_by(room.store, broken) == EndedBy.ABANDONED


async def test_it_closes_after_seven_days_like_any_other(room: Room) -> None:
    broken = await room.deal(ADA, BO)
    await damaged(room, broken, "a line that is no JSON")
    await room.pass_time(FORGOTTEN_AFTER / 2)
    room = Room(room.store, room.clock)
    await room.tables.resume()
    await room.pass_time(FORGOTTEN_AFTER / 2 - SECOND)
    with pytest.raises(Unreadable):
        await room.registry.look(CHANNEL)
    await room.pass_time(2 * SECOND)
    assert await room.registry.look(CHANNEL) is None
    assert await ended_by(room.store, broken) == EndedBy.ABANDONED


async def test_what_was_written_down_stays_for_who_can_read_it(room: Room) -> None:
    """A newer version, say, whose lines the older one did not know."""
    table = await room.deal(ADA, BO)
    async with room.store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE entries SET body = replace(body, 'deal', 'later')")
    older = Room(room.store, room.clock)
    await older.tables.give_up(CHANNEL, ADA)
    async with room.store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE entries SET body = replace(body, 'later', 'deal')")
    newer = await Room(room.store, room.clock).registry.find(table.id)
    assert newer is not None
    assert newer.ended_by == EndedBy.STOPPED


async def ended_by(store: Store, table: Table) -> str | None:
    """Return why a match ended that cannot be read."""
    async with store.engine.begin() as connection:
        why = await connection.exec_driver_sql(f"SELECT ended_by FROM matches WHERE id = {table.id}")
        return why.scalar_one()
