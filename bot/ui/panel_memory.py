"""What is remembered of hand panels beside the match: the cards selected on them, and the hint last given."""

from dataclasses import dataclass

from bot.engine.views import SeatView
from bot.tables.hints import Hint


@dataclass(frozen=True, slots=True)
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
        """Return the hint a player was given for this hand, until anybody does anything in the round."""
        hint = self._hints.get((match_id, user_id))
        return hint if hint is not None and _moment(hint.view) == _moment(hand) else None

    def keep_hint(self, match_id: int, user_id: int, hint: Hint) -> None:
        """Remember a hint, in place of an earlier one."""
        self._hints[match_id, user_id] = hint

    def forget(self, match_id: int) -> None:
        """Forget everything about a match."""
        for key in [key for key in (*self._selections, *self._hints) if key[0] == match_id]:
            self._selections.pop(key, None)
            self._hints.pop(key, None)


def _moment(view: SeatView) -> tuple[object, ...]:
    """Return what a hint is for. Who sits in the other seats is no part of it: they may change meanwhile."""
    return view.seat, view.version, view.public.round, view.public.turns
