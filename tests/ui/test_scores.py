"""Scores: the sheet of a match as narrow as a phone, and the leaderboard in pages."""

import unicodedata

from bot.store.values import Leaderboard, LeaderboardRow
from bot.ui.scores import scores_view
from bot.ui.sheet import sheet_text
from tests.ui.scenes import (
    ENGLISH,
    HARD_NAMES,
    LOW,
    WIDE_NAMES,
    buttons,
    call,
    dealt_match,
    example_match,
    played_match,
    shown,
    table,
)

BOARD = Leaderboard(
    (LeaderboardRow(1, "*Ada*", 3, 5, 30, 11.234), LeaderboardRow(2, "B@", 1, 1, 0, None)), 12
)
NOBODY = Leaderboard((), 0)


def block_of(text: str) -> list[str]:
    return text.split("```")[1].strip("\n").splitlines()


def test_the_sheet_has_a_column_a_player_and_a_row_a_round() -> None:
    assert block_of(sheet_text(ENGLISH, table(match=example_match()))) == [
        "  you Ada Bo",
        "1  36   0 27",
        "Σ  36   0 27",
    ]


def test_the_sheet_marks_a_total_that_was_lowered() -> None:
    match = dealt_match((LOW, "QH QD 8S 8D 7C", "TC 5C 4C 3C AC"), before=(0, 0, 27))
    call(match, 0)
    text = sheet_text(ENGLISH, table(match=match))
    assert "23↓" in text
    assert "↓ landed on an exact total" in text


def test_the_sheet_says_so_before_the_first_round_is_over() -> None:
    match = example_match(3)
    assert sheet_text(ENGLISH, table(match=match)) == "No round is finished yet."
    match.stop("stopped")
    assert sheet_text(ENGLISH, table(match=match)) == "No round was finished."


def test_a_long_match_shows_its_last_twelve_rounds() -> None:
    match = played_match(("a", "b"), 0)
    result = match.rounds[0]
    match.rounds = (result,) * 1000
    text = sheet_text(ENGLISH, table(match=match))
    assert [line.split()[0] for line in block_of(text)[1:-1]] == [str(n) for n in range(989, 1001)]
    assert "12 of 1,000 rounds" in text


def test_the_sheet_stays_narrow_whatever_the_names() -> None:
    for names in (HARD_NAMES, WIDE_NAMES, tuple(f"player {n}" for n in range(8))):
        text = sheet_text(ENGLISH, table(match=played_match(names, 5)))
        assert text.count("```") == 2
        assert "`" not in "".join(block_of(text))
        for line in block_of(text):
            columns = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line)
            assert columns <= 38


def test_columns_whose_names_would_look_alike_are_numbered() -> None:
    text = sheet_text(ENGLISH, table(match=played_match(("player one 1", "player one 2"), 5)))
    assert block_of(text)[0].split() == ["1", "2"]
    assert "1: player one 1 · 2: player one 2" in text


async def test_the_board_shows_wins_average_and_matches() -> None:
    text = shown(scores_view(ENGLISH, None, BOARD, page=1, pages=2, here=True, month=False))
    assert "This channel, all time" in text
    assert "1\\. **\\*Ada\\*** · 3 wins · 11.2 points a round · 5 matches" in text
    assert "2\\. **B@\u200b** · 1 win · 1 match" in text
    assert "Page 1 of 2" in text


async def test_places_go_on_over_the_pages() -> None:
    text = shown(scores_view(ENGLISH, None, BOARD, page=2, pages=2, here=True, month=False))
    assert "11\\. **\\*Ada\\***" in text


async def test_the_board_turns_pages_and_switches_scope_and_time() -> None:
    view = scores_view(ENGLISH, None, BOARD, page=2, pages=3, here=True, month=False)
    assert buttons(view) == {
        "y:page:channel:all:1": "Previous",
        "y:page:channel:all:3": "Next",
        "y:page:server:all:1": "Whole server",
        "y:page:channel:month:1": "This month",
    }
    other = scores_view(ENGLISH, None, BOARD, page=1, pages=1, here=False, month=True)
    assert buttons(other) == {"y:page:channel:month:1": "This channel", "y:page:server:all:1": "All time"}


async def test_the_board_keeps_the_match_while_it_turns() -> None:
    over = table(match=example_match())
    view = scores_view(ENGLISH, over, BOARD, page=2, pages=3, here=True, month=False)
    assert buttons(view) == {
        "y:page:channel:all:1:71": "Previous",
        "y:page:channel:all:3:71": "Next",
        "y:page:server:all:1:71": "Whole server",
        "y:page:channel:month:1:71": "This month",
    }


async def test_in_the_first_round_the_scores_say_that_none_is_finished() -> None:
    running = table(match=example_match(3))
    text = shown(scores_view(ENGLISH, running, NOBODY, page=1, pages=1, here=True, month=False))
    assert text.splitlines()[:2] == ["### This match", "No round is finished yet."]


async def test_an_empty_board_says_so() -> None:
    text = shown(scores_view(ENGLISH, None, NOBODY, page=1, pages=1, here=True, month=False))
    assert "No match has been played to its end yet." in text


async def test_the_sheet_stands_above_the_board() -> None:
    over = table(match=example_match())
    text = shown(scores_view(ENGLISH, over, NOBODY, page=1, pages=1, here=True, month=False))
    assert text.index("Ada") < text.index("This channel")
