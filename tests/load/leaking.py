"""A bot that gives cards and names away in every place it can: `python -m tests.load.leaking run`."""

import importlib
import logging
import sys
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from discord.ui import LayoutView

from bot.engine.actions import Lay
from bot.engine.cards import Card
from bot.store.values import Place
from bot.tables.hints import Hint, Hints
from bot.tables.matches import Matches
from bot.tables.registry import Registry
from bot.tables.values import Table
from bot.ui import table
from bot.ui.cards import card_text
from bot.ui.clicks import button
from bot.ui.panels import Panels
from bot.ui.parts import Accent, message, rows, text
from bot.ui.people import Reader
from bot.ui.words import Words


def _hidden(of: Table) -> Card:
    """Return a card that only the last seat knows: the first of its hand."""
    assert of.match is not None
    return of.match.seat_view(len(of.seats) - 1).hand[0]


# Who draws tables is imported later, by the command, and so takes what stands in `bot.ui.table` by then.


def _on_the_table() -> None:
    real = table.table_view

    def view(words: Words, of: Table, **more: Any) -> LayoutView:
        shown = real(words, of, **more)
        shown.add_item(message(Accent.QUIET, text(card_text(words, _hidden(of)))).children[0])
        return shown

    patch.object(table, "table_view", view).start()


def _as_a_picture() -> None:
    real = table.table_view

    def view(words: Words, of: Table, **more: Any) -> LayoutView:
        shown = real(words, of, **more)
        picture = words.faces.of(_hidden(of))
        shown.add_item(rows(button("rules", of.id, "shown", label="?", emoji=picture, number=1))[0])
        return shown

    patch.object(table, "table_view", view).start()


def _in_an_id() -> None:
    real = table.table_view

    def view(words: Words, of: Table, **more: Any) -> LayoutView:
        shown = real(words, of, **more)
        shown.add_item(rows(button("rules", of.id, _hidden(of).code, label="Rules"))[0])
        return shown

    patch.object(table, "table_view", view).start()


def _in_the_log() -> None:
    real = Matches.act

    async def act(self: Matches, held: Any, of: Table, *arguments: Any) -> Table:
        logging.getLogger("bot.tables").debug("A hand begins with %r.", _hidden(of))
        return await real(self, held, of, *arguments)

    patch.object(Matches, "act", act).start()


def _names_in_the_log() -> None:
    real = Registry.look

    async def look(self: Registry, *arguments: Any) -> Table | None:
        found = await real(self, *arguments)
        logging.getLogger("bot.tables").debug("Looked at %s.", found and found.seats)
        return found

    patch.object(Registry, "look", look).start()


def _on_another_panel() -> None:
    real = Panels.view

    def view(self: Panels, reader: Reader, of: Table, *arguments: Any, **options: Any) -> LayoutView:
        shown = real(self, reader, of, *arguments, **options)
        if of.match is not None and of.match.to_move is not None:
            shown.add_item(message(Accent.QUIET, text(card_text(reader.words, _hidden(of)))).children[0])
        return shown

    patch.object(Panels, "view", view).start()


def _in_a_hint() -> None:
    give = Hints.give

    async def given(self: Hints, place: Place, *arguments: Any, **more: Any) -> Hint:
        hint = await give(self, place, *arguments, **more)
        of = await self._registry.look(place)  # pyright: ignore[reportPrivateUsage] -- a leak
        assert of is not None
        return replace(hint, action=Lay(hint.view.seat, (_hidden(of),)))

    patch.object(Hints, "give", given).start()


if __name__ == "__main__":
    for leak in (
        _on_the_table,
        _as_a_picture,
        _in_an_id,
        _in_the_log,
        _names_in_the_log,
        _on_another_panel,
        _in_a_hint,
    ):
        leak()
    sys.exit(importlib.import_module("bot.__main__").main(sys.argv[1:]))
