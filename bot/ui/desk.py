"""What answers every command and click: the tables, what is shown of them, and the words for the reader."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import discord
from discord import Interaction
from discord.ui import LayoutView

from bot.engine.errors import N_, YanivError
from bot.store.values import Place, PlaceKind
from bot.tables.access import admit
from bot.tables.errors import AlreadyOpen, MovedOn, NothingHere
from bot.tables.tables import Tables
from bot.tables.values import Person, Table
from bot.ui import answers
from bot.ui.answers import Answer
from bot.ui.clicks import Click, clicked
from bot.ui.escape import plain_name
from bot.ui.faces import NO_FACES, Faces
from bot.ui.hand import closed_view
from bot.ui.help import welcome_text
from bot.ui.lobby import lobby_view
from bot.ui.panels import Panels
from bot.ui.parts import with_line
from bot.ui.people import People, Reader
from bot.ui.publisher import Publisher
from bot.ui.refusals import notice_view, sentence
from bot.ui.rule_book import RuleBook
from bot.ui.words import Languages, Words

log = logging.getLogger(__name__)


class SomethingFailed(YanivError):
    """A fault of ours; what it was is in the log."""

    message = N_("Something went wrong here. Nothing was changed; please try again.")


class Restarting(YanivError):
    """A click that came while the bot stops."""

    message = N_("The bot is restarting; press again in a moment.")


class OutsideServers(YanivError):
    """Something for the channels of a server, asked for in a direct message."""

    message = N_("That is for the channels of a server. Here you can play alone: /yaniv practice.")


def place_of(interaction: Interaction[Any], click: Click | None = None) -> Place:
    """Return where an interaction happened, as a place of matches; for a `click` in practice its reader.

    Raises OutsideServers for anything else outside of the channels of a server.
    """
    if click is not None and click.is_practice:
        return Place(PlaceKind.PERSON, interaction.user.id)
    if interaction.channel_id is None or interaction.guild_id is None:
        raise OutsideServers
    return Place(PlaceKind.CHANNEL, interaction.channel_id)


def person_of(interaction: Interaction[Any]) -> Person:
    """Return who asks, by the name they go by in this server, and with what they may do there."""
    granted = interaction.permissions
    return Person(
        interaction.user.id,
        interaction.user.display_name,
        moderator=granted.manage_messages,
        manager=granted.manage_guild,
    )


def is_private(interaction: Interaction[Any]) -> bool:
    """Say whether the message that was clicked is seen by its reader alone."""
    clicked = interaction.message
    if clicked is None:
        return False
    return clicked.flags.ephemeral or isinstance(interaction.channel, discord.DMChannel)


class Desk:
    """Answers with the tables behind it."""

    def __init__(
        self,
        tables: Tables,
        panels: Panels,
        publisher: Publisher,
        rule_book: RuleBook,
        *,
        people: People,
        languages: Languages,
    ) -> None:
        self.tables: Final = tables
        self.panels: Final = panels
        self.publisher: Final = publisher
        self.rule_book: Final = rule_book
        self.people: Final = people
        self.languages: Final = languages
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @property
    def under_way(self) -> int:
        """How many clicks are being answered."""
        return self._under_way

    async def answered(self, limit: float) -> None:
        """Wait until every click that came has been answered, for at most `limit` seconds."""
        try:
            async with asyncio.timeout(limit):
                await self._quiet.wait()
        except TimeoutError:
            log.warning("Stopped without waiting any longer for %d answers.", self._under_way)

    @contextmanager
    def _one_more(self) -> Generator[None]:
        self._under_way += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.set()

    def words_for(self, interaction: Interaction[Any]) -> Words:
        """Return the words in the language of whoever asks."""
        return self.languages.for_locale(self.locale_of(interaction))

    def locale_of(self, interaction: Interaction[Any]) -> str:
        """Return the locale of whoever asks: the one they chose, else that of their Discord."""
        return self.people.locale_of(interaction.user.id, str(interaction.locale))

    def reader_of(self, interaction: Interaction[Any]) -> Reader:
        """Return for whom an answer is drawn."""
        return Reader(self.words_for(interaction), self.people.known(interaction.user.id))

    @asynccontextmanager
    async def answering(self, interaction: Interaction[Any], match_id: int = 0) -> AsyncGenerator[Answer]:
        """Answer privately; whatever is refused or fails inside becomes one sentence.

        With a `match_id` the panel of whoever asks waits for the answer before it is redrawn.
        """
        answer = Answer(interaction)
        user_id = interaction.user.id
        self.panels.click_begins(match_id, user_id)
        with self._one_more():
            try:
                await self.people.meet(user_id, str(interaction.locale))
                yield answer
            except YanivError as error:
                words = self.words_for(interaction)
                await answer.show(notice_view(words, await self.refusal(answer, error)))
            except Exception:
                log.exception("A command or click failed.")
                words = self.words_for(interaction)
                await answer.show(notice_view(words, words(SomethingFailed.message)))
            finally:
                self.panels.click_ends(match_id, user_id)

    def admit(self, interaction: Interaction[Any], verb: str, table: Table | None = None) -> None:
        """Refuse whoever may not do what `verb` says; raises what `bot.tables.access.admit` raises."""
        admit(verb, table, person_of(interaction))

    async def table_for(self, answer: Answer, click: Click) -> Table:
        """Return the table of a click that changes nothing, to somebody who may do what it says.

        Raises what `open_table` and `admit` raise.
        """
        table = await self.open_table(answer, click)
        self.admit(answer.interaction, click.verb, table)
        return table

    async def open_table(self, answer: Answer, click: Click | None = None) -> Table:
        """Return the open table here; raise NothingHere, or MovedOn if it is not that of the click."""
        table = await answer.wait(self.tables.registry.look(place_of(answer.interaction, click)))
        if table is None or (click is not None and table.id != click.match_id):
            raise NothingHere if click is None else MovedOn
        return table

    @asynccontextmanager
    async def on_own_message(self, interaction: Interaction[Any]) -> AsyncGenerator[Answer]:
        """Answer on the private message that was clicked, where there is one; refusals are private."""
        async with self.answering(interaction) as answer:
            if is_private(interaction):
                answer.place = answers.Place.CLICKED
            yield answer

    @asynccontextmanager
    async def on_panel(self, interaction: Interaction[Any], click: Click) -> AsyncGenerator[Answer]:
        """Answer a click on a hand panel by drawing it anew, with a sentence on top if it was refused."""
        # A hand is never drawn on a message that others see, whatever button it has.
        place = answers.Place.CLICKED if is_private(interaction) else answers.Place.PRIVATE
        answer = Answer(interaction, place)
        match_id, user_id, notice, lasting = click.match_id, interaction.user.id, None, None
        self.panels.click_begins(match_id, user_id)
        with self._one_more():
            try:
                try:
                    await self.people.meet(user_id, str(interaction.locale))
                    yield answer
                except YanivError as error:
                    notice = await self.refusal(answer, error)
                    # Whoever clicked twice has no need to read that the first click was enough.
                    lasting = None if isinstance(error, MovedOn) else notice
                except Exception:
                    log.exception("A click on a panel failed.")
                    notice = lasting = self.words_for(interaction)(SomethingFailed.message)
                await self._redraw(answer, click, notice)
            finally:
                self.panels.click_ends(match_id, user_id, lasting)

    async def _redraw(self, answer: Answer, click: Click, notice: str | None) -> None:
        interaction, match_id = answer.interaction, click.match_id
        words = self.words_for(interaction)
        try:
            place = place_of(interaction, click)
            table = await answer.wait(self.tables.registry.look(place))
            if table is None or table.id != match_id:
                table = await answer.wait(self.tables.registry.find(match_id))
        except YanivError as error:
            await answer.whisper(notice_view(words, sentence(words, error)))
            return
        if table is None or table.place != place:
            await answer.show(closed_view(words, notice or words(NothingHere.message)))
            return
        if notice is not None and table.hand_of(interaction.user.id) is None:
            # There is no hand to put the sentence above.
            await answer.show(closed_view(words, notice))
            return
        await self._show_panel(answer, table, notice=notice)

    async def refusal(self, answer: Answer, error: YanivError) -> str:
        """Return the sentence for whoever asked, with the link it may hold."""
        interaction, click = answer.interaction, clicked(answer.interaction)
        words, table, link = self.words_for(interaction), None, None
        try:
            if isinstance(error, AlreadyOpen):
                table = await answer.wait(self.tables.registry.find(error.match_id))
                link = None if table is None else self.publisher.link(table)
            elif error.details or isinstance(error, MovedOn):
                table = await answer.wait(self.tables.registry.look(place_of(interaction, click)))
        except YanivError:
            log.info("A refusal is told without its details.")
        said = sentence(words, error, table, link=link)
        if isinstance(error, MovedOn) and table is not None and not table.is_practice:
            return f"{said} {self.publisher.link(table)}"
        return said

    async def show_panel(self, answer: Answer, table: Table, *, notice: str | None = None) -> None:
        """Answer with a fresh hand panel for whoever asks, with a sentence on top if need be."""
        user_id = answer.interaction.user.id
        new = await answer.wait(self.people.welcome(user_id))
        message_id = await self._show_panel(answer, table, notice=notice, welcome=new)
        if new and message_id is None and not answer.may_have_arrived:
            await self.people.not_welcomed(user_id)

    async def _show_panel(
        self, answer: Answer, table: Table, *, notice: str | None = None, welcome: bool = False
    ) -> int | None:
        cards, user_id = self.panels.cards, answer.interaction.user.id
        reader, faces = self.reader_of(answer.interaction), cards.faces

        def draw(faces: Faces) -> LayoutView:
            view = self.panels.view(reader, table, user_id, faces=faces, notice=notice)
            return with_line(view, welcome_text(reader.words)) if welcome else view

        def in_text() -> LayoutView:
            cards.refused(faces)
            return draw(NO_FACES)

        message_id = await answer.show(draw(faces), in_text=in_text)
        await self._panel_is(answer, table, message_id)
        return message_id

    async def show_cards(self, answer: Answer, draw: Callable[[Words], LayoutView]) -> None:
        """Answer with what `draw` makes of the words for whoever asks, with pictures where they are taken."""
        cards, words = self.panels.cards, self.words_for(answer.interaction)
        faces = cards.faces

        def in_text() -> LayoutView:
            cards.refused(faces)
            return draw(words)

        await answer.show(draw(words.showing(faces)), in_text=in_text)

    async def _panel_is(self, answer: Answer, table: Table, message_id: int | None) -> None:
        """Keep a panel that was just shown current, unless the match has ended by then."""
        if not table.is_open:
            return
        self.panels.opened(answer.interaction, self.reader_of(answer.interaction), table, message_id)
        try:
            newest = await self.tables.registry.look(table.place)
            if newest is None or newest.id != table.id:
                ended = await self.tables.registry.find(table.id)
                if ended is not None:
                    self.panels.refresh(ended)
        except YanivError:
            log.info("Match %d: a panel may show an earlier state.", table.id)

    async def announce_lobby(self, answer: Answer, table: Table) -> None:
        """Answer with a lobby that was just opened, for everybody to see."""
        words = self.words_for(answer.interaction)
        base = await answer.wait(self.rule_book.base(table))
        if answer.interaction.response.is_done():
            # Deferred, and privately: the lobby needs a message of its own.
            self.publisher.post_lobby(table)
            await answer.show(notice_view(words, words("The lobby is open.")))
            return
        public = self.languages.for_locale(table.locale)
        view = lobby_view(public, table, base=base)
        message_id = await answer.show_publicly(view)
        if message_id is None:
            self.publisher.post_lobby(table)
        else:
            self.publisher.posted_lobby(table, message_id, view)

    async def announce_thread(self, answer: Answer, table: Table) -> None:
        """Answer with the way to a lobby that was just opened in a thread of its own."""
        self.publisher.post_lobby(table)
        host, link = plain_name(answer.interaction.user.display_name), f"<#{table.place.id}>"
        if answer.interaction.response.is_done():
            words = self.words_for(answer.interaction)
            await answer.show(notice_view(words, words("The lobby is open: {link}", link=link)))
            return
        words = self.languages.for_locale(table.locale)
        text = words("{name} opens a table: {link}", name=f"**{host}**", link=link)
        await answer.show_publicly(notice_view(words, text))
