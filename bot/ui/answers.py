"""Answering an interaction: once, in time, in the reader's language.

Discord wants a first answer within 3 s. What takes longer than `PATIENCE` seconds is deferred, and the
answer follows.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from enum import Enum
from typing import Any, Final, TypeVar

import discord
from discord import Interaction
from discord.ui import LayoutView, Modal

from bot.engine.errors import N_, YanivError
from bot.ui.trouble import TROUBLE, Trouble, described, trouble_of

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
DELIVERY_TIME: Final = 15.0
"""Seconds for one answer, with what the library tries again by itself."""
T = TypeVar("T")
NOBODY: Final = discord.AllowedMentions.none()


class TooSlow(YanivError):
    """A form can only be the first answer, and the first answer had to be something else."""

    message = N_("That took too long just now. Please press the button again.")


class Place(Enum):
    """Where the answer goes: a new message only the reader sees, or the message that was clicked."""

    PRIVATE = "private"
    CLICKED = "clicked"


class Answer:
    """The one answer to an interaction."""

    def __init__(self, interaction: Interaction[Any], place: Place = Place.PRIVATE) -> None:
        self.interaction: Final = interaction
        self.place = place
        self._may_have_arrived = False
        self._began: Final = asyncio.get_running_loop().time()

    @property
    def may_have_arrived(self) -> bool:
        """Say whether an answer may be there although Discord did not say so."""
        return self._may_have_arrived

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what the work returns, deferring the answer `PATIENCE` after the click if it still runs.

        The work is always carried through, even if answering fails. Raises what the work raises.
        """
        task = asyncio.get_running_loop().create_task(work, name="work for a click")
        if not self.interaction.response.is_done():
            left = self._began + PATIENCE - asyncio.get_running_loop().time()
            done, _ = await asyncio.wait({task}, timeout=max(left, 0))
            if not done:
                await self.defer()
        return await asyncio.shield(task)

    async def defer(self) -> None:
        """Tell Discord that the answer follows."""
        response, is_private = self.interaction.response, self.place is Place.PRIVATE
        await self._delivered(
            response.defer(ephemeral=True, thinking=True) if is_private else response.defer()
        )

    async def accept(self) -> bool:
        """Answer without a word, where something else shows what a click did; False if it was deferred."""
        if self.interaction.response.is_done():
            return False
        await self._delivered(self.interaction.response.defer())
        return True

    async def show(self, view: LayoutView, *, in_text: Callable[[], LayoutView] | None = None) -> int | None:
        """Show a view and return the id of the message it is on, None if Discord did not take it.

        `in_text` draws it without card pictures, in case Discord refuses one of them.
        """
        if in_text is None:
            return await self._delivered(self._show(view))
        try:
            return await self._delivered(self._show(view), but=Trouble.EMOJI_REFUSED)
        except TROUBLE:
            return await self._delivered(self._show(in_text()))

    async def _show(self, view: LayoutView) -> int | None:
        if not self.interaction.response.is_done():
            try:
                return await self._respond(view)
            except TROUBLE as error:
                # Discord took the answer before, and only its word of it was lost.
                if not (self._may_have_arrived and trouble_of(error) is Trouble.ALREADY_ACKNOWLEDGED):
                    raise
        message = await self.interaction.edit_original_response(view=view, allowed_mentions=NOBODY)
        return message.id

    async def _respond(self, view: LayoutView) -> int | None:
        response = self.interaction.response
        if self.place is Place.CLICKED:
            await response.edit_message(view=view, allowed_mentions=NOBODY)
            return None if self.interaction.message is None else self.interaction.message.id
        sent = await response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)
        return sent.message_id

    async def ask(self, modal: Modal) -> None:
        """Show a form; what is filled in comes as an interaction of its own, found by its custom_id.

        Raises TooSlow if the answer is deferred by now.
        """
        if self.interaction.response.is_done():
            raise TooSlow
        # The library keeps every modal it waits for, for good if it is dismissed, and none over a restart.
        modal.stop()
        await self._delivered(self.interaction.response.send_modal(modal))

    async def whisper(self, view: LayoutView) -> None:
        """Show a view in a private message of its own, and leave the message that was clicked as it is."""
        if self.interaction.response.is_done():
            followup = self.interaction.followup
            await self._delivered(followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY))
        else:
            response = self.interaction.response
            await self._delivered(response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY))

    async def show_publicly(self, view: LayoutView) -> int | None:
        """Answer with a message that everybody sees, sent silently; return its id, None if that failed."""
        response = self.interaction.response
        sent = await self._delivered(response.send_message(view=view, silent=True, allowed_mentions=NOBODY))
        return None if sent is None else sent.message_id

    async def _delivered(self, answer: Coroutine[Any, Any, T], *, but: Trouble | None = None) -> T | None:
        """Send an answer and return what Discord made of it; None if it is lost.

        What was committed stands all the same. One that another process has given, or that comes too late,
        is lost too. Raises the error that means `but`.
        """
        try:
            async with asyncio.timeout(DELIVERY_TIME):
                return await answer
        except TROUBLE as error:
            trouble = trouble_of(error)
            if trouble is but:
                raise
            self._may_have_arrived = self._may_have_arrived or trouble is Trouble.TEMPORARY
            log.warning("Discord did not take an answer, %s.", described(error))
            return None
