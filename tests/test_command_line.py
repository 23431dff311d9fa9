"""`python -m bot`: what it prints, and that a mistake gets one clear sentence and exit status 2."""

import importlib
import json
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.config import Settings
from bot.engine.record import from_record

command_line = importlib.import_module("bot.__main__")
ROOT = Path(__file__).parent.parent


def ran(*arguments: str) -> int:
    try:
        return command_line.main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence with which a command is refused."""
    assert ran(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_simulate_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert ran("simulate", "--rules", "classic", "--players", "3", "--matches", "2", "--seed", "1") == 0
    out, err = capsys.readouterr()
    figures = json.loads(out)
    assert set(figures) > {"matches", "rounds", "turns", "seconds", "turns_per_second", "computers"}
    assert list(figures["computers"]) == ["greedy"]
    assert list(figures["computers"]["greedy"])[:4] == ["seats", "round_wins", "match_wins", "points_a_round"]
    assert (figures["matches"], figures["computers"]["greedy"]["seats"]) == (2, 3)
    assert err == ""


def test_computers_name_one_level_a_seat_and_go_round_the_table(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    assert ran("simulate", "--players", "5", "--computers", "greedy,random", "--record", str(file)) == 0
    kinds = [player["kind"] for player in json.loads(file.read_text("utf-8"))["players"]]
    assert kinds == ["greedy", "random", "greedy", "random", "greedy"]


def test_the_record_has_one_match_a_line_and_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for file in files:
        assert ran("simulate", "--matches", "3", "--seed", "5", "--record", str(file), "--count-legal") == 0
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert first.count(b"\n") == 3
    assert b"\r" not in first
    for line in first.splitlines():
        from_record(json.loads(line))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rules", "poker"], "There are no rules called “poker”; there are: classic, bga, dhumbal"),
        (["--players", "1"], "A match needs 2 to 8 players."),
        (["--players", "9"], "A match needs 2 to 8 players."),
        (["--players", "four"], "argument --players: invalid int value: 'four'"),
        (["--matches", "0"], "argument --matches: '0' is not a whole number from 1"),
        (["--matches", "many"], "argument --matches: 'many' is not a whole number from 1"),
        (["--seed", "x"], "argument --seed: invalid int value: 'x'"),
        (
            ["--computers", "genius"],
            "There is no computer player “genius”; there are: easy, normal, hard, greedy, random.",
        ),
        (["--computers", ""], "There is no computer player “”"),
        (["--computers", "greedy,"], "There is no computer player “”"),
        (
            ["--players", "2", "--computers", "greedy,random,greedy"],
            "3 computer players are too many for 2 seats",
        ),
        (["--record", "."], ". cannot be written: Is a directory"),
        (["--record", "/nowhere/at/all"], "/nowhere/at/all cannot be written: No such file or directory"),
        (["--colour"], "unrecognized arguments: --colour"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert sentence in refusal(capsys, "simulate", *arguments)


def test_a_refused_simulation_writes_no_record(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    assert ran("simulate", "--players", "9", "--record", str(file)) == 2
    assert not file.exists()


def test_a_command_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "COMMAND" in refusal(capsys)
    assert "argument COMMAND: invalid choice: 'dance'" in refusal(capsys, "dance")


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert ran("--help") == 0
    out, _ = capsys.readouterr()
    for command in ("run", "demo", "simulate"):
        assert command in out


def test_it_runs_as_a_module() -> None:
    arguments = ["simulate", "--players", "2", "--matches", "1", "--seed", "3"]
    done = subprocess.run(
        [sys.executable, "-m", "bot", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["matches"] == 1
    assert done.stderr == ""


# --- run and demo


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a directory without .env, no setting in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Put an application in place of the bot's own that only notes the settings it is run with."""
    given: list[Settings] = []
    module: Any = ModuleType("bot.process")

    def run(settings: Settings) -> int:
        given.append(settings)
        return 0

    module.run = run
    monkeypatch.setitem(sys.modules, "bot.process", module)
    return given


@pytest.mark.usefixtures("elsewhere")
def test_run_without_a_token_says_so_and_hints_at_the_demo(
    capsys: pytest.CaptureFixture[str], app: list[Settings]
) -> None:
    sentence = refusal(capsys, "run")
    assert "DISCORD_TOKEN" in sentence
    assert "make demo" in sentence
    assert app == []


def test_run_takes_the_token_from_the_env_file(elsewhere: Path, app: list[Settings]) -> None:
    (elsewhere / ".env").write_text("DISCORD_TOKEN=from-file\n", encoding="utf-8")
    assert ran("run") == 0
    assert [settings.token for settings in app] == ["from-file"]


def test_run_with_a_setting_that_cannot_be_used_is_refused(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (elsewhere / ".env").write_text("DISCORD_TOKEN=from-file\nLOG_LEVEL=loud\n", encoding="utf-8")
    sentence = refusal(capsys, "run")
    assert "LOG_LEVEL is 'loud'" in sentence
    assert "from-file" not in sentence


def test_the_demo_says_when_its_port_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} cannot be used" in refusal(capsys, "demo", f"--port={port}", "--no-browser")


def test_the_demo_without_its_simulated_discord_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("bot.demo")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert "make install" in refusal(capsys, "demo")


def test_the_demo_with_unknown_rules_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert "There are no rules called “poker”; there are: classic, bga, dhumbal, french" in refusal(
        capsys, "demo", "--rules", "poker", "--no-browser"
    )


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_the_demo_needs_a_possible_port(capsys: pytest.CaptureFixture[str], port: str) -> None:
    assert f"argument --port: '{port}' is not a whole number from 0 to 65535" in refusal(
        capsys, "demo", f"--port={port}"
    )
