"""`/yaniv tutorial`: a lesson to click through, privately."""

from typing import Any

from discord import Interaction, app_commands

from bot.engine.errors import N_
from bot.tables.lesson import NotInLesson, Step, lesson, lesson_step
from bot.ui.answers import Answer
from bot.ui.clicks import Click
from bot.ui.tutorial import tutorial_view
from cogs.base import YanivCog


class TutorialCommands(YanivCog):
    """Learning the game: for anybody, at any time, beside whatever is played."""

    @app_commands.command(description=N_("Learn Yaniv: play a round in ten steps, for you alone"))
    async def tutorial(self, interaction: Interaction[Any]) -> None:
        """Begin the lesson, or go on where it was left."""
        async with self.desk.answering(interaction) as answer:
            self.desk.admit(interaction, "tutorial")
            left_at = await answer.wait(self.desk.tables.store.lesson_step_of(interaction.user.id))
            # A lesson that has become shorter begins again.
            step = lesson_step(left_at if left_at is not None and left_at <= len(lesson()) else 1)
            await self._show_step(answer, step, resumed=step.number > 1)

    async def clicked_tutorial(self, interaction: Interaction[Any], click: Click) -> None:
        """Show a step, or what there is to say to a choice in it; where somebody is, is kept first."""
        async with self.desk.on_own_message(interaction) as answer:
            self.desk.admit(interaction, click.verb)
            step, chosen = lesson_step(click.number(0)), click.number(1)
            if len(click.arguments) > 2 or (chosen is None and len(click.arguments) == 2):
                raise NotInLesson
            step.check(chosen)
            is_last = step.number == len(lesson())
            if chosen is None or is_last:
                at = None if is_last and chosen is not None else step.number
                await answer.wait(self.desk.tables.store.keep_lesson_step(interaction.user.id, at))
            await self._show_step(answer, step, chosen)

    async def _show_step(
        self, answer: Answer, step: Step, chosen: int | None = None, *, resumed: bool = False
    ) -> None:
        told = step.told_to(answer.interaction.user.display_name)
        await self.desk.show_cards(answer, lambda words: tutorial_view(words, told, chosen, resumed=resumed))
