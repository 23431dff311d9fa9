"""The commands as Discord lists them."""

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_python
from discord import app_commands

from bot.app import YanivBot, create_bot
from bot.config import Settings
from tests.cogs.conftest import discord_with

COGS = Path(__file__).parents[2] / "cogs"


def descriptions(bot: YanivBot) -> Iterator[str]:
    """Return every description that a player reads in the list of commands."""
    for command in bot.tree.walk_commands():
        yield command.description
        if isinstance(command, app_commands.Command):
            yield from (str(parameter.description) for parameter in command.parameters)


async def test_every_description_is_marked_for_translation(settings: Settings) -> None:
    marked = {
        str(text)
        for file in COGS.glob("*.py")
        for _, _, text, _ in extract_python(io.BytesIO(file.read_bytes()), {"N_": None}, [], {})
    }
    async with discord_with(create_bot(settings)) as env:
        assert isinstance(env.bot, YanivBot)
        read = list(descriptions(env.bot))
    assert len(read) == 15
    assert set(read) <= marked
