"""The tables. A change here needs a migration; the tests compare the two word for word."""

import json
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.types import TypeDecorator

from bot.personal import CardStyle, Pings, Sorting
from bot.speeds import DEFAULT_SPEED, Speed
from bot.store.errors import NaiveDatetime
from bot.store.values import EndedBy, MatchStatus, MessageKind, PlaceKind


class UtcDateTime(TypeDecorator[datetime]):
    """Keep a moment in UTC: aware datetimes of any zone in, aware UTC out; naive ones raise NaiveDatetime."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn a moment to UTC on its way in."""
        if value is None:
            return None
        if value.utcoffset() is None:
            raise NaiveDatetime("a time for the store needs a time zone")
        moment = value.astimezone(UTC)
        # SQLite keeps text without an offset; the zone is dropped only once it is known to be UTC.
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Say on its way out that it is UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class JsonText(TypeDecorator[object]):
    """Keep a JSON value as compact text, its keys in the order given; None is no value at all."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: object, dialect: Dialect) -> str | None:
        """Write JSON."""
        return (
            None
            if value is None
            else json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        )

    def process_result_value(self, value: str | None, dialect: Dialect) -> object:
        """Read JSON."""
        return None if value is None else json.loads(value)


def _one_of(column: str, values: type[StrEnum]) -> str:
    allowed = ", ".join(f"'{value}'" for value in values)
    return f"{column} IN ({allowed})"


# Written out, without parameters: a partial index serves only a query that repeats its condition literally.
IS_OPEN = text("status IN ('lobby', 'running')")
IS_LOBBY = text("status = 'lobby'")

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("place_kind", Text, nullable=False),
    Column("place_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("rules", JsonText, nullable=False),
    Column("speed", Text, nullable=False, server_default=DEFAULT_SPEED.value),
    Column("locale", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("dealt_at", UtcDateTime),
    Column("acted_at", UtcDateTime),
    Column("ended_at", UtcDateTime),
    Column("ended_by", Text),
    Column("version", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("deadline", UtcDateTime),
    Column("rematch_of", Integer, ForeignKey("matches.id")),
    Column("hints", Boolean, nullable=False, server_default=false()),
    CheckConstraint(_one_of("place_kind", PlaceKind), name="place_kind"),
    CheckConstraint(_one_of("status", MatchStatus), name="status"),
    CheckConstraint(_one_of("ended_by", EndedBy), name="ended_by"),
    CheckConstraint(_one_of("speed", Speed), name="speed"),
    CheckConstraint(
        "(status = 'ended') = (ended_at IS NOT NULL) AND (status = 'ended') = (ended_by IS NOT NULL)",
        name="ended_says_when_and_why",
    ),
    Index(
        "one_open_match_a_place",
        "place_kind",
        "place_id",
        unique=True,
        sqlite_where=IS_OPEN,
        postgresql_where=IS_OPEN,
    ),
    Index(
        "one_lobby_a_host",
        "guild_id",
        "host_id",
        unique=True,
        sqlite_where=IS_LOBBY,
        postgresql_where=IS_LOBBY,
    ),
    Index("open_matches_of_guild", "guild_id", sqlite_where=IS_OPEN, postgresql_where=IS_OPEN),
    Index("ended_matches_of_guild", "guild_id", "ended_by", "ended_at"),
    Index("ended_matches_of_place", "place_kind", "place_id", "ended_by", "ended_at"),
    # Ids stand in buttons of old messages: none may ever be given out twice.
    sqlite_autoincrement=True,
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("total", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    CheckConstraint("kind <> 'human' OR user_id IS NOT NULL", name="human_is_someone"),
    # Serves the look-up of a person's seats too; computers have no user_id and do not collide.
    UniqueConstraint("match_id", "user_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", JsonText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

round_scores = Table(
    "round_scores",
    metadata,
    Column("match_id", Integer, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("sum", Integer),
    Column("points", Integer),
    Column("total", Integer, nullable=False),
    Column("winner", Boolean, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    ForeignKeyConstraint(["match_id", "seat"], ["seats.match_id", "seats.seat"]),
)

messages = Table(
    "messages",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("posted_at", UtcDateTime, nullable=False),
    CheckConstraint(_one_of("kind", MessageKind), name="kind"),
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("rules", JsonText),
    Column("rules_name", Text),
    Column("speed", Text),
    Column("locale", Text),
    Column("channels", JsonText),
    Column("offer_threads", Boolean, nullable=False),
    Column("lucky_words", Boolean, nullable=False, server_default=true()),
)

guild_rules = Table(
    "guild_rules",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    # The name as it is compared, so that no two differ only in capital letters.
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("rules", JsonText, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),
    Column("cards", Text, nullable=False),
    Column("four_colours", Boolean, nullable=False),
    Column("pings", Text, nullable=False),
    Column("sorting", Text, nullable=False),
    Column("lucky_word", Text, nullable=False),
    Column("welcomed", Boolean, nullable=False),
    CheckConstraint(_one_of("cards", CardStyle), name="cards"),
    CheckConstraint(_one_of("pings", Pings), name="pings"),
    CheckConstraint(_one_of("sorting", Sorting), name="sorting"),
)

lessons = Table(
    "lessons",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("step", Integer, nullable=False),
)

kept = Table(
    "kept",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
