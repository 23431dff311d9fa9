"""What is remembered of hand panels beside the match: the cards selected on them, and the hint last given."""

from dataclasses import dataclass

from bot.engine.views import SeatView
from bot.tables.hints import Hint


@dataclass
class Selection:
    """Which cards a player has selected: positions in picking order, in the hand as it was at `version`."""

    version: int
    positions: tuple[int, ...]


class PanelMemory:
    """Remembers, by match and player, until the match is over or the process ends."""

    def __init__(self) -> None:
        self._selections: dict[tuple[int, int], Selection] = {}
        self._hints: dict[tuple[int, int], Hint] = {}

    def selection(self, match_id: int, user_id: int, version: int) -> tuple[int, ...] | None:
        """Return what is selected in that hand, None if nothing is known of it."""
        selection = self._selections.get((match_id, user_id))
        return selection.positions if selection is not None and selection.version == version else None

    def select(self, match_id: int, user_id: int, selection: Selection) -> None:
        """Remember what is selected."""
        self._selections[match_id, user_id] = selection

    def hint(self, match_id: int, user_id: int, hand: SeatView) -> Hint | None:
        """Return the hint a player was given, as long as they see just what it was made of."""
        hint = self._hints.get((match_id, user_id))
        return hint if hint is not None and hint.view == hand else None

    def advise(self, match_id: int, user_id: int, hint: Hint) -> None:
        """Remember a hint, in place of an earlier one."""
        self._hints[match_id, user_id] = hint

    def forget(self, match_id: int) -> None:
        """Forget everything about a match."""
        for key in [key for key in (*self._selections, *self._hints) if key[0] == match_id]:
            self._selections.pop(key, None)
            self._hints.pop(key, None)
