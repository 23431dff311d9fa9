"""Many stored matches, made from one that was played."""

from typing import Any

from sqlalchemy import insert, select

from bot.store.schema import entries, matches, round_scores, seats
from bot.store.store import Store

FIRST_ID = 1000
FIRST_PLACE = 50_000
FIRST_STRANGER = 900_000


async def copy_match(
    store: Store, match_id: int, number: int, *, first: int = 0, strangers: bool = False
) -> None:
    """Store a match `number` times more, each in a channel of its own; `first` counts those made before.

    With `strangers` the people in each copy are others: "player 0", "player 1", …
    """
    async with store.engine.begin() as connection:
        for table in (matches, seats, entries, round_scores):
            key = "id" if table is matches else "match_id"
            found = (await connection.execute(select(table).where(table.c[key] == match_id))).mappings().all()
            copied = [
                _copied(dict(row), key, copy, strangers=strangers)
                for copy in range(first, first + number)
                for row in found
            ]
            if copied:
                await connection.execute(insert(table), copied)


def _copied(row: dict[str, Any], key: str, copy: int, *, strangers: bool) -> dict[str, Any]:
    row[key] = FIRST_ID + copy
    if "place_id" in row:
        row["place_id"] = FIRST_PLACE + copy
    if strangers and row.get("user_id") is not None:
        row["user_id"] = FIRST_STRANGER + copy * 8 + row["seat"]
        if "name" in row:
            row["name"] = f"player {copy * 2 + row['seat']}"
    return row
