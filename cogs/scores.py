"""`/yaniv scores`, and turning the pages of the leaderboard."""

from datetime import datetime
from typing import Any, Final

import discord
from discord import Interaction, app_commands
from discord.ui import LayoutView

from bot.engine.errors import N_
from bot.store.values import Leaderboard
from bot.tables.values import Table
from bot.ui.answers import Answer
from bot.ui.clicks import Click
from bot.ui.desk import place_of
from bot.ui.scores import PAGE_SIZE, scores_view
from cogs.base import YanivCog

_MAX_PAGE: Final = 100_000


class ScoreCommands(YanivCog):
    """The score sheet of the match here, and the server's leaderboard."""

    @app_commands.command(description=N_("Show the scores of this match and the leaderboard"))
    async def scores(self, interaction: Interaction[Any]) -> None:
        """Show the score sheet of the match here and the server's leaderboard."""
        async with self.desk.answering(interaction) as answer:
            self.desk.admit(interaction, "scores")
            sheet = await answer.wait(self.desk.tables.registry.look(place_of(interaction)))
            await answer.show(await self._view(answer, sheet))

    async def clicked_scores(self, interaction: Interaction[Any], click: Click) -> None:
        """Show the score sheet of that match, which may have ended, and the server's leaderboard."""
        async with self.desk.answering(interaction) as answer:
            self.desk.admit(interaction, "scores")
            sheet = await self._sheet(answer, click.number(0))
            await answer.show(await self._view(answer, sheet))

    async def clicked_page(self, interaction: Interaction[Any], click: Click) -> None:
        """Show another page, this channel or the whole server, all time or this month."""
        async with self.desk.on_own_message(interaction) as answer:
            self.desk.admit(interaction, "page")
            sheet = await self._sheet(answer, click.number(3))
            here, month = click.text(0) == "channel", click.text(1) == "month"
            page = min(max(click.number(2) or 1, 1), _MAX_PAGE)
            await answer.show(await self._view(answer, sheet, here=here, month=month, page=page))

    async def _sheet(self, answer: Answer, match_id: int | None) -> Table | None:
        """Return that match if it was played here, which may be over, else the one that runs here."""
        place = place_of(answer.interaction)
        table = await answer.wait(self.desk.tables.registry.look(place))
        if match_id is None or (table is not None and table.id == match_id):
            return table
        found = await answer.wait(self.desk.tables.registry.find(match_id))
        return found if found is not None and found.place == place else table

    async def _view(
        self, answer: Answer, sheet: Table | None, *, here: bool = False, month: bool = False, page: int = 1
    ) -> LayoutView:
        interaction = answer.interaction
        board = await answer.wait(self._board(interaction, here=here, month=month, page=page))
        pages = max(-(-board.count // PAGE_SIZE), 1)
        if page > pages:
            page = pages
            board = await answer.wait(self._board(interaction, here=here, month=month, page=page))
        return scores_view(
            self.desk.words_for(interaction),
            sheet if sheet is not None and sheet.match is not None else None,
            board,
            page=page,
            pages=pages,
            here=here,
            month=month,
        )

    async def _board(
        self, interaction: Interaction[Any], *, here: bool, month: bool, page: int
    ) -> Leaderboard:
        if interaction.guild_id is None:
            return Leaderboard((), 0)
        now = discord.utils.utcnow()
        return await self.desk.tables.store.leaderboard(
            interaction.guild_id,
            place=place_of(interaction) if here else None,
            since=_month_begins(now) if month else None,
            limit=PAGE_SIZE,
            offset=(page - 1) * PAGE_SIZE,
        )


def _month_begins(now: datetime) -> datetime:
    return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
