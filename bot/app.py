"""The bot: what is put together at start and taken apart at stop."""

import asyncio
import hashlib
import json
import logging
import random
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Final

import aiohttp
import discord
from discord import Interaction, app_commands
from discord.ext import commands
from discord.utils import utcnow

from bot.config import Settings
from bot.engine.cards import Card
from bot.engine.round import Shuffler
from bot.loopback import talk_to
from bot.store.errors import Unavailable, UnsupportedDatabase
from bot.store.store import Store
from bot.tables.lobbies import Dealing
from bot.tables.tables import Tables
from bot.ui.clicks import ClickButton, Clicks
from bot.ui.desk import Desk
from bot.ui.pace import Pace
from bot.ui.panels import Panels
from bot.ui.publisher import Publisher
from bot.ui.rate_limits import rate_limit_trace
from bot.ui.rule_book import RuleBook
from bot.ui.words import CatalogueError, Languages

log = logging.getLogger(__name__)

EXTENSIONS: Final = ("cogs.yaniv",)
_chance: Final = random.SystemRandom()


def shuffled(cards: Sequence[Card]) -> list[Card]:
    """Return the cards in an order drawn by the system's source of randomness, every order equally likely."""
    return _chance.sample(list(cards), len(cards))


class YanivBot(commands.Bot):
    """The Discord client, with the store, the tables and the desk behind it."""

    desk: Desk

    def __init__(self, settings: Settings, dealing: Dealing) -> None:
        self.pace: Final = Pace(utcnow)
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=rate_limit_trace(self.pace),
        )
        self.settings: Final = settings
        self.clicks: Final = Clicks()
        self._dealing: Final = dealing
        self._resumed = False
        self._store: Store | None = None
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
            computer_delay=self.settings.computer_delay,
            pause=timedelta(seconds=self.settings.next_round_seconds),
        )
        panels = Panels(self, utcnow, _chance)
        rule_book = RuleBook(self._store)
        publisher = Publisher(
            self,
            tables,
            panels,
            rule_book,
            languages=languages,
            clock=utcnow,
            pace=self.pace,
            rng=_chance,
        )
        tables.listen(publisher)
        tables.on_release(publisher.released)
        self.desk = Desk(tables, panels, publisher, rule_book, languages)
        self.add_dynamic_items(ClickButton)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync_commands(self._store)

    async def on_ready(self) -> None:
        """Take up the open matches, once."""
        if not self._resumed:
            self._resumed = True
            await self.desk.tables.resume()

    async def on_message(self, message: discord.Message, /) -> None:
        """Leave messages alone: there are no commands but slash commands."""

    async def close(self) -> None:
        """Stop timers, finish what is being drawn and written, then leave."""
        if not self.is_closed() and self._store is not None:
            await self.desk.tables.close()
            await self.desk.publisher.close()
            await self.desk.panels.close()
            await self._store.close()
            self._store = None
        await super().close()

    async def _sync_commands(self, store: Store) -> None:
        """Tell Discord our commands, only if they changed since the last time."""
        guild = None if self.settings.dev_guild_id is None else discord.Object(self.settings.dev_guild_id)
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
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


def set_up_logging(level: str) -> None:
    """Log to the terminal from this level on, the library never below INFO."""
    number = logging.getLevelNamesMapping()[level]
    discord.utils.setup_logging(level=number)
    # Its debug lines hold whole events and requests: hands, names and interaction tokens.
    logging.getLogger("discord").setLevel(max(number, logging.INFO))


def run(settings: Settings) -> int:
    """Run the bot until it is told to stop; return the exit code.

    Raises nothing for a token that Discord refuses, a database that cannot be used or a missing catalogue: it
    says so, and the code is 1.
    """
    if settings.token is None:
        raise ValueError("a token is needed")
    set_up_logging(settings.log_level)
    if settings.test_discord is not None:
        talk_to(settings.test_discord)
    # A card table needs no voice, and nobody has to read that it has none.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        asyncio.run(_serve(settings, settings.token))
    except aiohttp.ClientConnectionError:
        return _failed("Discord cannot be reached. Look at the network connection and start again.")
    except discord.LoginFailure:
        return _failed("Discord did not accept the token in DISCORD_TOKEN.")
    except Unavailable:
        return _failed("The database cannot be opened: look at DATABASE_URL and who may write there.")
    except (UnsupportedDatabase, CatalogueError) as problem:
        return _failed(str(problem))
    return 0


def _failed(sentence: str) -> int:
    sys.stderr.write(f"yaniv: {sentence}\n")
    return 1


async def _serve(settings: Settings, token: str) -> None:
    bot = create_bot(settings)
    loop = asyncio.get_running_loop()
    serving = asyncio.ensure_future(bot.start(token))
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, serving.cancel)
    try:
        await serving
    except asyncio.CancelledError:
        log.info("Asked to stop.")
    finally:
        await bot.close()
