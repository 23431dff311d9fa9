"""The last lap is announced, and who has dropped out is shown as out (docs/rules.md, section 7)."""

from dataclasses import replace

from discord.ui import LayoutView

from bot.engine.match import Match
from bot.engine.rules import CLASSIC
from bot.ui.hand import hand_view
from bot.ui.sheet import sheet_text
from bot.ui.table import table_view
from tests.ui.scenes import BGA, ENGLISH, LOW, buttons, call, dealt_match, play, shown, table

LAP = replace(CLASSIC, last_lap=True)
HANDS = (LOW, "QH QD 8S 8D 7C", "TC 5C 4C 3C AC")
LAST_LEFT = replace(BGA, exact_totals={})


def panel(match: Match, seat: int) -> LayoutView:
    return hand_view(ENGLISH, table(match=match), match.seat_view(seat), ())


def called(turns: int = 0) -> Match:
    match = dealt_match(HANDS, rules=LAP)
    call(match, 0)
    for seat, discard in list(enumerate(("", "QH QD", "TC")))[1 : turns + 1]:
        play(match, seat, discard)
    return match


async def test_the_table_says_who_called_and_who_still_has_a_turn() -> None:
    text = shown(table_view(ENGLISH, table(match=called())))
    assert "**you** called Yaniv!" in text
    assert "📣 The last lap. Still to play: **Ada** and **Bo**" in text
    later = shown(table_view(ENGLISH, table(match=called(1))))
    assert "**Ada** laid Q♥ Q♦ and drew from the stock." in later
    assert "📣 **you** has called Yaniv. Still to play: **Bo**" in later


async def test_each_hand_says_what_the_lap_means_for_it() -> None:
    for turns, seat, said in (
        (0, 0, "You have called Yaniv: the others play one more turn each."),
        (0, 1, "**you** has called: this is your last turn."),
        (0, 2, "**you** has called: you have one more turn."),
        (1, 1, "**you** has called: you have played your last turn."),
    ):
        assert said in shown(panel(called(turns), seat))


async def test_nobody_can_call_in_the_lap() -> None:
    view = panel(called(), 1)
    assert "Yaniv at" not in shown(view)
    assert not any(key.startswith("y:call") for key in buttons(view))


async def test_without_a_call_nothing_is_said_of_a_lap() -> None:
    match = dealt_match(HANDS, rules=LAP)
    everything = shown(panel(match, 0)) + shown(table_view(ENGLISH, table(match=match)))
    assert "called" not in everything
    assert "last turn" not in everything


def without_ada() -> Match:
    return dealt_match((LOW, "", "TC 5C 4C 3C AC"), before=(20, 104, 60), rules=LAST_LEFT)


async def test_a_seat_that_is_out_is_marked_and_has_no_turn() -> None:
    lines = shown(table_view(ENGLISH, table(match=without_ada()))).splitlines()
    assert "▶ **you** · 5 cards · 20 points" in lines
    assert "• Ada · out with 104 points" in lines
    assert "• Bo · 5 cards · 60 points" in lines


async def test_whoever_is_out_sees_so_and_has_no_cards_while_the_table_goes_on() -> None:
    view = panel(without_ada(), 1)
    assert "You are out" in shown(view)
    assert "You have reached 100 and are out, with 104 points." in shown(view)
    assert "you to move" in shown(view)
    assert buttons(view) == {}


async def test_whoever_is_out_may_still_go_on_after_a_round() -> None:
    match = dealt_match(
        (LOW, "", "TC 5C 4C 3C AC", "KC KD 9C 9H 2D"),
        before=(20, 104, 10, 10),
        rules=LAST_LEFT,
        names=("you", "Ada", "Bo", "Cy"),
    )
    call(match, 0)
    view = panel(match, 1)
    assert "You are out of the match." in shown(view)
    assert "You score" not in shown(view)
    assert buttons(view) == {"y:next:71:1": "Next round"}


async def test_the_lap_skips_who_is_out() -> None:
    match = dealt_match(
        (LOW, "", "TC 5C 4C 3C AC"), before=(20, 104, 60), rules=replace(LAST_LEFT, last_lap=True)
    )
    call(match, 0)
    assert "Still to play: **Bo**" in shown(table_view(ENGLISH, table(match=match)))


async def test_the_score_sheet_shows_who_is_out_and_points_below_nothing() -> None:
    match = dealt_match(
        (LOW, "", "TC 5C 4C 3C AC"),
        before=(20, 104, 60),
        rules=replace(LAST_LEFT, yaniv_limit=5, joker_points=-5),
    )
    result = match.rounds[-1]
    call(match, 0)
    assert result.result is not None
    lines = sheet_text(ENGLISH, table(match=match)).splitlines()
    assert lines[2].split() == ["1", "0", "–", "23"]
    assert lines[3].split() == ["Σ", "20", "104", "83"]
    assert "-# out: Ada" in lines
    below = replace(result.result, score=replace(result.result.score, points=(-10, None, 23)))
    result.result = replace(below, totals=(-10, 104, 83))
    assert sheet_text(ENGLISH, table(match=match)).splitlines()[2].split() == ["1", "-10", "–", "23"]
