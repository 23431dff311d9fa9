"""`/yaniv help` and `/yaniv rules`."""

from typing import Any

from discord import Interaction, app_commands

from bot.engine.errors import N_
from bot.engine.rules import CLASSIC
from bot.ui.clicks import Click
from bot.ui.desk import place_of
from bot.ui.help import help_view, rules_view
from cogs.base import YanivCog


class HelpCommands(YanivCog):
    """What to do, and the rules in force."""

    @app_commands.command(description=N_("How to play here: the first steps and every command"))
    async def help(self, interaction: Interaction[Any]) -> None:
        """Explain the first steps and every command."""
        async with self.desk.answering(interaction) as answer:
            await answer.show(help_view(self.desk.words_for(interaction)))

    @app_commands.command(description=N_("The rules of Yaniv as they are played here"))
    async def rules(self, interaction: Interaction[Any]) -> None:
        """Explain the rules in force here."""
        await self._explain(interaction)

    async def clicked_rules(self, interaction: Interaction[Any], click: Click) -> None:
        """Explain the rules in force here."""
        del click
        await self._explain(interaction)

    async def _explain(self, interaction: Interaction[Any]) -> None:
        async with self.desk.answering(interaction) as answer:
            table = await answer.wait(self.desk.tables.registry.look(place_of(interaction)))
            rules = CLASSIC if table is None else table.rules
            await answer.show(rules_view(self.desk.words_for(interaction), rules))
