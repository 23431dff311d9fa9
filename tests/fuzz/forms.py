"""Forms that people fill in, well or oddly, and the rules that they write."""

import random
from collections.abc import Mapping
from typing import Any, Final

from simcord.enums import ComponentType, InteractionType

from bot.engine.rules import CHOICES, FLAGS, RANGES
from bot.rule_fields import FIELDS, GROUPS
from bot.tables.values import Phase
from tests.fuzz.acts import LOCALES, someone
from tests.fuzz.people import Form, Sent, parts
from tests.fuzz.world import World

ODD_TEXTS: Final = (
    "",
    " ",
    "x" * 4000,
    "0",
    "-1",
    "99999999999999999999",
    "classic",
    "Our rules",
    "`||@everyone||`",
    "\u202eabc\u202c",
    "\x00",
    "٣",
    "yes",
    "50:25, 100:50",
    "1:0",
    "10,10,10",
    "½",
)
TEXT_INPUT, LABEL = 4, 18


def submit(world: World, chance: random.Random) -> Sent | None:
    """Send in a form that is on somebody's screen, well or oddly filled in, perhaps for the second time."""
    if not world.talk.forms:
        return None
    form = chance.choice(world.talk.forms)
    if not form.person.here or form.channel_id not in world.backend.channels:
        return None
    odd = chance.random() < 0.4
    components = [
        {"type": LABEL, "component": filled(world, chance, part, odd=odd)}
        for part in parts(form.modal["components"])
        if part.get("custom_id")
    ]
    return send_form(world, form, components, chance)


def send_form(world: World, form: Form, components: list[dict[str, Any]], chance: random.Random) -> Sent:
    """Send a form in."""
    data = {"custom_id": form.modal["custom_id"], "components": components}
    values = [part["component"].get("value", part["component"].get("values")) for part in components]
    return world.talk.send(
        InteractionType.MODAL_SUBMIT,
        form.person,
        form.channel_id,
        data,
        words=f"sends in {form.modal['custom_id']} {values!r:.200}",
        message=form.message,
        locale=chance.choice(LOCALES),
    )


def filled(world: World, chance: random.Random, part: Mapping[str, Any], *, odd: bool) -> dict[str, Any]:
    """Return a field of a form as it is sent in."""
    field, kind = part["custom_id"], part["type"]
    answer: dict[str, Any] = {"type": kind, "custom_id": field}
    if kind == TEXT_INPUT:
        usual = rule_value(chance, field) if field in FIELDS else part.get("value") or "Our rules"
        answer["value"] = chance.choice(ODD_TEXTS) if odd and chance.random() < 0.5 else usual
        return answer
    if kind == ComponentType.CHANNEL_SELECT:
        rooms = [str(room) for room in world.rooms if chance.random() < 0.6]
        answer["values"] = rooms[: part.get("max_values", 25)]
    else:
        options = [option["value"] for option in part.get("options") or ()]
        answer["values"] = [chance.choice(options)] if options else []
    if odd and chance.random() < 0.4:
        answer["values"] = chance.choice(
            ([], ["nothing of the kind"], answer["values"] * 2, ["-1", "x" * 90])
        )
    return answer


def rule_value(chance: random.Random, field: str) -> str:
    """Return what somebody writes for a field of the rules: most often something possible."""
    if field in RANGES:
        low, high = RANGES[field]
        wide = chance.random() < 0.15
        return str(
            chance.randint(low - 3, high + 3)
            if wide
            else chance.choice((low, high, chance.randint(low, high)))
        )
    if field in FLAGS:
        return chance.choice(("yes", "no"))
    if field in CHOICES:
        return str(chance.choice(CHOICES[field]))
    if field == "court_points":
        return ",".join(str(chance.randint(0, 20)) for _ in range(3))
    return chance.choice(("", "50:25, 100:50", "1:0", "20:0, 30:1, 40:2", "none", "50→0"))


def change_rules(world: World, chance: random.Random) -> Sent | None:
    """Change a group of the rules of a lobby: its host, or somebody who would like to be."""
    lobbies = [table for table in world.played if table.phase is Phase.LOBBY]
    if not lobbies:
        return None
    table = chance.choice(lobbies)
    host = world.person(table.host_id)
    person = host if host is not None and chance.random() < 0.85 else someone(world, chance)
    if not person.here:
        return None
    group = chance.choice(list(GROUPS))
    components = [
        {
            "type": LABEL,
            "component": {"type": TEXT_INPUT, "custom_id": field, "value": rule_value(chance, field)},
        }
        for field in GROUPS[group]
        if chance.random() < 0.5
    ]
    modal = {"custom_id": f"y:options:{table.id}:{table.version}:{group}"}
    return send_form(world, Form(person, table.place.id, modal, None), components, chance)
