"""Faults others had are each tested here, and the table in `tests/README.md` says where."""

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent
FAULTS: Final = """
    Views dead after restart · after 15 min · newest view answers for an older table · two starts race ·
    double click joins or plays twice · 10062 and 40060 · slow storage misses the 3 s ·
    a leaver shifts the turn, or their cards vanish · a timer fires for a turn already played ·
    table message, channel or thread deleted · permission lost mid-game, then given back ·
    bot removed from the server · archived or locked thread (50083) · 429 on edits ·
    names holding `||`, backticks, `@everyone`, newlines, right-to-left marks ·
    a member who left breaks the leaderboard · 26 options · hands in DEBUG logs ·
    SQLite locked under parallel writes · naive datetimes under TZ=Asia/Kolkata · host vanishes ·
    idle game blocks the channel forever · closed DMs · computers playing on after the last human left ·
    a shuffle that is not uniform · a run given in another order offers wrong ends ·
    seat order decides an assaf tie
"""


def faults() -> list[str]:
    """Return the faults by name."""
    return [" ".join(fault.split()) for fault in FAULTS.split("·")]


def table() -> Mapping[str, list[str]]:
    """Return the tests of each fault, as the table has them."""
    rows = re.findall(
        r"^\| (.+?) \| (`.+) \|$", (TESTS / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    return {fault.replace("\\|", "|"): re.findall(r"`([^`]+::[^`]+)`", tests) for fault, tests in rows}


def test_the_table_names_every_fault_and_nothing_else() -> None:
    assert list(table()) == faults()
    assert len(faults()) == 27


@pytest.mark.parametrize("fault", faults())
def test_every_fault_has_tests_that_are_there(fault: str) -> None:
    assert table()[fault]
    for named in table()[fault]:
        file, _, name = named.partition("::")
        module = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        functions = [
            node.name for node in module.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        assert functions.count(name) == 1, named
