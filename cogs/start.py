"""`/yaniv start` and Rematch: where a lobby is opened, by which rules, and what that needs."""

import contextlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.engine.errors import N_, YanivError
from bot.engine.rules import Rules
from bot.presets import DEFAULT, preset
from bot.speeds import DEFAULT_SPEED, Speed, read_speed
from bot.store.values import Place, PlaceKind
from bot.tables.computers import LEVEL
from bot.tables.errors import TableError
from bot.tables.values import Table
from bot.ui.answers import Answer
from bot.ui.clicks import Click
from bot.ui.computers import level_choices
from bot.ui.desk import person_of, place_of
from bot.ui.escape import label_name
from bot.ui.speeds import SPEED_NAMES
from bot.ui.trouble import TROUBLE, described
from cogs.base import YanivCog, offer_rules

log = logging.getLogger(__name__)

_NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
}
_TO_MAKE_A_THREAD: Final = ("create_public_threads", "send_messages_in_threads")
# Minutes without a message after which Discord archives a thread: the longest it knows.
_A_WEEK: Final = 10080


class MissingPermission(TableError):
    """The bot may not do here what a match needs; `permissions` names what is missing."""

    message = N_("I need the permission {permissions} in this channel to host a match.")


class ThreadRefused(TableError):
    """Discord did not let a thread be made here."""

    message = N_("No thread can be made here just now. Start without one, or try again.")


@dataclass(frozen=True, slots=True)
class Opening:
    """With what a lobby is to be opened."""

    rules: Rules
    locale: str
    computers: int
    level: str
    speed: Speed


class StartCommands(YanivCog):
    """Opening a lobby."""

    @app_commands.command(description=N_("Open a table in this channel"))
    @app_commands.describe(
        rules=N_("By which rules (those of this server if left out)"),
        computers=N_("Computers to seat (0 to 7)"),
        level=N_("How well these computers play (Normal if left out)"),
        speed=N_("How long a turn may take (as this server prefers if left out)"),
        thread=N_("Play in a thread of its own, where this server offers that"),
    )
    @app_commands.autocomplete(rules=offer_rules)
    @app_commands.choices(
        level=level_choices(),
        speed=[Choice(name=name, value=speed.value) for speed, name in SPEED_NAMES.items()],
    )
    async def start(
        self,
        interaction: Interaction[Any],
        rules: str | None = None,
        computers: app_commands.Range[int, 0, 7] = 0,
        level: str = LEVEL,
        speed: str | None = None,
        *,
        thread: bool = False,
    ) -> None:
        """Open a lobby in this channel, or in a thread of it."""
        async with self.desk.answering(interaction) as answer:
            guild_id, words, here = (
                interaction.guild_id,
                self.desk.words_for(interaction),
                place_of(interaction),
            )
            settings = await answer.wait(self.desk.rule_book.settings(guild_id))
            self.check_channel(interaction, settings)
            channel = interaction.channel if thread and settings.offer_threads else None
            apart = isinstance(channel, discord.TextChannel)
            self._check_permissions(interaction, _TO_MAKE_A_THREAD if apart else _to_speak(interaction))
            chosen = settings.rules or preset(DEFAULT)
            if rules is not None:
                chosen = await answer.wait(self.desk.rule_book.named(guild_id, rules, words))
            locale = settings.locale or self.desk.locale_of(interaction)
            turn = read_speed(speed) or settings.speed or DEFAULT_SPEED
            asked = Opening(chosen, locale, computers, level, turn)
            if isinstance(channel, discord.TextChannel):
                await self._open_in_thread(answer, channel, asked)
                return
            table = await answer.wait(self._open(interaction, here, asked))
            await self.desk.announce_lobby(answer, table)

    async def _open(self, interaction: Interaction[Any], place: Place, asked: Opening) -> Table:
        return await self.desk.tables.lobbies.open(
            place,
            interaction.guild_id,
            person_of(interaction),
            rules=asked.rules,
            locale=asked.locale,
            computers=asked.computers,
            level=asked.level,
            speed=asked.speed,
        )

    def _check_permissions(self, interaction: Interaction[Any], needed: Iterable[str]) -> None:
        missing = [
            name for name in ("view_channel", *needed) if not getattr(interaction.app_permissions, name)
        ]
        if missing:
            words = self.desk.words_for(interaction)
            raise MissingPermission(permissions=words.list([words(_NEEDED[name]) for name in missing]))

    async def _open_in_thread(self, answer: Answer, channel: discord.TextChannel, asked: Opening) -> None:
        interaction = answer.interaction
        await answer.wait(
            self.desk.tables.lobbies.check_open(
                interaction.guild_id, person_of(interaction), rules=asked.rules, computers=asked.computers
            )
        )
        words = self.desk.languages.for_locale(asked.locale)
        name = words("Yaniv with {name}", name=label_name(interaction.user.display_name))
        thread = await answer.wait(_make_thread(channel, name))
        place = Place(PlaceKind.CHANNEL, thread.id)
        try:
            table = await answer.wait(self._open(interaction, place, asked))
        except YanivError:
            # Somebody was faster; a thread may be closed by who made it, but not deleted.
            with contextlib.suppress(*TROUBLE):
                await thread.edit(archived=True)
            raise
        await self.desk.announce_thread(answer, table)

    async def clicked_rematch(self, interaction: Interaction[Any], click: Click) -> None:
        """Open a lobby with the seats and rules of the match that ended."""
        match_id = click.match_id
        async with self.desk.answering(interaction) as answer:
            settings = await answer.wait(self.desk.rule_book.settings(interaction.guild_id))
            self.check_channel(interaction, settings)
            self._check_permissions(interaction, _to_speak(interaction))
            table = await answer.wait(
                self.desk.tables.lobbies.rematch(match_id, place_of(interaction), person_of(interaction))
            )
            await self.desk.announce_lobby(answer, table)


def _to_speak(interaction: Interaction[Any]) -> tuple[str]:
    in_thread = isinstance(interaction.channel, discord.Thread)
    return ("send_messages_in_threads" if in_thread else "send_messages",)


async def _make_thread(channel: discord.TextChannel, name: str) -> discord.Thread:
    """Make a public thread; raise ThreadRefused if Discord does not."""
    kinds = discord.ChannelType
    kind = kinds.news_thread if channel.is_news() else kinds.public_thread
    try:
        return await channel.create_thread(name=name, type=kind, auto_archive_duration=_A_WEEK)
    except TROUBLE as error:
        log.warning("A thread was not made, %s.", described(error))
        raise ThreadRefused from None
