"""Talking to a stand-in for Discord on this machine instead of Discord itself. For tests only."""

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


def talk_to(address: str) -> None:
    """Send every request and the gateway of this process to `address`, host and port of a stand-in.

    Only `bot.config` says which address may be one.
    """
    Route.BASE = f"http://{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://{address}/")
