"""The host changes the rules of a lobby by groups, sees what differs, and may start from other rules."""

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.rules import CLASSIC, Rules
from bot.presets import shipped_presets
from bot.rule_fields import FIELDS, GROUPS, offered, with_field
from bot.store.values import SavedRules
from bot.ui.clicks import Click
from bot.ui.options import (
    options_modal,
    options_view,
    preset_by_id,
    preset_id,
    read_name,
    read_options,
    save_modal,
)
from tests.ui.scenes import ENGLISH, FRENCH, TRAVELLERS, buttons, parts, shown, table

ODD_NAME = "Ours: 100% @ *home* 🃏"
OWN = (SavedRules(ODD_NAME, replace(TRAVELLERS, preset=ODD_NAME)),)


def inputs(rules: Rules, group: str) -> list[dict[str, Any]]:
    """Return the fields of a form, each with the title and the hint above and below it."""
    labels = options_modal(ENGLISH, table(rules=rules), group).to_components()
    return [part["component"] | {"title": part["label"], "hint": part.get("description")} for part in labels]


def answer(fields: dict[str, str]) -> dict[str, Any]:
    """Return what Discord sends when a form of these fields is submitted, as texts and as choices."""
    return {
        "custom_id": "y:options:71:4:play",
        "components": [
            {
                "type": 18,
                "component": {"type": 4, "custom_id": field, "value": value}
                if number % 2
                else {"type": 3, "custom_id": field, "values": [value]},
            }
            for number, (field, value) in enumerate(fields.items())
        ],
    }


async def test_every_group_and_every_preset_has_a_button_the_servers_own_first() -> None:
    view = options_view(ENGLISH, table(), CLASSIC, OWN)
    assert buttons(view) == {
        "y:options:71:4:cards": "Cards",
        "y:options:71:4:points": "Points",
        "y:options:71:4:play": "Play",
        "y:options:71:4:calling": "Calling",
        "y:options:71:4:assaf": "Assaf",
        "y:options:71:4:end": "End",
        "y:options:71:4:speed": "Speed",
        "y:computers:71": "Computers",
        f"y:preset:71:4:{preset_id(ODD_NAME)}": ODD_NAME,
        "y:preset:71:4:classic": "Classic",
        "y:preset:71:4:bga": "BGA",
        "y:preset:71:4:dhumbal": "Dhumbal",
        "y:preset:71:4:french": "French",
        "y:preset:71:4:travellers": "Travellers",
    }


async def test_what_differs_is_said_with_what_it_was_before() -> None:
    rules = replace(CLASSIC, yaniv_limit=5, end="last_standing")
    text = shown(options_view(ENGLISH, table(rules=rules), CLASSIC))
    assert "What differs from **Classic**:\n- call at: **5** instead of 7\n" in text
    assert "- end of the match: **last one standing** instead of at the first to reach the target" in text
    assert "Just as in **Classic**." in shown(options_view(ENGLISH, table(), CLASSIC))


async def test_a_refusal_stands_on_top() -> None:
    text = shown(options_view(ENGLISH, table(), CLASSIC, notice="target cannot be 5."))
    assert text.splitlines()[0] == "⚠️ target cannot be 5."


async def test_only_who_may_can_save_the_rules() -> None:
    assert "y:options:71:4:save" not in buttons(options_view(ENGLISH, table(), CLASSIC))
    view = options_view(ENGLISH, table(), CLASSIC, may_save=True)
    assert buttons(view)["y:options:71:4:save"] == "Save for this server"
    modal = save_modal(ENGLISH, table())
    assert modal.custom_id == "y:options:71:4:save"
    assert [part["component"]["custom_id"] for part in modal.to_components()] == ["name"]


async def test_any_number_of_saved_rules_leaves_the_panel_within_its_limits() -> None:
    own = [SavedRules("W" * 30 + f"{n:02}", CLASSIC) for n in range(25)]
    worst: dict[str, Any] = {
        "exact_totals": {total: total - 1 for total in range(991, 1001)},
        "turn_system": "discard_then_draw",
    }
    for name, changed in (("french", FRENCH), ("travellers", TRAVELLERS)):
        base = replace(CLASSIC, preset="*" * 32, jokers=4, last_lap=True, **worst)
        view = options_view(
            ENGLISH, table(rules=replace(changed, preset=name)), base, own, may_save=True, notice="!" * 150
        )
        everything = list(parts(view))
        assert len(everything) <= 40
        assert len(shown(view)) <= 4000
        assert all(Click.parse(key) for key in buttons(view))
        assert "13 more of this server can be chosen with /yaniv start." in shown(view)
        ids = [part["id"] for part in everything if "custom_id" in part]
        assert len(set(ids)) == len(ids)


async def test_a_preset_is_found_by_its_id_whatever_its_name() -> None:
    for name, rules in shipped_presets().items():
        assert preset_by_id(preset_id(name), OWN) is rules
    assert preset_by_id(preset_id(ODD_NAME), OWN) == OWN[0].rules
    assert preset_by_id(preset_id(ODD_NAME), ()) is None
    assert preset_by_id("nothing", OWN) is None
    assert Click.parse(f"y:preset:71:4:{preset_id(ODD_NAME)}") is not None


@pytest.mark.parametrize("rules", shipped_presets().values(), ids=lambda rules: rules.preset)
@pytest.mark.parametrize("group", GROUPS)
async def test_a_form_is_filled_with_the_rules_as_they_are(rules: Rules, group: str) -> None:
    again = rules
    for field in inputs(rules, group):
        value = field.get("value")
        if value is None and "options" in field:
            (value,) = (option["value"] for option in field["options"] if option.get("default"))
        changed = {"target": 999, "yaniv_limit": 1}
        again = with_field(replace(again, **changed), field["custom_id"], value or "")
        assert getattr(again, field["custom_id"]) == getattr(rules, field["custom_id"])


@pytest.mark.parametrize("group", GROUPS)
async def test_a_form_keeps_discords_limits_and_offers_only_what_has_a_meaning(group: str) -> None:
    for rules in shipped_presets().values():
        modal = options_modal(ENGLISH, table(rules=rules), group)
        assert modal.custom_id == f"y:options:71:4:{group}"
        assert len(modal.title) <= 45
        assert modal.timeout is None, "nothing waits for a form: its answer is found by its custom_id"
        fields = inputs(rules, group)
        assert 1 <= len(fields) <= 5
        assert [field["custom_id"] for field in fields] == [
            field for field in GROUPS[group] if offered(rules, field)
        ]
        for field in fields:
            assert len(field["title"]) <= 45
            assert len(field["hint"] or "") <= 100
            assert all(len(option["label"]) <= 100 for option in field.get("options", ()))


async def test_every_field_is_in_a_form() -> None:
    offered_fields = {field["custom_id"] for group in GROUPS for field in inputs(CLASSIC, group)}
    assert offered_fields == set(FIELDS)


async def test_a_submitted_form_is_read_as_texts_of_fields() -> None:
    fields = {"slap_down": "singles", "target": "150", "jokers_wild": "yes", "exact_totals": ""}
    assert read_options(answer(fields)) == fields


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"components": None},
        {"components": "text"},
        {"components": [None, 5, {"type": 18, "component": None}, {"component": {"custom_id": 7}}]},
        {"components": [{"component": {"custom_id": "colour", "value": "red"}}]},
        {"components": [{"component": {"custom_id": "target", "values": ["1", "2"]}}]},
        {"components": [{"component": {"custom_id": "target"}}]},
    ],
)
async def test_what_is_no_answer_to_the_form_is_left_out(data: dict[str, Any]) -> None:
    assert read_options(data) == {}


async def test_the_name_for_saved_rules_is_read() -> None:
    assert (
        read_name({"components": [{"type": 18, "component": {"custom_id": "name", "value": "ours"}}]})
        == "ours"
    )
    assert read_name({}) == ""
