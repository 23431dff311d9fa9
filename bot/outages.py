"""An outage of Discord, told in two lines of the log: that it has begun, and that it is over."""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from discord.ext import commands

from bot.tables.timers import Clock

log = logging.getLogger(__name__)

_LIBRARY: Final = "discord.client"
_ATTEMPT: Final = "Attempting a reconnect"


class Outages(logging.Filter):
    """Puts one line in place of the traceback that the library logs at each attempt to connect again."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._since: datetime | None = None

    @contextmanager
    def told_of(self, bot: commands.Bot) -> Generator[None]:
        """Watch what is logged of a bot's connection for as long as this lasts."""
        library = logging.getLogger(_LIBRARY)
        library.addFilter(self)
        for event in ("on_connect", "on_resumed"):
            bot.add_listener(self.over, event)
        try:
            yield
        finally:
            library.removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the first attempt of an outage through, as one line, and leave out all later ones."""
        if not str(record.msg).startswith(_ATTEMPT):
            return True
        if self._since is not None:
            return False
        self._since = self._clock()
        cause = record.exc_info[1] if record.exc_info else None
        # Not its text, which may quote what was sent.
        record.msg = "Discord cannot be reached (%s). The bot tries again until it can."
        record.args = (type(cause).__name__,)
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = record.exc_text = None
        return True

    async def over(self) -> None:
        """Say that Discord is there again, if it was not."""
        since, self._since = self._since, None
        if since is not None:
            log.warning("Discord can be reached again, after %d s.", (self._clock() - since).total_seconds())
