"""What is remembered of panels: for whom, for which hand, and until when."""

from dataclasses import replace

from bot.engine.match import Player
from bot.ui.panel_memory import PanelMemory, Selection
from tests.ui.scenes import dealt_match
from tests.ui.test_hints import LOW, hint

MATCH, READER = 71, 100


def test_a_selection_is_that_of_one_player_in_one_hand() -> None:
    memory = PanelMemory()
    memory.select(MATCH, READER, Selection(3, (2, 0)))
    assert memory.selection(MATCH, READER, 3) == (2, 0)
    assert memory.selection(MATCH, READER, 4) is None
    assert memory.selection(MATCH, READER + 1, 3) is None
    assert memory.selection(MATCH + 1, READER, 3) is None


def test_a_hint_is_that_of_one_player_until_anybody_does_anything() -> None:
    memory, match = PanelMemory(), dealt_match(LOW, "TS", "7C 8C")
    given = hint(match)
    memory.keep_hint(MATCH, READER, given)
    assert memory.hint(MATCH, READER, match.seat_view(0)) is given
    assert memory.hint(MATCH, READER + 1, match.seat_view(0)) is None
    assert memory.hint(MATCH, READER, match.seat_view(1)) is None
    slapped = replace(given.view.public, turns=(*given.view.public.turns, object()))
    assert memory.hint(MATCH, READER, replace(given.view, public=slapped)) is None
    assert memory.hint(MATCH, READER, replace(given.view, version=given.view.version + 1)) is None
    later = replace(given.view.public, round=2)
    assert memory.hint(MATCH, READER, replace(given.view, public=later)) is None


def test_a_hint_outlives_a_change_of_those_who_sit_there() -> None:
    memory, match = PanelMemory(), dealt_match(LOW, "TS", "7C 8C")
    given = hint(match)
    memory.keep_hint(MATCH, READER, given)
    match.leave(2, Player("Noa", "normal"))
    assert match.seat_view(0) != given.view
    assert memory.hint(MATCH, READER, match.seat_view(0)) is given


def test_everything_of_a_match_is_forgotten_and_nothing_of_another() -> None:
    memory, match = PanelMemory(), dealt_match(LOW, "TS", "7C 8C")
    for number in (MATCH, MATCH + 1):
        memory.keep_hint(number, READER, hint(match))
        memory.select(number, READER + 1, Selection(0, (1,)))
    memory.forget(MATCH)
    assert memory.hint(MATCH, READER, match.seat_view(0)) is None
    assert memory.selection(MATCH, READER + 1, 0) is None
    assert memory.hint(MATCH + 1, READER, match.seat_view(0)) is not None
    assert memory.selection(MATCH + 1, READER + 1, 0) == (1,)
