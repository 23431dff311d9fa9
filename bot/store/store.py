"""The store as the rest of the house sees it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Self

from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.engine.events import Ended
from bot.engine.rules import Rules
from bot.personal import NOTHING_SAID, Personal
from bot.speeds import Speed
from bot.store import guilds, journal, lessons, lobbies, matches, notes, people, scores
from bot.store.database import FOR_WRITING, connect, is_in_memory, parse_address
from bot.store.errors import Unavailable
from bot.store.matches import Stamp
from bot.store.schema import metadata
from bot.store.upgrade import upgrade
from bot.store.values import (
    Change,
    End,
    EndedBy,
    GuildSettings,
    Leaderboard,
    MatchStatus,
    MessageKind,
    NewLobby,
    OpenMatch,
    Outline,
    Place,
    RoundScore,
    SavedRules,
    SeatRow,
    StoredMatch,
    StoredMessage,
)


class Store:
    """The database of one process; others may use the same file at the same time.

    Every method is one transaction: applied wholly and durably, or not at all. One that is cancelled while it
    commits may have been applied: shield it, or load again. Any method raises Unavailable if the database
    cannot be reached or stays locked for more than 5 s, and NaiveDatetime for a time without a zone.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._for_writing = engine.execution_options(**{FOR_WRITING: True})
        # Who waits for SQLite's write lock tries again and again; among ourselves we queue in order.
        self._write_queue = asyncio.Lock()
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at an address like `sqlite:///data/yaniv.sqlite3`, made and migrated as needed.

        Raise UnsupportedDatabase for another kind of database or one of a newer version, Unavailable if it
        cannot be opened.
        """
        address = parse_address(url)
        if is_in_memory(address):
            store = cls(connect(address))
            # A database that is always new has nothing to migrate.
            async with store._writing() as connection:
                await connection.run_sync(metadata.create_all)
            return store
        await asyncio.to_thread(upgrade, address)
        return cls(connect(address))

    async def close(self) -> None:
        """Finish what is being written and read, and let go of the database."""
        async with self._write_queue:
            self._closed = True
            # Cancelled by the end of the loop while its connection goes back, a read would leave a traceback.
            try:
                await self._idle.wait()
            finally:
                await self.engine.dispose()

    async def create_lobby(self, lobby: NewLobby) -> StoredMatch:
        """Open a lobby; raise PlaceTaken or HostBusy, with the match in the way."""
        async with self._writing() as connection:
            match_id = await lobbies.open_lobby(connection, lobby)
            return await matches.get_match(connection, match_id)

    async def save_lobby(
        self,
        match_id: int,
        version: int,
        *,
        seats: Sequence[SeatRow],
        host_id: int,
        deadline: datetime | None,
        rules: Mapping[str, Any] | None = None,
        speed: Speed | None = None,
        hints: bool | None = None,
    ) -> int:
        """Replace seats, host and deadline of a lobby that still has this version; return the new version.

        Without `rules`, `speed` or `hints` those of the lobby stay.

        Raise Conflict if it has another version or is no lobby any more, HostBusy if the new host has another
        lobby.
        """
        async with self._writing() as connection:
            await lobbies.save_lobby(
                connection,
                match_id,
                version,
                seated=seats,
                host_id=host_id,
                deadline=deadline,
                rules=rules,
                speed=speed,
                hints=hints,
            )
        return version + 1

    async def begin(
        self,
        match_id: int,
        version: int,
        entries: Sequence[Mapping[str, Any]],
        at: datetime,
        change: Change | None = None,
    ) -> None:
        """Turn a lobby of this version into a running match whose journal begins with `entries`.

        What changes with them is written too; the deadline of the lobby goes.

        Raise Conflict if it has another version or is no lobby any more.
        """
        async with self._writing() as connection:
            await lobbies.begin(connection, match_id, version, entries, at, change=change or Change())

    async def close_lobby(self, match_id: int, version: int, ended_by: EndedBy, at: datetime) -> None:
        """End a lobby of this version without a result; raise Conflict as `begin` does."""
        async with self._writing() as connection:
            await lobbies.close(connection, match_id, version, ended_by, at)

    async def append(
        self,
        match_id: int,
        number: int,
        entries: Sequence[Mapping[str, Any]],
        at: datetime,
        change: Change | None = None,
        *,
        due: datetime | None = None,
    ) -> None:
        """Write the entries `number`, `number` + 1, … of a running match and what changes with them.

        There may be no entries, only a change. Raise Conflict if `number` is not the next one (someone else
        wrote that turn), if `due` is given and is not the match's deadline any more, or if the match does
        not run.
        """
        async with self._writing() as connection:
            await journal.append(
                connection, match_id, number, entries, at=at, change=change or Change(), due=due
            )

    async def load(self, place: Place) -> StoredMatch | None:
        """Read the open match at a place, whole; raise Unreadable if that cannot be."""
        async with self._reading() as connection:
            return await matches.load_open_match(connection, place)

    async def load_match(self, match_id: int) -> StoredMatch | None:
        """Read one match, open or ended, whole; raise Unreadable if that cannot be."""
        async with self._reading() as connection:
            return await matches.find_match(connection, match_id)

    async def outline_of(self, place: Place) -> Outline | None:
        """Read of the open match at a place what can be read of any, however damaged."""
        async with self._reading() as connection:
            return await matches.outline_of(connection, place)

    async def acted_at(self, match_id: int) -> datetime | None:
        """Read when a person last did something in a match; None where that cannot be read."""
        async with self._reading() as connection:
            return await matches.acted_at(connection, match_id)

    async def end_unread(self, outline: Outline, ended_by: EndedBy, at: datetime) -> None:
        """End a match without a result, as it is; raise Conflict if it has changed since the outline."""
        async with self._writing() as connection:
            if outline.status is MatchStatus.LOBBY:
                await lobbies.close(connection, outline.id, outline.version, ended_by, at)
                return
            line, change = Ended(ended_by).to_json(), Change(end=End(ended_by))
            await journal.append(
                connection, outline.id, outline.entries, [line], at=at, change=change, due=None
            )

    async def stamp_of(self, match_id: int) -> Stamp | None:
        """Read by what to tell whether a match has changed: its version, entries and deadline."""
        async with self._reading() as connection:
            return await matches.stamp_of(connection, match_id)

    async def open_matches(self) -> list[OpenMatch]:
        """List all matches that are in their lobby or running, the oldest first."""
        async with self._reading() as connection:
            return await matches.open_matches(connection)

    async def ended_with_messages(self, since: datetime, limit: int) -> list[int]:
        """List the matches that have ended since and still have messages noted, the newest first."""
        async with self._reading() as connection:
            return await matches.ended_with_messages(connection, since, limit)

    async def matches_of(self, guild_id: int, user_id: int) -> list[OpenMatch]:
        """List the open matches of a server in which a person has a seat, the oldest first."""
        async with self._reading() as connection:
            return await matches.matches_of(connection, guild_id, user_id)

    async def open_lobby_of(self, guild_id: int, host_id: int) -> OpenMatch | None:
        """Find the lobby that a person hosts in a server."""
        async with self._reading() as connection:
            return await matches.find_lobby_of(connection, guild_id, host_id)

    async def messages_of(self, match_id: int) -> dict[MessageKind, StoredMessage]:
        """Read where the messages of a match stand."""
        async with self._reading() as connection:
            return await notes.messages_of(connection, match_id)

    async def remember_message(
        self, match_id: int, kind: MessageKind, channel_id: int, message_id: int, *, number: int, at: datetime
    ) -> StoredMessage | None:
        """Note where a message of a match stands, and return the one of its kind whose place it takes."""
        async with self._writing() as connection:
            message = StoredMessage(kind, channel_id, message_id, number, at)
            return await notes.remember_message(connection, match_id, message)

    async def forget_message(self, match_id: int, kind: MessageKind, message_id: int | None = None) -> None:
        """Forget a message that is gone; with a `message_id` only if it is still that one."""
        async with self._writing() as connection:
            await notes.forget_message(connection, match_id, kind, message_id)

    async def scores_of(self, match_id: int) -> tuple[RoundScore, ...]:
        """Read the score sheet of a match, by round and seat."""
        async with self._reading() as connection:
            return await scores.scores_of(connection, match_id)

    async def leaderboard(
        self,
        guild_id: int,
        *,
        place: Place | None = None,
        since: datetime | None = None,
        limit: int = 10,
        offset: int = 0,
    ) -> Leaderboard:
        """Rank people by wins, then by the fewest points a round, over matches played out in a server.

        A match counts for those who had a seat at its end; `since` goes by when it ended.
        """
        async with self._reading() as connection:
            return await scores.leaderboard(
                connection, guild_id, place=place, since=since, limit=limit, offset=offset
            )

    async def settings_of(self, guild_id: int) -> GuildSettings:
        """Read what a server prefers."""
        async with self._reading() as connection:
            return await guilds.settings_of(connection, guild_id)

    async def save_settings(self, settings: GuildSettings) -> None:
        """Keep what a server prefers, in place of what it preferred before."""
        async with self._writing() as connection:
            await guilds.save_settings(connection, settings)

    async def rules_of(self, guild_id: int) -> list[SavedRules]:
        """List the rules a server has saved, by name."""
        async with self._reading() as connection:
            return await guilds.rules_of(connection, guild_id)

    async def save_rules(
        self, guild_id: int, name: str, rules: Rules, *, overwrite: bool = False
    ) -> SavedRules:
        """Save rules of a server under a name, which they then carry as their `preset`.

        Names that differ only in capital letters are the same. Raise ImpossibleName, TooManyRules, or
        NameTaken for the name of a preset, and for one of the server's own unless it may be overwritten.
        """
        async with self._writing() as connection:
            return await guilds.save_rules(connection, guild_id, name, rules, overwrite=overwrite)

    async def delete_rules(self, guild_id: int, name: str) -> None:
        """Delete saved rules of a server; raise NoSuchRules."""
        async with self._writing() as connection:
            await guilds.delete_rules(connection, guild_id, name)

    async def personal_of(self, user_id: int) -> Personal:
        """Read what a person prefers."""
        async with self._reading() as connection:
            return await people.personal_of(connection, user_id) or NOTHING_SAID

    async def change_personal(self, user_id: int, change: Callable[[Personal], Personal]) -> Personal:
        """Change what a person prefers, and return it; `change` gets what they prefer now."""
        async with self._writing() as connection:
            return await people.change_personal(connection, user_id, change)

    async def lesson_step_of(self, user_id: int) -> int | None:
        """Read the step of the lesson at which a person is; None for one who has not begun it, or is done."""
        async with self._reading() as connection:
            return await lessons.step_of(connection, user_id)

    async def keep_lesson_step(self, user_id: int, step: int | None) -> None:
        """Keep the step of the lesson at which a person is; None for one who is done."""
        async with self._writing() as connection:
            await lessons.keep_step(connection, user_id, step)

    async def get_kept(self, key: str) -> str | None:
        """Read what was kept under a name."""
        async with self._reading() as connection:
            return await notes.get_kept(connection, key)

    async def keep(self, key: str, value: str) -> None:
        """Keep a value under a name, in place of an earlier one."""
        async with self._writing() as connection:
            await notes.keep(connection, key, value)

    @asynccontextmanager
    async def _reading(self) -> AsyncGenerator[AsyncConnection]:
        async with self._transaction(self.engine) as connection:
            yield connection

    @asynccontextmanager
    async def _writing(self) -> AsyncGenerator[AsyncConnection]:
        async with self._write_queue, self._transaction(self._for_writing) as connection:
            yield connection

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine) -> AsyncGenerator[AsyncConnection]:
        # A closed engine would quietly open new connections that nobody closes.
        if self._closed:
            raise Unavailable
        self._under_way += 1
        self._idle.clear()
        try:
            async with engine.begin() as connection:
                yield connection
        except OperationalError as problem:
            raise Unavailable from problem
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()
