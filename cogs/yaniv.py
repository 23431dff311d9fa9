"""`/yaniv`: all its commands in one group, all its buttons, and what else the bot hears of."""

from typing import TYPE_CHECKING, Any

import discord
from discord import Interaction, InteractionType, app_commands
from discord.ext import commands

from bot.engine.errors import N_
from bot.store.values import Place, PlaceKind
from bot.tables.errors import MovedOn
from bot.ui.clicks import Handler, is_answered
from cogs.hand import HandCommands
from cogs.help import HelpCommands
from cogs.lobby import LobbyCommands
from cogs.me import PersonalCommands
from cogs.options import OptionCommands
from cogs.practice import PracticeCommands
from cogs.scores import ScoreCommands
from cogs.settings import SettingsCommands
from cogs.start import StartCommands
from cogs.table import TableCommands
from cogs.tutorial import TutorialCommands

if TYPE_CHECKING:
    from bot.app import YanivBot


# Practice works in direct messages too; what does not says so itself, as only a whole group can be kept out.
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class Yaniv(
    StartCommands,
    LobbyCommands,
    OptionCommands,
    TableCommands,
    PracticeCommands,
    HandCommands,
    ScoreCommands,
    SettingsCommands,
    PersonalCommands,
    HelpCommands,
    TutorialCommands,
    commands.GroupCog,
    group_name="yaniv",
    group_description=N_("Play the card game Yaniv"),
):
    """The whole of `/yaniv`."""

    def __init__(self, bot: "YanivBot") -> None:
        self._bot = bot
        self.desk = bot.desk
        bot.clicks.handle(self._handlers("clicked_"), self._handlers("submitted_"))
        super().__init__()

    def _handlers(self, prefix: str) -> dict[str, Handler]:
        return {
            name.removeprefix(prefix): getattr(self, name) for name in dir(self) if name.startswith(prefix)
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction[Any]) -> None:
        """Answer forms, and clicks that no button of ours stands behind."""
        match interaction.type:
            case InteractionType.component:
                known = is_answered(interaction)
            case InteractionType.modal_submit:
                known = await self._bot.clicks.answer_form(interaction)
            case _:
                return
        if not known:
            async with self.desk.answering(interaction):
                raise MovedOn

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what is said below the table."""
        if self._bot.user is None or message.author.id != self._bot.user.id:
            self.desk.publisher.message_seen(message.channel.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End what was open in a channel that is gone, and in its threads."""
        threads = channel.threads if isinstance(channel, discord.TextChannel | discord.ForumChannel) else ()
        for gone in (channel, *threads):
            self.desk.tables.place_gone(Place(PlaceKind.CHANNEL, gone.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End what was open in a thread that is gone."""
        self.desk.tables.place_gone(Place(PlaceKind.CHANNEL, payload.thread_id))

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Speak again where that has become possible."""
        del before
        self.desk.publisher.permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Speak again where that has become possible."""
        del before
        self.desk.publisher.permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Speak again where a role given to the bot, or the end of its timeout, lets it."""
        del before
        if after == after.guild.me:
            self.desk.publisher.permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Speak again in a thread that is open again; the library does not know archived ones."""
        self.desk.publisher.permissions_changed(payload.guild_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End what was open in a server that has removed the bot."""
        self.desk.tables.server_gone(guild.id)


async def setup(bot: "YanivBot") -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Yaniv(bot))
