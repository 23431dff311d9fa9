"""`python -m bot simulate --rules … --set …`: every preset, and any rule changed."""

import importlib
import json
from pathlib import Path

import pytest

from bot.engine.record import from_record
from bot.presets import preset, shipped_presets

command_line = importlib.import_module("bot.__main__")


def simulated(file: Path, *arguments: str) -> list[dict[str, object]]:
    """Simulate, and return the records, each replayed to its own figures."""
    assert command_line.main(["simulate", *arguments, "--record", str(file)]) == 0
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for record in records:
        assert from_record(record).is_over
    return records


@pytest.mark.parametrize("seats", ["2", "8"])
@pytest.mark.parametrize("name", shipped_presets())
def test_every_preset_is_played_by_two_and_by_eight(name: str, seats: str, tmp_path: Path) -> None:
    # Eight with one deck of 52 and two jokers: five cards each are enough.
    records = simulated(
        tmp_path / "record.jsonl",
        *("--rules", name, "--players", seats, "--matches", "3", "--seed", "4"),
        *("--computers", "greedy,random", "--count-legal"),
    )
    assert [record["rules"] for record in records] == [preset(name).to_json()] * 3


def test_every_set_changes_one_rule_and_the_last_one_counts(tmp_path: Path) -> None:
    (record,) = simulated(
        tmp_path / "record.jsonl",
        *("--rules", "french", "--set", "jokers=4", "--set", "exact_totals=75:35, 200:150"),
        *("--set", "target=50", "--set", "target=60", "--set", "jack_rule=off"),
    )
    changes = {"jokers": 4, "exact_totals": {"75": 35, "200": 150}, "target": 60, "jack_rule": False}
    assert record["rules"] == preset("french").to_json() | changes


@pytest.mark.parametrize("by", ["greedy", "random"])
def test_computers_slap_down_in_a_simulation(by: str, tmp_path: Path) -> None:
    records = simulated(
        tmp_path / "record.jsonl", "--rules", "travellers", "--matches", "5", "--computers", by
    )
    assert '"slapdown"' in json.dumps(records)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--set", "jokers=5"], "jokers cannot be 5: a whole number from 0 to 4."),
        (["--set", "jokers"], "argument --set: 'jokers' is not of the form field=value"),
        (["--set", "colour=blue"], "colour cannot be blue: the rules have no such field"),
        (["--set", "decks=1", "--set", "hand_size=7", "--players", "8"], "8 players with 7 cards each"),
        (["--rules", "Classic"], "There are no rules called “Classic”; there are: classic, bga"),
    ],
)
def test_rules_that_cannot_be_are_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    try:
        status = command_line.main(["simulate", *arguments])
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_a_broken_preset_stops_the_command_with_its_file_and_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bot.presets.load_presets.__defaults__", (tmp_path,))
    shipped_presets.cache_clear()
    try:
        assert command_line.main(["simulate"]) == 2
    finally:
        shipped_presets.cache_clear()
    assert capsys.readouterr().err == f"yaniv: {tmp_path / 'classic.toml'}: the file is missing\n"
