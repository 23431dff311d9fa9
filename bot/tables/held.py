"""A place while somebody has it to themselves, and what they make of its table."""

from collections.abc import Mapping
from dataclasses import replace

from bot.store.values import MessageKind, StoredMessage
from bot.tables.errors import MovedOn, NothingHere
from bot.tables.values import Table


class Held:
    """A place while its lock is held.

    `table` is the open one there, None if there is none; `is_fresh` says that it was just read from the
    store.
    """

    def __init__(self) -> None:
        self.table: Table | None = None
        self.is_fresh = False
        self.changes: list[tuple[Table | None, Table]] = []

    def require(self, match_id: int | None = None) -> Table:
        """Return the open table.

        Raises NothingHere if there is none, MovedOn if it is another one than `match_id`.
        """
        if self.table is None:
            raise NothingHere if match_id is None else MovedOn
        if match_id is not None and self.table.id != match_id:
            raise MovedOn
        return self.table

    def committed(self, after: Table) -> Table:
        """Take over what has been written to the store; listeners hear of it once the lock is released."""
        self.changes.append((self.table, after))
        self.table = after
        return after

    def note(self, match_id: int, changed: Mapping[MessageKind, StoredMessage | None]) -> None:
        """Take over where messages of a match stand now; None for one that is gone."""
        if self.table is not None and self.table.id == match_id:
            messages = {**self.table.messages, **changed}
            known = {kind: message for kind, message in messages.items() if message is not None}
            self.table = replace(self.table, messages=known)
