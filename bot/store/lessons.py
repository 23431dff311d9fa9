"""How far people are in the lesson."""

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import lessons


async def step_of(connection: AsyncConnection, user_id: int) -> int | None:
    """Read at which step a person is, None for none."""
    return await connection.scalar(select(lessons.c.step).where(lessons.c.user_id == user_id))


async def keep_step(connection: AsyncConnection, user_id: int, step: int | None) -> None:
    """Keep at which step a person is, None for none."""
    await connection.execute(delete(lessons).where(lessons.c.user_id == user_id))
    if step is not None:
        await connection.execute(insert(lessons).values(user_id=user_id, step=step))
