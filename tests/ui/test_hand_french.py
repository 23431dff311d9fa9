"""Where a discard is followed by no draw: lay what fits the top card, or draw (docs/rules.md, section 4)."""

from dataclasses import replace

import pytest
from discord.ui import LayoutView

from bot.engine.match import Match
from bot.ui.hand import hand_view
from tests.ui.scenes import (
    ENGLISH,
    FACES,
    FRENCH,
    buttons,
    dealt_match,
    draw,
    faces,
    lay,
    parts,
    played_match,
    shown,
    table,
)

FOUR = replace(FRENCH, hand_size=4)
HANDS = ("7C 7D 7H KS", "2D 3D 9D QH", "TH 9S 8S 4D")


def panel(match: Match, seat: int, *selection: int) -> LayoutView:
    return hand_view(ENGLISH, table(match=match), match.seat_view(seat), selection)


def moves(view: LayoutView) -> dict[str, str]:
    return {key: label for key, label in buttons(view).items() if not key.startswith("y:card")}


async def test_the_top_card_is_named_and_no_card_can_be_taken() -> None:
    view = panel(dealt_match(HANDS, "7S", rules=FOUR), 0)
    assert "On top: **7♠**" in shown(view)
    assert "[" not in shown(view)
    assert moves(view) == {"y:lay:71:1:-": "Lay down"}


@pytest.mark.parametrize(
    ("start", "hint"),
    [
        ("7S", "Pick a ♠ or 7, or three or more of a suit or rank."),
        ("QC", "Pick a ♣ or J Q K, or three"),
        ("X1", "Pick a joker, or three"),
    ],
)
async def test_what_fits_is_said(start: str, hint: str) -> None:
    match = dealt_match(HANDS, start, rules=replace(FOUR, jokers=4))
    assert hint in shown(panel(match, 0))


@pytest.mark.parametrize(
    ("selection", "told"),
    [
        ((0,), "Selected: **7♥**\nOne card, 7 points · **7♥** will be on top."),
        ((2, 0, 1), "Selected: **7♣ 7♥ 7♦**\nA group, 21 points · **7♦** will be on top."),
        ((0, 1, 2, 3), "Lay one card, three or more of one suit, or three or four of one rank."),
        ((0, 1), "Lay one card, three or more of one suit, or three or four of one rank."),
    ],
)
async def test_a_selection_says_what_it_is_and_what_will_be_on_top(
    selection: tuple[int, ...], told: str
) -> None:
    match = dealt_match(HANDS, "7S", rules=replace(FOUR, jack_rule=False))
    assert told in shown(panel(match, 0, *selection))


async def test_a_series_of_one_suit_needs_no_neighbours() -> None:
    match = dealt_match(
        ("2D 3D 9D QH", "7C 7D 7H KS", "TH 9S 8S 4D"), "5S", rules=replace(FOUR, jack_rule=False)
    )
    assert "A series, 14 points · **3♦** will be on top." in shown(panel(match, 0, 0, 2, 1))


async def test_what_fits_nothing_says_why() -> None:
    match = dealt_match(("2D 3D 9D QH", "7C 7D 7H KS", "TH 9S 8S 4D"), "5S", rules=FOUR)
    assert "2♦ does not fit 5♠" in shown(panel(match, 0, 0))


async def test_with_the_jack_rule_a_selection_says_what_stays() -> None:
    match = dealt_match(("5S 4S JD JC", "7C 7D 7H KS", "TH 9S 8S 4D"), "TS", rules=FOUR)
    assert "Your hand: 39 points" in shown(panel(match, 0))
    assert "One card, leaving 1 point" in shown(panel(match, 0, 0))


@pytest.mark.parametrize("selection", [(), (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)])
async def test_whatever_is_selected_takes_two_lines(selection: tuple[int, ...]) -> None:
    match = dealt_match(HANDS, "7S", rules=FOUR)
    lines = shown(panel(match, 0, *selection)).splitlines()
    assert [line.split(":")[0] for line in lines[2::2]] == ["Selected", "-# Your hand"]


async def test_the_last_cards_end_the_round() -> None:
    match = dealt_match(("7C 7D 7H 7S", "2D 3D 9D QH", "TH 9S 8S 4D"), rules=FOUR)
    text = shown(panel(match, 0, 0, 1, 2, 3))
    assert "That empties your hand: the round ends." in text
    assert "on top." not in text


async def test_draw_is_there_only_when_nothing_can_be_laid() -> None:
    match = dealt_match(("2D 3D 9H QH", "7C 7D 7H KS", "TH 9S 8S 4D"), "5S", rules=FOUR)
    assert moves(panel(match, 0)) == {"y:forced:71:1:-": "Draw"}
    for selection in ((), (0,)):
        assert "Nothing of yours fits: draw a card." in shown(panel(match, 0, *selection))


async def test_off_turn_nothing_can_be_laid_or_drawn_but_cards_may_be_picked() -> None:
    match = dealt_match(("7C 7D 7H KS", "2D 3D 9H QH", "TH 9S 8S 4D"), "5S", rules=FOUR)
    view = panel(match, 1, 0)
    disabled = {
        part["custom_id"].split(":")[1]: part["disabled"] for part in parts(view) if part["type"] == 2
    }
    assert disabled == {"card": False, "lay": True}


async def test_a_drawn_card_is_new() -> None:
    match = dealt_match(("2D 3D 9H QH", "7C 7D 7H KS", "TH 9S 8S 4D"), "5S", "TC", rules=FOUR)
    draw(match, 0)
    assert "10♣ · new" in buttons(panel(match, 0)).values()


async def test_yaniv_can_be_called_beside_laying() -> None:
    match = dealt_match(("AC AD 2H 2S", "2D 3D 9H QH", "TH 9S 8S 4D"), "5S", rules=FOUR)
    view = panel(match, 0)
    assert moves(view) == {"y:call:71:1:-": "Yaniv!", "y:lay:71:1:-": "Lay down"}
    assert list(moves(view)) == ["y:lay:71:1:-", "y:call:71:1:-"], "laying stays where it was"


@pytest.mark.parametrize(
    ("cards", "lengths"), [(5, [5]), (6, [3, 3]), (7, [4, 3]), (8, [4, 4]), (9, [3, 3, 3])]
)
async def test_cards_stand_in_even_rows(cards: int, lengths: list[int]) -> None:
    match = dealt_match(HANDS, "7S", rules=FOUR)
    view = match.seat_view(0)
    drawn = hand_view(ENGLISH, table(match=match), replace(view, hand=(view.hand * 3)[:cards]), ())
    rows = [[part["custom_id"] for part in row["components"]] for row in parts(drawn) if row["type"] == 1]
    assert [len(row) for row in rows if row[0].startswith("y:card")] == lengths


async def test_nine_cards_have_a_button_each() -> None:
    match = dealt_match(HANDS, "7S", rules=FOUR)
    view = match.seat_view(0)
    full = replace(view, hand=view.hand * 2 + view.hand[:1])
    drawn = hand_view(ENGLISH, table(match=match), full, tuple(range(9)))
    assert sum(key.startswith("y:card") for key in buttons(drawn)) == 9
    assert "y:lay:71:1:012345678" in buttons(drawn)


@pytest.mark.parametrize("seed", range(8))
async def test_a_french_panel_shows_no_card_of_another_hand(seed: int) -> None:
    match = played_match([f"p{n}" for n in range(2 + seed % 5)], seed, turns=seed + 1, rules=FRENCH)
    for seat in range(len(match.players)):
        view = match.seat_view(seat)
        drawn = panel(match, seat, *range(len(view.hand)))
        known = faces((*view.hand, *view.public.discard))
        everything = shown(drawn) + " ".join(buttons(drawn).values())
        assert set(FACES.findall(everything)) <= known


async def test_laying_changes_the_top() -> None:
    match = dealt_match(HANDS, "7S", rules=FOUR)
    lay(match, 0, "7D 7H 7C")
    assert "On top: **7♣**" in shown(panel(match, 1))
