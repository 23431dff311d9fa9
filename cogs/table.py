"""`/yaniv table`, `leave` and `end`, the buttons of the table, and what is under More."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from discord import Interaction, app_commands

from bot.engine.errors import N_
from bot.store.errors import Unreadable
from bot.store.values import EndedBy, Place
from bot.tables.access import may
from bot.tables.errors import AlreadyStarted
from bot.tables.values import Person, Phase, Table
from bot.ui.clicks import Click
from bot.ui.desk import is_private, person_of, place_of
from bot.ui.table import more_view
from cogs.base import YanivCog


class TableCommands(YanivCog):
    """The table as a whole: finding it again, going on, leaving and ending."""

    @app_commands.command(description=N_("Show the table again at the bottom of the channel"))
    async def table(self, interaction: Interaction[Any]) -> None:
        """Post the table again; who is not seated gets a link to it."""
        await self._move_down(interaction, None)

    async def clicked_table(self, interaction: Interaction[Any], click: Click) -> None:
        """Post the table again; who is not seated gets a link to it."""
        await self._move_down(interaction, click)

    async def _move_down(self, interaction: Interaction[Any], click: Click | None) -> None:
        async with self.desk.answering(interaction) as answer:
            table = await self.desk.open_table(answer, click)
            words = self.desk.words_for(interaction)
            if not may("table", table, person_of(interaction)):
                await self.tell(
                    answer, words("The table is here: {link}", link=self.desk.publisher.link(table))
                )
                return
            self.desk.publisher.repost(table)
            await self.tell(answer, words("The table is at the bottom of the channel again."))

    async def clicked_more(self, interaction: Interaction[Any], click: Click) -> None:
        """Show what else can be done."""
        async with self.desk.answering(interaction) as answer:
            table = await self.desk.table_for(answer, click)
            words, person = self.desk.words_for(interaction), person_of(interaction)
            may_end = may("end", table, person)
            await answer.show(more_view(words, table, person.user_id, may_end=may_end))

    async def clicked_next(self, interaction: Interaction[Any], click: Click) -> None:
        """Deal the next round now; the answer is one's new hand, on the panel if that was clicked."""
        deal = partial(self.desk.tables.matches.next_round, round_number=click.number(1) or 0)
        await self._then_show_hand(interaction, click, deal)

    async def clicked_back(self, interaction: Interaction[Any], click: Click) -> None:
        """Take one's seat back from the computer that played for it; the answer is one's hand."""
        await self._then_show_hand(interaction, click, self.desk.tables.matches.back)

    async def _then_show_hand(
        self,
        interaction: Interaction[Any],
        click: Click,
        do: Callable[[Place, int, Person], Coroutine[Any, Any, Table]],
    ) -> None:
        match_id, person = click.match_id, person_of(interaction)
        if is_private(interaction):
            async with self.desk.on_panel(interaction, click) as answer:
                await answer.wait(do(place_of(interaction, click), match_id, person))
            return
        async with self.desk.answering(interaction, match_id) as answer:
            table = await answer.wait(do(place_of(interaction), match_id, person))
            await self.desk.show_panel(answer, table)

    @app_commands.command(description=N_("Leave the lobby or the match"))
    async def leave(self, interaction: Interaction[Any]) -> None:
        """Free one's seat, or hand it to a computer."""
        await self._leave(interaction, None, sure=True)

    async def clicked_leave(self, interaction: Interaction[Any], click: Click) -> None:
        """Free one's seat, or hand it to a computer."""
        await self._leave(interaction, click, sure=click.text(1) == "sure")

    async def _leave(self, interaction: Interaction[Any], click: Click | None, *, sure: bool) -> None:
        async with self.desk.answering(interaction) as answer:
            table = await self.desk.open_table(answer, click)
            place, person = table.place, person_of(interaction)
            words = self.desk.words_for(interaction)
            if table.phase is Phase.LOBBY:
                await answer.wait(self.desk.tables.lobbies.leave(place, table.id, person))
                await self.tell(answer, words("You left the table."))
                return
            if not sure:
                # The lobby's button: whoever clicked it late did not mean to give up their cards.
                raise AlreadyStarted
            after = await answer.wait(self.desk.tables.matches.leave(place, table.id, person))
            if after.is_open:
                await self.tell(answer, words("You left. A computer plays on for you."))
            elif after.ended_by == EndedBy.PLAYED:
                await self.tell(answer, words("You left. Nobody plays on, so the match is decided."))
            elif after.ended_by == EndedBy.STOPPED:
                await self.tell(
                    answer, words("You left. Those who stay voted to end the match, so it is over.")
                )
            else:
                await self.tell(
                    answer, words("You left. Nobody is at the table any more: the match is over.")
                )

    @app_commands.command(description=N_("End the match without a result"))
    async def end(self, interaction: Interaction[Any]) -> None:
        """End the match, or vote to end it; a lobby is closed."""
        await self._end(interaction, None)

    async def clicked_end(self, interaction: Interaction[Any], click: Click) -> None:
        """End the match, or vote to end it."""
        await self._end(interaction, click)

    async def _end(self, interaction: Interaction[Any], click: Click | None) -> None:
        async with self.desk.answering(interaction) as answer:
            place, person = place_of(interaction), person_of(interaction)
            words = self.desk.words_for(interaction)
            try:
                table = await self.desk.open_table(answer, click)
            except Unreadable:
                await answer.wait(self.desk.tables.give_up(place, person))
                await self.tell(answer, words("The match is over."))
                return
            if table.phase is Phase.LOBBY:
                await answer.wait(self.desk.tables.lobbies.stop(place, table.id, person))
                await self.tell(answer, words("The lobby is closed."))
                return
            vote = await answer.wait(self.desk.tables.matches.end(place, table.id, person))
            if vote.ended:
                await self.tell(answer, words("The match is over."))
            else:
                text = words(
                    "Noted: {votes} of {needed} votes to end the match.",
                    votes=words.number(vote.votes),
                    needed=words.number(vote.needed),
                )
                await self.tell(answer, text)
