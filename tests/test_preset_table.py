"""The presets are those of the table in docs/rules.md, section 2, cell by cell."""

from dataclasses import fields
from typing import Any

import pytest

from bot.engine.rules import CLASSIC, Rules
from bot.presets import preset
from tests.engine.preset_table import NAMES, PRESETS, TABLE


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [(name, field, row[index]) for index, name in enumerate(NAMES) for field, row in TABLE.items()],
)
def test_a_preset_has_the_value_of_the_table(name: str, field: str, value: Any) -> None:
    found = getattr(preset(name), field)
    assert found == value
    assert type(found) is type(value) or field == "exact_totals"


def test_the_table_has_every_field_and_the_name_of_each_preset_is_its_own() -> None:
    assert {*TABLE, "preset"} == {field.name for field in fields(Rules)}
    assert [preset(name).preset for name in NAMES] == list(NAMES)


def test_classic_is_the_default_everywhere() -> None:
    assert PRESETS["classic"] == CLASSIC == Rules() == preset("classic")
