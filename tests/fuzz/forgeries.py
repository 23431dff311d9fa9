"""Clicks and forms that nothing on the screen gives."""

import random
import string
from typing import Any

from simcord.enums import ComponentType, InteractionType

from bot.rule_fields import FIELDS
from bot.ui.clicks import VERBS
from tests.fuzz.acts import SEATED, someone
from tests.fuzz.forms import LABEL, ODD_TEXTS, TEXT_INPUT, send_form
from tests.fuzz.people import SELECTS, WATCHER, Form, Sent, verb_of
from tests.fuzz.world import World


def forge(world: World, chance: random.Random) -> Sent | None:
    """Send a click or a form that nothing on the screen gives."""
    person = someone(world, chance)
    custom_id = forged_id(world, chance)
    if person.name == WATCHER and verb_of(custom_id) in SEATED:
        return None
    room = chance.choice(world.rooms)
    carrier = forged_carrier(world, chance, room)
    if chance.random() < 0.2:
        form = Form(person, room, {"custom_id": custom_id}, carrier)
        value = {"type": TEXT_INPUT, "custom_id": chance.choice(FIELDS), "value": chance.choice(ODD_TEXTS)}
        return send_form(world, form, [{"type": LABEL, "component": value}], chance)
    kind = chance.choice((ComponentType.BUTTON, ComponentType.BUTTON, *SELECTS))
    if carrier is not None and chance.random() < 0.7:
        carrier = with_part(carrier, forged_part(custom_id, ComponentType(kind)))
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": int(kind)}
    if kind in SELECTS:
        data["values"] = [chance.choice(ODD_TEXTS)]
    where = None if carrier is None else carrier["id"]
    words = f"forges {custom_id!r} ({int(kind)}) on {where} in {room}"
    return world.talk.send(
        InteractionType.MESSAGE_COMPONENT, person, room, data, words=words, message=carrier
    )


def forged_carrier(world: World, chance: random.Random, room: int) -> dict[str, Any] | None:
    """Return the message that a forged click claims to be on: any in that room, also one for other eyes."""
    messages = list(world.backend.messages.get(room, {}).values())[-40:]
    if not messages or chance.random() < 0.1:
        return None
    return world.shown(chance.choice(messages))


def forged_part(custom_id: str, kind: ComponentType) -> dict[str, Any]:
    """Return what is clicked or chosen from."""
    part: dict[str, Any] = {"type": int(kind), "custom_id": custom_id}
    if kind is ComponentType.BUTTON:
        part |= {"style": 2, "label": "?"}
    elif kind is ComponentType.SELECT:
        part["options"] = [{"label": "?", "value": "?"}]
    return part


def with_part(carrier: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Return a message that has what is clicked: for what it does not have the library calls nobody."""
    return {**carrier, "components": [*carrier["components"], {"type": 1, "components": [part]}]}


def forged_id(world: World, chance: random.Random) -> str:
    """Return a custom_id of ours that is changed somewhere, or something that only looks like one."""
    if chance.random() < 0.15:
        return "y:" + "".join(chance.choices(string.printable[:95], k=chance.randint(0, 98)))
    room = chance.choice(world.rooms)
    known = [
        part["custom_id"]
        for message in list(world.backend.messages.get(room, {}).values())[-30:]
        for part in world.clickable(message)
    ]
    base = chance.choice(known) if known else f"y:{chance.choice(VERBS)}:1"
    pieces = base.split(":")
    for _ in range(chance.randint(0, 2)):
        index = chance.randrange(1, len(pieces))
        if index == 1:
            pieces[1] = chance.choice(VERBS)
        else:
            pieces[index] = forged_piece(world, chance)
    if chance.random() < 0.15:
        pieces.append(forged_piece(world, chance))
    return ":".join(pieces)[:100]


def forged_piece(world: World, chance: random.Random) -> str:
    """Return an argument that somebody might try."""
    ids = [str(table.id) for table in world.tables] or ["1"]
    return chance.choice(
        (
            *ids,
            *(f"p{number}" for number in ids),
            str(chance.randint(0, 12)),
            "-1",
            "0",
            "999999999999999999",
            "",
            "sure",
            "-",
            "01234567",
            "00",
            "X1",
            "AS",
            "1e9",
            "".join(chance.choices(string.ascii_letters + string.digits, k=chance.randint(1, 24))),
        )
    )
