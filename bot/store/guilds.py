"""What a server prefers, and the rules it has saved under names of its own."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, cast

from sqlalchemy import Delete, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.rules import Rules
from bot.presets import shipped_presets
from bot.speeds import Speed
from bot.store.errors import ImpossibleName, NameTaken, NoSuchRules, TooManyRules
from bot.store.schema import guild_rules, guild_settings
from bot.store.values import GuildSettings, SavedRules

MOST_RULES: Final = 25
"""How many rules a server may save: as many as one select menu offers."""

MOST_CHARACTERS: Final = 32


async def settings_of(connection: AsyncConnection, guild_id: int) -> GuildSettings:
    """Read what a server prefers; one that never said so prefers nothing."""
    found = await connection.execute(select(guild_settings).where(guild_settings.c.guild_id == guild_id))
    row = found.first()
    if row is None:
        return GuildSettings(guild_id=guild_id)
    return GuildSettings(
        guild_id=guild_id,
        rules=None if row.rules is None else Rules.from_json(row.rules),
        rules_name=row.rules_name,
        speed=None if row.speed is None else Speed(row.speed),
        locale=row.locale,
        channels=None if row.channels is None else tuple(cast("Sequence[int]", row.channels)),
        offer_threads=row.offer_threads,
        lucky_words=row.lucky_words,
    )


async def save_settings(connection: AsyncConnection, settings: GuildSettings) -> None:
    """Keep what a server prefers, in place of what it preferred before."""
    guild_id = settings.guild_id
    await connection.execute(delete(guild_settings).where(guild_settings.c.guild_id == guild_id))
    await connection.execute(
        insert(guild_settings).values(
            guild_id=guild_id,
            rules=None if settings.rules is None else settings.rules.to_json(),
            rules_name=settings.rules_name,
            speed=settings.speed,
            locale=settings.locale,
            channels=None if settings.channels is None else list(settings.channels),
            offer_threads=settings.offer_threads,
            lucky_words=settings.lucky_words,
        )
    )


async def rules_of(connection: AsyncConnection, guild_id: int) -> list[SavedRules]:
    """List the rules a server has saved, by name."""
    rows = await connection.execute(
        select(guild_rules.c.name, guild_rules.c.rules)
        .where(guild_rules.c.guild_id == guild_id)
        .order_by(guild_rules.c.key)
    )
    return [SavedRules(row.name, Rules.from_json(cast("dict[str, Any]", row.rules))) for row in rows]


async def save_rules(
    connection: AsyncConnection, guild_id: int, name: str, rules: Rules, *, overwrite: bool
) -> SavedRules:
    """Save rules under a name, which they then carry as their `preset`."""
    name = _cleaned(name)
    key = _key(name)
    if key in map(_key, shipped_presets()):
        raise NameTaken(name=name)
    rows = await connection.execute(select(guild_rules.c.key).where(guild_rules.c.guild_id == guild_id))
    keys = set(rows.scalars())
    if key in keys and not overwrite:
        raise NameTaken(name=name)
    if len(keys - {key}) >= MOST_RULES:
        raise TooManyRules(most=MOST_RULES)
    saved = SavedRules(name, replace(rules, preset=name))
    await connection.execute(_named(guild_id, key))
    await connection.execute(
        insert(guild_rules).values(guild_id=guild_id, key=key, name=name, rules=saved.rules.to_json())
    )
    return saved


async def delete_rules(connection: AsyncConnection, guild_id: int, name: str) -> None:
    """Delete the rules of a name."""
    result = await connection.execute(_named(guild_id, _key(_spaced(name))))
    if result.rowcount != 1:
        raise NoSuchRules(name=name)


def _named(guild_id: int, key: str) -> Delete:
    return delete(guild_rules).where(guild_rules.c.guild_id == guild_id, guild_rules.c.key == key)


def _cleaned(name: str) -> str:
    """Return a name as it is kept, or refuse one that cannot be.

    Raises ImpossibleName.
    """
    cleaned = _spaced(name)
    # What cannot be seen is no name.
    visible = any(character.isprintable() for character in cleaned)
    if not visible or len(cleaned) > MOST_CHARACTERS:
        raise ImpossibleName(most=MOST_CHARACTERS)
    return cleaned


def _spaced(name: str) -> str:
    """Return a name with single spaces, none at its ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name.casefold())
