"""`/yaniv practice`, and the buttons of its panel."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from discord import Interaction, app_commands

from bot.engine.errors import N_
from bot.engine.rules import Rules
from bot.store.errors import Unreadable
from bot.tables.computers import LEVEL
from bot.tables.errors import MovedOn
from bot.tables.practice import practice_place
from bot.tables.values import Person, Table
from bot.ui.answers import Answer
from bot.ui.clicks import Click
from bot.ui.computers import level_choices
from bot.ui.desk import person_of, place_of
from bot.ui.help import rules_view
from bot.ui.practice import practice_more_view
from cogs.base import YanivCog, offer_rules

_COMPUTERS: Final = 2


class PracticeCommands(YanivCog):
    """A match against computers that nobody else sees."""

    @app_commands.command(description=N_("Play alone against computers, in a message that only you see"))
    @app_commands.describe(
        level=N_("How well the computers play (Normal if left out)"),
        computers=N_("Against how many computers (1 to 7, 2 if left out)"),
        rules=N_("By which rules (those of this server if left out)"),
    )
    @app_commands.choices(level=level_choices())
    @app_commands.autocomplete(rules=offer_rules)
    async def practice(
        self,
        interaction: Interaction[Any],
        level: str | None = None,
        computers: app_commands.Range[int, 1, 7] | None = None,
        rules: str | None = None,
    ) -> None:
        """Show the match that one plays alone; begin one if there is none."""
        async with self.desk.answering(interaction) as answer:
            person, words = person_of(interaction), self.desk.words_for(interaction)
            table = await answer.wait(self._own_practice(person))
            if table is not None and table.match is not None:
                asked = any(wish is not None for wish in (level, computers, rules))
                told = words("Your match goes on. To begin another, end this one under More.")
                await self.desk.show_panel(answer, table, notice=told if asked else None)
                return
            begin = self.desk.tables.practice.begin(
                person,
                level=level or LEVEL,
                computers=computers or _COMPUTERS,
                rules=await answer.wait(self._rules_of(interaction, rules)),
                locale=self.desk.locale_of(interaction),
            )
            await self.desk.show_panel(answer, await answer.wait(begin))

    async def _own_practice(self, person: Person) -> Table | None:
        place = practice_place(person)
        try:
            return await self.desk.tables.registry.look(place)
        except Unreadable:
            # It would be in the way for good, and there is nobody else to ask.
            await self.desk.tables.give_up(place, person)
            return None

    async def _rules_of(self, interaction: Interaction[Any], name: str | None) -> Rules:
        book, guild_id = self.desk.rule_book, interaction.guild_id
        if name is None:
            return await book.default(guild_id)
        return await book.named(guild_id, name, self.desk.words_for(interaction))

    async def clicked_alone(self, interaction: Interaction[Any], click: Click) -> None:
        """Do what a button of the panel says, or of what is under More."""
        what: dict[str, Callable[[Interaction[Any], Click], Awaitable[None]]] = {
            "next": self._go_on,
            "again": self._play_again,
            "more": self._show_more,
            "rules": self._show_rules,
            "end": self._stop_practice,
        }
        await what.get(click.text(1), self._moved_on)(interaction, click)

    async def _moved_on(self, interaction: Interaction[Any], click: Click) -> None:
        del click
        async with self.desk.answering(interaction):
            raise MovedOn

    async def _go_on(self, interaction: Interaction[Any], click: Click) -> None:
        async with self.desk.on_panel(interaction, click) as answer:
            place, person = place_of(interaction, click), person_of(interaction)
            deal = self.desk.tables.matches.next_round
            await answer.wait(deal(place, click.match_id, person, round_number=click.number(2) or 0))

    async def _play_again(self, interaction: Interaction[Any], click: Click) -> None:
        async with self.desk.on_own_message(interaction) as answer:
            again = self.desk.tables.practice.again(click.match_id, person_of(interaction))
            await self.desk.show_panel(answer, await answer.wait(again))

    async def _show_more(self, interaction: Interaction[Any], click: Click) -> None:
        async with self.desk.answering(interaction) as answer:
            table = await self._table_for_more(answer, click)
            await answer.show(practice_more_view(self.desk.words_for(interaction), table))

    async def _show_rules(self, interaction: Interaction[Any], click: Click) -> None:
        async with self.desk.answering(interaction) as answer:
            table = await self._table_for_more(answer, click)
            base = await answer.wait(self.desk.rule_book.base(table))
            await answer.show(rules_view(self.desk.words_for(interaction), table.rules, base))

    async def _stop_practice(self, interaction: Interaction[Any], click: Click) -> None:
        async with self.desk.on_own_message(interaction) as answer:
            place, person = place_of(interaction, click), person_of(interaction)
            words = self.desk.words_for(interaction)
            await answer.wait(self.desk.tables.matches.end(place, click.match_id, person))
            await self.tell(answer, words("The match is over."))

    async def _table_for_more(self, answer: Answer, click: Click) -> Table:
        table = await self.desk.open_table(answer, click)
        self.desk.admit(answer.interaction, "more", table)
        return table
