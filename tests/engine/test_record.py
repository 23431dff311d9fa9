"""Whole matches as data, out and in (docs/rules.md, section 8)."""

import copy
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.match import Departure, Match, Player
from bot.engine.record import from_record, to_record
from bot.engine.rules import CLASSIC
from tests.engine.helpers import (
    call,
    dealt,
    deck_with,
    example_record,
    golden_records,
    holding,
    play,
    players,
    snapshot,
    unshuffled,
)

RECORDS = golden_records()


# --- records made elsewhere


def test_there_are_records_of_every_preset() -> None:
    assert len(RECORDS) == 20
    presets = {record["rules"]["preset"] for record in RECORDS}
    assert presets == {"classic", "french", "travellers", "bga", "dhumbal"}


@pytest.mark.parametrize(
    "record", RECORDS, ids=[f"{record['rules']['preset']} {len(record['players'])}" for record in RECORDS]
)
def test_a_record_replays_to_its_own_figures_and_is_written_again_unchanged(record: dict[str, Any]) -> None:
    again = to_record(from_record(record))
    lines = [line for entry in record["rounds"] for line in entry["actions"]]
    # From_record has verified them; the match itself does not keep them.
    assert sum(line.pop("legal_discards", 0) for line in lines) > 0
    assert again == record


def test_the_records_hold_every_type_of_action_and_every_kind_of_end() -> None:
    rounds = [entry for record in RECORDS for entry in record["rounds"]]
    types = {line["type"] for entry in rounds for line in entry["actions"]}
    assert types == {"play", "yaniv", "slapdown", "discard", "draw"}
    assert {"yaniv", "assaf", "empty_hand"} <= {entry["kind"] for entry in rounds}


# --- our own


def test_a_running_round_has_no_figures_yet() -> None:
    record = to_record(dealt(["9S 9D 4C 2H KH", "KS KD QS 6S AC"], "3S"))
    assert [record["rounds"][0][name] for name in ("sums", "points", "totals", "winner", "kind")] == [
        None
    ] * 5
    assert (record["winners"], record["started"], record["ended"], record["ended_by"]) == (None,) * 4


def test_a_match_before_its_first_deal_is_a_record_too() -> None:
    record = to_record(Match(CLASSIC, players(2)))
    assert record["rounds"] == []
    assert to_record(from_record(record)) == record


def test_times_are_written_as_iso_8601() -> None:
    started, ended = datetime(2024, 5, 1, 12, tzinfo=UTC), datetime(2024, 5, 1, 13, tzinfo=UTC)
    record = to_record(Match(CLASSIC, players(2)), started=started, ended=ended)
    assert (record["started"], record["ended"]) == ("2024-05-01T12:00:00+00:00", "2024-05-01T13:00:00+00:00")


def test_a_run_stands_as_laid_and_every_action_says_who_decided_it() -> None:
    match = dealt(["7H 5H 6H 9S KC", "KS KD QS 6S AC"], "3S")
    play(match, 0, "7H 5H 6H")
    play(match, 1, "QS", "7H")
    assert to_record(match)["rounds"][0]["actions"] == [
        {"seat": 0, "type": "play", "discard": ["5H", "6H", "7H"], "draw": "stock", "by": "human"},
        {"seat": 1, "type": "play", "discard": ["QS"], "draw": "7H", "by": "human"},
    ]


def leaving_match(*, actions: int, ended_by: str | None = None) -> Match:
    """Return a match that seat 1 has left after that many actions of the first round."""
    match = dealt(["AS AD AC AH 3S", "KS KD QS 6S 2C"], "9S")
    for number in range(2):
        if number == actions:
            match.leave(1, Player("greedy 1", "greedy"))
        if number == 0:
            play(match, 0, "3S", "9S")
        else:
            play(match, 1, "KS KD", "3S")
    if actions == 2:
        match.leave(1, Player("greedy 1", "greedy"))
    if ended_by is not None:
        match.stop(ended_by)
    return match


@pytest.mark.parametrize("actions", [0, 1, 2])
def test_who_left_and_when_is_replayed(actions: int) -> None:
    match = leaving_match(actions=actions)
    again = from_record(to_record(match))
    assert again.left == (Departure(1, 1, actions, Player("greedy 1", "greedy"), Player("player 1")),)
    assert again.players == match.players
    assert snapshot(again) == snapshot(match)


def test_leaving_before_the_first_deal_and_between_rounds_is_replayed() -> None:
    match = Match(CLASSIC, players(3))
    match.leave(2, Player("greedy 1", "greedy"))
    deck = deck_with(CLASSIC, ["AS AD AC AH 3S", "KS KD QS 6S 2C", "KH KC QH QD QC"], "9S")
    match.deal(lambda _: deck, 2)
    call(match, 0)
    match.leave(0, Player("greedy 2", "greedy"))
    match.deal(unshuffled)
    again = from_record(to_record(match))
    assert [(one.seat, one.round, one.action) for one in again.left] == [(2, 0, 0), (0, 1, 1)]
    assert snapshot(again) == snapshot(match)


@pytest.mark.parametrize("ended_by", ["stopped", "abandoned"])
def test_a_match_that_was_ended_early_is_replayed(ended_by: str) -> None:
    match = leaving_match(actions=1, ended_by=ended_by)
    again = from_record(to_record(match))
    assert (again.ended_by, again.winners) == (ended_by, None)


def test_a_departure_that_names_no_computer_still_hands_the_seat_to_one() -> None:
    record = to_record(leaving_match(actions=1))
    record["left"] = [{"seat": 1, "round": 1, "action": 1}]
    assert not from_record(record).players[1].is_human


def test_unknown_keys_are_ignored() -> None:
    record = example_record()
    changed = copy.deepcopy(record)
    for part in (changed, changed["players"][0], changed["rounds"][0], changed["rounds"][0]["actions"][0]):
        part["colour"] = {"deep": ["blue"]}
    assert to_record(from_record(changed)) == record


def test_a_record_is_plain_json() -> None:
    match = holding(["AH", "KD"])
    call(match, 0)
    record = to_record(match)
    assert json.loads(json.dumps(record)) == record
