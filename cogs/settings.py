"""`/yaniv settings`: what matches in a server start with, and where they are played."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import Interaction, app_commands

from bot.engine.errors import N_, YanivError
from bot.store.errors import NoSuchRules
from bot.store.values import GuildSettings
from bot.tables.errors import MovedOn
from bot.ui.answers import Answer
from bot.ui.clicks import Click
from bot.ui.rule_book import UnknownRules
from bot.ui.settings import CHANGEABLE, DELETE, chosen_name, read_settings, settings_modal, settings_view
from cogs.base import YanivCog


class NothingSaved(YanivError):
    """There are no rules to delete."""

    message = N_("This server has saved no rules.")


# The panel stays, and says so.
_TELL = (UnknownRules, NoSuchRules, NothingSaved)


class SettingsCommands(YanivCog):
    """What a server prefers, for those who may manage it."""

    @app_commands.command(description=N_("What matches in this server start with, and where they are played"))
    async def settings(self, interaction: Interaction[Any]) -> None:
        """Show what the server prefers."""
        async with self.desk.answering(interaction) as answer:
            await self._show_settings(answer, self.managed(interaction, "settings"))

    async def clicked_settings(self, interaction: Interaction[Any], click: Click) -> None:
        """Show the form to change one thing."""
        what = click.text(0)
        async with self.desk.answering(interaction) as answer:
            guild_id = self.managed(interaction, "settings")
            names = await self._names(answer, guild_id)
            if what not in (*CHANGEABLE, DELETE):
                raise MovedOn
            if what == DELETE and not names:
                raise NothingSaved
            settings = _without_gone_channels(
                interaction, await answer.wait(self.desk.rule_book.settings(guild_id))
            )
            words, languages = self.desk.words_for(interaction), self.desk.languages
            await answer.ask(settings_modal(words, settings, what, names, languages))

    async def submitted_settings(self, interaction: Interaction[Any], click: Click) -> None:
        """Change what the form says."""
        async with self.desk.on_own_message(interaction) as answer:
            guild_id, notice = self.managed(interaction, "settings"), None
            try:
                await self._change_settings(answer, guild_id, click.text(0))
            except _TELL as error:
                notice = await self.desk.refusal(answer, error)
            await self._show_settings(answer, guild_id, notice)

    async def _change_settings(self, answer: Answer, guild_id: int, what: str) -> None:
        data, book = dict(answer.interaction.data or {}), self.desk.rule_book
        if what not in (DELETE, "rules"):
            await answer.wait(
                book.change_settings(guild_id, lambda settings: self._read(settings, what, data))
            )
            return
        name = chosen_name(data, what)
        if name is None:
            raise MovedOn
        if what == DELETE:
            await answer.wait(self.desk.tables.store.delete_rules(guild_id, name))
            return
        rules = await answer.wait(book.named(guild_id, name, self.desk.words_for(answer.interaction)))
        await answer.wait(
            book.change_settings(
                guild_id, lambda settings: replace(settings, rules=rules, rules_name=rules.preset)
            )
        )

    def _read(self, settings: GuildSettings, what: str, data: dict[str, Any]) -> GuildSettings:
        after = read_settings(settings, what, data, self.desk.languages)
        if after is None:
            raise MovedOn
        return after

    async def _names(self, answer: Answer, guild_id: int) -> Sequence[str]:
        return [saved.name for saved in await answer.wait(self.desk.rule_book.own(guild_id))]

    async def _show_settings(self, answer: Answer, guild_id: int, notice: str | None = None) -> None:
        settings = await answer.wait(self.desk.rule_book.settings(guild_id))
        names = await self._names(answer, guild_id)
        words, languages = self.desk.words_for(answer.interaction), self.desk.languages
        await answer.show(settings_view(words, settings, names, languages, notice=notice))


def _without_gone_channels(interaction: Interaction[Any], settings: GuildSettings) -> GuildSettings:
    """Leave out channels that were deleted: a form that names them would be refused."""
    if settings.channels is None or interaction.guild is None:
        return settings
    known = tuple(channel for channel in settings.channels if interaction.guild.get_channel(channel))
    return replace(settings, channels=known)
