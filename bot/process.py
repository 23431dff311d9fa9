"""The process that runs the bot: its log, its signals and its exit code."""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import aiohttp
import discord
from discord.utils import utcnow

from bot.app import YanivBot, create_bot
from bot.config import Settings
from bot.hosts import stays
from bot.loopback import talk_to
from bot.outages import Outages
from bot.stopping import last_resort
from bot.store.errors import Unavailable, UnsupportedDatabase
from bot.ui.trouble import start_refused
from bot.ui.words import CatalogueError

log = logging.getLogger(__name__)


def set_up_logging(level: str) -> None:
    """Log to the terminal from this level on, the library never below INFO."""
    number = logging.getLevelNamesMapping()[level]
    discord.utils.setup_logging(level=number)
    # Its debug lines hold whole events and requests: hands, names and interaction tokens.
    logging.getLogger("discord").setLevel(max(number, logging.INFO))


def run(settings: Settings) -> int:
    """Run the bot until it is told to stop; return the exit code.

    Raises nothing for a token that Discord refuses, a Discord that cannot be reached, a database that cannot
    be used or a missing catalogue: it says so, and the code is 1.
    """
    if settings.token is None:
        raise ValueError("a token is needed")
    set_up_logging(settings.log_level)
    _warn_of_wiping(settings)
    if settings.test_discord is not None:
        talk_to(settings.test_discord)
    # A card table needs no voice, and nobody has to read that it has none.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        with last_resort() as stop_begins:
            asyncio.run(_serve(settings, settings.token, stop_begins))
    except (aiohttp.ClientConnectionError, TimeoutError):
        return _failed("Discord cannot be reached. Look at the network connection and start again.")
    except discord.LoginFailure:
        return _failed("Discord did not accept the token in DISCORD_TOKEN.")
    except discord.DiscordException as problem:
        return _failed(f"Discord {start_refused(problem)}.")
    except Unavailable:
        return _failed("The database cannot be opened: look at DATABASE_URL and who may write there.")
    except (UnsupportedDatabase, CatalogueError) as problem:
        return _failed(str(problem))
    return 0


def _warn_of_wiping(settings: Settings) -> None:
    """Say loudly that a restart will lose everything, where the database lies on a disk that is wiped."""
    host = settings.wiping_host
    file = settings.database_url.partition(":///")[2]
    if host is not None and not stays(Path(file), host):
        log.warning(
            "%s wipes the disk at each restart, and with it EVERY MATCH, SCORE AND SETTING in the SQLite "
            "database. Put the database on a volume that stays, and its path there in DATABASE_URL.",
            host,
        )


def _failed(sentence: str) -> int:
    sys.stderr.write(f"yaniv: {sentence}\n")
    return 1


async def _serve(settings: Settings, token: str, stop_begins: Callable[[], None]) -> None:
    bot = create_bot(settings)
    loop, asked = asyncio.get_running_loop(), asyncio.Event()

    def stop() -> None:
        stop_begins()
        asked.set()

    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    with Outages(utcnow).told_of(bot):
        serving = loop.create_task(bot.start(token), name="bot")
        waiting = loop.create_task(asked.wait(), name="signals")
        await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
        await _stop(bot, serving, asked=asked.is_set())
    waiting.cancel()
    await asyncio.wait({waiting})
    if not serving.cancelled():
        serving.result()


async def _stop(bot: YanivBot, serving: asyncio.Task[None], *, asked: bool) -> None:
    if asked:
        log.info("Asked to stop.")
    if not bot.is_ready():
        # What is half set up cannot be taken apart while it is being put together.
        serving.cancel()
        await asyncio.wait({serving})
    # Until its end the gateway is listened to: whoever clicks meanwhile is told.
    await bot.close()
    serving.cancel()
    await asyncio.wait({serving})
