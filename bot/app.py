"""The bot: what is put together at start and taken apart at stop."""

import asyncio
import hashlib
import json
import logging
import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord import Interaction, InteractionType, app_commands
from discord.ext import commands
from discord.utils import utcnow

from bot.config import Settings
from bot.engine.cards import Card
from bot.engine.round import Shuffler
from bot.stopping import within
from bot.store.store import Store
from bot.tables.dealing import Dealing
from bot.tables.tables import Tables
from bot.tables.workers import Workers
from bot.ui.charts.process import ChartProcess
from bot.ui.clicks import Click, Clickable, Clicks
from bot.ui.command_words import CommandWords
from bot.ui.desk import Desk, Restarting
from bot.ui.emojis import CardEmojis
from bot.ui.pace import Pace
from bot.ui.panels import Panels
from bot.ui.people import People
from bot.ui.publisher import Publisher
from bot.ui.rate_limits import rate_limit_trace
from bot.ui.rule_book import RuleBook
from bot.ui.words import Languages

log = logging.getLogger(__name__)

EXTENSIONS: Final = ("cogs.yaniv",)

# Seconds that each step of stopping may take; together they are less than STOP_TIME.
ANSWER_TIME: Final = 4.0
DRAW_TIME: Final = 2.0
STORE_TIME: Final = 1.0
GATEWAY_TIME: Final = 0.5
CONNECTION_TIME: Final = 0.5
_chance: Final = random.SystemRandom()


def shuffled(cards: Sequence[Card]) -> list[Card]:
    """Return the cards in an order drawn by the system's source of randomness, every order equally likely."""
    return _chance.sample(list(cards), len(cards))


class YanivTree(app_commands.CommandTree["YanivBot"]):
    """The slash commands, which are turned away while the bot stops."""

    async def interaction_check(self, interaction: Interaction["YanivBot"], /) -> bool:
        """Let a command through unless the bot is about to stop."""
        if not self.client.stopping:
            return True
        if interaction.type is not InteractionType.autocomplete:
            await self.client.turn_away(interaction)
        return False


class YanivBot(commands.Bot):
    """The Discord client, with the store, the tables and the desk behind it."""

    desk: Desk

    def __init__(self, settings: Settings, dealing: Dealing) -> None:
        self.pace: Final = Pace(utcnow)
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=YanivTree,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=rate_limit_trace(self.pace),
        )
        self.settings: Final = settings
        self.clicks: Final = Clicks()
        self._dealing: Final = dealing
        self.stopping = False
        self._resumed = False
        self._store: Store | None = None
        self._closing: asyncio.Task[None] | None = None
        self.tree.on_error = self._on_command_error

    async def setup_hook(self) -> None:
        """Open the store, set up the tables and register commands and buttons."""
        languages = Languages.load(default=self.settings.language)
        self._store = await Store.open(self.settings.database_url)
        tables = Tables(
            self._store,
            clock=utcnow,
            dealing=self._dealing,
            rng=_chance,
            thinker=Workers(self.settings.computer_processes),
            computer_delay=self.settings.computer_delay,
            pause=timedelta(seconds=self.settings.next_round_seconds),
        )
        cards = CardEmojis(self, tables.timers, utcnow)
        panels = Panels(self, cards, utcnow, _chance)
        rule_book = RuleBook(self._store)
        people = People(self._store, utcnow, languages)
        publisher = Publisher(
            self,
            tables,
            panels,
            rule_book,
            people=people,
            draughtsman=ChartProcess(),
            languages=languages,
            clock=utcnow,
            pace=self.pace,
            rng=_chance,
        )
        tables.listen(publisher)
        tables.on_release(publisher.released)
        tables.on_untold_end(publisher.ended)
        self.desk = Desk(tables, panels, publisher, rule_book, people=people, languages=languages)
        self.add_dynamic_items(Clickable)
        words = CommandWords(languages)
        await self.tree.set_translator(words)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync_commands(self._store, words)
        if self.settings.card_pictures:
            cards.start()

    async def on_ready(self) -> None:
        """Take up the open matches, once."""
        if not self._resumed:
            self._resumed = True
            await self.desk.tables.resume()

    async def on_disconnect(self) -> None:
        """Let no turn end while nobody can be heard."""
        self.desk.tables.nobody_heard()

    async def on_connect(self) -> None:
        """Go on once people can be heard, after a new session of the gateway."""
        self.desk.tables.everybody_heard()

    async def on_resumed(self) -> None:
        """Go on once people can be heard, after an interrupted session."""
        self.desk.tables.everybody_heard()

    async def on_message(self, message: discord.Message, /) -> None:
        """Leave messages alone: there are no commands but slash commands."""

    async def close(self) -> None:
        """Take no more clicks, finish what is being written, answered and drawn, then leave.

        Nothing is waited for any longer than it may take; what is not drawn then, the next start draws.
        """
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close(), name="close")
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        self.stopping = True
        if self._store is not None:
            desk, store, self._store = self.desk, self._store, None
            self.clicks.close(self.turn_away)
            await desk.panels.cards.close()
            # Timers first: a computer that moves now would only make more to draw.
            await asyncio.gather(desk.tables.close(ANSWER_TIME), desk.answered(ANSWER_TIME))
            await asyncio.gather(desk.publisher.close(DRAW_TIME), desk.panels.close(DRAW_TIME))
            await within(STORE_TIME, store.close(), "database")
        await within(GATEWAY_TIME, super().close(), "gateway")
        await within(CONNECTION_TIME, self.http.close(), "connection")

    async def turn_away(self, interaction: Interaction[Any], click: Click | None = None) -> None:
        """Answer what comes while the bot stops; nothing is changed."""
        del click
        async with self.desk.answering(interaction):
            raise Restarting

    async def _sync_commands(self, store: Store, words: CommandWords) -> None:
        """Tell Discord our commands, only if they or their translations changed since the last time."""
        guild = None if self.settings.dev_guild_id is None else discord.Object(self.settings.dev_guild_id)
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        commands = self.tree.get_commands(guild=guild)
        payload = [await command.get_translated_payload(self.tree, words) for command in commands]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands:{self.application_id}:{self.settings.dev_guild_id or 'everywhere'}"
        if await store.get_kept(key) != digest:
            await self.tree.sync(guild=guild)
            await store.keep(key, digest)

    async def _on_command_error(
        self, interaction: Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that failed before it could answer itself."""
        if interaction.response.is_done():
            log.error("A command failed after its answer.", exc_info=error)
            return
        async with self.desk.answering(interaction):
            raise error


def create_bot(
    settings: Settings,
    *,
    shuffler: Callable[[Any], Sequence[Any]] | None = None,
    first_dealer: int | Callable[[int], int] | None = None,
) -> YanivBot:
    """Return a bot that is not started yet.

    For tests, `shuffler` takes a list of cards and returns it from its top (cards or their notation), for
    deals and reshuffles alike, and `first_dealer` is the seat that deals first, or a function from the
    number of seats to it.
    """
    return YanivBot(settings, Dealing(_shuffler(shuffler), _first_dealer(first_dealer)))


def _shuffler(given: Callable[[Any], Sequence[Any]] | None) -> Shuffler:
    if given is None:
        return shuffled

    def shuffle(cards: Sequence[Card]) -> list[Card]:
        return [Card.parse(card) if isinstance(card, str) else card for card in given(list(cards))]

    return shuffle


def _first_dealer(given: int | Callable[[int], int] | None) -> Callable[[int], int]:
    if given is None:
        return _chance.randrange
    if callable(given):
        return given
    return lambda _: given
