"""Matches without Discord: the same seed plays the same matches, and the figures add up."""

import io
import json
from typing import Any

import pytest

from bot.engine.record import from_record, to_record
from bot.engine.rules import CLASSIC, Rules
from bot.progress import ProgressBar
from bot.simulate import Simulation, seated, share, simulate


def silent(_done: int, _total: int) -> None:
    """Show no progress."""


def played(
    levels: tuple[str, ...],
    *,
    matches: int = 5,
    seed: int = 1,
    rules: Rules = CLASSIC,
    count_legal: bool = False,
    single_rounds: bool = False,
) -> tuple[dict[str, Any], str]:
    """Return the figures and the records of a simulation."""
    file = io.StringIO()
    plan = Simulation(rules, levels, matches, seed, count_legal=count_legal, single_rounds=single_rounds)
    return simulate(plan, record=file, progress=silent), file.getvalue()


MIXED = ("greedy", "random", "greedy")


def test_the_same_seed_gives_the_same_records_byte_for_byte() -> None:
    assert played(MIXED, seed=7)[1] == played(MIXED, seed=7)[1]


def test_another_seed_gives_other_records() -> None:
    assert played(MIXED, seed=7)[1] != played(MIXED, seed=8)[1]


def test_more_matches_begin_with_the_same_ones() -> None:
    assert played(MIXED, matches=4)[1].startswith(played(MIXED, matches=2)[1])


def test_counting_discards_plays_the_same_matches() -> None:
    plain = [json.loads(line) for line in played(MIXED)[1].splitlines()]
    counted = [json.loads(line) for line in played(MIXED, count_legal=True)[1].splitlines()]
    assert [to_record(from_record(record)) for record in counted] == plain


def test_every_line_is_a_record_that_replays_to_its_own_figures() -> None:
    _, lines = played(MIXED)
    records = [json.loads(line) for line in lines.splitlines()]
    assert len(records) == 5
    for record in records:
        assert to_record(from_record(record)) == record
        assert (record["started"], record["ended"], record["ended_by"]) == (None, None, "played")
        assert [(player["name"], player["kind"]) for player in record["players"]] == [
            ("greedy 1", "greedy"),
            ("random 1", "random"),
            ("greedy 2", "greedy"),
        ]
        actions = [line for entry in record["rounds"] for line in entry["actions"]]
        assert {line["by"] for line in actions} == {"computer"}
        assert not any("legal_discards" in line for line in actions)


def test_counted_discards_stand_with_every_play_and_with_nothing_else() -> None:
    _, lines = played(("greedy", "greedy"), count_legal=True)
    for line in lines.splitlines():
        record = json.loads(line)
        for action in (one for entry in record["rounds"] for one in entry["actions"]):
            assert ("legal_discards" in action) is (action["type"] == "play")
        from_record(record)  # which verifies every count


def test_the_figures_are_those_of_the_records() -> None:
    figures, lines = played(MIXED, matches=10)
    records = [json.loads(line) for line in lines.splitlines()]
    rounds = [entry for record in records for entry in record["rounds"]]
    assert set(figures) == {
        *("matches", "rounds", "turns", "longest_round", "seconds", "turns_per_second", "computers")
    }
    assert figures["matches"] == 10
    assert figures["rounds"] == len(rounds)
    assert figures["turns"] == sum(len(entry["actions"]) for entry in rounds)
    assert figures["longest_round"] == max(len(entry["actions"]) for entry in rounds)
    for level, seats in (("greedy", [0, 2]), ("random", [1])):
        points = [entry["points"][seat] for entry in rounds for seat in seats]
        round_wins = sum(entry["winner"] in seats for entry in rounds)
        match_wins = sum(seat in record["winners"] for record in records for seat in seats)
        matches_won = sum(any(seat in record["winners"] for seat in seats) for record in records)
        assert figures["computers"][level] == {
            "seats": len(seats),
            "round_wins": round_wins,
            "match_wins": match_wins,
            "points_a_round": pytest.approx(sum(points) / len(points)),
            "round_share": share(round_wins, len(rounds)),
            "match_share": share(matches_won, 10),
        }
    assert sum(tally["round_wins"] for tally in figures["computers"].values()) == figures["rounds"]
    assert figures["turns_per_second"] == pytest.approx(figures["turns"] / figures["seconds"], rel=0.05)


def test_a_shared_match_counts_for_each_winner() -> None:
    figures, lines = played(("greedy",) * 8, matches=40, rules=Rules(target=20))
    shared = sum(len(json.loads(line)["winners"]) - 1 for line in lines.splitlines())
    assert figures["computers"]["greedy"]["match_wins"] == 40 + shared
    assert shared > 0


def test_a_share_stands_with_its_confidence_interval() -> None:
    assert share(0, 0) is None
    assert share(60, 100) == pytest.approx([0.6, 0.5020, 0.6906], abs=0.0001)
    assert share(0, 10) == pytest.approx([0, 0, 0.2775], abs=0.0001)


def test_single_rounds_are_stopped_matches_whose_dealer_goes_round() -> None:
    figures, lines = played(("greedy", "random", "greedy"), matches=6, single_rounds=True)
    records = [json.loads(line) for line in lines.splitlines()]
    assert [len(record["rounds"]) for record in records] == [1] * 6
    assert {record["ended_by"] for record in records} == {"stopped"}
    assert [record["rounds"][0]["dealer"] for record in records] == [1, 2, 0, 1, 2, 0]
    assert (figures["matches"], figures["rounds"]) == (6, 6)
    assert figures["computers"]["greedy"]["match_share"] is None


def test_greedy_beats_random() -> None:
    figures, _ = played(("greedy", "random"), matches=20)
    greedy, other = figures["computers"]["greedy"], figures["computers"]["random"]
    assert greedy["match_wins"] > other["match_wins"]
    assert greedy["points_a_round"] < other["points_a_round"]


def test_the_first_dealer_is_drawn() -> None:
    _, lines = played(("greedy",) * 3, matches=20)
    assert {json.loads(line)["rounds"][0]["dealer"] for line in lines.splitlines()} == {0, 1, 2}


def test_computers_are_numbered_each_level_for_itself() -> None:
    assert [player.name for player in seated(["greedy", "greedy", "random", "greedy"])] == [
        "greedy 1",
        "greedy 2",
        "random 1",
        "greedy 3",
    ]


def test_progress_is_told_after_every_match() -> None:
    told: list[tuple[int, int]] = []
    simulate(
        Simulation(CLASSIC, ("greedy", "greedy"), 3, 1),
        record=None,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(1, 3), (2, 3), (3, 3)]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_fills_and_ends_its_line_on_a_terminal() -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal)
    bar(1, 2)
    bar(2, 2)
    assert terminal.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1/2\r[{'#' * 30}] 2/2\n"


def test_there_is_no_bar_elsewhere() -> None:
    stream = io.StringIO()
    ProgressBar(stream)(2, 2)
    assert stream.getvalue() == ""
