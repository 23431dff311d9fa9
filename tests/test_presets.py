"""The presets are what docs/rules.md says; a broken file names itself, the field and the reason."""

import re
import shutil
from dataclasses import fields
from pathlib import Path

import pytest

from bot import presets
from bot.engine.rules import CLASSIC, Rules
from bot.presets import FOLDER, PresetError, UnknownPreset, load_presets, preset, shipped_presets

TABLE = Path(__file__).parent.parent / "docs" / "rules.md"
NAMES = ("classic", "french", "travellers", "bga", "dhumbal")
FIELDS = [field.name for field in fields(Rules) if field.name != "preset"]
FLAGS = {"yes": True, "no": False}


def cells() -> dict[str, dict[str, str]]:
    """Return the table of section 2: field, preset, what stands there."""
    rows = [
        line.strip().strip("|").split("|") for line in TABLE.read_text("utf-8").splitlines() if "|" in line
    ]
    table: dict[str, dict[str, str]] = {}
    for field, *values in rows[2:]:
        table[field.split()[0]] = dict(zip(NAMES, (value.strip() for value in values), strict=False))
    return table


def meant(field: str, cell: str, classic: str) -> object:
    """Return the value that a cell of the table means."""
    if cell == "= classic":
        return meant(field, classic, classic)
    if cell in FLAGS:
        return FLAGS[cell]
    if field == "exact_totals":
        return {int(total): int(lower) for total, lower in re.findall(r"(\d+)→(\d+)", cell)}
    if field == "court_points":
        return tuple(int(points) for points in cell.split(","))
    return int(cell) if re.fullmatch(r"-?\d+", cell) else cell


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy the presets, to be broken."""
    return Path(shutil.copytree(FOLDER, tmp_path / "rules"))


def changed(folder: Path, before: str, after: str) -> str:
    """Change one file of the folder, and return what the loader says about it."""
    file = folder / "bga.toml"
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")
    with pytest.raises(PresetError) as refused:
        load_presets(folder)
    assert str(refused.value) == refused.value.sentence()
    return str(refused.value).replace(str(file), "bga.toml")


def test_the_table_names_every_field_and_every_preset() -> None:
    assert list(cells()) == FIELDS
    assert set(load_presets()) == set(NAMES)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("name", NAMES)
def test_every_cell_of_the_table_is_what_the_preset_plays(name: str, field: str) -> None:
    row = cells()[field]
    assert getattr(preset(name), field) == meant(field, row[name], row["classic"])


def test_the_file_of_classic_is_the_default_of_the_engine() -> None:
    assert preset("classic") == CLASSIC == Rules()


def test_classic_comes_first_and_each_preset_carries_its_name() -> None:
    assert list(load_presets()) == ["classic", "bga", "dhumbal", "french", "travellers"]
    assert all(rules.preset == name for name, rules in load_presets().items())
    assert shipped_presets() is shipped_presets()


def test_a_name_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownPreset) as refused:
        preset("poker")
    assert refused.value.sentence() == (
        "There are no rules called “poker”; there are: classic, bga, dhumbal, french, travellers."
    )


def test_a_file_more_is_a_preset_more(folder: Path) -> None:
    shutil.copy(folder / "bga.toml", folder / "ours.toml")
    assert load_presets(folder)["ours"] == preset("bga")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("jokers = 2", "", "bga.toml: jokers is missing"),
        ("jokers = 2", "jokers = 2\ncolour = 1", "bga.toml: colour is no field of the rules"),
        ("jokers = 2", "jokers = 2\npreset = 'x'", "bga.toml: preset is no field of the rules"),
        ("jokers = 2", "jokers = 9", "bga.toml: jokers cannot be 9: a whole number from 0 to 4"),
        ("jokers = 2", "jokers = 2.0", "bga.toml: jokers cannot be 2.0: a whole number from 0 to 4"),
        ("jokers = 2", "jokers = true", "bga.toml: jokers cannot be True: a whole number from 0 to 4"),
        ("decks = 1", "decks = 3", "bga.toml: decks cannot be 3: 1 or 2 or auto"),
        ("jack_rule = false", 'jack_rule = "no"', "bga.toml: jack_rule cannot be 'no': yes or no"),
        ('"last_standing"', '"never"', "bga.toml: end cannot be 'never': first_over or last_standing"),
        ("50 = 0", "50 = 51", "bga.toml: exact_totals cannot be {'50': 51, '100': 50}: up to 10 pairs"),
        ("[10, 10, 10]", "[10, 10]", "bga.toml: court_points cannot be [10, 10]: three whole numbers"),
        ("jokers = 2", "jokers 2", "bga.toml: it is not TOML: Expected '=' after a key"),
        ("jokers = 2", "jokers = 2\njokers = 2", "bga.toml: it is not TOML: Cannot overwrite a value"),
    ],
)
def test_a_broken_file_names_file_field_and_reason(folder: Path, before: str, after: str, said: str) -> None:
    assert changed(folder, before, after).startswith(said)


def test_a_file_that_is_no_text_is_named(folder: Path) -> None:
    (folder / "bga.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(PresetError, match=r"bga\.toml: it is not written in UTF-8"):
        load_presets(folder)


def test_a_file_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "ours.toml").mkdir()
    with pytest.raises(PresetError, match=r"ours\.toml: it cannot be read: Is a directory"):
        load_presets(folder)


def test_a_folder_without_classic_is_refused(folder: Path) -> None:
    (folder / "classic.toml").unlink()
    with pytest.raises(PresetError, match=r"classic\.toml: the file is missing"):
        load_presets(folder)


def test_the_field_that_is_to_blame_is_told_apart(folder: Path) -> None:
    with pytest.raises(PresetError) as refused:
        presets.load_presets(folder / "nowhere")
    assert refused.value.details["field"] is None
    (folder / "bga.toml").write_text("jokers = 2", "utf-8")
    with pytest.raises(PresetError) as refused:
        load_presets(folder)
    assert refused.value.details["field"] == "turn_system"
