"""`/yaniv help` and `/yaniv rules`."""

from typing import Any

from discord import Interaction, app_commands

from bot.engine.errors import N_
from bot.engine.rules import Rules
from bot.tables.errors import MovedOn
from bot.tables.practice import practice_place
from bot.ui.answers import Answer
from bot.ui.clicks import Click, chosen_value
from bot.ui.desk import person_of, place_of
from bot.ui.help import ABOUT_RULES, TOPICS, help_view, rules_view
from cogs.base import YanivCog, offer_rules


class HelpCommands(YanivCog):
    """What to do, and the rules in force."""

    @app_commands.command(description=N_("How to play here: the first steps and every command"))
    async def help(self, interaction: Interaction[Any]) -> None:
        """Explain the first steps, with more topics to choose from."""
        async with self.desk.answering(interaction) as answer:
            self.desk.admit(interaction, "help")
            await answer.show(help_view(self.desk.words_for(interaction)))

    async def clicked_help(self, interaction: Interaction[Any], click: Click) -> None:
        """Explain the topic that was chosen."""
        topic = chosen_value(interaction)
        async with self.desk.on_own_message(interaction) as answer:
            self.desk.admit(interaction, click.verb)
            if topic is None or topic not in TOPICS:
                raise MovedOn
            rules = (await self._rules_here(answer))[0] if topic == ABOUT_RULES else None
            await answer.show(help_view(self.desk.words_for(interaction), topic, rules))

    @app_commands.command(description=N_("The rules of Yaniv as they are played here, or any others"))
    @app_commands.describe(preset=N_("Which rules (those of the match here if left out)"))
    @app_commands.autocomplete(preset=offer_rules)
    async def rules(self, interaction: Interaction[Any], preset: str | None = None) -> None:
        """Explain the rules of that name, or those in force here."""
        async with self.desk.answering(interaction) as answer:
            self.desk.admit(interaction, "rules")
            if preset is None:
                await self._explain_here(answer)
                return
            words, guild_id = self.desk.words_for(interaction), interaction.guild_id
            rules = await answer.wait(self.desk.rule_book.named(guild_id, preset, words))
            await self._explain(answer, rules)

    async def clicked_rules(self, interaction: Interaction[Any], click: Click) -> None:
        """Explain the rules in force here."""
        async with self.desk.answering(interaction) as answer:
            self.desk.admit(interaction, click.verb)
            await self._explain_here(answer)

    async def _explain_here(self, answer: Answer) -> None:
        """Explain the rules in force here."""
        await self._explain(answer, *await self._rules_here(answer))

    async def _rules_here(self, answer: Answer) -> tuple[Rules, Rules | None]:
        """Return the rules of the table here and those they started from, else those one would open with."""
        book, guild_id = self.desk.rule_book, answer.interaction.guild_id
        # In direct messages there is at most the match that one plays alone.
        alone = practice_place(person_of(answer.interaction)) if guild_id is None else None
        table = await answer.wait(self.desk.tables.registry.look(alone or place_of(answer.interaction)))
        if table is None:
            return await answer.wait(book.default(guild_id)), None
        return table.rules, await answer.wait(book.base(table))

    async def _explain(self, answer: Answer, rules: Rules, base: Rules | None = None) -> None:
        await answer.show(rules_view(self.desk.words_for(answer.interaction), rules, base))
