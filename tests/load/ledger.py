"""What a crowd clicked and what it was told of it, to be held against the database afterwards."""

from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic

from tests.load.panel import match_number


class Outcome(StrEnum):
    """What whoever clicked knows of their move."""

    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass
class Move:
    """One click that makes a move, with the hand that it was made with.

    `positions` are the cards that it lays, `card` the one it takes; times are of the monotonic clock.
    """

    match_id: int
    name: str
    version: int
    verb: str
    positions: tuple[int, ...]
    card: str
    sent: float
    told: float | None = None
    outcome: Outcome = Outcome.UNKNOWN

    def settle(self, outcome: Outcome) -> None:
        """Note what came of it."""
        self.outcome, self.told = outcome, monotonic()


@dataclass
class Ledger:
    """Every move that a crowd tried."""

    moves: list[Move] = field(default_factory=list[Move])

    def begin(self, custom_id: str, name: str) -> Move:
        """Note that a button is about to be clicked."""
        _, verb, match_id, version, selection, *rest = custom_id.split(":")
        positions = (
            () if selection == "-" or verb in ("call", "forced", "slap") else tuple(map(int, selection))
        )
        card = rest[0] if rest else ""
        move = Move(match_number(match_id), name, int(version), verb, positions, card, monotonic())
        self.moves.append(move)
        return move

    def count(self, outcome: Outcome) -> int:
        """Return how many moves came out like that."""
        return sum(move.outcome is outcome for move in self.moves)
