"""What the fuzzer looks at would be found: each of these builds of the bot breaks one promise."""

import logging
from typing import Any

import pytest
from discord import AllowedMentions

from bot.engine.cards import full_deck
from bot.engine.match import Match
from bot.store.store import Store
from bot.tables.book import Book
from bot.tables.clockwork import Clockwork
from bot.tables.hints import Hint, Hints, NoHintNow
from bot.tables.registry import Registry
from bot.tables.timers import Timers
from bot.tables.values import Table
from bot.ui import answers, drawing, hand, messages, practice
from bot.ui.answers import Answer
from bot.ui.cards import card_text, cards_text
from bot.ui.parts import text
from bot.ui.publisher import Publisher
from bot.ui.words import Words
from cogs.hand import HandCommands
from tests.fuzz import hints
from tests.fuzz.runs import run

SEED = 3
STEPS = 400
HINTED = 13
"""A run in which somebody soon gets a hint."""


def found(words: str, seed: int = SEED) -> None:
    """Expect a run to find something that is told with these words."""
    with pytest.raises(AssertionError) as failure:
        run(seed, STEPS)
    assert words in str(failure.value)
    notes = failure.value.__notes__
    assert any(f"--seed {seed} --steps {STEPS}" in note for note in notes), "how to do it again"


def test_a_hand_on_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = drawing.table_view

    def leaking(words: Words, table: Table, **more: Any) -> Any:
        view = real(words, table, **more)
        assert table.match is not None
        view.add_item(text(card_text(words, table.match.seat_view(0).hand[0])))
        return view

    monkeypatch.setattr(drawing, "table_view", leaking)
    found("channels after ''")


def test_a_hand_in_the_log_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Publisher.changed

    def telling(self: Publisher, before: Table | None, after: Table) -> None:
        if after.match is not None:
            logging.getLogger("bot.ui").debug("drawn for %s", after.match.seat_view(0).hand[0].code)
        real(self, before, after)

    monkeypatch.setattr(Publisher, "changed", telling)
    found("log of bot.ui")


def test_an_answer_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Answer.show

    async def show_twice(self: Answer, view: Any, **more: Any) -> int | None:
        response: Any = self.interaction.response
        await response.defer()
        response._response_type = None
        return await real(self, view, **more)

    monkeypatch.setattr(Answer, "show", show_twice)
    found("answered 2 times")


def test_a_click_without_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any) -> None:
        return

    monkeypatch.setattr(HandCommands, "clicked_hand", nothing)
    found("not answered")


def test_an_answer_for_all_to_read_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answer, "_show", Answer.show_publicly)
    found("answered for everybody to read")


def test_a_traceback_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(Table, "hand_of", fail)
    found("logged: bot.ui.desk")


def test_mentions_of_all_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (answers, messages):
        monkeypatch.setattr(module, "NOBODY", AllowedMentions.all())
    found("mentions are parsed")


def test_a_lost_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Match.apply

    def losing(self: Match, *arguments: Any) -> Any:
        event = real(self, *arguments)
        if self.round is not None and self.round.pile:
            self.round.pile.pop()
        return event

    monkeypatch.setattr(Match, "apply", losing)
    found("cards too many")


def test_a_table_that_nothing_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(*_: Any) -> None:
        return

    monkeypatch.setattr(Clockwork, "_arm", forget)
    found("nothing makes it go on")


def test_a_table_that_is_not_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    publisher: Any = Publisher
    real = publisher._wake

    def seldom(self: Any, board: Any, **named: Any) -> None:
        if board.table.number % 2:
            real(self, board, **named)

    monkeypatch.setattr(Publisher, "_wake", seldom)
    found("its table shows")


def test_a_move_that_was_not_written_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Store.append

    async def forgetting(self: Store, *arguments: Any, **named: Any) -> None:
        if arguments[1] % 3:
            await real(self, *arguments, **named)

    monkeypatch.setattr(Store, "append", forgetting)
    found("match")


def test_a_lock_that_is_never_released_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Registry.look

    async def holding(self: Any, place: Any) -> Any:
        table = await real(self, place)
        lock = self._lock(place)
        if not lock.locked():
            await lock.acquire()
            # A lock lives as long as somebody knows it.
            self.held = lock
        return table

    monkeypatch.setattr(Registry, "look", holding)
    found("deferred, and then nothing")


def test_a_card_in_a_hint_that_its_reader_does_not_see_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = hand.hint_items

    def leaking(words: Words, hint: Hint | None) -> Any:
        items = real(words, hint)
        return items if hint is None else (*items, text(cards_text(words, full_deck(1, 0)[::5])))

    for panel in (hand, practice):
        monkeypatch.setattr(panel, "hint_items", leaking)
    found("a hint names", HINTED)


def test_a_hint_that_is_not_counted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def forget(*_: Any) -> None:
        return

    monkeypatch.setattr(Hints, "_write", forget)
    found("told and not counted", HINTED)


def test_a_hint_that_is_counted_and_not_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Hints.give

    async def keep(self: Hints, *arguments: Any, **named: Any) -> Hint:
        await real(self, *arguments, **named)
        raise NoHintNow

    monkeypatch.setattr(Hints, "give", keep)
    # Whoever asked in vain would say so before anybody counts.
    monkeypatch.setattr(hints, "BULB", "")
    found("counted and not told", HINTED)


def test_a_hint_that_changes_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Book._write  # pyright: ignore[reportPrivateUsage] -- where everything is written

    async def vote(self: Hints, held: Any, after: Table, lines: Any, change: Any) -> Table:
        return await real(self, held, after, [*lines, {"type": "vote", "seat": lines[0]["seat"]}], change)

    monkeypatch.setattr(Hints, "_write", vote)
    found("a hint changes more", HINTED)


def test_timers_that_pile_up_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Timers.set

    def again(self: Timers, name: Any, at: Any, job: Any) -> None:
        real(self, name, at, job)
        for index in range(20):
            real(self, (name, at, index), at.replace(year=at.year + 1), job)

    monkeypatch.setattr(Timers, "set", again)
    found("timers wait")
