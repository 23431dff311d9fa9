"""How long a turn of a match may take, and when a person last did something in it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SPEEDS = "speed IN ('blitz', 'fast', 'normal', 'relaxed', 'day', 'none')"


def upgrade() -> None:
    # An older process that still runs knows neither column, and goes on writing.
    with op.batch_alter_table("matches", table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.add_column(sa.Column("speed", sa.Text(), server_default="normal", nullable=False))
        batch.add_column(sa.Column("acted_at", sa.DateTime(timezone=True)))
        batch.create_check_constraint(op.f("ck_matches_speed"), SPEEDS)
    op.execute(
        "UPDATE matches SET acted_at = (SELECT max(at) FROM entries WHERE entries.match_id = matches.id)"
        " WHERE status = 'running'"
    )


def downgrade() -> None:
    with op.batch_alter_table("matches", table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.drop_constraint(op.f("ck_matches_speed"), type_="check")
        batch.drop_column("acted_at")
        batch.drop_column("speed")
