"""What is wrong in the world, and what was a moment ago: then not everything can be expected."""

from dataclasses import dataclass, field
from typing import Final

from tests.fuzz.network import Network
from tests.fuzz.simulation import Simulation
from tests.fuzz.storage import Storage

CALM_AFTER: Final = 3
"""Steps after the last trouble until everything is expected to go well again."""


@dataclass
class Troubles:
    """`denied` are the channels where the bot lacks a permission.

    `removed` says that it is not in the server. `robbed` are the channels where a message of the bot was
    deleted, which nobody tells it. `forgotten` are channels that went while the database was out of order:
    see tests/cogs/test_gone_while_locked.py.
    """

    env: Simulation
    network: Network
    storage: Storage
    denied: set[int] = field(default_factory=set[int])
    robbed: set[int] = field(default_factory=set[int])
    forgotten: set[int] = field(default_factory=set[int])
    removed: bool = False
    step: int = 0
    until: float = -1000.0
    _latest: int = -100

    @property
    def now(self) -> bool:
        """Say whether something is wrong with database, network or permissions."""
        return bool(
            self.storage.fault
            or self.network.troubles
            or self.denied
            or self.removed
            or any(self.is_archived(channel_id) for channel_id in self.env.backend.channels)
        )

    @property
    def calm(self) -> bool:
        """Say whether nothing is wrong, and nothing was a moment ago."""
        return not self.now and not self.network.hits and self.step - self._latest > CALM_AFTER

    @property
    def just_now(self) -> bool:
        """Say whether something went wrong in this step or the one before."""
        return self.step - self._latest < 2

    def note(self) -> None:
        """Remember that something is, or was, wrong."""
        self._latest, self.until = self.step, self.env.elapsed

    def note_hits(self) -> None:
        """Remember whether something failed in this step."""
        if self.network.hits or self.storage.hits:
            self.note()
        self.storage.hits = 0

    def forget(self) -> None:
        """Call it calm, because enough time has passed."""
        self._latest = self.step - CALM_AFTER - 1

    def is_archived(self, channel_id: int) -> bool:
        """Say whether this is a thread that is archived."""
        thread = self.env.backend.get_channel(channel_id).thread_metadata
        return thread is not None and thread.archived
