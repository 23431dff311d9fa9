"""What every group of commands has."""

from discord.ext import commands

from bot.ui.answers import Answer
from bot.ui.desk import Desk
from bot.ui.escape import plain_name
from bot.ui.refusals import notice_view


class YanivCog(commands.Cog):
    """A part of `/yaniv`; the parts are put together in `cogs.yaniv`."""

    desk: Desk

    async def tell(self, answer: Answer, text: str) -> None:
        """Answer with one sentence."""
        await answer.show(notice_view(self.desk.words_for(answer.interaction), text))

    @staticmethod
    def name(name: str) -> str:
        """Return a display name as it may stand in a sentence."""
        return plain_name(name)
