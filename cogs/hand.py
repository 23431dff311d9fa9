"""`/yaniv hand`, and the buttons of a hand panel."""

from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from discord import Interaction, app_commands

from bot.engine.cards import Card
from bot.engine.errors import N_
from bot.store.errors import Unreadable
from bot.store.values import Place
from bot.tables.access import may
from bot.tables.errors import MovedOn
from bot.tables.values import Person, Table
from bot.ui.clicks import Click
from bot.ui.desk import person_of, place_of
from bot.ui.hand import decode_selection
from bot.ui.panel_memory import Selection
from bot.ui.refusals import matches_view
from cogs.base import YanivCog

# What a click does to the hand of a person in a match: the hand's version, and the positions selected in it.
_Move = Callable[[tuple[Place, int, Person], int, tuple[int, ...]], Coroutine[Any, Any, object]]


class HandCommands(YanivCog):
    """One's own hand: looking, selecting, playing and calling."""

    @app_commands.command(description=N_("Show my hand"))
    async def hand(self, interaction: Interaction[Any]) -> None:
        """Open a fresh panel with one's own hand, or list the matches one has elsewhere."""
        async with self.desk.answering(interaction) as answer:
            table = await answer.wait(self.desk.tables.registry.look(place_of(interaction)))
            if table is not None and may("hand", table, person_of(interaction)):
                await self.desk.show_panel(answer, table)
                return
            links = await answer.wait(self._elsewhere(interaction))
            if not links:
                self.desk.admit(interaction, "hand", table)
            await answer.show(matches_view(self.desk.words_for(interaction), links))

    async def _elsewhere(self, interaction: Interaction[Any]) -> list[tuple[str, bool]]:
        """Return links to one's matches in this server, those waiting for one first."""
        if interaction.guild_id is None:
            return []
        found: list[tuple[str, bool]] = []
        for match in await self.desk.tables.store.matches_of(interaction.guild_id, interaction.user.id):
            table = None
            # One that cannot be read must not hide the others.
            with suppress(Unreadable):
                table = await self.desk.tables.registry.look(match.place)
            if table is not None:
                to_move = table.user_at(None if table.match is None else table.match.to_move)
                found.append((self.desk.publisher.link(table), to_move == interaction.user.id))
        return sorted(found, key=lambda entry: not entry[1])

    async def clicked_hand(self, interaction: Interaction[Any], click: Click) -> None:
        """Open a fresh panel with one's own hand."""
        async with self.desk.answering(interaction, click.match_id) as answer:
            table = await self.desk.table_for(answer, click)
            await self.desk.show_panel(answer, table)

    async def clicked_card(self, interaction: Interaction[Any], click: Click) -> None:
        """Select a card, or take it out of the selection: the opposite of what its reader saw."""
        match_id, version, position = click.match_id, click.number(1), click.number(3)
        seen = decode_selection(click.text(2))
        async with self.desk.on_panel(interaction, click) as answer:
            table = await self.desk.table_for(answer, click)
            hand = table.hand_of(interaction.user.id)
            if hand is None or version != hand.version:
                raise MovedOn
            if position is None or seen is None or position >= len(hand.hand):
                raise MovedOn
            known = self.desk.panels.memory.selection(match_id, interaction.user.id, hand.version)
            now = [index for index in (seen if known is None else known) if index < len(hand.hand)]
            if position in seen:
                now = [index for index in now if index != position]
            elif position not in now:
                now.append(position)
            selection = Selection(hand.version, tuple(now))
            self.desk.panels.memory.select(match_id, interaction.user.id, selection)

    async def clicked_draw(self, interaction: Interaction[Any], click: Click) -> None:
        """Lay the selected cards and draw from the stock."""
        play = self.desk.tables.matches.play
        await self._act(
            interaction,
            click,
            lambda who, version, picked: play(*who, version=version, positions=picked, draw=None),
        )

    async def clicked_take(self, interaction: Interaction[Any], click: Click) -> None:
        """Lay the selected cards and take a card of the previous discard."""
        play = self.desk.tables.matches.play
        await self._act(
            interaction,
            click,
            lambda who, version, picked: play(
                *who, version=version, positions=picked, draw=_card(click.text(3))
            ),
        )

    async def clicked_lay(self, interaction: Interaction[Any], click: Click) -> None:
        """Lay the selected cards, and draw nothing."""
        lay = self.desk.tables.matches.lay
        await self._act(
            interaction, click, lambda who, version, picked: lay(*who, version=version, positions=picked)
        )

    async def clicked_hint(self, interaction: Interaction[Any], click: Click) -> None:
        """Say at the foot of the panel what would be best, and why."""

        async def advise(who: tuple[Place, int, Person], version: int, _: tuple[int, ...]) -> None:
            hint = await self.desk.tables.hints.give(*who, version=version)
            self.desk.panels.memory.keep_hint(click.match_id, interaction.user.id, hint)

        await self._act(interaction, click, advise)

    async def clicked_call(self, interaction: Interaction[Any], click: Click) -> None:
        """Call Yaniv; a call that is refused leaves the selection as it is."""
        call = self.desk.tables.matches.call
        await self._act(interaction, click, lambda who, version, _: call(*who, version=version))

    async def clicked_forced(self, interaction: Interaction[Any], click: Click) -> None:
        """Draw, where nothing of the hand can be laid."""
        draw = self.desk.tables.matches.draw
        await self._act(interaction, click, lambda who, version, _: draw(*who, version=version))

    async def clicked_slap(self, interaction: Interaction[Any], click: Click) -> None:
        """Slap down the card just drawn, whoever is to move by now."""
        slap = self.desk.tables.matches.slap
        await self._act(interaction, click, lambda who, version, _: slap(*who, version=version))

    async def _act(self, interaction: Interaction[Any], click: Click, move: _Move) -> None:
        """Do something with the hand and the selection that the click carries."""
        match_id, version, seen = click.match_id, click.number(1), decode_selection(click.text(2))
        async with self.desk.on_panel(interaction, click) as answer:
            if version is None or seen is None:
                raise MovedOn
            place, person = place_of(interaction, click), person_of(interaction)
            # A tap on a card just before this click takes the same way, and so is counted by now.
            table = await answer.wait(self.desk.tables.registry.look(place))
            picked = self._picked(interaction, table, match_id, Selection(version, seen))
            await answer.wait(move((place, match_id, person), version, picked))

    def _picked(
        self, interaction: Interaction[Any], table: Table | None, match_id: int, seen: Selection
    ) -> tuple[int, ...]:
        """Return what is selected; after a restart what the click carries, which is known again by that."""
        user_id = interaction.user.id
        known = self.desk.panels.memory.selection(match_id, user_id, seen.version)
        if known is not None:
            return known
        hand = None if table is None or table.id != match_id else table.hand_of(user_id)
        if (
            hand is not None
            and hand.version == seen.version
            and all(position < len(hand.hand) for position in seen.positions)
        ):
            self.desk.panels.memory.select(match_id, user_id, seen)
        return seen.positions


def _card(code: str) -> Card:
    try:
        return Card.parse(code)
    except ValueError:
        raise MovedOn from None
