"""What each person prefers."""

from collections.abc import Callable
from dataclasses import asdict

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.personal import NOTHING_SAID, CardStyle, Personal, Pings, Sorting
from bot.store.schema import people


async def personal_of(connection: AsyncConnection, user_id: int) -> Personal | None:
    """Read what a person prefers, None of one who never said so."""
    found = await connection.execute(select(people).where(people.c.user_id == user_id))
    row = found.first()
    if row is None:
        return None
    return Personal(
        language=row.language,
        cards=CardStyle(row.cards),
        four_colours=row.four_colours,
        pings=Pings(row.pings),
        sorting=Sorting(row.sorting),
        lucky_word=row.lucky_word,
        welcomed=row.welcomed,
    )


async def change_personal(
    connection: AsyncConnection, user_id: int, change: Callable[[Personal], Personal]
) -> Personal:
    """Change what a person prefers, and return it."""
    before = await personal_of(connection, user_id)
    after = change(before or NOTHING_SAID)
    # Other columns of the row are not ours to touch.
    if before is None:
        await connection.execute(insert(people).values(user_id=user_id, **asdict(after)))
    elif after != before:
        await connection.execute(update(people).where(people.c.user_id == user_id).values(**asdict(after)))
    return after
