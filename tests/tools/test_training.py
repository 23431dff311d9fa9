"""The programs that train `hard` know the numbers it asks for, and the recipe of their README works."""

import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bot.engine.actions import By, Play
from bot.engine.cards import Card, parse_cards
from bot.engine.discards import lay, takeable
from bot.engine.match import Match
from bot.engine.rules import CLASSIC
from bot.players.call_numbers import call_numbers
from bot.players.hand_cost import without
from bot.players.memory import remember
from bot.players.network import FOLDER
from bot.players.outlook import outlook
from bot.players.turn_numbers import turn_numbers
from tests.engine.helpers import dealt, players

HERE: Final = Path(__file__).parent
TRAINING: Final = HERE.parents[1] / "tools" / "training"
ROUNDS: Final = 12
ENOUGH_TURNS: Final = 1000
ENOUGH_CALLS: Final = 20
NEARLY: Final = 0.03
"""So far apart the COSTS may be: here cards that may be drawn are alike by rank, there none is."""
COSTS: Final = (6, 19)
TIES: Final = 0.001
"""The share of turns in which another one of two best discards is laid that are alike."""

FEWER: Final = 2000
NETWORKS: Final = 2
UNITS: Final = 4

Build = Callable[[Path], Path]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Return what makes a program of a source in C."""
    compiler = shutil.which("cc")
    if compiler is None:
        assert "CI" not in os.environ
        pytest.skip("a compiler for C is not there")
    folder = tmp_path_factory.mktemp("programs")

    def build(source: Path) -> Path:
        program = folder / source.stem
        subprocess.run([compiler, "-O1", "-o", str(program), str(source), "-lm"], check=True)
        return program

    return build


class Line(NamedTuple):
    """What the program tells in one line: what it is about, cards laid, a card taken, numbers."""

    about: str
    cards: str
    taken: str
    numbers: list[float]


def told(program: Path) -> Iterator[Line]:
    """Read what the program tells."""
    run = subprocess.run([program, str(ROUNDS), "1"], capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        cards, taken, numbers = [*line.split("|"), "", ""][:3]
        about, _, laid = cards.partition(" ")
        yield Line(about, laid.strip(), taken.strip(), [float(number) for number in numbers.split()])


def test_the_programs_in_c_make_the_same_numbers(build: Build) -> None:
    hands, counts = list[str](), Counter[str]()
    playing = Match(CLASSIC, players(2))
    for line in told(build(HERE / "told.c")):
        counts[line.about] += 1
        match line.about:
            case "hand":
                hands.append(line.cards)
            case "stock":
                start, _, stock = line.cards.partition(" ")
                playing = dealt(hands[-2:], start, stock)
            case "done":
                playing.apply(play(playing, line), By.COMPUTER, lambda cards: cards)
            case "call":
                assert numbers_of(playing, line) == pytest.approx(line.numbers, abs=1e-4), line
            case "turn":
                numbers = numbers_of(playing, line)
                assert numbers == pytest.approx(line.numbers, abs=NEARLY), line
                counts["tie"] += but_costs(numbers) != pytest.approx(but_costs(line.numbers), abs=1e-4)
            case _:
                assert line.about == "called"
    assert counts["turn"] > ENOUGH_TURNS
    assert counts["call"] > ENOUGH_CALLS
    assert counts["tie"] <= TIES * counts["turn"]


def but_costs(numbers: list[float]) -> list[float]:
    """Return the numbers of a turn that are the same here and there."""
    return [number for place, number in enumerate(numbers) if place not in COSTS]


def play(match: Match, line: Line) -> Play:
    """Return the turn that a line tells of."""
    assert match.to_move is not None
    return Play(match.to_move, parse_cards(line.cards), Card.parse(line.taken) if line.taken else None)


def numbers_of(match: Match, line: Line) -> list[float]:
    """Return the numbers of what a line tells of, as `hard` makes them."""
    assert match.to_move is not None
    view = match.seat_view(match.to_move)
    of = outlook(view, remember(view))
    if line.about == "call":
        return call_numbers(of, of.rivals[0], CLASSIC.hand_sum(list(view.hand)))
    turn = play(match, line)
    left = takeable(lay(turn.discard, CLASSIC), CLASSIC)
    return turn_numbers(of, without(view.hand, turn.discard), turn.discard, left, turn.draw)


def steps() -> Iterator[tuple[str, list[str]]]:
    """Return the steps of the README's recipe, programs and arguments, with few positions, small networks."""
    for line in (TRAINING / "README.md").read_text("utf-8").splitlines():
        match line.split():
            case ["./positions", how, number, seed, _, *files]:
                yield "positions", [how, str(int(number) // FEWER), seed, "2", *files]
            case ["./fit", what, networks, _, _, result, *files]:
                sizes = (min(int(networks), NETWORKS), UNITS, 1)
                yield "fit", [what, *map(str, sizes), Path(result).name, *files]
            case _:
                pass


def test_the_steps_of_the_recipe_lead_to_networks_like_the_shipped_ones(build: Build, tmp_path: Path) -> None:
    programs = {name: str(build(TRAINING / f"{name}.c")) for name in ("positions", "fit")}
    taken = Counter[str]()
    for name, arguments in steps():
        taken[name] += 1
        subprocess.run([programs[name], *arguments], cwd=tmp_path, check=True, capture_output=True)
    assert taken == {"positions": 4, "fit": 6}
    for name in ("turns", "calls"):
        made, shipped = (
            json.loads((folder / f"{name}.json").read_text("utf-8")) for folder in (tmp_path, FOLDER)
        )
        assert made.keys() == shipped.keys()
        assert len(made["hidden"]) == len(made["offsets"]) == len(made["answer"]) == NETWORKS * UNITS
        assert {len(unit) for unit in made["hidden"]} == {len(unit) for unit in shipped["hidden"]}
