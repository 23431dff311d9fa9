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
        """Leave out all attempts; the first one of an outage is told in a line of ours."""
        if not str(record.msg).startswith(_ATTEMPT):
            return True
        if self._since is None:
            self._since = self._clock()
            kind = record.exc_info[0] if record.exc_info else None
            # Not its text, which may quote what was sent.
            name = "nobody knows why" if kind is None else kind.__name__
            log.warning("Discord cannot be reached (%s). The bot tries again until it can.", name)
        return False

    async def over(self) -> None:
        """Say that Discord is there again, if it was not."""
        since, self._since = self._since, None
        if since is not None:
            log.warning("Discord can be reached again, after %d s.", (self._clock() - since).total_seconds())
