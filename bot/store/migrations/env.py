"""Run by Alembic: applies migrations on the connection, and in the transaction, it is handed."""

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite changes a column only by building its table anew.
    render_as_batch=True,
)
context.run_migrations()
