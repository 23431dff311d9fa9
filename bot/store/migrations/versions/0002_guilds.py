"""What a server prefers, and the rules it has saved."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rules", sa.Text()),
        sa.Column("rules_name", sa.Text()),
        sa.Column("speed", sa.Text()),
        sa.Column("locale", sa.Text()),
        sa.Column("channels", sa.Text()),
        sa.Column("offer_threads", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guild_settings")),
    )
    op.create_table(
        "guild_rules",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "key", name=op.f("pk_guild_rules")),
    )


def downgrade() -> None:
    op.drop_table("guild_rules")
    op.drop_table("guild_settings")
