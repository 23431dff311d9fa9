"""Who is there, line by line of a journal."""

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.errors import MalformedRecord
from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC
from bot.tables.attendance import NOBODY_SAID, Attendance, Pause, Person
from bot.tables.errors import AlreadyClaimed, NoFreeSeat, NotAway, TableError
from tests.tables.room import CEM

Line = dict[str, Any]
LEVEL = "greedy"


def match_of(*kinds: str, totals: tuple[int, ...] = ()) -> Match:
    rules = replace(CLASSIC, end="last_standing") if totals else CLASSIC
    match = Match(rules, [Player(f"seat {seat}", kind) for seat, kind in enumerate(kinds)])
    match.totals = totals or match.totals
    return match


def after(match: Match, *lines: Line) -> Attendance:
    attendance = NOBODY_SAID
    for line in lines:
        attendance = attendance.after(line, match)
    return attendance


def turn(seat: int, by: str) -> Line:
    return {"type": "play", "seat": seat, "by": by}


PEOPLE = match_of("human", "human")


@pytest.mark.parametrize(
    ("lines", "missed", "away"),
    [
        ([turn(0, "clock")], {0: 1}, set[int]()),
        ([turn(0, "clock"), turn(1, "human"), turn(0, "clock")], {0: 2}, {0}),
        ([turn(0, "clock"), turn(1, "clock"), turn(0, "human")], {1: 1}, set[int]()),
        ([turn(0, "clock"), {"type": "deal"}, turn(0, "clock")], {0: 2}, {0}),
        ([turn(0, "clock")] * 2 + [turn(0, "computer")] * 2, {0: 2}, {0}),
        ([turn(0, "clock")] * 2 + [turn(0, "human")], {}, set[int]()),
        ([turn(0, "clock")] * 2 + [{"type": "back", "seat": 0}], {}, set[int]()),
        ([turn(0, "clock")] * 2 + [{"type": "slapdown", "seat": 0, "by": "human"}], {}, set[int]()),
        ([turn(0, "clock")] * 2 + [{"type": "vote", "seat": 0}], {0: 2}, {0}),
        ([turn(0, "clock")] * 2 + [{"type": "leave", "seat": 0}], {}, set[int]()),
        ([turn(0, "clock")] * 2 + [{"type": "sit", "seat": 0}], {}, set[int]()),
    ],
)
def test_two_turns_in_a_row_played_by_the_clock_make_a_seat_away_until_its_person_is_back(
    lines: list[Line], missed: dict[int, int], away: set[int]
) -> None:
    attendance = after(PEOPLE, *lines)
    assert (attendance.missed, attendance.away) == (missed, away)


def test_a_seat_that_has_dropped_out_is_not_away() -> None:
    out = match_of("human", "human", totals=(100, 0))
    assert after(out, turn(0, "clock"), turn(0, "clock"), turn(1, "clock")).missed == {1: 1}


@pytest.mark.parametrize(
    ("kinds", "lines", "paused"),
    [
        (("human", "human"), [turn(0, "clock")] * 2, None),
        (("human", "human"), [turn(0, "clock")] * 2 + [turn(1, "clock")] * 2, Pause.AWAY),
        (("human", LEVEL), [turn(0, "clock")] * 2, Pause.AWAY),
        (("human", LEVEL), [turn(0, "clock")] * 2 + [{"type": "back", "seat": 0}], None),
        (("human", LEVEL), [{"type": "pause"}], Pause.PERMISSION),
        (("human", LEVEL), [{"type": "pause"}, {"type": "resume"}], None),
        (("human", LEVEL), [{"type": "pause"}, *[turn(0, "clock")] * 2, {"type": "resume"}], Pause.AWAY),
        ((LEVEL, LEVEL), [], None),
    ],
)
def test_a_match_stands_still_while_everybody_is_away_or_the_bot_may_not_speak(
    kinds: tuple[str, ...], lines: list[Line], paused: Pause | None
) -> None:
    match = match_of(*kinds)
    assert after(match, *lines).paused(match) is paused


def test_a_match_stands_still_when_all_who_have_not_dropped_out_are_away() -> None:
    match = match_of("human", "human", LEVEL, totals=(100, 0, 0))
    assert after(match, turn(1, "clock"), turn(1, "clock")).paused(match) is Pause.AWAY


def test_a_match_that_is_over_does_not_stand_still() -> None:
    match = match_of("human", LEVEL)
    match.stop("stopped")
    assert after(match, {"type": "pause"}, {"type": "end"}).paused(match) is None


CLAIM: Line = {"type": "claim", "seat": 1, "user_id": CEM.user_id, "name": CEM.name}


@pytest.mark.parametrize(
    ("lines", "claims"),
    [
        ([CLAIM], {1: CEM}),
        ([CLAIM, {"type": "unclaim", "seat": 1}], {}),
        ([CLAIM, {"type": "deal"}], {}),
        ([CLAIM, turn(0, "human")], {1: CEM}),
    ],
)
def test_a_claim_stands_until_the_next_deal(lines: list[Line], claims: dict[int, Person]) -> None:
    assert after(match_of("human", LEVEL), *lines).claims == claims


def test_a_leaver_takes_their_vote_along_and_their_seat_is_remembered() -> None:
    lines = [
        {"type": "vote", "seat": 0},
        {"type": "vote", "seat": 1},
        {"type": "leave", "seat": 0, "user_id": CEM.user_id},
    ]
    attendance = after(PEOPLE, *lines)
    assert (attendance.votes, attendance.leavers) == ({1}, {CEM.user_id: 0})
    assert after(PEOPLE, *lines, {"type": "deal"}).votes == frozenset()


def test_a_leaver_of_an_old_journal_has_no_name() -> None:
    assert after(PEOPLE, {"type": "leave", "seat": 0}).leavers == {}


@pytest.mark.parametrize("line", [{"type": "vote"}, {"type": "claim", "seat": 1, "user_id": "Ada"}, {}])
def test_a_line_that_cannot_be_read_is_refused(line: Line) -> None:
    with pytest.raises(MalformedRecord):
        after(PEOPLE, line)


@pytest.mark.parametrize("error", [NotAway, AlreadyClaimed, NoFreeSeat])
def test_each_refusal_is_one_sentence(error: type[TableError]) -> None:
    assert error().sentence().count(".") in {1, 2}
