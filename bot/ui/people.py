"""What people prefer, kept in memory: a click of somebody who is known asks nothing of the database."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.personal import NOTHING_SAID, Personal
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.tables.timers import Clock
from bot.ui.words import Languages, Words

log = logging.getLogger(__name__)

MOST_KNOWN: Final = 10_000
"""Of so many people it is kept; those not heard of for the longest are forgotten first."""

STALE: Final = timedelta(minutes=10)
"""After so long it is read again: another process may have changed it."""

PATIENCE: Final = 0.5
"""Seconds for which a click waits until it is known who clicked."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom something private is drawn for: in which words, and as they prefer it."""

    words: Words
    personal: Personal = NOTHING_SAID


@dataclass(frozen=True, slots=True)
class _Known:
    personal: Personal
    read: datetime


class People:
    """What each person prefers; every change is written at once."""

    def __init__(self, store: Store, clock: Clock, languages: Languages) -> None:
        self._store: Final = store
        self._clock: Final = clock
        self._languages: Final = languages
        self._known: Final = OrderedDict[int, _Known]()
        self._locales: Final = OrderedDict[int, str]()
        self._reading: Final = dict[int, asyncio.Task[Personal]]()
        self._changes = 0

    @property
    def count(self) -> int:
        """Of how many people it is kept what they prefer."""
        return len(self._known)

    def knows(self, user_id: int) -> bool:
        """Say whether it is kept what a person prefers."""
        return user_id in self._known

    def known(self, user_id: int) -> Personal:
        """Return what a person prefers as far as it is kept."""
        known = self._known.get(user_id)
        return NOTHING_SAID if known is None else known.personal

    def locale_of(self, user_id: int, discord_locale: str) -> str:
        """Return the locale of a person's words: that they chose, if it is spoken, else their Discord's."""
        chosen = self.known(user_id).language
        return chosen if chosen is not None and chosen in self._languages.codes else discord_locale

    def words_of(self, user_id: int) -> Words | None:
        """Return the words of a person whom nothing is answered just now.

        None for somebody who chose no language, and whose Discord's is not known since they clicked nothing.
        """
        locale = self.locale_of(user_id, self._locales.get(user_id, ""))
        return self._languages.for_locale(locale) if locale else None

    async def of(self, user_id: int) -> Personal:
        """Return what a person prefers, as it is or lately was; raise what the store raises."""
        known = self._known.get(user_id)
        if known is None or self._clock() - known.read >= STALE:
            return await self.read(user_id)
        self._known.move_to_end(user_id)
        return known.personal

    async def read(self, user_id: int) -> Personal:
        """Return what a person prefers now, whoever changed it; raise what the store raises."""
        reading = self._reading.get(user_id)
        if reading is None:
            work = self._read(user_id)
            reading = asyncio.get_running_loop().create_task(work, name="read what is preferred")
            reading.add_done_callback(lambda task: self._has_read(user_id, task))
            self._reading[user_id] = reading
        return await asyncio.shield(reading)

    async def _read(self, user_id: int) -> Personal:
        changes = self._changes
        personal = await self._store.personal_of(user_id)
        if changes != self._changes:
            # Something was changed meanwhile: what was read may be from before.
            return await self._read(user_id)
        self._keep(user_id, personal)
        return personal

    def _has_read(self, user_id: int, task: asyncio.Task[Personal]) -> None:
        self._reading.pop(user_id, None)
        # Nobody may be waiting any more.
        if not task.cancelled() and task.exception() is not None:
            log.warning("What a person prefers could not be read.")

    async def meet(self, user_id: int, discord_locale: str) -> None:
        """See to it that somebody who clicked is known, if that takes no longer than a moment.

        While the database is out of order they are answered as if they had said nothing.
        """
        self._locales[user_id] = discord_locale
        _bound(self._locales, user_id)
        try:
            async with asyncio.timeout(PATIENCE):
                await self.of(user_id)
        except (StoreError, TimeoutError):
            log.info("Answered without knowing what is preferred.")

    async def change(self, user_id: int, change: Callable[[Personal], Personal]) -> Personal:
        """Change what a person prefers, and return it; raise what the store raises."""
        personal = await self._store.change_personal(user_id, change)
        self._changes += 1
        self._keep(user_id, personal)
        return personal

    async def welcome(self, user_id: int) -> bool:
        """Say whether somebody has to be told where a newcomer may start: once, and never again."""
        if not self.knows(user_id) or self.known(user_id).welcomed:
            return False
        welcomed = True

        def say_so(personal: Personal) -> Personal:
            nonlocal welcomed
            welcomed = personal.welcomed
            return replace(personal, welcomed=True)

        try:
            await self.change(user_id, say_so)
        except StoreError:
            log.info("Nobody is welcomed while the database is out of order.")
            return False
        return not welcomed

    async def not_welcomed(self, user_id: int) -> None:
        """Note that somebody was not told after all, so that they are the next time."""
        try:
            await self.change(user_id, lambda personal: replace(personal, welcomed=False))
        except StoreError:
            log.info("Somebody is not welcomed: the database is out of order.")

    def _keep(self, user_id: int, personal: Personal) -> None:
        self._known[user_id] = _Known(personal, self._clock())
        _bound(self._known, user_id)


def _bound(known: OrderedDict[int, Any], newest: int) -> None:
    known.move_to_end(newest)
    while len(known) > MOST_KNOWN:
        known.popitem(last=False)
