"""Small things to remember: where a match's messages stand, and facts by name."""

from typing import Any

from sqlalchemy import Delete, Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import kept, messages
from bot.store.values import MessageKind, StoredMessage


async def messages_of(connection: AsyncConnection, match_id: int) -> dict[MessageKind, StoredMessage]:
    """Read where the messages of a match stand."""
    posted = await connection.execute(select(messages).where(messages.c.match_id == match_id))
    return {message.kind: message for message in map(message_from, posted)}


def message_from(row: Row[Any]) -> StoredMessage:
    """Return what a row of the messages says."""
    return StoredMessage(MessageKind(row.kind), row.channel_id, row.message_id, row.number, row.posted_at)


async def remember_message(
    connection: AsyncConnection, match_id: int, message: StoredMessage
) -> StoredMessage | None:
    """Note where a message of a match stands, and return the one of its kind whose place it takes."""
    replaced = await connection.execute(_delete(match_id, message.kind).returning(messages))
    row = replaced.first()
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
    return None if row is None else message_from(row)


async def forget_message(
    connection: AsyncConnection, match_id: int, kind: MessageKind, message_id: int | None
) -> None:
    """Forget a message that is gone; with a `message_id` only if it is still that one."""
    gone = _delete(match_id, kind)
    await connection.execute(gone if message_id is None else gone.where(messages.c.message_id == message_id))


def _delete(match_id: int, kind: MessageKind) -> Delete:
    return delete(messages).where(messages.c.match_id == match_id, messages.c.kind == kind)


async def get_kept(connection: AsyncConnection, key: str) -> str | None:
    """Read what was kept under a name."""
    return await connection.scalar(select(kept.c.value).where(kept.c.key == key))


async def keep(connection: AsyncConnection, key: str, value: str) -> None:
    """Keep a value under a name, in place of an earlier one."""
    await connection.execute(delete(kept).where(kept.c.key == key))
    await connection.execute(insert(kept).values(key=key, value=value))
