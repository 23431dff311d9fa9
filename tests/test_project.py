"""The project keeps together what belongs together: rules, records, settings and pinned versions."""

import ast
import importlib.metadata
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.config import Settings

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")


def pinned() -> dict[str, str]:
    pairs = (line.split("==") for line in CONSTRAINTS.splitlines())
    return {canonicalize_name(name): version for name, version in pairs}


def test_the_rules_and_the_worked_example_are_there() -> None:
    rules = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d)\.", rules, re.MULTILINE) == list("12345678")
    assert "assaf" in (ROOT / "docs/worked-example.md").read_text(encoding="utf-8")


def test_the_golden_records_are_there() -> None:
    golden = ROOT / "tests/golden"
    example = json.loads((golden / "example-game.json").read_text(encoding="utf-8"))
    records = [
        json.loads(line) for line in (golden / "records.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert {record["format"] for record in [example, *records]} == {"yaniv-record/1"}
    assert json.loads((golden / "scoring.json").read_text(encoding="utf-8"))


class NotingReads(Mapping[str, str]):
    """An empty environment that notes which variables are asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __getitem__(self, name: str) -> str:
        self.asked.append(name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def test_env_example_names_exactly_the_settings_that_are_read() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    environ = NotingReads()
    Settings.from_env(environ, None)
    assert re.findall(r"^#?([A-Z][A-Z_]+)=", example, re.MULTILINE) == environ.asked


def test_env_example_shows_the_defaults(tmp_path: Path) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    (tmp_path / ".env").write_text(
        re.sub(r"^#([A-Z_]+=)", r"\1", example, flags=re.MULTILINE), encoding="utf-8"
    )
    assert Settings.from_env({}, tmp_path / ".env") == Settings()


def test_nothing_reads_a_setting_past_the_settings() -> None:
    sources = [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]
    read = re.compile(r"""(?:getenv\(|environ\.get\(|environ\[)\s*["'](\w+)""")
    names = {name for file in sources for name in read.findall(file.read_text(encoding="utf-8"))}
    assert names <= {"DISPLAY", "WAYLAND_DISPLAY"}, "whether there is a screen is no setting; all else is"


def test_constraints_pin_exact_versions_and_hold_no_address() -> None:
    lines = CONSTRAINTS.splitlines()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line)] == []
    assert len(pinned()) == len(lines)


def test_simcord_is_exactly_3_2_1() -> None:
    assert pinned()["simcord"] == "3.2.1"
    assert "simcord[preview]==3.2.1" in PROJECT["project"]["optional-dependencies"]["dev"]


def needed(requirements: list[str], seen: set[tuple[str, str]]) -> Iterator[str]:
    """Walk through all that the requirements bring with them here, extras included."""
    for requirement in map(Requirement, requirements):
        name = canonicalize_name(requirement.name)
        for extra in ["", *requirement.extras]:
            if (name, extra) not in seen:
                seen.add((name, extra))
                yield name
                brought = map(Requirement, importlib.metadata.requires(name) or [])
                wanted = [str(one) for one in brought if _applies(one, {"extra": extra})]
                yield from needed([re.sub(r";.*", "", one) for one in wanted], seen)


def _applies(requirement: Requirement, environment: Mapping[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(dict(environment))


def test_everything_that_gets_installed_is_pinned_to_the_version_in_use() -> None:
    declared = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"]]
    in_use = {name: importlib.metadata.version(name) for name in needed(declared, set())}
    assert len(in_use) > len(declared)
    assert {name: pinned().get(name) for name in in_use} == in_use


def test_the_host_starts_the_bot_as_the_readme_says() -> None:
    assert (ROOT / "Procfile").read_text(encoding="utf-8") == "worker: python -m bot run\n"


@pytest.mark.parametrize("room", ["engine", "players"])
def test_engine_and_players_need_nothing_but_the_standard_library(room: str) -> None:
    imported = {
        name.split(".")[0]
        for file in (ROOT / "bot" / room).glob("**/*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        for name in _imported(node)
    }
    assert imported - sys.stdlib_module_names == {"bot"}


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []
