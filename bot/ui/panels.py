"""Hand panels: the private message of each player, kept current by its interaction token.

Tokens are secrets and live in memory only; a panel whose token has run out catches up at its next click.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord import Interaction, Webhook
from discord.ui import LayoutView

from bot.tables.errors import NothingHere, NotSeated
from bot.tables.timers import Clock, finish
from bot.tables.values import Phase, Table
from bot.ui.answers import NOBODY
from bot.ui.emojis import CardEmojis
from bot.ui.faces import NO_FACES, Faces
from bot.ui.hand import closed_view, coming_view, hand_view, opened_again_view, waiting_view
from bot.ui.panel_memory import PanelMemory
from bot.ui.people import Reader
from bot.ui.practice import practice_view
from bot.ui.retries import backoff
from bot.ui.trouble import TROUBLE, Trouble, described, trouble_of

log = logging.getLogger(__name__)

# A token lives 15 minutes; one that could run out on the way is not used.
TOKEN_LIFE: Final = timedelta(minutes=14, seconds=30)

PATIENCE: Final = 40.0
"""Seconds for one edit; the library tries again by itself for 25 s."""

MOST_FAILURES: Final = 5
"""After so many edits in a row that failed, about a minute, a panel waits for the next change."""


Draw = Callable[[Faces], LayoutView]


@dataclass
class Panel:
    """One open panel.

    `used` is its reader's last click on it. `shown` tells which state it shows, `wanted` draws what it is to
    show once the edit in flight is done.
    """

    user_id: int
    reader: Reader
    token: str = field(repr=False)
    message_id: int
    opened: datetime
    used: datetime
    table: Table
    shown: object = None
    wanted: Draw | None = None
    editing: bool = False


@dataclass
class Answering:
    """The clicks of one player at one match that are being answered; `together` once there were several."""

    count: int = 0
    together: bool = False


class Panels:
    """The open panels by match and player; `memory` has what is selected on them, and hints."""

    def __init__(self, client: discord.Client, cards: CardEmojis, clock: Clock, rng: random.Random) -> None:
        """`rng` spreads the moments at which an edit that failed is tried again."""
        self._client = client
        self.cards: Final = cards
        self.memory: Final = PanelMemory()
        self._clock = clock
        self._rng = rng
        self._panels: dict[tuple[int, int], Panel] = {}
        self._answering: dict[tuple[int, int], Answering] = {}
        self._latest: dict[int, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- which panels are open

    @property
    def open(self) -> int:
        """How many panels are kept current."""
        return len(self._panels)

    def used_since(self, match_id: int, user_id: int, moment: datetime) -> bool:
        """Say whether a player has clicked on their open panel since that moment."""
        panel = self._panels.get((match_id, user_id))
        return panel is not None and panel.used >= moment

    def view(
        self, reader: Reader, table: Table, user_id: int, *, faces: Faces, notice: str | None = None
    ) -> LayoutView:
        """Return what a player's panel shows now, with these card faces as far as its reader likes them."""
        words = reader.words.showing(faces.liked_by(reader.personal))
        if table.seat_of(user_id) is None:
            return self._not_seated(reader, table, user_id)
        hand = table.hand_of(user_id)
        if hand is None and not table.is_open:
            return closed_view(words, words(NothingHere.message))
        if hand is None:
            return waiting_view(words, table)
        selection = self.memory.selection(table.id, user_id, hand.version) or ()
        hint = self.memory.hint(table.id, user_id, hand)
        draw = practice_view if table.is_practice else hand_view
        return draw(words, table, hand, selection, personal=reader.personal, notice=notice, hint=hint)

    @staticmethod
    def _not_seated(reader: Reader, table: Table, user_id: int) -> LayoutView:
        words = reader.words
        coming = table.claim_of(user_id)
        if coming is None or not table.is_open:
            return closed_view(words, words(NotSeated.message))
        return coming_view(words, table, coming)

    def opened(
        self, interaction: Interaction[Any], reader: Reader, table: Table, message_id: int | None
    ) -> None:
        """Note that the answer to `interaction` is now the panel of whoever clicked; an older one says so."""
        if message_id is None:
            return
        now, user_id = self._clock(), interaction.user.id
        panel = self._panels.get((table.id, user_id))
        if panel is not None and panel.message_id != message_id:
            self._edit_soon(panel, _reopened(panel.reader))
            panel = None
        if panel is None:
            panel = Panel(user_id, reader, interaction.token, message_id, opened=now, used=now, table=table)
            self._panels[table.id, user_id] = panel
        panel.reader, panel.token, panel.opened, panel.used = reader, interaction.token, now, now
        panel.table, panel.shown = table, _stamp(table, user_id)
        if panel.editing:
            # An older edit is still on its way and may land after this answer.
            panel.shown = None
        self._catch_up(panel, self._latest.get(table.id, table))

    def click_begins(self, match_id: int, user_id: int) -> None:
        """Note that a player's click is being answered: the answer shows the panel as it is by then."""
        answering = self._answering.setdefault((match_id, user_id), Answering())
        answering.count += 1
        answering.together |= answering.count > 1
        panel = self._panels.get((match_id, user_id))
        if panel is not None:
            panel.used = self._clock()

    def click_ends(self, match_id: int, user_id: int, notice: str | None = None) -> None:
        """Note that a player's click has been answered; what changed meanwhile is shown now.

        A `notice` in that answer stays on top if the panel is drawn anew though nothing changed.
        """
        answering = self._answering[match_id, user_id]
        answering.count -= 1
        if answering.count:
            return
        del self._answering[match_id, user_id]
        panel = self._panels.get((match_id, user_id))
        if panel is None:
            return
        table = self._latest.get(match_id, panel.table)
        lasting = notice if panel.shown == _stamp(table, user_id) else None
        if answering.together:
            # Answers sent at the same time may arrive in any order.
            panel.shown = None
        self._catch_up(panel, table, lasting)
        if panel.table.phase is Phase.ENDED:
            del self._panels[match_id, user_id]

    # --- keeping them current

    def refresh(self, table: Table) -> None:
        """Edit every open panel of a match that does not show its newest state yet."""
        self._latest[table.id] = table
        for (match_id, _), panel in tuple(self._panels.items()):
            if match_id == table.id:
                panel.table = table
                self._catch_up(panel, table)
        if table.phase is Phase.ENDED:
            self._forget_match(table.id)

    def reader_changed(self, user_id: int, reader: Reader) -> None:
        """Edit the open panels of somebody who changed what they prefer."""
        for (match_id, owner), panel in tuple(self._panels.items()):
            if owner == user_id and panel.reader != reader:
                panel.reader, panel.shown = reader, None
                self._catch_up(panel, self._latest.get(match_id, panel.table))

    def _catch_up(self, panel: Panel, table: Table, notice: str | None = None) -> None:
        stamp = _stamp(table, panel.user_id)
        if (table.id, panel.user_id) not in self._answering and panel.shown != stamp:
            panel.shown = stamp
            self._edit_soon(
                panel,
                lambda faces: self.view(panel.reader, table, panel.user_id, faces=faces, notice=notice),
            )

    def _edit_soon(self, panel: Panel, draw: Draw) -> None:
        panel.wanted = draw
        if not panel.editing:
            panel.editing = True
            self._spawn(self._edit_to_newest(panel))

    async def _edit_to_newest(self, panel: Panel) -> None:
        failures = 0
        try:
            while panel.wanted is not None:
                draw, panel.wanted = panel.wanted, None
                if await self._edit(panel, draw, self.cards.faces):
                    failures = 0
                    continue
                failures += 1
                if failures > MOST_FAILURES:
                    # The next change of the match tries again.
                    panel.shown = None
                    return
                await asyncio.sleep(backoff(failures, self._rng).total_seconds())
                panel.wanted = panel.wanted or draw
        finally:
            panel.editing = False

    def release(self, match_id: int) -> None:
        """Let go of an idle match: nobody has clicked for longer than a token lives."""
        self._latest.pop(match_id, None)
        # A click brings along what is selected, and a hint may be asked for again.
        self.memory.forget(match_id)
        for key in [key for key in self._panels if key[0] == match_id]:
            del self._panels[key]

    def _forget_match(self, match_id: int) -> None:
        self._latest.pop(match_id, None)
        self.memory.forget(match_id)
        # A panel whose click is being answered shows the end once that is done.
        for key in [key for key in self._panels if key[0] == match_id and key not in self._answering]:
            del self._panels[key]

    async def _edit(self, panel: Panel, draw: Draw, faces: Faces) -> bool:
        """Let a panel show what is drawn, without pictures if need be; False if that may succeed later."""
        if self._clock() - panel.opened >= TOKEN_LIFE:
            return True
        webhook = Webhook.partial(self._application_id(), panel.token, client=self._client)
        try:
            async with asyncio.timeout(PATIENCE):
                await webhook.edit_message(panel.message_id, view=draw(faces), allowed_mentions=NOBODY)
        except TROUBLE as error:
            if faces and trouble_of(error) is Trouble.EMOJI_REFUSED:
                self.cards.refused(faces)
                return await self._edit(panel, draw, NO_FACES)
            log.info("A panel could not be edited, %s.", described(error))
            if trouble_of(error) is Trouble.TEMPORARY:
                return False
            # An expired token or a dismissed panel: its reader opens a fresh one when they want it.
            self._forget(panel)
        return True

    def _forget(self, panel: Panel) -> None:
        for key, known in tuple(self._panels.items()):
            if known is panel:
                del self._panels[key]

    def _application_id(self) -> int:
        application_id = self._client.application_id
        if application_id is None:
            raise RuntimeError("a panel cannot be open before the login")
        return application_id

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name="edit panel")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self, limit: float) -> None:
        """Let the edits under way finish for at most `limit` seconds."""
        await finish(self._tasks, limit)


def _reopened(reader: Reader) -> Draw:
    return lambda _: opened_again_view(reader.words)


def _stamp(table: Table, user_id: int) -> tuple[object, ...]:
    """Return what tells two states of a panel apart."""
    seated = table.seat_of(user_id) is not None
    return seated, table.is_open, None if table.match is None else (table.number, table.deadline)
