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

    message = N_("Nothing could be saved just now. Please try again in a moment.")


class Conflict(YanivError, StoreError):
    """Someone else changed the match first: load it again and look. Nothing was changed."""

    message = N_("This table has moved on.")

    def __init__(self, match_id: int) -> None:
        super().__init__(match_id=match_id)
        self.match_id = match_id


class Unreadable(YanivError):
    """A match of which something that is kept cannot be read: nobody can play on, but it can be ended.

    `problem` says what it is, without any card. Nothing is wrong with the store itself.
    """

    message = N_("The match here cannot be read any more. Whoever plays in it can end it with /yaniv end.")

    def __init__(self, problem: str) -> None:
        super().__init__()
        self.problem = problem


class ImpossibleName(YanivError, StoreError):
    """A name for saved rules that is empty or too long; `most` is how many characters it may have."""

    message = N_("A name has 1 to {most} characters.")


class NameTaken(YanivError, StoreError):
    """There are rules of this `name` already: the server's own, or a preset."""

    message = N_("There are rules called {name} already. Choose another name.")


class TooManyRules(YanivError, StoreError):
    """The server has saved as many rules as it may; `most` is the number."""

    message = N_("This server has saved {most} rules already, which is the most. Delete one first.")


class NoSuchRules(YanivError, StoreError):
    """The server has saved no rules of this `name`."""

    message = N_("This server has saved no rules called {name}.")


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
