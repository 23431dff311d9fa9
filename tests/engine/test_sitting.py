"""A human takes over a computer's seat between two rounds."""

import json
import random
from dataclasses import replace

import pytest

from bot.engine import errors
from bot.engine.actions import By
from bot.engine.journal import replay
from bot.engine.match import Match, Player
from bot.engine.record import from_record, to_record
from bot.engine.rules import CLASSIC
from bot.engine.seating import Arrival
from tests.engine.helpers import call, holding, play_on, players, shuffled_by, snapshot, unshuffled

CEM = Player("Cem")
NOA = Player("Noa", "greedy")
TAL = Player("Tal", "greedy")


def between_rounds(*, before: tuple[int, ...] = (0, 0, 30), end: str = "first_over") -> Match:
    """Return a match after its first round, which seat 0 won; a computer took over seat 2 in it."""
    match = holding(["AH", "KD", "2C"], rules=replace(CLASSIC, end=end), before=before)
    match.leave(2, NOA)
    call(match, 0)
    return match


def test_a_human_takes_over_a_computers_seat_and_its_points_stay() -> None:
    match = between_rounds()
    totals = match.totals
    assert match.can_sit(2)
    sat = match.sit(2, CEM)
    assert sat.to_json() == {"type": "sit", "seat": 2, "name": "Cem"}
    assert match.players[2] == CEM
    assert match.first_players == tuple(players(3))
    assert match.joined == (Arrival(2, 2, CEM),)
    match.deal(unshuffled)
    assert match.totals == totals
    assert match.public_view().seats[2].name == "Cem"
    assert match.seat_view(2).hand


def test_whoever_took_over_a_seat_may_leave_it_again() -> None:
    match = between_rounds()
    match.sit(2, CEM)
    match.deal(unshuffled)
    match.leave(2, TAL)
    assert [(gone.leaver.name, gone.player.name) for gone in match.left] == [
        ("player 2", "Noa"),
        ("Cem", "Tal"),
    ]


@pytest.mark.parametrize("seat", [0, 1, -1, 3])
def test_only_a_computers_seat_can_be_taken_over(seat: int) -> None:
    match = between_rounds()
    before = snapshot(match)
    with pytest.raises(errors.NoSuchSeat):
        match.sit(seat, CEM)
    assert not match.can_sit(seat)
    assert snapshot(match) == before


def test_a_seat_that_has_dropped_out_cannot_be_taken_over() -> None:
    match = between_rounds(before=(0, 0, 99), end="last_standing")
    assert match.seats_in == (0, 1)
    with pytest.raises(errors.NoSuchSeat):
        match.sit(2, CEM)


def test_nobody_sits_down_while_a_round_is_played() -> None:
    match = between_rounds()
    match.deal(unshuffled)
    with pytest.raises(errors.RoundRunning):
        match.sit(2, CEM)


def test_nobody_sits_down_before_the_first_deal_or_after_the_last() -> None:
    match = Match(CLASSIC, [Player("Ada"), NOA])
    with pytest.raises(errors.NoRoundRunning):
        match.sit(1, CEM)
    match.stop("stopped")
    with pytest.raises(errors.MatchOver):
        match.sit(1, CEM)


def test_a_newcomer_keeps_a_match_going_that_is_otherwise_decided_by_the_humans_dropping_out() -> None:
    match = between_rounds(before=(0, 95, 0), end="last_standing")
    match.sit(2, CEM)
    match.leave(0, TAL)
    assert not match.is_over


def test_who_joined_is_replayed_from_journal_and_record() -> None:
    match = Match(CLASSIC, players(3))
    lines = [match.deal(unshuffled, 0).to_json(), match.leave(2, NOA).to_json()]
    rng = random.Random(4)
    while match.to_move is not None:
        lines.append(match.apply(rng.choice(match.legal_actions()), By.HUMAN, shuffled_by(rng)).to_json())
    lines += [match.sit(2, CEM).to_json(), match.deal(unshuffled).to_json()]
    assert snapshot(replay(CLASSIC, match.first_players, lines)) == snapshot(match)
    record = to_record(match)
    assert record["joined"] == [{"seat": 2, "round": 2, "name": "Cem"}]
    assert [player["name"] for player in record["players"]] == ["player 0", "player 1", "player 2"]
    assert snapshot(from_record(json.loads(json.dumps(record)))) == snapshot(match)


def test_a_record_in_which_nobody_joined_does_not_speak_of_it() -> None:
    assert "joined" not in to_record(between_rounds())


@pytest.mark.parametrize("seed", range(30))
def test_however_people_come_and_go_a_record_gives_the_same_match_again(seed: int) -> None:
    rng = random.Random(seed)
    end = rng.choice(["first_over", "last_standing"])
    match = Match(replace(CLASSIC, end=end), players(4))
    for number in range(60):
        if match.is_over:
            break
        play_on(match, rng, rng.randrange(40))
        for _ in range(rng.randrange(6)):
            seat = rng.randrange(4)
            if match.can_sit(seat):
                match.sit(seat, Player(f"newcomer {number}"))
            elif not match.is_over and match.players[seat].is_human and rng.random() < 0.5:
                match.leave(seat, Player(f"computer {number}", "greedy"))
    record = to_record(match)
    again = from_record(record)
    assert to_record(again) == record
    assert snapshot(again) == snapshot(match)
