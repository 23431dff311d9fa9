"""The examples in the docstrings run and show what they say."""

import doctest
import importlib
import pkgutil

import pytest

import bot.engine
import bot.players

MODULES = [
    info.name
    for package in (bot.engine, bot.players)
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert found
