"""What the bot logs during a run, and what goes wrong unseen."""

import asyncio
import logging
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, Final

OURS: Final = ("bot", "cogs")
READ: Final = (*OURS, "discord", "asyncio", "sqlalchemy", "aiosqlite", "alembic")


class Log(logging.Handler):
    """Keeps every record since the last look."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []
        self.unseen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        if record.name.startswith(READ):
            self.records.append(record)

    def take(self) -> list[logging.LogRecord]:
        """Return the records since the last look."""
        taken, self.records = self.records, []
        return taken

    def unhandled(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """Keep what the loop would only print."""
        del loop
        self.unseen.append(f"{context.get('message')}: {context.get('exception')!r}")

    @contextmanager
    def installed(self) -> Generator[None]:
        """Hear everything of ours, and what the libraries say that the application lets speak."""
        root = logging.getLogger()
        loggers = {logging.getLogger(name): logging.DEBUG for name in OURS} | {root: logging.INFO}
        before = {logger: logger.level for logger in loggers}
        for logger, level in loggers.items():
            logger.setLevel(level)
        root.addHandler(self)
        try:
            yield
        finally:
            root.removeHandler(self)
            for logger, level in before.items():
                logger.setLevel(level)
