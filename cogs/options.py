"""The host's options of a lobby: its rules one by one, or all of them from others."""

from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any

import discord
from discord import Interaction

from bot.engine.errors import N_, DeckTooSmall, YanivError
from bot.engine.rules import ImpossibleRules, Rules
from bot.rule_fields import GROUPS, with_field
from bot.speeds import Speed
from bot.store.errors import ImpossibleName, NameTaken, TooManyRules
from bot.tables.access import may
from bot.tables.errors import MovedOn, NotManager
from bot.tables.values import Table
from bot.ui.answers import Answer
from bot.ui.clicks import Click
from bot.ui.computers import HINTS, computers_view
from bot.ui.desk import person_of, place_of
from bot.ui.options import (
    SAVE,
    SPEED,
    chosen_speed,
    options_modal,
    options_view,
    preset_by_id,
    read_name,
    read_options,
    save_modal,
    speed_modal,
)
from cogs.base import YanivCog

_Change = Callable[[Rules], Rules]


class RulesGone(YanivError):
    """Rules of the server that were deleted since the button was drawn."""

    message = N_("These rules have been deleted. Choose others.")


# The panel stays, and says so; anything else means that the lobby is not its reader's to change any more.
_TELL = (ImpossibleRules, DeckTooSmall, ImpossibleName, NameTaken, TooManyRules, NotManager, RulesGone)


class OptionCommands(YanivCog):
    """The options of a lobby, which its host alone sees."""

    async def clicked_options(self, interaction: Interaction[Any], click: Click) -> None:
        """Show the options, or the form for some of them."""
        match_id, what = click.match_id, click.text(2)
        if what in HINTS:
            await self._allow_hints(interaction, click, allowed=HINTS[what])
            return
        async with self.desk.answering(interaction) as answer:
            table = await self._hosted(answer, click.verb, match_id)
            if what:
                await answer.ask(self._form(interaction, table, what))
            else:
                await self._show_options(answer, table)

    async def _allow_hints(self, interaction: Interaction[Any], click: Click, *, allowed: bool) -> None:
        async with self.desk.on_own_message(interaction) as answer:
            place, person = place_of(interaction), person_of(interaction)
            change = self.desk.tables.lobbies.allow_hints(place, click.match_id, person, allowed=allowed)
            table = await answer.wait(change)
            await answer.show(computers_view(self.desk.words_for(interaction), table))

    def _form(self, interaction: Interaction[Any], table: Table, what: str) -> discord.ui.Modal:
        words = self.desk.words_for(interaction)
        if what == SAVE:
            self.managed(interaction, "save")
            return save_modal(words, table)
        if what == SPEED:
            return speed_modal(words, table)
        if what not in GROUPS:
            raise MovedOn
        return options_modal(words, table, what)

    async def submitted_options(self, interaction: Interaction[Any], click: Click) -> None:
        """Change the rules as the form says, or save them under a name."""
        group, data = click.text(2), dict(interaction.data or {})
        if group == SAVE:
            await self._change_options(interaction, click, partial(self._saved, click, data))
        elif group == SPEED:
            await self._change_speed(interaction, click, chosen_speed(data))
        else:
            await self._change_options(interaction, click, partial(self._filled_in, group, data))

    async def _change_speed(self, interaction: Interaction[Any], click: Click, speed: Speed | None) -> None:
        match_id, person = click.match_id, person_of(interaction)
        async with self.desk.on_own_message(interaction) as answer:
            if speed is None:
                raise MovedOn
            place = place_of(interaction)
            change = self.desk.tables.lobbies.change_speed(place, match_id, person, speed)
            await self._show_options(answer, await answer.wait(change))

    async def clicked_preset(self, interaction: Interaction[Any], click: Click) -> None:
        """Start from other rules: every one is set to theirs."""
        await self._change_options(interaction, click, partial(self._preset, click.text(2)))

    async def _change_options(
        self,
        interaction: Interaction[Any],
        click: Click,
        find: Callable[[Answer], Coroutine[Any, Any, _Change]],
    ) -> None:
        """Change the rules of a lobby and draw the options anew; `find` returns what is to become of them."""
        match_id = click.match_id
        async with self.desk.on_own_message(interaction) as answer:
            place, person, notice = place_of(interaction), person_of(interaction), None
            try:
                change = await find(answer)
                lobbies = self.desk.tables.lobbies
                table = await answer.wait(lobbies.change_rules(click.verb, place, match_id, person, change))
            except _TELL as error:
                notice = await self.desk.refusal(answer, error)
                table = await self._hosted(answer, click.verb, match_id)
            await self._show_options(answer, table, notice)

    async def _filled_in(self, group: str, data: Mapping[str, Any], answer: Answer) -> _Change:
        del answer
        if group not in GROUPS:
            raise MovedOn
        written = {field: value for field, value in read_options(data).items() if field in GROUPS[group]}

        def change(rules: Rules) -> Rules:
            for field, value in written.items():
                rules = with_field(rules, field, value)
            return rules

        return change

    async def _preset(self, written: str, answer: Answer) -> _Change:
        own = await answer.wait(self.desk.rule_book.own(answer.interaction.guild_id))
        rules = preset_by_id(written, own)
        if rules is None:
            raise RulesGone
        return lambda _: rules

    async def _saved(self, click: Click, data: Mapping[str, Any], answer: Answer) -> _Change:
        """Save the rules of the lobby; unless they change meanwhile, they are called so from now on."""
        guild_id = self.managed(answer.interaction, "save")
        table = await self._hosted(answer, click.verb, click.match_id)
        name = read_name(data)
        # Whoever changed saved rules and keeps their name wants them to be so from now on.
        overwrite = name.strip() == table.rules.preset
        saving = self.desk.tables.store.save_rules(guild_id, name, table.rules, overwrite=overwrite)
        saved = (await answer.wait(saving)).rules
        return lambda rules: saved if rules == saved else rules

    async def _hosted(self, answer: Answer, verb: str, match_id: int) -> Table:
        """Return the lobby to its host; refuse anybody else."""
        place, person = place_of(answer.interaction), person_of(answer.interaction)
        return await answer.wait(self.desk.tables.lobbies.for_host(verb, place, match_id, person))

    async def _show_options(self, answer: Answer, table: Table, notice: str | None = None) -> None:
        interaction, book = answer.interaction, self.desk.rule_book
        own = await answer.wait(book.own(table.guild_id))
        base = await answer.wait(book.base(table))
        view = options_view(
            self.desk.words_for(interaction),
            table,
            base or table.rules,
            own,
            may_save=may("save", table, person_of(interaction)),
            notice=notice,
        )
        await answer.show(view)
