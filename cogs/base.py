"""What every group of commands has."""

from typing import TYPE_CHECKING, Any

import discord
from discord import Interaction
from discord.app_commands import Choice
from discord.ext import commands

from bot.engine.errors import N_, YanivError
from bot.store.values import GuildSettings
from bot.ui.answers import Answer
from bot.ui.desk import Desk, OutsideServers
from bot.ui.escape import plain_name
from bot.ui.forms import OPTIONS_LIMIT
from bot.ui.refusals import notice_view

if TYPE_CHECKING:
    from bot.app import YanivBot

_CHOICE_LIMIT = 100


class NotHere(YanivError):
    """The server wants matches elsewhere; `channels` links to where."""

    message = N_("Yaniv is not played in this channel, but here: {channels}.")


class YanivCog(commands.Cog):
    """A part of `/yaniv`; the parts are put together in `cogs.yaniv`."""

    desk: Desk

    async def tell(self, answer: Answer, text: str) -> None:
        """Answer with one sentence."""
        await answer.show(notice_view(self.desk.words_for(answer.interaction), text))

    @staticmethod
    def name(name: str) -> str:
        """Return a display name as it may stand in a sentence."""
        return plain_name(name)

    def check_channel(self, interaction: Interaction[Any], settings: GuildSettings) -> None:
        """Refuse a channel that the server does not want matches in; a thread goes with its channel.

        Raises NotHere.
        """
        channel = interaction.channel
        here = {interaction.channel_id, channel.parent_id if isinstance(channel, discord.Thread) else None}
        if settings.channels is not None and here.isdisjoint(settings.channels):
            links = [f"<#{channel}>" for channel in settings.channels]
            raise NotHere(channels=self.desk.words_for(interaction).list(links))

    def managed(self, interaction: Interaction[Any], verb: str) -> int:
        """Return the server of which whoever asks may change what `verb` says.

        Raises OutsideServers or NotManager.
        """
        if interaction.guild_id is None:
            raise OutsideServers
        self.desk.admit(interaction, verb)
        return interaction.guild_id


async def offer_rules(interaction: Interaction["YanivBot"], typed: str) -> list[Choice[str]]:
    """Offer the rules whose name holds what was typed, the server's own first."""
    desk = interaction.client.desk
    await desk.people.meet(interaction.user.id, str(interaction.locale))
    words = desk.words_for(interaction)
    found = await desk.rule_book.offered(interaction.guild_id, typed, words)
    return [Choice(name=label[:_CHOICE_LIMIT], value=name) for name, label in found[:OPTIONS_LIMIT]]
