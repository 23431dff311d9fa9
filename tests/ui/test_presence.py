"""Whoever is away, about to come or waited for is seen at the table, and on their own panel."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.actions import By
from bot.engine.match import Match, Player
from bot.speeds import Speed
from bot.store.values import EndedBy
from bot.tables.attendance import Attendance
from bot.tables.values import Person, Table
from bot.ui.hand import hand_view
from bot.ui.lobby import lobby_view
from bot.ui.round_end import match_end_view, round_end_view
from bot.ui.speeds import speed_figure, speed_name
from bot.ui.table import happened_text, more_view, table_view
from tests.ui.scenes import ENGLISH, NOW, buttons, dealt_match, example_match, played_match, shown, table

EVERYONE = {0: 2, 1: 2, 2: 2}
LATER = NOW + timedelta(minutes=2)
STAMP = f"<t:{int(LATER.timestamp())}:R>"


def with_missed(missed: dict[int, int], *, match: Match | None = None, muted: bool = False) -> Table:
    """Return a table where the clock has played that many turns in a row for these seats."""
    attendance = Attendance(missed=missed, is_muted=muted)
    return replace(table(match=match or example_match(3)), attendance=attendance)


def panel(at: Table, seat: int) -> str:
    """Return what somebody's hand panel says."""
    assert at.match is not None
    return shown(hand_view(ENGLISH, at, at.match.seat_view(seat), ()))


async def test_the_table_says_until_when_the_turn_lasts() -> None:
    timed = replace(table(match=example_match(3)), deadline=LATER)
    assert f"The turn ends {STAMP}." in shown(table_view(ENGLISH, timed))
    assert "The turn ends" not in shown(table_view(ENGLISH, table(match=example_match(3))))


async def test_everybody_is_told_privately_until_when_the_turn_lasts() -> None:
    """Those who are not to move, too: their cards stay where they are when their turn comes."""
    timed = replace(table(match=example_match(3)), deadline=LATER)
    assert STAMP in panel(timed, 0)
    assert STAMP in panel(timed, 1)


async def test_an_away_seat_is_marked_and_can_come_back() -> None:
    view = table_view(ENGLISH, with_missed({1: 2}))
    assert "• Ada · 4 cards · 0 points · 💤 away" in shown(view).splitlines()
    assert buttons(view)["y:back:71"] == "I'm back"


async def test_nobody_is_away_after_one_missed_turn() -> None:
    view = table_view(ENGLISH, with_missed({1: 1}))
    assert "away" not in shown(view)
    assert "y:back:71" not in buttons(view)


async def test_somebody_who_is_away_can_come_back_from_their_panel_too() -> None:
    at = with_missed({1: 2})
    assert at.match is not None
    own, other = (hand_view(ENGLISH, at, at.match.seat_view(seat), ()) for seat in (1, 0))
    assert "You are away: a computer plays for you." in shown(own)
    assert buttons(own)["y:back:71"] == "I'm back"
    assert "away" not in shown(other)
    assert "y:back:71" not in buttons(other)


async def test_a_table_whose_people_are_all_away_waits_and_says_how_it_goes_on() -> None:
    view = table_view(ENGLISH, with_missed(EVERYONE))
    assert shown(view).splitlines()[0] == "## The match waits"
    assert "Everyone is away, so the match waits. Press “I'm back” to go on." in shown(view)
    assert "y:back:71" in buttons(view)


async def test_between_rounds_a_waiting_match_offers_the_way_back_instead_of_a_time() -> None:
    match = example_match()
    at = replace(with_missed(EVERYONE, match=match), deadline=None)
    view = round_end_view(ENGLISH, at, 1)
    assert "Everyone is away" in shown(view)
    assert "starts the next round" not in shown(view)
    assert "y:back:71" in buttons(view)


async def test_a_panel_says_that_the_bot_may_not_write() -> None:
    assert "The match waits: the bot may not write in this channel." in panel(with_missed({}, muted=True), 0)


async def test_a_turn_that_the_clock_played_says_so() -> None:
    match = dealt_match(("KS 9D 2C 3C 4D", "KD 9H 2H 3H 5D", "JD TH 8H 3D 6D"), "QS", "7C")
    match.apply(match.legal_actions()[0], By.CLOCK, lambda cards: cards)
    at = table(match=match)
    assert happened_text(ENGLISH, at, at.public_view()).startswith("⏰ Time was up: **")


@pytest.mark.parametrize(
    ("absence", "told"),
    [
        (timedelta(seconds=61), "The bot was away for 1 minute."),
        (timedelta(minutes=59), "The bot was away for 59 minutes."),
        (timedelta(hours=5, minutes=30), "The bot was away for 5 hours."),
        (timedelta(days=2, hours=3), "The bot was away for 2 days."),
    ],
)
async def test_the_table_says_how_long_the_bot_was_away(absence: timedelta, told: str) -> None:
    at = table(match=example_match(3))
    assert told in shown(table_view(ENGLISH, at, absence=absence))
    assert "The bot was away" not in shown(table_view(ENGLISH, at))


async def test_whoever_comes_next_round_is_named_with_the_computer_whose_seat_they_take() -> None:
    match = played_match(("you", "Noa"), 3, turns=2)
    match.players = (match.players[0], Player("Noa", "greedy"))
    at = replace(table(match=match), attendance=Attendance(claims={1: Person(7, "Dan")}))
    line = "**Dan** plays for 🤖 Noa from the next round on."
    assert line in shown(table_view(ENGLISH, at))


async def test_a_computers_seat_is_offered_between_rounds_and_under_more() -> None:
    match = example_match()
    match.players = (*match.players[:2], Player("Noa", "greedy"))
    at = table(match=match)
    assert buttons(round_end_view(ENGLISH, at, 1))["y:join:71"] == "Take a seat"
    assert "y:join:71" in buttons(more_view(ENGLISH, at, 999, may_end=False))
    assert "y:join:71" not in buttons(more_view(ENGLISH, at, 100, may_end=False))


async def test_no_seat_is_offered_where_people_sit_or_somebody_was_faster() -> None:
    people = table(match=example_match())
    match = example_match()
    match.players = (*match.players[:2], Player("Noa", "greedy"))
    claimed = replace(table(match=match), attendance=Attendance(claims={2: Person(7, "Dan")}))
    for at in (people, claimed):
        assert "y:join:71" not in buttons(round_end_view(ENGLISH, at, 1))
        assert "y:join:71" not in buttons(more_view(ENGLISH, at, 999, may_end=False))


async def test_a_match_nobody_played_for_a_week_says_so() -> None:
    match = example_match()
    match.stop(EndedBy.ABANDONED)
    assert "The match is over: nobody played for a week" in shown(match_end_view(ENGLISH, table(match=match)))


async def test_the_lobby_says_how_long_a_turn_may_take() -> None:
    for speed in Speed:
        at = replace(table(), speed=speed)
        assert speed_figure(ENGLISH, speed) in shown(lobby_view(ENGLISH, at))


async def test_every_speed_has_a_name_of_its_own() -> None:
    assert len({speed_name(ENGLISH, speed) for speed in Speed}) == len(Speed) == 6
    assert len({speed_figure(ENGLISH, speed) for speed in Speed}) == 6
