"""All tables of one process: put together at start, taken apart at stop."""

import asyncio
import logging
import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final

from bot.store.errors import StoreError, Unreadable
from bot.store.store import Store
from bot.store.values import OpenMatch, Place
from bot.tables.clockwork import Clockwork
from bot.tables.dealing import Dealing
from bot.tables.errors import MovedOn
from bot.tables.forgetting import Forgetting
from bot.tables.giving_up import GivingUp
from bot.tables.hearing import Hearing
from bot.tables.heartbeat import Heartbeat, worth_saying
from bot.tables.hints import Hints
from bot.tables.lobbies import Lobbies
from bot.tables.matches import Matches
from bot.tables.practice import Practice
from bot.tables.registry import Registry
from bot.tables.slapping import Slapping
from bot.tables.thinking import Thinking
from bot.tables.timers import TRY_AGAIN, Clock, Timers, finish
from bot.tables.values import Listener, Person, Phase, Table
from bot.tables.workers import Thinker

log = logging.getLogger(__name__)

LATELY: Final = timedelta(days=1)
_MOST_ENDS: Final = 100
"""Of so many matches that ended lately the end is told after a start."""


class Tables:
    """The tables and what can be done at them: `lobbies`, `practice`, `matches`, `hints`.

    `registry` is there to look at them.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        dealing: Dealing,
        rng: random.Random,
        thinker: Thinker,
        computer_delay: tuple[float, float],
        pause: timedelta,
    ) -> None:
        """`thinker` thinks for computers that take their time, and is closed with the tables.

        `computer_delay` is in seconds, `pause` the time from the end of a round to the next deal.
        """
        self.store: Final = store
        self.registry: Final = Registry(store, clock)
        self.timers: Final = Timers(clock)
        self.lobbies: Final = Lobbies(self.registry, dealing, pause)
        self.practice: Final = Practice(self.registry, dealing, pause)
        self.matches: Final = Matches(self.registry, dealing, pause)
        self.hints: Final = Hints(self.registry, dealing, pause, thinker)
        self.absence: timedelta | None = None
        self._tell_end: Callable[[Table], None] | None = None
        self._heartbeat = Heartbeat(store, self.timers, clock)
        self._thinking = Thinking(thinker, rng, clock)
        self._hearing = Hearing(clock)
        self._clockwork = Clockwork(
            self.registry,
            self.lobbies,
            self.matches,
            timers=self.timers,
            thinking=self._thinking,
            hearing=self._hearing,
            rng=rng,
            delay=computer_delay,
        )
        self._giving_up = GivingUp(self.registry, self.timers)
        slapping = Slapping(self.registry, self.matches, timers=self.timers, rng=rng)
        self.registry.listeners += [self._clockwork, slapping, Forgetting(self.matches, self.timers)]

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of everything that is committed from now on."""
        self.registry.listeners.append(listener)

    def on_release(self, release: Callable[[Table], None]) -> None:
        """Call `release` with every idle table that memory lets go of, so that nobody else keeps it."""
        self.registry.on_release.append(release)

    def on_untold_end(self, tell: Callable[[Table], None]) -> None:
        """Call `tell` after a start with every match of which nobody may have been told that it ended."""
        self._tell_end = tell

    async def resume(self) -> None:
        """Take up every open match where it was: timers go on, listeners hear of each table.

        Before they do, `absence` says for how long no process was there, if that was over a minute.
        """
        self._clockwork.start()
        await self._resume_all()

    async def _resume_all(self) -> None:
        try:
            self.absence = await self._heartbeat.absence()
            found = await self.store.open_matches()
        except StoreError:
            log.warning("The open matches cannot be read, trying again.")
            self.timers.set("resume", self.registry.clock() + TRY_AGAIN, self._resume_all)
            return
        await self._heartbeat.beat()
        for match in found:
            await self._resume(match)
        await self._tell_ends()

    async def _tell_ends(self) -> None:
        """Tell of the matches that ended lately and whose messages are still noted.

        Once an end is shown, it is forgotten where its messages are.
        """
        try:
            for match_id in await self.store.ended_with_messages(self.registry.clock() - LATELY, _MOST_ENDS):
                await self._end_again(match_id)
        except StoreError:
            log.warning("The matches that ended lately cannot be read, trying again.")
            self.timers.set("ends", self.registry.clock() + TRY_AGAIN, self._tell_ends)

    async def _end_again(self, match_id: int) -> None:
        try:
            table = await self.registry.find(match_id)
        except Unreadable as unreadable:
            log.warning("Match %d has ended and cannot be read: %s.", match_id, unreadable.problem)
            return
        if table is not None and self._tell_end is not None:
            self._tell_end(table)

    async def _resume(self, match: OpenMatch) -> None:
        try:
            await self.matches.take_up(match.place)
            await self.registry.resume(match.place)
        except (StoreError, MovedOn):
            log.warning("Match %d cannot be taken up, trying again.", match.id)
            later = self.registry.clock() + TRY_AGAIN
            self.timers.set(("resume", match.place), later, lambda: self._resume(match))
        except Unreadable as unreadable:
            # It must not keep the other tables from going on.
            log.error("Match %d cannot be read: %s.", match.id, unreadable.problem)  # noqa: TRY400
            await self._giving_up.wait(match)

    def nobody_heard(self) -> None:
        """Let nobody's turn end from now on: no click can come."""
        self._hearing.lost()

    def everybody_heard(self) -> None:
        """Go on, clicks come again: whose turn would have ended meanwhile has half a minute."""
        gone, late = self._hearing.back()
        self.absence = worth_saying(gone)
        for place in late:
            self.timers.insist(("late", place), self.registry.clock(), partial(self._give_time, place))

    async def _give_time(self, place: Place) -> None:
        try:
            await self.matches.take_up(place)
        except MovedOn:
            # Another process was quicker; what it did has been told.
            return
        await self.registry.resume(place)

    async def abandon(self, place: Place, match_id: int | None = None) -> None:
        """End what is open at a place that is gone, or only that one match; nothing there is no error."""
        try:
            table = await self.registry.look(place)
        except Unreadable:
            await self.give_up(place)
            return
        if table is None or match_id not in (None, table.id):
            return
        if table.phase is Phase.LOBBY:
            await self.lobbies.abandon(place, table.id)
        else:
            await self.matches.abandon(place, table.id)

    async def give_up(self, place: Place, person: Person | None = None) -> None:
        """End the match at a place if it cannot be read any more, at the wish of `person` if there is one.

        Raises NotSeated.
        """
        await self._giving_up.give_up(place, person)

    async def abandon_server(self, guild_id: int) -> None:
        """End whatever is open in a server that the bot is not in any more."""
        for match in await self.store.open_matches():
            if match.guild_id == guild_id:
                await self.abandon(match.place, match.id)

    def place_gone(self, place: Place) -> None:
        """End what is open at a place that is gone, as soon as the store lets us."""
        self.timers.insist(("gone", place), self.registry.clock(), lambda: self.abandon(place))

    def server_gone(self, guild_id: int) -> None:
        """End what is open in a server that the bot is not in any more, as soon as the store lets us."""
        self.timers.insist(("gone", guild_id), self.registry.clock(), lambda: self.abandon_server(guild_id))

    async def close(self, limit: float | None = None) -> None:
        """Stop all timers and let what has begun finish, for at most `limit` seconds."""
        last_sign = asyncio.get_running_loop().create_task(self._heartbeat.stop(), name="last sign of life")
        await asyncio.gather(self._thinking.close(), self.timers.close(limit), finish([last_sign], limit))
