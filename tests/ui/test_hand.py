"""The hand panel shows its owner's cards, what is selected, and what can be done with it."""

from dataclasses import replace

import pytest
from discord.ui import LayoutView

from bot.engine.cards import parse_cards
from bot.engine.discards import lay, takeable
from bot.engine.match import Player
from bot.engine.rules import CLASSIC
from bot.engine.views import SeatView
from bot.tables.values import Table
from bot.ui.hand import (
    closed_view,
    decode_selection,
    encode_selection,
    hand_view,
    opened_again_view,
    waiting_view,
)
from tests.ui.scenes import (
    ENGLISH,
    FACES,
    LOW,
    buttons,
    call,
    dealt_match,
    example_match,
    faces,
    parts,
    played_match,
    shown,
    table,
)


def view_of(running: Table, user_id: int) -> SeatView:
    view = running.hand_of(user_id)
    assert view is not None
    return view


def panel(actions: int | None, user_id: int, *selection: int) -> LayoutView:
    running = table(match=example_match(actions))
    return hand_view(ENGLISH, running, view_of(running, user_id), selection)


@pytest.mark.parametrize(("selection", "written"), [((), "-"), ((3,), "3"), ((0, 3, 1), "031")])
def test_a_selection_is_written_and_read(selection: tuple[int, ...], written: str) -> None:
    assert encode_selection(selection) == written
    assert decode_selection(written) == selection


@pytest.mark.parametrize("written", ["", "--", "00", "1a", "9S", "01234567890", "١"])
def test_what_is_no_selection_is_not_read(written: str) -> None:
    assert decode_selection(written) is None


async def test_a_hand_on_turn_can_be_picked_drawn_and_taken() -> None:
    assert buttons(panel(3, 100, 3)) == {
        "y:card:71:2:3:0": "2♥",
        "y:card:71:2:3:1": "3♠ · new",
        "y:card:71:2:3:2": "4♣",
        "y:card:71:2:3:3": "✓ K♥",
        "y:draw:71:2:3": "Draw",
        "y:take:71:2:3:5H": "Take 5♥",
        "y:take:71:2:3:7H": "Take 7♥",
    }


async def test_a_hand_on_turn_says_so_with_its_sum_and_the_table() -> None:
    text = shown(panel(3, 100))
    assert "Your turn" in text
    assert "Your hand: 19 points" in text
    assert "[5♥] 6♥ [7♥]" in text


async def test_a_hand_off_turn_can_be_picked_but_not_played() -> None:
    view = panel(3, 102)
    disabled = {
        part["custom_id"].split(":")[1]: part["disabled"] for part in parts(view) if part["type"] == 2
    }
    assert disabled == {"card": False, "draw": True, "take": True}
    assert "you to move" in shown(view)
    assert "Your turn" not in shown(view)


async def test_draw_is_disabled_without_stock() -> None:
    running = table(match=example_match(3))
    view = view_of(running, 100)
    empty = replace(view, public=replace(view.public, can_draw=False))
    disabled = {
        part["custom_id"].split(":")[1]: part["disabled"]
        for part in parts(hand_view(ENGLISH, running, empty, ()))
        if part["type"] == 2
    }
    assert disabled == {"card": False, "draw": True, "take": False}


@pytest.mark.parametrize(
    ("hand", "selection", "said"),
    [
        ("5H 6H 7H 9S KD", (2, 0, 1), "Selected: **7♥ 5♥ 6♥**\nA run, 18 points"),
        ("5H 6H 7H 9S KD", (0,), "Selected: **5♥**\nOne card, 5 points"),
        ("9S 9D 4C 2H KH", (2, 3), "Selected: **9♠ 9♦**\nA set, 18 points"),
        ("5H 7H 8H 9S KD", (0, 1), "Not a discard: 5♥ and 7♥ leave a gap."),
        ("5H 7H 8H 9S KD", (0, 3), "Not a discard: 5♥ and 9♠ share neither rank nor suit."),
        ("5H 7H 8H 9S KD", (1, 2), "Not a discard: a run needs at least three cards."),
        ("5H 7H 8H 9S X1", (0, 4), "Not a discard: a joker goes alone"),
        ("5H 7H 8H 9S KD", (), "Selected: –\nPick cards, then **Draw** or **Take**."),
        ("5H 7H 8H 9S KD", (8,), "Selected: –\nPick cards, then **Draw** or **Take**."),
    ],
)
async def test_the_selection_is_named_and_judged(hand: str, selection: tuple[int, ...], said: str) -> None:
    running = table(match=dealt_match((hand, "QH QD 8S 8D 7C", "TH TD 6S 6D 2C")))
    assert said in shown(hand_view(ENGLISH, running, view_of(running, 100), selection))


async def test_yaniv_can_be_called_only_when_it_would_stand() -> None:
    assert not any(custom_id.startswith("y:call") for custom_id in buttons(panel(3, 100)))
    low = table(match=dealt_match((LOW, "QH QD 8S 8D 7C", "TH TD 6S 6D 2C")))
    assert buttons(hand_view(ENGLISH, low, view_of(low, 100), ()))["y:call:71:1:-"] == "Yaniv!"
    off_turn = table(match=dealt_match(("QH QD 8S 8D 7C", LOW, "TH TD 6S 6D 2C")))
    assert "y:call:71:1:-" not in buttons(hand_view(ENGLISH, off_turn, view_of(off_turn, 101), ()))


@pytest.mark.parametrize("selection", [(), (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3, 4)])
async def test_whatever_is_selected_the_buttons_keep_their_place(selection: tuple[int, ...]) -> None:
    running = table(match=dealt_match(("5H 6H 7H 9S KD", "QH QD 8S 8D 7C", "TH TD 6S 6D 2C")))
    lines = shown(hand_view(ENGLISH, running, view_of(running, 100), selection)).splitlines()
    assert [line.split(":")[0] for line in lines[2::2]] == ["Selected", "-# Your hand"]


async def test_yaniv_comes_below_everything_so_that_nothing_moves() -> None:
    low = table(match=dealt_match((LOW, "QH QD 8S 8D 7C", "TH TD 6S 6D 2C")))
    view = view_of(low, 100)
    with_call, without = (
        [
            [button["custom_id"] for button in part["components"]]
            for part in parts(hand_view(ENGLISH, low, replace(view, can_yaniv=can), ()))
            if part["type"] == 1
        ]
        for can in (True, False)
    )
    assert with_call == [*without, ["y:call:71:1:-"]]


@pytest.mark.parametrize(
    ("selection", "said"),
    [((), "Select the cards to lay down first."), ((0, 1), "Not a discard: 5♥ and 7♥ leave a gap.")],
)
async def test_why_cards_cannot_be_laid_is_said_once_and_where_it_stood(
    selection: tuple[int, ...], said: str
) -> None:
    running = table(match=dealt_match(("5H 7H 8H 9S KD", "QH QD 8S 8D 7C", "TH TD 6S 6D 2C")))
    view = hand_view(ENGLISH, running, view_of(running, 100), selection, notice=said)
    lines = shown(view).splitlines()
    assert lines[0] == "## ▶ Your turn"
    assert lines[3] == f"⚠️ {said}"
    assert shown(view).count(said) == 1


async def test_jokers_are_taken_by_one_button() -> None:
    running = table(match=example_match(3))
    view = view_of(running, 100)
    jokers = dealt_match((LOW, "QH QD 8S 8D 7C", "TH TD 6S 6D 2C")).seat_view(0).hand[-2:]
    laid = replace(view, public=replace(view.public, discard=jokers, takeable=jokers))
    takes = {
        custom_id: label
        for custom_id, label in buttons(hand_view(ENGLISH, running, laid, ())).items()
        if custom_id.startswith("y:take")
    }
    assert takes == {"y:take:71:2:-:X1": "Take 🃏 Joker"}


async def test_of_two_decks_each_distinct_card_is_taken_by_one_button() -> None:
    match = played_match([f"P{seat}" for seat in range(8)], 1, turns=1, rules=replace(CLASSIC, hand_size=4))
    running = table(match=match)
    view = match.seat_view(match.to_move or 0)
    twins = parse_cards("9S 9D 9S 9D")
    laid = lay(twins, CLASSIC)
    public = replace(view.public, discard=laid.cards, takeable=takeable(laid, CLASSIC))
    shown_buttons = buttons(hand_view(ENGLISH, running, replace(view, public=public), ()))
    takes = [label for custom_id, label in shown_buttons.items() if custom_id.startswith("y:take")]
    assert match.rounds[-1].decks == 2
    assert takes == ["Take 9♠", "Take 9♦"]


async def test_a_notice_stands_on_top() -> None:
    running = table(match=example_match(3))
    view = hand_view(ENGLISH, running, view_of(running, 100), (), notice="That card has gone.")
    assert shown(view).splitlines()[0] == "⚠️ That card has gone."


async def test_after_a_round_the_panel_shows_points_and_goes_on() -> None:
    view = panel(None, 100)
    assert "You score 36 points. Your total: **36**" in shown(view)
    assert buttons(view) == {"y:next:71:1": "Next round"}


async def test_after_a_round_the_panel_shows_a_halving() -> None:
    match = dealt_match((LOW, "QH QD 8S 8D 7C", "TC 5C 4C 3C AC"), before=(0, 0, 27))
    call(match, 0)
    over = table(match=match)
    assert "Your total: 50 → **25**" in shown(hand_view(ENGLISH, over, view_of(over, 102), ()))


async def test_after_the_match_the_panel_shows_the_result() -> None:
    match = dealt_match((LOW, "QH QD 8S 8D 7C", "TC 5C 4C 3C AC"), before=(0, 90, 0))
    call(match, 0)
    over = table(match=match)
    won, lost = (hand_view(ENGLISH, over, view_of(over, user), ()) for user in (100, 101))
    assert "You win the match!" in shown(won)
    assert "**you** won the match." in shown(lost)
    assert "Your total: **133**" in shown(lost)
    assert buttons(won) == buttons(lost) == {"y:rematch:71": "Rematch"}


async def test_after_a_stopped_match_the_panel_names_no_winner() -> None:
    match = example_match(3)
    match.stop("stopped")
    over = table(match=match)
    view = hand_view(ENGLISH, over, view_of(over, 100), ())
    assert "without a winner" in shown(view)
    assert buttons(view) == {"y:rematch:71": "Rematch"}


@pytest.mark.parametrize("seed", range(12))
async def test_a_panel_shows_no_card_of_another_hand(seed: int) -> None:
    match = played_match([f"p{n}" for n in range(2 + seed % 7)], seed, turns=seed + 1)
    running = table(match=match)
    for seat in range(len(match.players)):
        view = match.seat_view(seat)
        drawn = hand_view(ENGLISH, running, view, range(len(view.hand)))
        known = faces((*view.hand, *view.public.discard))
        labels = " ".join(buttons(drawn).values())
        assert set(FACES.findall(shown(drawn) + labels)) <= known
        codes = {custom_id.split(":")[-1] for custom_id in buttons(drawn) if ":take:" in custom_id}
        assert codes <= {card.code for card in view.public.takeable}


async def test_a_computer_to_move_is_shown_as_one() -> None:
    match = example_match(3)
    match.leave(0, Player("Noa", "greedy"))
    running = table(match=match)
    assert "🤖 Noa to move" in shown(hand_view(ENGLISH, running, view_of(running, 101), ()))


async def test_panels_out_of_use_say_so_and_have_no_buttons() -> None:
    for view, said in (
        (waiting_view(ENGLISH, table()), "Your hand will appear here"),
        (opened_again_view(ENGLISH), "opened again below"),
        (closed_view(ENGLISH, "This match is over."), "This match is over."),
    ):
        assert said in shown(view)
        assert buttons(view) == {}
