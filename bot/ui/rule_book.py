"""The rules that can be played in a server: its own first, then those that come with Yaniv."""

import asyncio
from collections.abc import Callable
from typing import Final

from bot.engine.errors import N_, YanivError
from bot.engine.rules import Rules
from bot.presets import DEFAULT, preset, shipped_presets
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.store.values import GuildSettings, SavedRules
from bot.tables.values import Table
from bot.ui.rule_words import preset_label, preset_name
from bot.ui.words import Words


class UnknownRules(YanivError):
    """No rules go by that `name` in this server; `known` says which there are."""

    message = N_("There are no rules called “{name}” here; there are: {known}.")


class RuleBook:
    """Finds rules by their names, and keeps what a server prefers."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._changing: Final = asyncio.Lock()

    async def settings(self, guild_id: int | None) -> GuildSettings:
        """Return what a server prefers; outside of servers nothing is preferred."""
        return GuildSettings(guild_id=0) if guild_id is None else await self._store.settings_of(guild_id)

    async def change_settings(
        self, guild_id: int, change: Callable[[GuildSettings], GuildSettings]
    ) -> GuildSettings:
        """Change what a server prefers, and return it; changes at the same moment follow one another."""
        async with self._changing:
            after = change(await self._store.settings_of(guild_id))
            await self._store.save_settings(after)
            return after

    async def own(self, guild_id: int | None) -> list[SavedRules]:
        """Return the rules that a server has saved, by name."""
        return [] if guild_id is None else await self._store.rules_of(guild_id)

    async def default(self, guild_id: int | None) -> Rules:
        """Return the rules that matches in a server start with."""
        return (await self.settings(guild_id)).rules or preset(DEFAULT)

    async def named(self, guild_id: int | None, name: str, words: Words) -> Rules:
        """Return the rules of that name, written as it is or as a reader of `words` sees it.

        Raises UnknownRules.
        """
        own = await self.own(guild_id)
        known = {saved.name: saved.rules for saved in own} | dict(shipped_presets())
        wanted = _key(name)
        for found, rules in known.items():
            if wanted in (_key(found), _key(preset_label(words, found))):
                return rules
        names = words.list([preset_name(words, found) for found in known])
        raise UnknownRules(name=name, known=names)

    async def base(self, table: Table) -> Rules | None:
        """Return the rules that a table's started from; None for a server's that are gone by now.

        None too if the server's cannot be read: a table is shown even so.
        """
        name = table.rules.preset
        if name in shipped_presets():
            return shipped_presets()[name]
        try:
            own = await self.own(table.guild_id)
        except StoreError:
            return None
        return next((saved.rules for saved in own if saved.name == name), None)

    async def offered(self, guild_id: int | None, typed: str, words: Words) -> list[tuple[str, str]]:
        """Return (name, what a reader sees) of the rules that hold what was typed, the server's own first."""
        names = [*(saved.name for saved in await self.own(guild_id)), *shipped_presets()]
        shown = [(name, preset_label(words, name)) for name in names]
        wanted = _key(typed)
        return [(name, label) for name, label in shown if wanted in _key(name) or wanted in _key(label)]


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
