"""What people do with a click or a command: everything that they can see."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from simcord import interactions
from simcord.enums import InteractionType

from bot.presets import shipped_presets
from tests.fuzz.people import SELECTS, WATCHER, Person, Seen, Sent, is_clickable, parts, verb_of
from tests.fuzz.world import World

Act = Callable[[World, random.Random], Sent | None]

LOCALES: Final = ("en-US", "en-US", "en-US", "de", "fr", "es-ES", "he", "pt-BR")
RARELY: Final[Mapping[str, float]] = MappingProxyType({"leave": 0.3, "end": 0.15, "remove": 0.4})
SEATED: Final = ("join", "deal", "rematch", "sit")
NAMES_OF_RULES: Final = (*shipped_presets(), "Classic", "our rules", "nothing of the kind", "x" * 100)


def someone(world: World, chance: random.Random) -> Person:
    """Return anybody who is in the server."""
    return chance.choice(world.present)


def any_message(world: World, chance: random.Random, person: Person) -> Seen | None:
    """Return a message with buttons that somebody sees, or saw earlier."""
    if world.old and chance.random() < 0.12:
        seen = chance.choice(world.old)
        known = seen.channel_id in world.backend.channels
        return seen if known and seen.only_for in (None, person.id) else None
    rooms = world.rooms
    chance.shuffle(rooms)
    for room in rooms:
        messages = [message for message in world.messages(room, person)[-80:] if world.clickable(message)]
        if messages:
            break
    else:
        return None
    recent = messages[-6:] if chance.random() < 0.8 else messages
    message = chance.choice(recent)
    seen = Seen(world.shown(message), room, person.id if message.is_ephemeral else None)
    if chance.random() < 0.15:
        world.old.append(seen)
    return seen


def click(world: World, chance: random.Random) -> Sent | None:
    """Click anything that somebody sees."""
    person = someone(world, chance)
    seen = any_message(world, chance, person)
    if seen is None:
        return None
    found = [
        part
        for part in parts(seen.payload["components"])
        if is_clickable(part) and (person.name != WATCHER or verb_of(part["custom_id"]) not in SEATED)
    ]
    if not found:
        return None
    weights = [RARELY.get(verb_of(part["custom_id"]), 1.0) for part in found]
    return press(world, person, seen, chance.choices(found, weights)[0], chance)


def press(world: World, person: Person, seen: Seen, part: Mapping[str, Any], chance: random.Random) -> Sent:
    """Click a component of a message, or choose something of it."""
    data: dict[str, Any] = {"custom_id": part["custom_id"], "component_type": part["type"]}
    if part.get("id") is not None:
        data["id"] = part["id"]
    if part["type"] in SELECTS:
        data["values"] = [
            chance.choice([option["value"] for option in part.get("options") or [{"value": "1"}]])
        ]
    words = f"clicks {part.get('label')!r} {part['custom_id']} on {seen.payload['id']}"
    sent = world.talk.send(
        InteractionType.MESSAGE_COMPONENT,
        person,
        seen.channel_id,
        data,
        words=words,
        message=seen.payload,
        locale=chance.choice(LOCALES),
    )
    world.talk.pressed[sent.record.id] = (seen, dict(part))
    return sent


def click_again(world: World, chance: random.Random, sent: Sent) -> Sent | None:
    """Click once more what was clicked just now: a double click, or somebody else's at the same time."""
    last = world.talk.pressed.get(sent.record.id)
    if last is None:
        return None
    seen, part = last
    person = sent.person
    if seen.only_for is None and chance.random() < 0.6:
        person = someone(world, chance)
    if person.name == WATCHER and verb_of(part["custom_id"]) in SEATED:
        return None
    return press(world, person, seen, part, chance)


def command(world: World, chance: random.Random) -> Sent | None:
    """Use any command, its options filled in somehow."""
    root = world.backend.find_command("yaniv", world.guild.id)
    leaves = interactions.command_leaves(root)
    person = someone(world, chance)
    if person.name == WATCHER:
        leaves = [leaf for leaf in leaves if leaf[0][-1] not in ("start", "practice")]
    weights = [{"start": 3.0, "hand": 3.0, "leave": 0.3, "end": 0.2}.get(path[-1], 1.0) for path, _ in leaves]
    path, leaf = chance.choices(leaves, weights)[0]
    options = {
        option["name"]: option_value(world, chance, option)
        for option in leaf.get("options") or ()
        if option.get("required") or chance.random() < 0.4
    }
    return use(
        world, person, chance.choice(world.rooms), " ".join(path), options, locale=chance.choice(LOCALES)
    )


def prefer(world: World, chance: random.Random) -> Sent | None:
    """Choose something on the page of what one prefers, or open that page."""
    person, room = someone(world, chance), chance.choice(world.rooms)
    pages = [
        (message, part)
        for message in world.messages(room, person)[-40:]
        if message.is_ephemeral
        for part in world.clickable(message)
        if part["custom_id"].startswith("y:me:")
    ]
    if not pages:
        return use(world, person, room, "yaniv me", locale=chance.choice(LOCALES))
    message, part = chance.choice(pages)
    return press(world, person, Seen(world.shown(message), room, person.id), part, chance)


def use(
    world: World,
    person: Person,
    room: int,
    path: str,
    options: Mapping[str, Any] = MappingProxyType({}),
    *,
    locale: str | None = None,
) -> Sent:
    """Let somebody use a command, written as one does: `yaniv start`."""
    root = world.backend.find_command("yaniv", world.guild.id)
    names = path.split()[1:]
    leaf, _ = interactions.walk_to_subcommand(root, names)
    filled, _ = interactions.build_options(person.actor, path, leaf, dict(options), channel_id=room)
    data = {
        "id": root["id"],
        "name": root["name"],
        "type": 1,
        "options": interactions.nest_options(root, names, filled),
    }
    kind, words = InteractionType.APPLICATION_COMMAND, f"/{path} {dict(options)} in {room}"
    return world.talk.send(kind, person, room, data, words=words, locale=locale)


def start_options(world: World, chance: random.Random) -> dict[str, Any]:
    """Return some options of `/yaniv start` whose values are given."""
    root = world.backend.find_command("yaniv", world.guild.id)
    leaf, _ = interactions.walk_to_subcommand(root, ["start"])
    return {
        option["name"]: option_value(world, chance, option)
        for option in leaf.get("options") or ()
        if option.get("choices") and chance.random() < 0.7
    }


def option_value(world: World, chance: random.Random, option: Mapping[str, Any]) -> Any:
    """Return a value that Discord lets somebody give to an option."""
    choices = option.get("choices")
    if choices:
        return chance.choice(choices)["value"]
    match option["type"]:
        case 4:
            return chance.randint(option.get("min_value", -5), option.get("max_value", 5))
        case 5:
            return chance.random() < 0.5
        case 6:
            return chance.choice(list(world.people.values())).actor
        case _:
            return chance.choice(NAMES_OF_RULES)[: option.get("max_length", 6000)]


def autocomplete(world: World, chance: random.Random) -> Sent | None:
    """Type into an option that offers choices."""
    root = world.backend.find_command("yaniv", world.guild.id)
    offered = [
        (path, option)
        for path, leaf in interactions.command_leaves(root)
        for option in leaf.get("options") or ()
        if option.get("autocomplete")
    ]
    if not offered:
        return None
    path, option = chance.choice(offered)
    typed = chance.choice(("", "c", "french", "`", "x" * 50))
    focused = {"name": option["name"], "type": option["type"], "value": typed, "focused": True}
    data = {
        "id": root["id"],
        "name": root["name"],
        "type": 1,
        "options": interactions.nest_options(root, path[1:], [focused]),
    }
    kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
    room = chance.choice(world.rooms)
    return world.talk.send(kind, someone(world, chance), room, data, words=f"types {typed!r} after {path}")
