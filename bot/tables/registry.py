"""Which tables are in memory, and who may change one: one lock a place."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from weakref import WeakValueDictionary

from bot.engine.errors import YanivError
from bot.store.errors import Conflict, StoreError, Unreadable
from bot.store.store import Store
from bot.store.values import MessageKind, Place, StoredMessage
from bot.tables.access import admit
from bot.tables.errors import MovedOn
from bot.tables.held import Held
from bot.tables.loading import table_from
from bot.tables.timers import Clock
from bot.tables.values import Listener, Person, Phase, Table

log = logging.getLogger(__name__)

IDLE: Final = timedelta(minutes=15)
COMPARE_AFTER: Final = timedelta(seconds=1)


class Registry:
    """Loads tables from the store on first use and releases those that are idle."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store: Final = store
        self.clock: Final = clock
        self.listeners: list[Listener] = []
        self.on_release: list[Callable[[Table], None]] = []
        self._tables: dict[Place, Table] = {}
        self._used: dict[Place, datetime] = {}
        # What was known of a place before a write of which nobody knows whether it was done.
        self._doubted: dict[Place, Table | None] = {}
        self._compared: dict[Place, datetime] = {}
        # A lock lives as long as someone holds it or waits for it, so none is ever dropped while it is held.
        self._locks: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, place: Place) -> AsyncGenerator[Held]:
        """Hold the lock of a place and give what is there; listeners are told after it is released.

        A write that lost against another process (Conflict) becomes MovedOn, and the table is loaded anew. So
        does the refusal of something at a table that another process has changed.
        """
        held = Held()
        try:
            async with self._lock(place):
                await self._load(place, held)
                try:
                    yield held
                except Conflict:
                    self._doubt(place, held.table)
                    await self._load(place, held)
                    raise MovedOn from None
                except BaseException as problem:
                    if isinstance(problem, YanivError) and not isinstance(problem, StoreError):
                        # A refusal has changed nothing, but may come of what another process changed.
                        if await self._is_outdated(held):
                            self._doubt(place, held.table)
                            await self._load(place, held)
                            raise MovedOn from None
                        self._keep(place, held.table)
                    else:
                        # What the store made of a write that did not return is unknown: look again.
                        self._doubt(place, held.table)
                    raise
                else:
                    self._keep(place, held.table)
        finally:
            for before, after in held.changes:
                self._tell(lambda listener, before=before, after=after: listener.changed(before, after))

    @asynccontextmanager
    async def enter(
        self, verb: str, place: Place, match_id: int | None, person: Person, *, hand: int | None = None
    ) -> AsyncGenerator[tuple[Held, Table]]:
        """Hold the lock of a place where somebody may do what `verb` says, and give its table too.

        Every use case that changes a table for a person comes this way. `hand` is the version of their hand
        that the click belongs to. Raises NothingHere, MovedOn if the table is another one than `match_id` or
        that hand has changed since, and what `admit` raises.
        """
        async with self.hold(place) as held:
            table = held.require(match_id)
            if hand is not None and _has_changed(table, person, hand):
                raise MovedOn
            admit(verb, table, person)
            yield held, table

    async def look(self, place: Place) -> Table | None:
        """Return the open table at a place as it was last committed, without waiting for its lock."""
        table = self._tables.get(place)
        if table is not None:
            self._used[place] = self.clock()
            return table
        async with self.hold(place) as held:
            return held.table

    async def find(self, match_id: int) -> Table | None:
        """Return a match by its number, open or ended, read from the store; raise Unreadable."""
        stored = await self.store.load_match(match_id)
        return None if stored is None else table_from(stored, self.clock())

    async def read(self, place: Place) -> Table | None:
        """Read the open table at a place from the store, whatever is in memory; raise Unreadable."""
        stored = await self.store.load(place)
        return None if stored is None else table_from(stored, self.clock())

    @asynccontextmanager
    async def locked(self, place: Place) -> AsyncGenerator[None]:
        """Hold the lock of a place without looking at what is there."""
        async with self._lock(place):
            yield

    async def resume(self, place: Place) -> None:
        """Load the table at a place after a start and tell the listeners that it is there."""
        async with self.hold(place) as held:
            table = held.table
        if table is not None:
            self._tell(lambda listener: listener.resumed(table))

    async def messages_of(self, table: Table) -> Mapping[MessageKind, StoredMessage]:
        """Read from the store where the messages of a match stand, whoever posted them."""
        return await self.store.messages_of(table.id)

    async def remember_message(self, table: Table, message: StoredMessage) -> StoredMessage | None:
        """Note where a message of a match stands in Discord, and return the one whose place it takes."""
        async with self.hold(table.place) as held:
            replaced = await self.store.remember_message(
                table.id,
                message.kind,
                message.channel_id,
                message.message_id,
                number=message.number,
                at=message.posted_at,
            )
            held.note(table.id, {message.kind: message})
            return replaced

    async def forget_message(self, table: Table, kind: MessageKind, message_id: int | None = None) -> None:
        """Forget a message that is gone; with a `message_id` only if it is still that one."""
        async with self.hold(table.place) as held:
            await self.store.forget_message(table.id, kind, message_id)
            known = None if held.table is None else held.table.messages.get(kind)
            if known is not None and message_id in (None, known.message_id):
                held.note(table.id, {kind: None})

    def release_idle(self) -> None:
        """Let go of running tables that nobody has used for a while; they are loaded again when needed."""
        now = self.clock()
        for place, table in tuple(self._tables.items()):
            idle = now - self._used[place] >= IDLE
            # A lobby is kept: how long its host has done nothing is known here only.
            if idle and table.phase is not Phase.LOBBY and not self.is_held(place):
                self._forget(place)
                for release in self.on_release:
                    release(table)

    def is_held(self, place: Place) -> bool:
        """Say whether somebody is changing the table at a place."""
        lock = self._locks.get(place)
        return lock is not None and lock.locked()

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def _lock(self, place: Place) -> asyncio.Lock:
        lock = self._locks.get(place)
        if lock is None:
            lock = self._locks[place] = asyncio.Lock()
        return lock

    async def _load(self, place: Place, held: Held) -> None:
        held.table = self._tables.get(place)
        held.is_fresh = held.table is None
        if held.is_fresh:
            held.table = await self.read(place)
            if place in self._doubted:
                await self._compare(self._doubted[place], held)
                del self._doubted[place]
        self._keep(place, held.table)

    async def _is_outdated(self, held: Held) -> bool:
        """Find out whether a table in memory is not what the store has; once a second is often enough."""
        table, now = held.table, self.clock()
        if table is None or held.is_fresh:
            return False
        if now - self._compared.get(table.place, now - COMPARE_AFTER) < COMPARE_AFTER:
            return False
        self._compared[table.place] = now
        try:
            stamp = await self.store.stamp_of(table.id)
        except StoreError:
            return False
        return stamp != (table.version, table.number, table.deadline)

    async def _compare(self, doubted: Table | None, held: Held) -> None:
        """Find out what became of a table in doubt; whatever changed is told like any other change."""
        found = held.table
        if doubted is not None and found is not None and found.id == doubted.id:
            if (found.version, found.number) == (doubted.version, doubted.number):
                # What is not in the store is still known.
                acted, since = doubted.host_acted, doubted.seated_since
                found = held.table = replace(found, host_acted=acted, seated_since=since)
                if found.deadline == doubted.deadline:
                    return
            held.changes.append((doubted, found))
            return
        try:
            ended = None if doubted is None else await self.find(doubted.id)
        except Unreadable:
            ended = None
        if ended is not None:
            held.changes.append((doubted, ended))
        if found is not None:
            held.changes.append((None, found))

    def _doubt(self, place: Place, table: Table | None) -> None:
        self._forget(place)
        self._doubted[place] = table

    def _keep(self, place: Place, table: Table | None) -> None:
        if table is None or not table.is_open:
            self._forget(place)
            return
        self._tables[place] = table
        self._used[place] = self.clock()

    def forget(self, place: Place) -> None:
        """Let go of all that is in memory of a place, which holds its lock."""
        self._forget(place)
        self._doubted.pop(place, None)

    def _forget(self, place: Place) -> None:
        self._tables.pop(place, None)
        self._used.pop(place, None)
        self._compared.pop(place, None)

    def _tell(self, tell: Callable[[Listener], None]) -> None:
        for listener in self.listeners:
            try:
                tell(listener)
            except Exception:
                # What was committed stands, and everybody else must hear of it.
                log.exception("A listener failed.")


def _has_changed(table: Table, person: Person, hand: int) -> bool:
    """Say whether the hand of somebody who still plays is another one than that version."""
    row, match = table.seat_of(person.user_id), table.match
    if row is None or match is None or row.seat not in match.seats_in:
        return False
    return match.hand_versions[row.seat] != hand
