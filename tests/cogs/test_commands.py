"""The commands as Discord lists them."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord
from babel.messages.extract import extract_python
from discord import app_commands

from bot.app import YanivBot, create_bot
from bot.config import Settings
from bot.ui.command_words import COMMANDS, OPTIONS
from bot.ui.words import LOCALES, Languages
from tests.cogs.conftest import discord_with

COGS = Path(__file__).parents[2] / "cogs"


def descriptions(bot: YanivBot) -> Iterator[str]:
    """Return every description that a player reads in the list of commands."""
    for command in bot.tree.walk_commands():
        yield command.description
        if isinstance(command, app_commands.Command):
            yield from (str(parameter.description) for parameter in command.parameters)


async def test_every_description_is_marked_for_translation(settings: Settings) -> None:
    marked = {
        str(text)
        for file in COGS.glob("*.py")
        for _, _, text, _ in extract_python(io.BytesIO(file.read_bytes()), {"N_": None}, [], {})
    }
    async with discord_with(create_bot(settings)) as env:
        assert isinstance(env.bot, YanivBot)
        read = list(descriptions(env.bot))
    assert len(read) == 22
    assert set(read) <= marked


LONGEST_COMMAND = 8000
_NAME = re.compile(r"[-_'\w]{1,32}")


async def translated(settings: Settings) -> dict[str, Any]:
    """Return `/yaniv` as Discord gets it."""
    async with discord_with(create_bot(settings)) as env:
        assert isinstance(env.bot, YanivBot)
        translator = env.bot.tree.translator
        assert translator is not None
        (command,) = env.bot.tree.get_commands()
        return await command.get_translated_payload(env.bot.tree, translator)


def walk(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Walk over a command, its subcommands, their options and choices."""
    yield part
    for inner in (*part.get("options", ()), *part.get("choices", ())):
        yield from walk(inner)


def longest(part: dict[str, Any]) -> int:
    """Return how many characters Discord counts of a part: each text in its longest language."""
    return sum(
        max(len(text) for text in (part[key], *part.get(f"{key}_localizations", {}).values()))
        for key in ("name", "description")
        if key in part
    ) + len(str(part.get("value", "")))


async def test_every_name_of_a_command_and_an_option_can_be_translated(settings: Settings) -> None:
    yaniv = await translated(settings)
    assert {command["name"] for command in yaniv["options"]} == COMMANDS
    assert {option["name"] for command in yaniv["options"] for option in command["options"]} == OPTIONS


async def test_commands_are_told_in_every_language_that_discord_has_for_them(settings: Settings) -> None:
    yaniv = await translated(settings)
    start = next(command for command in yaniv["options"] if command["name"] == "start")
    assert start["name_localizations"] == {"fr": "lancer", "es-ES": "empezar", "es-419": "empezar"}
    assert yaniv["name_localizations"] == {}
    for part in walk(yaniv):
        if "description" in part:
            assert set(part["description_localizations"]) == {"de", "fr", "es-ES", "es-419"}, part["name"]
    choices = [choice for part in walk(yaniv) for choice in part.get("choices", ())]
    names = [choice.get("name_localizations", {}).get("fr") for choice in choices]
    assert "Rapide\N{NO-BREAK SPACE}: 45 secondes par tour" in names


async def test_translated_commands_stay_within_discords_limits(settings: Settings) -> None:
    yaniv = await translated(settings)
    for part in walk(yaniv):
        is_choice = "value" in part
        for name in (part["name"], *part.get("name_localizations", {}).values()):
            assert len(name) <= 100 if is_choice else _NAME.fullmatch(name) and name == name.lower(), name
        for text in (part.get("description", "-"), *part.get("description_localizations", {}).values()):
            assert 1 <= len(text) <= 100, text
    for language in ("de", "fr", "es-ES"):
        for part in walk(yaniv):
            options = part.get("options", ())
            names = [option["name_localizations"].get(language, option["name"]) for option in options]
            assert len(set(names)) == len(names), "names beside each other differ"
    assert sum(map(longest, walk(yaniv))) <= LONGEST_COMMAND


def test_the_length_of_a_command_counts_its_longest_translations() -> None:
    part = {"name": "ab", "name_localizations": {"fr": "abcd"}, "description": "abc", "value": "xy"}
    assert longest(part) == 4 + 3 + 2


def told(env: simcord.Env) -> int:
    """Return how often Discord was told the commands."""
    requests = [(request.method, request.path) for request in env.http_requests]
    return sum(method == "PUT" and path.endswith("/commands") for method, path in requests)


async def test_a_changed_translation_is_told_to_discord(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for once in (1, 0):
        async with discord_with(create_bot(settings)) as env:
            assert told(env) == once
    for file in LOCALES.glob("*.po"):
        text = file.read_text(encoding="utf-8").replace('"empezar"', '"comenzar"')
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    changed = Languages.load(tmp_path)

    def load(default: str) -> Languages:
        assert default == "en"
        return changed

    monkeypatch.setattr(Languages, "load", load)
    async with discord_with(create_bot(settings)) as env:
        assert told(env) == 1
