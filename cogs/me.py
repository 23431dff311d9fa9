"""`/yaniv me`: what a person prefers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from discord import Interaction, app_commands

from bot.engine.errors import N_
from bot.personal import Personal
from bot.tables.errors import MovedOn
from bot.ui.answers import Answer
from bot.ui.clicks import Click, chosen_value
from bot.ui.me import LUCKY, changed, lucky_modal, me_view, read_lucky_word
from cogs.base import YanivCog


class PersonalCommands(YanivCog):
    """What a person prefers, for themselves."""

    @app_commands.command(description=N_("What you prefer: language, cards, pings, a lucky word"))
    async def me(self, interaction: Interaction[Any]) -> None:
        """Show what one prefers."""
        async with self.desk.answering(interaction) as answer:
            self.desk.admit(interaction, "me")
            await self._show_me(answer)

    async def clicked_me(self, interaction: Interaction[Any], click: Click) -> None:
        """Show what one prefers, take what was chosen, or ask for the lucky word."""
        what, value = click.text(0), chosen_value(interaction)
        if what == LUCKY:
            async with self.desk.answering(interaction) as answer:
                self.desk.admit(interaction, click.verb)
                words, personal = self.desk.words_for(interaction), self._personal(interaction)
                await answer.ask(lucky_modal(words, personal))
        elif what:
            languages = self.desk.languages
            await self._change(interaction, click, lambda now: changed(now, what, value, languages))
        else:
            async with self.desk.answering(interaction) as answer:
                self.desk.admit(interaction, click.verb)
                await self._show_me(answer)

    async def submitted_me(self, interaction: Interaction[Any], click: Click) -> None:
        """Take the lucky word."""
        word = read_lucky_word(dict(interaction.data or {})) if click.text(0) == LUCKY else None
        await self._change(
            interaction, click, lambda now: None if word is None else replace(now, lucky_word=word)
        )

    async def _change(
        self, interaction: Interaction[Any], click: Click, change: Callable[[Personal], Personal | None]
    ) -> None:
        """Change what one prefers; what was asked for and cannot be is refused."""
        async with self.desk.on_own_message(interaction) as answer:
            self.desk.admit(interaction, click.verb)
            if change(self._personal(interaction)) is None:
                raise MovedOn
            people = self.desk.people
            await self._show(
                answer, await answer.wait(people.change(interaction.user.id, lambda now: change(now) or now))
            )
            self.desk.publisher.direct_again(interaction.user.id)

    def _personal(self, interaction: Interaction[Any]) -> Personal:
        return self.desk.people.known(interaction.user.id)

    async def _show_me(self, answer: Answer) -> None:
        # Another process may have changed it.
        await self._show(answer, await answer.wait(self.desk.people.read(answer.interaction.user.id)))

    async def _show(self, answer: Answer, personal: Personal) -> None:
        """Show what one prefers, on one's hands too."""
        interaction, languages = answer.interaction, self.desk.languages
        words = self.desk.words_for(interaction)
        self.desk.panels.reader_changed(interaction.user.id, self.desk.reader_of(interaction))
        await answer.show(me_view(words, personal, languages, str(interaction.locale)))
