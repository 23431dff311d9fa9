"""Matches, their seats, journals, scores and messages; facts by name."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

IS_OPEN = sa.text("status IN ('lobby', 'running')")
IS_LOBBY = sa.text("status = 'lobby'")


def upgrade() -> None:
    op.create_table(
        "kept",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_kept")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("place_kind", sa.Text(), nullable=False),
        sa.Column("place_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("dealt_at", sa.DateTime(timezone=True)),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("ended_by", sa.Text()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("rematch_of", sa.Integer()),
        sa.CheckConstraint(
            "(status = 'ended') = (ended_at IS NOT NULL) AND (status = 'ended') = (ended_by IS NOT NULL)",
            name=op.f("ck_matches_ended_says_when_and_why"),
        ),
        sa.CheckConstraint(
            "ended_by IN ('played', 'stopped', 'abandoned', 'expired')", name=op.f("ck_matches_ended_by")
        ),
        sa.CheckConstraint("place_kind IN ('channel', 'person')", name=op.f("ck_matches_place_kind")),
        sa.CheckConstraint("status IN ('lobby', 'running', 'ended')", name=op.f("ck_matches_status")),
        sa.ForeignKeyConstraint(["rematch_of"], ["matches.id"], name=op.f("fk_matches_rematch_of")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )
    op.create_index("ended_matches_of_guild", "matches", ["guild_id", "ended_by", "ended_at"])
    op.create_index("ended_matches_of_place", "matches", ["place_kind", "place_id", "ended_by", "ended_at"])
    op.create_index(
        "one_lobby_a_host",
        "matches",
        ["guild_id", "host_id"],
        unique=True,
        sqlite_where=IS_LOBBY,
        postgresql_where=IS_LOBBY,
    )
    op.create_index(
        "one_open_match_a_place",
        "matches",
        ["place_kind", "place_id"],
        unique=True,
        sqlite_where=IS_OPEN,
        postgresql_where=IS_OPEN,
    )
    op.create_index(
        "open_matches_of_guild", "matches", ["guild_id"], sqlite_where=IS_OPEN, postgresql_where=IS_OPEN
    )

    op.create_table(
        "entries",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_entries_match_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_entries")),
    )
    op.create_table(
        "messages",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('lobby', 'table', 'turn')", name=op.f("ck_messages_kind")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_messages_match_id")),
        sa.PrimaryKeyConstraint("match_id", "kind", name=op.f("pk_messages")),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.CheckConstraint("kind <> 'human' OR user_id IS NOT NULL", name=op.f("ck_seats_human_is_someone")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seats_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("match_id", "user_id", name=op.f("uq_seats_match_id_user_id")),
    )
    op.create_table(
        "round_scores",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("sum", sa.Integer()),
        sa.Column("points", sa.Integer()),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Boolean(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "seat"], ["seats.match_id", "seats.seat"], name=op.f("fk_round_scores_match_id_seat")
        ),
        sa.PrimaryKeyConstraint("match_id", "round", "seat", name=op.f("pk_round_scores")),
    )


def downgrade() -> None:
    op.drop_table("round_scores")
    op.drop_table("seats")
    op.drop_table("messages")
    op.drop_table("entries")
    op.drop_table("matches")
    op.drop_table("kept")
