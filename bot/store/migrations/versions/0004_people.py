"""What each person prefers, and whether a server wants lucky words."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text()),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("four_colours", sa.Boolean(), nullable=False),
        sa.Column("pings", sa.Text(), nullable=False),
        sa.Column("sorting", sa.Text(), nullable=False),
        sa.Column("lucky_word", sa.Text(), nullable=False),
        sa.Column("welcomed", sa.Boolean(), nullable=False),
        sa.CheckConstraint("cards IN ('pictures', 'text')", name=op.f("ck_people_cards")),
        sa.CheckConstraint("pings IN ('channel', 'direct', 'never')", name=op.f("ck_people_pings")),
        sa.CheckConstraint("sorting IN ('rank', 'suit')", name=op.f("ck_people_sorting")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
    )
    # Whoever has played already needs no word of welcome.
    op.execute(
        "INSERT INTO people (user_id, cards, four_colours, pings, sorting, lucky_word, welcomed)"
        " SELECT DISTINCT user_id, 'pictures', false, 'channel', 'rank', '', true FROM seats"
        " WHERE user_id IS NOT NULL"
    )
    # An older process that still runs does not know the column, and goes on writing.
    with op.batch_alter_table("guild_settings") as batch:
        batch.add_column(sa.Column("lucky_words", sa.Boolean(), server_default=sa.true(), nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("guild_settings") as batch:
        batch.drop_column("lucky_words")
    op.drop_table("people")
