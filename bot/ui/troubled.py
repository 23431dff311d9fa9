"""What the log says of matches that cannot be drawn: once, not for every match and every attempt."""

import logging
from typing import Final

from bot.ui.trouble import Trouble, described, trouble_of

log = logging.getLogger(__name__)


class Troubled:
    """The matches that are not drawn for some trouble with Discord, and for which."""

    def __init__(self) -> None:
        self._troubles: Final[dict[int, Trouble]] = {}

    def not_drawn(self, match_id: int, error: Exception) -> None:
        """Tell of a match that was not drawn, unless that is known: an outage concerns them all."""
        trouble = trouble_of(error)
        known = [self._troubles.get(match_id)]
        if trouble is Trouble.TEMPORARY:
            known += self._troubles.values()
        if trouble not in known:
            log.warning("Match %d: not drawn, %s.", match_id, described(error))
        self._troubles[match_id] = trouble

    def over(self, match_id: int) -> None:
        """Note that a match is drawn, or does not have to be any more."""
        trouble = self._troubles.pop(match_id, None)
        if trouble is Trouble.TEMPORARY and trouble not in self._troubles.values():
            log.info("All matches are drawn again.")
