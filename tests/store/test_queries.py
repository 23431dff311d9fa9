"""A click costs the same with one stored match and with a thousand."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from sqlalchemy import event, insert

from bot.engine.rules import CLASSIC
from bot.store import Change, EndedBy, GuildSettings, HandOver, MessageKind, RoundScore, Store, schema
from tests.store.samples import ADA, BO, CHANNEL, GUILD, NOON, PLAY, channel, lobby, person, running

Statements = list[tuple[str, Any]]


@contextmanager
def statements_of(store: Store) -> Generator[Statements]:
    seen: Statements = []

    def note(*arguments: Any) -> None:
        _, _, statement, parameters, _, many = arguments
        seen.append((statement, parameters[0] if many else parameters))

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    yield seen
    event.remove(store.engine.sync_engine, "before_cursor_execute", note)


async def use_everything(store: Store, round_number: int) -> dict[str, Statements]:
    """Call each method once, and collect the statements of each."""
    used: dict[str, Statements] = {}
    place = channel(10_000 + round_number)
    with statements_of(store) as used["create_lobby"]:
        match = await store.create_lobby(lobby(place, host=BO))
    with statements_of(store) as used["save_lobby"]:
        seats = (person(0, BO), person(1, ADA))
        await store.save_lobby(match.id, 0, seats=seats, host_id=BO, deadline=None)
    with statements_of(store) as used["open_lobby_of"]:
        assert await store.open_lobby_of(GUILD, BO)
    with statements_of(store) as used["begin"]:
        await store.begin(match.id, 1, [PLAY], NOON)
    with statements_of(store) as used["append"]:
        change = Change(
            totals={0: 1, 1: 2},
            scores=[RoundScore(0, 0, ADA, 1, 1, 1, winner=True, kind="yaniv")],
            handovers=[HandOver(1, "Robin", "greedy")],
        )
        await store.append(match.id, 1, [PLAY, PLAY], NOON, change)
    with statements_of(store) as used["load"]:
        assert await store.load(place)
    with statements_of(store) as used["load_match"]:
        assert await store.load_match(match.id)
    with statements_of(store) as used["matches_of"]:
        assert await store.matches_of(GUILD, BO)
    with statements_of(store) as used["open_matches"]:
        assert await store.open_matches()
    with statements_of(store) as used["remember_message"]:
        await store.remember_message(match.id, MessageKind.TABLE, 1, 2, number=0, at=NOON)
    with statements_of(store) as used["messages_of"]:
        assert await store.messages_of(match.id)
    with statements_of(store) as used["forget_message"]:
        await store.forget_message(match.id, MessageKind.TABLE)
    with statements_of(store) as used["scores_of"]:
        assert await store.scores_of(match.id)
    with statements_of(store) as used["leaderboard"]:
        await store.leaderboard(GUILD, since=NOON)
    with statements_of(store) as used["leaderboard of a channel"]:
        await store.leaderboard(GUILD, place=CHANNEL)
    guild = GUILD + 100 + round_number
    with statements_of(store) as used["save_settings"]:
        await store.save_settings(GuildSettings(guild_id=guild, rules=CLASSIC))
    with statements_of(store) as used["settings_of"]:
        assert await store.settings_of(guild)
    with statements_of(store) as used["save_rules"]:
        await store.save_rules(guild, "ours", CLASSIC)
    with statements_of(store) as used["rules_of"]:
        assert await store.rules_of(guild)
    with statements_of(store) as used["delete_rules"]:
        await store.delete_rules(guild, "ours")
    with statements_of(store) as used["keep"]:
        await store.keep("key", "value")
    with statements_of(store) as used["get_kept"]:
        await store.get_kept("key")
    return used


async def fill(store: Store, number: int) -> None:
    """Store ended matches of two people, three rounds each."""
    ids = range(1000, 1000 + number)
    async with store.engine.begin() as connection:
        await connection.execute(
            insert(schema.matches),
            [
                {
                    "id": match_id,
                    "place_kind": "channel",
                    "place_id": match_id % 10,
                    "guild_id": GUILD + match_id % 10,
                    "host_id": ADA,
                    "status": "ended",
                    "rules": {},
                    "locale": "en",
                    "created_at": NOON,
                    "ended_at": NOON + timedelta(minutes=match_id),
                    "ended_by": EndedBy.PLAYED,
                    "version": 0,
                    "entries": 1,
                }
                for match_id in ids
            ],
        )
        people = [(match_id, seat) for match_id in ids for seat in (0, 1)]
        await connection.execute(
            insert(schema.seats),
            [
                {
                    "match_id": match_id,
                    "seat": seat,
                    "user_id": ADA + seat,
                    "name": "x",
                    "kind": "human",
                    "total": 0,
                    "won": seat == 0,
                }
                for match_id, seat in people
            ],
        )
        await connection.execute(
            insert(schema.round_scores),
            [
                {
                    "match_id": match_id,
                    "round": number,
                    "seat": seat,
                    "user_id": ADA + seat,
                    "sum": 1,
                    "points": 1,
                    "total": 1,
                    "winner": False,
                    "kind": "yaniv",
                    "at": NOON,
                }
                for match_id, seat in people
                for number in range(3)
            ],
        )
        await connection.execute(
            insert(schema.entries),
            [{"match_id": match_id, "number": 0, "body": PLAY, "at": NOON} for match_id in ids],
        )


async def test_the_number_of_queries_is_the_same_with_one_and_with_a_thousand_matches(store: Store) -> None:
    await running(store)
    with_one = await use_everything(store, 0)
    await fill(store, 1000)
    with_many = await use_everything(store, 1)
    counts = {name: len(statements) for name, statements in with_one.items()}
    assert counts == {name: len(statements) for name, statements in with_many.items()}
    assert counts["load"] <= 5
    assert counts["append"] <= 6
    assert (await store.leaderboard(GUILD)).rows[0].matches == 100


async def steps_of(store: Store, statement: str, parameters: Any) -> list[str]:
    """Ask SQLite how it goes about a statement."""
    async with store.engine.connect() as connection:
        plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [row.detail for row in plan]


async def test_no_query_walks_through_a_whole_table(store: Store) -> None:
    await running(store)
    await fill(store, 1000)
    for name, statements in (await use_everything(store, 0)).items():
        for statement, parameters in statements:
            if not statement.startswith(("SELECT", "UPDATE", "DELETE")):
                continue
            for step in await steps_of(store, statement, parameters):
                # The index of open matches is walked through to list them; that is all it holds.
                walked = re.match(r"SCAN (\w+)(?! USING INDEX open_matches)", step)
                assert walked is None or walked[1] not in schema.metadata.tables, (name, step)
