"""What the store says no to. Those a player can be told carry their sentence."""

from sqlalchemy.exc import DontWrapMixin

from bot.engine.errors import N_, YanivError
from bot.store.values import OpenMatch


class StoreError(Exception):
    """Anything the store refuses or cannot do."""


class UnsupportedDatabase(StoreError):
    """A database address, or the state of a database, that this version cannot work with."""


class NaiveDatetime(DontWrapMixin, StoreError):
    """A time without a time zone: nobody can know which moment it means."""


class Unavailable(YanivError, StoreError):
    """The database cannot be opened, is locked for too long, or is full. Nothing was changed."""

    message = N_("Nothing could be written down just now. Please try again in a moment.")


class Conflict(YanivError, StoreError):
    """Someone else changed the match first: load it again and look. Nothing was changed."""

    message = N_("This table has moved on.")

    def __init__(self, match_id: int) -> None:
        super().__init__(match_id=match_id)
        self.match_id = match_id


class PlaceTaken(YanivError, StoreError):
    """Another match is open at this place: `match`."""

    message = N_("A match is open here already.")

    def __init__(self, match: OpenMatch) -> None:
        super().__init__(match=match)
        self.match = match


class HostBusy(YanivError, StoreError):
    """The host has another lobby open in this server: `match`."""

    message = N_("Whoever hosts has another lobby open in this server.")

    def __init__(self, match: OpenMatch) -> None:
        super().__init__(match=match)
        self.match = match
