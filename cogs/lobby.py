"""The buttons of a lobby."""

from functools import partial
from typing import Any

from discord import Interaction

from bot.tables.computers import OFFERED
from bot.tables.errors import MovedOn
from bot.ui.clicks import Click
from bot.ui.computers import computers_view
from bot.ui.desk import person_of, place_of
from bot.ui.lobby import removal_view
from cogs.base import YanivCog


class LobbyCommands(YanivCog):
    """Coming, going and dealing."""

    async def clicked_join(self, interaction: Interaction[Any], click: Click) -> None:
        """Take a seat, of a running match a computer's from the next round on.

        The answer is where the hand will appear.
        """
        match_id, person = click.match_id, person_of(interaction)
        async with self.desk.answering(interaction, match_id) as answer:
            open_table = await self.desk.open_table(answer, click)
            running = open_table.match is not None
            join = self.desk.tables.matches.claim if running else self.desk.tables.lobbies.join
            await self.desk.show_panel(answer, await answer.wait(join(open_table.place, match_id, person)))

    async def clicked_add(self, interaction: Interaction[Any], click: Click) -> None:
        """Seat one more computer; of the level that the click says, it was chosen among the computers."""
        level, words = click.text(1), self.desk.words_for(interaction)
        add = partial(
            self.desk.tables.lobbies.add_computer, match_id=click.match_id, person=person_of(interaction)
        )
        if level:
            async with self.desk.on_own_message(interaction) as answer:
                table = await answer.wait(add(place_of(interaction), level=_offered(level)))
                await answer.show(computers_view(words, table))
            return
        async with self.desk.answering(interaction) as answer:
            table = await answer.wait(add(place_of(interaction)))
            # The lobby shows who sat down; a message each time would push it out of sight.
            if not await answer.accept():
                await self.tell(answer, words("{name} sits down.", name=self.name(table.seats[-1].name)))

    async def clicked_computers(self, interaction: Interaction[Any], click: Click) -> None:
        """Show how each computer plays; or change it for one, if the click says how."""
        match_id, version, seat = click.match_id, click.number(1), click.number(2)
        lobbies, person = self.desk.tables.lobbies, person_of(interaction)
        if version is None or seat is None:
            async with self.desk.answering(interaction) as answer:
                place = place_of(interaction)
                table = await answer.wait(lobbies.for_host("computers", place, match_id, person))
                await answer.show(computers_view(self.desk.words_for(interaction), table))
            return
        async with self.desk.on_own_message(interaction) as answer:
            level, place = _offered(click.text(3)), place_of(interaction)
            change = lobbies.change_level(place, match_id, person, seat=seat, version=version, level=level)
            try:
                table = await answer.wait(change)
            except MovedOn:
                # Somebody came or went since this was drawn: the host sees how it is now, and clicks again.
                table = await answer.wait(lobbies.for_host("computers", place, match_id, person))
            await answer.show(computers_view(self.desk.words_for(interaction), table))

    async def clicked_remove(self, interaction: Interaction[Any], click: Click) -> None:
        """Ask which seat to free; or free it, if the click says which."""
        match_id, version, seat = click.match_id, click.number(1), click.number(2)
        lobbies, person = self.desk.tables.lobbies, person_of(interaction)
        async with self.desk.on_own_message(interaction) as answer:
            place = place_of(interaction)
            if version is None or seat is None:
                table = await answer.wait(lobbies.for_host("remove", place, match_id, person))
            else:
                remove = lobbies.remove(place, match_id, person, seat=seat, version=version)
                table = await answer.wait(remove)
            await answer.show(removal_view(self.desk.words_for(interaction), table))

    async def clicked_deal(self, interaction: Interaction[Any], click: Click) -> None:
        """Begin the match; the answer is the dealer's own hand."""
        match_id = click.match_id
        async with self.desk.answering(interaction, match_id) as answer:
            table = await answer.wait(
                self.desk.tables.lobbies.deal(place_of(interaction), match_id, person_of(interaction))
            )
            await self.desk.show_panel(answer, table)


def _offered(level: str) -> str:
    """Return a level that may be chosen; raise MovedOn for any other."""
    if level not in OFFERED:
        raise MovedOn
    return level
