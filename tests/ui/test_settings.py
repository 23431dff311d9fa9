"""A server's settings say what its matches start with, and can be changed one by one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.speeds import Speed
from bot.store.values import GuildSettings
from bot.ui.clicks import Click
from bot.ui.settings import CHANGEABLE, chosen_name, read_settings, settings_modal, settings_view
from bot.ui.words import Languages
from tests.ui.scenes import BGA, ENGLISH, TRAVELLERS, buttons, parts, shown

NOTHING = GuildSettings(guild_id=900)
FULL = GuildSettings(
    guild_id=900,
    rules=replace(TRAVELLERS, last_lap=True),
    rules_name="**ours**",
    speed=Speed.DAY,
    locale="fr",
    channels=(501, 502),
    offer_threads=True,
    lucky_words=False,
)
OWN = ("**ours**", "theirs")


@pytest.fixture
def languages(tmp_path: Path) -> Languages:
    for code in ("fr", "he"):
        (tmp_path / f"{code}.po").write_text('msgid "Deal"\nmsgstr "x"\n', encoding="utf-8")
    return Languages.load(tmp_path)


def component(settings: GuildSettings, what: str, languages: Languages) -> dict[str, Any]:
    (field,) = settings_modal(ENGLISH, settings, what, OWN, languages).to_components()
    return field["component"]


def answer(what: str, *values: str) -> dict[str, Any]:
    return {"components": [{"type": 18, "component": {"type": 3, "custom_id": what, "values": list(values)}}]}


async def test_a_server_that_said_nothing_sees_what_holds_then(languages: Languages) -> None:
    lines = shown(settings_view(ENGLISH, NOTHING, (), languages)).splitlines()
    assert lines[2:] == [
        "**Rules**: Classic · 5 cards · call at 7 · to 100 · halving at 50 and 100",
        "**Speed**: Normal: 2 minutes a turn",
        "**Language**: that of whoever starts a match",
        "**Channels**: everywhere",
        "**Threads**: matches stay in the channel",
        "**Lucky words**: shown when somebody wins with a call",
    ]


async def test_what_a_server_prefers_is_shown(languages: Languages) -> None:
    lines = shown(settings_view(ENGLISH, FULL, OWN, languages)).splitlines()
    assert lines[2].startswith("**Rules**: \\*\\*ours\\*\\* · 5 cards · call at 5")
    assert lines[3:] == [
        "**Speed**: A day for each turn",
        "**Language**: français",
        "**Channels**: <#501> <#502>",
        "**Threads**: a match may have a thread of its own",
        "**Lucky words**: never shown",
        "-# Rules of this server: \\*\\*ours\\*\\* and theirs",
    ]


async def test_everything_can_be_changed(languages: Languages) -> None:
    view = settings_view(ENGLISH, NOTHING, (), languages)
    assert list(buttons(view)) == [f"y:settings:{what}" for what in CHANGEABLE]
    assert list(buttons(settings_view(ENGLISH, NOTHING, OWN, languages)))[-1] == "y:settings:delete"
    for what in (*CHANGEABLE, "delete"):
        modal = settings_modal(ENGLISH, NOTHING, what, OWN, languages)
        assert modal.custom_id == f"y:settings:{what}"
        assert Click.parse(modal.custom_id) is not None


@pytest.mark.parametrize(
    ("what", "chosen"),
    [
        ("rules", ("classic", "**ours**")),
        ("speed", ("normal", "day")),
        ("language", ("-", "fr")),
        ("threads", ("no", "yes")),
    ],
)
async def test_a_form_is_filled_with_what_holds(
    languages: Languages, what: str, chosen: tuple[str, str]
) -> None:
    for settings, value in zip((NOTHING, FULL), chosen, strict=True):
        options = component(settings, what, languages)["options"]
        assert [option["value"] for option in options if option["default"]] == [value]


async def test_the_servers_own_rules_are_offered_first(languages: Languages) -> None:
    options = component(NOTHING, "rules", languages)["options"]
    assert [option["label"] for option in options[:3]] == ["**ours**", "theirs", "Classic"]
    many = [f"n{n}" for n in range(25)]
    (field,) = settings_modal(ENGLISH, NOTHING, "rules", many, languages).to_components()
    assert len(field["component"]["options"]) == 25
    assert field["component"]["options"][-1]["value"] == "travellers"


async def test_channels_are_chosen_from_those_there_are(languages: Languages) -> None:
    select = component(FULL, "channels", languages)
    assert [value["id"] for value in select["default_values"]] == [501, 502]
    assert (select["min_values"], select["max_values"], select["required"]) == (0, 25, False)


@pytest.mark.parametrize(
    ("what", "values", "expected"),
    [
        ("speed", ("blitz",), replace(FULL, speed=Speed.BLITZ)),
        ("speed", ("warp",), None),
        ("language", ("he",), replace(FULL, locale="he")),
        ("language", ("-",), replace(FULL, locale=None)),
        ("language", ("xx",), None),
        ("channels", ("7", "8"), replace(FULL, channels=(7, 8))),
        ("channels", (), replace(FULL, channels=None)),
        ("channels", ("x",), None),
        ("threads", ("no",), replace(FULL, offer_threads=False)),
        ("threads", ("maybe",), None),
        ("threads", (), None),
        ("rules", ("classic",), None),
    ],
)
async def test_a_submitted_form_changes_that_and_nothing_else(
    languages: Languages, what: str, values: tuple[str, ...], expected: GuildSettings | None
) -> None:
    assert read_settings(FULL, what, answer(what, *values), languages) == expected


async def test_a_form_without_its_field_changes_nothing(languages: Languages) -> None:
    assert read_settings(FULL, "speed", {}, languages) is None
    assert read_settings(FULL, "speed", answer("threads", "yes"), languages) is None


async def test_rules_are_chosen_by_their_name() -> None:
    assert chosen_name(answer("rules", "**ours**"), "rules") == "**ours**"
    assert chosen_name(answer("rules"), "rules") is None
    assert chosen_name({}, "delete") is None


async def test_the_fullest_settings_keep_discords_limits(languages: Languages) -> None:
    own = [f"{n:02}" + "*" * 30 for n in range(25)]
    full = replace(
        FULL,
        rules=replace(BGA, exact_totals=dict.fromkeys(range(991, 1001), 0)),
        rules_name=own[0],
        channels=tuple(10**18 + n for n in range(25)),
    )
    view = settings_view(ENGLISH, full, own, languages, notice="!" * 200)
    assert len(shown(view)) <= 4000
    assert len(list(parts(view))) <= 40
    for what in (*CHANGEABLE, "delete"):
        modal = settings_modal(ENGLISH, full, what, own, languages)
        assert len(modal.title) <= 45
        for field in modal.to_components():
            assert len(field["label"]) <= 45
            assert len(field.get("description") or "") <= 100
            assert len(field["component"].get("options", ())) <= 25
            assert len(field["component"].get("default_values", ())) <= 25


async def test_every_speed_has_a_name(languages: Languages) -> None:
    told = {shown(settings_view(ENGLISH, replace(NOTHING, speed=speed), (), languages)) for speed in Speed}
    assert len(told) == len(Speed) == 6
