"""The rules that come with Yaniv: one file each in `data/rules`, read by one loader."""

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bot.engine.errors import N_, YanivError
from bot.engine.rules import ImpossibleRules, Rules

FOLDER: Final = Path(__file__).parents[1] / "data" / "rules"
DEFAULT: Final = "classic"


class PresetError(YanivError):
    """A preset file that cannot be used: `file`, the `field` where one is to blame, and the `reason`."""

    message = N_("{file}: {reason}")

    def __init__(self, file: str, reason: str, field: str | None = None) -> None:
        super().__init__(file=file, field=field, reason=reason)

    def __str__(self) -> str:
        return self.sentence()


class UnknownPreset(YanivError):
    """There is no preset of that name; `presets` in the details lists those there are."""

    message = N_("There are no rules called “{name}”; there are: {presets}.")


@cache
def shipped_presets() -> Mapping[str, Rules]:
    """Return the presets of `data/rules`, read once. Raises PresetError."""
    return load_presets()


def preset(name: str) -> Rules:
    """Return the preset of that name.

    Raises UnknownPreset, or PresetError for a file that cannot be used.
    """
    presets = shipped_presets()
    if name not in presets:
        raise UnknownPreset(name=name, presets=", ".join(presets))
    return presets[name]


def load_presets(folder: Path = FOLDER) -> Mapping[str, Rules]:
    """Read every preset of a folder, named like its file; `classic` comes first, the others by name.

    Raises PresetError naming file, field and reason: for broken TOML, for a field that is missing, unknown
    or has a value it cannot have (docs/rules.md, section 2), and for a folder without `classic`.
    """
    files = sorted(folder.glob("*.toml"), key=lambda file: (file.stem != DEFAULT, file.stem))
    if not files or files[0].stem != DEFAULT:
        raise PresetError(str(folder / f"{DEFAULT}.toml"), "the file is missing")
    return MappingProxyType({file.stem: _read(file) for file in files})


def _read(file: Path) -> Rules:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise PresetError(str(file), f"it cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise PresetError(str(file), "it is not written in UTF-8") from None
    except tomllib.TOMLDecodeError as problem:
        raise PresetError(str(file), f"it is not TOML: {problem}") from None
    return _rules(file, data)


def _rules(file: Path, data: Mapping[str, Any]) -> Rules:
    known = [field.name for field in fields(Rules) if field.name != "preset"]
    for name in data:
        if name not in known:
            raise PresetError(str(file), f"{name} is no field of the rules", name)
    for name in known:
        if name not in data:
            raise PresetError(str(file), f"{name} is missing", name)
    try:
        return Rules(**data, preset=file.stem)
    except ImpossibleRules as problem:
        raise PresetError(str(file), str(problem), problem.field) from None
