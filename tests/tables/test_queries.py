"""A click costs as many statements with a thousand stored matches as with one."""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from bot.speeds import Speed
from bot.store import MessageKind, Store, StoredMessage
from tests.store.test_queries import fill
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    MINUTE,
    NOON,
    SHORT,
    HandClock,
    Place,
    Room,
    channel,
    moderator,
    seat_0_may_call,
)


@contextmanager
def counted(store: Store, name: str, counts: Counter[str]) -> Generator[None]:
    """Count the statements of one use case."""

    def note(*_: Any) -> None:
        counts[name] += 1

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    yield
    event.remove(store.engine.sync_engine, "before_cursor_execute", note)


async def use_everything(store: Store, clock: HandClock, place: Place) -> Counter[str]:
    """Do everything once that can be done at a table, and count the statements of each."""
    counts: Counter[str] = Counter()
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    with counted(store, "open", counts):
        table = await room.open(ADA, place=place, rules=SHORT)
    key = (place, table.id)
    with counted(store, "join", counts):
        await room.lobbies.join(*key, BO)
    with counted(store, "change rules", counts):
        await room.lobbies.change_rules("options", *key, ADA, lambda _: SHORT)
    with counted(store, "add", counts):
        table = await room.lobbies.add_computer(*key, ADA)
    with counted(store, "remove", counts):
        await room.lobbies.remove(*key, ADA, seat=2, version=table.version)
    await room.lobbies.join(*key, CEM)
    with counted(store, "leave lobby", counts):
        await room.lobbies.leave(*key, CEM)
    await room.lobbies.join(*key, CEM)
    with counted(store, "deal", counts):
        table = await room.lobbies.deal(*key, ADA)
    with counted(store, "play", counts):
        await room.play(table, ADA, 0)
    with counted(store, "load and look", counts):
        await Room(store, clock).table(place)
    with counted(store, "look", counts):
        await room.table(place)
    with counted(store, "vote", counts):
        await room.matches.end(place, table.id, BO)
    with counted(store, "leave", counts):
        table = await room.matches.leave(*key, BO)
    with counted(store, "claim", counts):
        table = await room.claim(table, BO)
    with counted(store, "drop a claim", counts):
        table = await room.matches.leave(*key, BO)
    with counted(store, "pause", counts):
        await room.matches.pause(*key)
    with counted(store, "go on", counts):
        await room.matches.resume(*key)
    with counted(store, "remember", counts):
        await room.registry.remember_message(table, StoredMessage(MessageKind.TABLE, 1, 2, 3, NOON))
    with counted(store, "forget", counts):
        await room.registry.forget_message(table, MessageKind.TABLE)
    with counted(store, "end", counts):
        await room.matches.end(place, table.id, moderator(ADA))
    with counted(store, "rematch", counts):
        table = await room.lobbies.rematch(table.id, place, ADA)
    table = await room.lobbies.deal(place, table.id, ADA)
    with counted(store, "call", counts):
        await room.call(table, ADA)
    with counted(store, "resume", counts):
        await Room(store, clock).tables.resume()
    return counts


async def test_the_number_of_statements_does_not_grow_with_the_matches(
    store: Store, clock: HandClock
) -> None:
    with_one = await use_everything(store, clock, channel(1))
    await fill(store, 1000)
    with_many = await use_everything(store, clock, channel(2))
    assert with_one == with_many
    assert with_one["look"] == 0
    assert 0 < with_one["play"] <= 4


async def test_a_clock_costs_a_click_nothing(store: Store, clock: HandClock) -> None:
    counts: Counter[str] = Counter()
    room = Room(store, clock, shuffler=seat_0_may_call(2))
    for number, speed in enumerate((Speed.NONE, Speed.NORMAL)):
        table = await room.deal(ADA, BO, place=channel(number), speed=speed)
        with counted(store, f"play {speed}", counts):
            table = await room.play(table, ADA)
    with counted(store, "play for the late", counts):
        await room.pass_time(2 * MINUTE)
    assert (await room.table(channel(1))).missed == {1: 1}
    assert counts["play none"] == counts["play normal"] == counts["play for the late"] == 3


async def test_whoever_is_seated_at_a_deal_costs_one_statement(store: Store, clock: HandClock) -> None:
    counts: Counter[str] = Counter()
    for name in ("without", "with"):
        room = Room(store, clock, shuffler=seat_0_may_call(3))
        table = await room.deal(ADA, computers=2, place=channel(len(counts)))
        if name == "with":
            table = await room.claim(table, BO)
        over = await room.call(table, ADA)
        with counted(store, name, counts):
            await room.next_round(over, ADA)
    assert counts["with"] == counts["without"] + 1


async def test_the_number_of_statements_does_not_grow_with_the_turns(store: Store, clock: HandClock) -> None:
    room = Room(store, clock)
    table = await room.deal(ADA, BO)
    counts: Counter[str] = Counter()
    for number in range(60):
        with counted(store, str(number), counts):
            table = await room.play(table, (ADA, BO)[number % 2], 4)
    assert len(set(counts.values())) == 1
