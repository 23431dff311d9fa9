"""Whatever people do at random, everything that was promised holds: 2,000 steps a run.

`python -m tests.fuzz --seed N --steps 2000` does one of these runs again, or any other.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.fuzz.runs import run
from tests.fuzz.talk import BULB

ROOT: Final = Path(__file__).parents[2]
STEPS = 2000
SEEDS = range(1, 6)
MORE_SEEDS = range(101, 121)
MANY_HINTS = 10
"""So many are told in every run at least."""


def hold(seed: int) -> None:
    """Do a run, in which hints have to come about."""
    told = [line for line in run(seed, STEPS) if line.lstrip().startswith(BULB)]
    assert len(told) >= MANY_HINTS


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", SEEDS)
def test_everything_holds_whatever_people_do(seed: int) -> None:
    hold(seed)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", MORE_SEEDS)
def test_everything_holds_in_many_more_runs(seed: int) -> None:
    hold(seed)


@pytest.fixture(scope="module")
def story() -> list[str]:
    """Do a short run."""
    return run(7, 60)


def test_a_run_is_the_same_every_time_whatever_else_is_loaded(
    story: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hypothesis likes to try the numbers that stand in the modules of a program."""
    (tmp_path / "liked.py").write_text(f"NUMBERS = {[*range(200, 3000, 7)]}", "ascii")
    made = importlib.util.spec_from_file_location("liked", tmp_path / "liked.py")
    assert made is not None
    monkeypatch.setitem(sys.modules, "liked", importlib.util.module_from_spec(made))
    assert run(7, 60) == story


def test_a_run_is_the_same_by_the_command_line(story: list[str]) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "--seed", "7", "--steps", "60", "--story"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "\n".join(story) in told
