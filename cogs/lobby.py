"""`/yaniv start`, and the buttons of a lobby."""

from typing import Any

import discord
from discord import Interaction, app_commands

from bot.engine.errors import N_
from bot.engine.rules import CLASSIC
from bot.tables.errors import TableError
from bot.ui.clicks import Click
from bot.ui.desk import person_of, place_of
from bot.ui.lobby import removal_view
from cogs.base import YanivCog

_NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
}


class MissingPermission(TableError):
    """The bot may not do here what a match needs; `permissions` names what is missing."""

    message = N_("I need the permission {permissions} in this channel to host a match.")


class LobbyCommands(YanivCog):
    """Opening a lobby, coming, going and dealing."""

    @app_commands.command(description=N_("Open a table in this channel"))
    @app_commands.describe(computers=N_("How many computer players sit down at once (0 to 7)"))
    async def start(
        self, interaction: Interaction[Any], computers: app_commands.Range[int, 0, 7] = 0
    ) -> None:
        """Open a lobby in this channel."""
        async with self.desk.answering(interaction) as answer:
            self._check_permissions(interaction)
            table = await answer.wait(
                self.desk.tables.lobbies.open(
                    place_of(interaction),
                    interaction.guild_id,
                    person_of(interaction),
                    rules=CLASSIC,
                    locale=str(interaction.locale),
                    computers=computers,
                )
            )
            await self.desk.announce_lobby(answer, table)

    def _check_permissions(self, interaction: Interaction[Any]) -> None:
        in_thread = isinstance(interaction.channel, discord.Thread)
        speak = "send_messages_in_threads" if in_thread else "send_messages"
        missing = [name for name in ("view_channel", speak) if not getattr(interaction.app_permissions, name)]
        if missing:
            words = self.desk.words_for(interaction)
            raise MissingPermission(permissions=words.list([words(_NEEDED[name]) for name in missing]))

    async def clicked_join(self, interaction: Interaction[Any], click: Click) -> None:
        """Take a seat; the answer is where the hand will appear."""
        match_id = click.number(0) or 0
        async with self.desk.answering(interaction, match_id) as answer:
            table = await answer.wait(
                self.desk.tables.lobbies.join(place_of(interaction), match_id, person_of(interaction))
            )
            await self.desk.show_panel(answer, table)

    async def clicked_add(self, interaction: Interaction[Any], click: Click) -> None:
        """Seat one more computer."""
        match_id = click.number(0) or 0
        async with self.desk.answering(interaction) as answer:
            table = await answer.wait(
                self.desk.tables.lobbies.add_computer(place_of(interaction), match_id, person_of(interaction))
            )
            words = self.desk.words_for(interaction)
            await self.tell(answer, words("{name} sits down.", name=self.name(table.seats[-1].name)))

    async def clicked_remove(self, interaction: Interaction[Any], click: Click) -> None:
        """Ask which seat to free; or free it, if the click says which."""
        match_id, version, seat = click.number(0) or 0, click.number(1), click.number(2)
        place, person, lobbies = place_of(interaction), person_of(interaction), self.desk.tables.lobbies
        async with self.desk.answering(interaction) as answer:
            words = self.desk.words_for(interaction)
            if version is None or seat is None:
                table = await answer.wait(lobbies.removable(place, match_id, person))
                await answer.show(removal_view(words, table))
                return
            await answer.wait(lobbies.remove(place, match_id, person, seat=seat, version=version))
            await self.tell(answer, words("The seat is free."))

    async def clicked_deal(self, interaction: Interaction[Any], click: Click) -> None:
        """Begin the match; the answer is the dealer's own hand."""
        match_id = click.number(0) or 0
        async with self.desk.answering(interaction, match_id) as answer:
            table = await answer.wait(
                self.desk.tables.lobbies.deal(place_of(interaction), match_id, person_of(interaction))
            )
            await self.desk.show_panel(answer, table)

    async def clicked_rematch(self, interaction: Interaction[Any], click: Click) -> None:
        """Open a lobby with the seats and rules of the match that ended."""
        match_id = click.number(0) or 0
        async with self.desk.answering(interaction) as answer:
            self._check_permissions(interaction)
            table = await answer.wait(
                self.desk.tables.lobbies.rematch(match_id, place_of(interaction), person_of(interaction))
            )
            await self.desk.announce_lobby(answer, table)
