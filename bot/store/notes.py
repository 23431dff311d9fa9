"""Small things to remember: where a match's messages stand, and facts by name."""

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import kept, messages
from bot.store.values import MessageKind, StoredMessage


async def remember_message(connection: AsyncConnection, match_id: int, message: StoredMessage) -> None:
    """Note where a message of a match stands, in place of an earlier one of its kind."""
    await forget_message(connection, match_id, message.kind)
    await connection.execute(
        insert(messages).values(
            match_id=match_id,
            kind=message.kind,
            channel_id=message.channel_id,
            message_id=message.message_id,
            number=message.number,
            posted_at=message.posted_at,
        )
    )


async def forget_message(connection: AsyncConnection, match_id: int, kind: MessageKind) -> None:
    """Forget a message that is gone."""
    await connection.execute(delete(messages).where(messages.c.match_id == match_id, messages.c.kind == kind))


async def get_kept(connection: AsyncConnection, key: str) -> str | None:
    """Read what was kept under a name."""
    return await connection.scalar(select(kept.c.value).where(kept.c.key == key))


async def keep(connection: AsyncConnection, key: str, value: str) -> None:
    """Keep a value under a name, in place of an earlier one."""
    await connection.execute(delete(kept).where(kept.c.key == key))
    await connection.execute(insert(kept).values(key=key, value=value))
