"""People who ask for hints, where they may and where they may not, and hosts who allow them."""

import random
from dataclasses import replace
from typing import Any

from simcord.backend.models import Message
from simcord.enums import ComponentType

from bot.tables.values import Phase, Table
from bot.ui.clicks import match_name
from tests.fuzz import turns
from tests.fuzz.acts import press
from tests.fuzz.forgeries import forged_part, with_part
from tests.fuzz.people import Person, Seen, is_clickable, parts
from tests.fuzz.talk import BULB
from tests.fuzz.world import World


async def hint(world: World, chance: random.Random) -> None:
    """Let a host allow hints, or somebody ask for one."""
    if not _lobbies(world) and chance.random() < 0.3:
        await turns.gather(world, chance)
        await world.answered()
    lobbies = _lobbies(world)
    if lobbies and chance.random() < 0.7:
        await allow(world, chance, chance.choice(lobbies))
        return
    playing = [table for table in world.tables if turns.mover(world, table) is not None]
    if not playing:
        return
    allowed = [table for table in playing if table.hints]
    with_others = [table for table in allowed if not table.is_practice]
    forbidden = [table for table in playing if not table.hints]
    table = chance.choice(chance.choices((allowed, with_others, forbidden), (2, 3, 2))[0] or playing)
    asks = chance.choices((in_turn, out_of_turn, on_something_old), (6, 3, 1))[0]
    await asks(world, chance, table)


def _lobbies(world: World) -> list[Table]:
    """Return the lobbies where hints are not allowed yet."""
    return [table for table in world.played if table.phase is Phase.LOBBY and not table.hints]


async def allow(world: World, chance: random.Random, table: Table) -> None:
    """Let the host of a lobby allow hints there, by the way through its options."""
    host = world.person(table.host_id)
    if host is None or not host.here:
        return
    for wanted in (f"y:options:{table.id}", f"y:computers:{table.id}", f"y:options:{table.id}:"):
        found = _newest(world, table.place.id, host, wanted)
        if found is None:
            return
        press(world, host, *found, chance)
        await world.answered()


def _newest(world: World, room: int, person: Person, wanted: str) -> tuple[Seen, dict[str, Any]] | None:
    """Return the newest button with this custom_id that somebody sees.

    One that ends with a colon stands for the button that allows hints.
    """
    for message in reversed(world.messages(room, person)):
        for part in world.clickable(message):
            custom_id = part["custom_id"]
            if custom_id == wanted or (
                wanted.endswith(":") and custom_id.startswith(wanted) and custom_id.endswith(".yes")
            ):
                return _seen(world, message, person), part
    return None


async def in_turn(world: World, chance: random.Random, table: Table) -> None:
    """Let whoever is to move ask by the button of their panel, perhaps twice at once: they must be told.

    Where hints are not allowed there is no such button: they ask all the same.
    """
    person, match = turns.mover(world, table), table.match
    if person is None or match is None or match.to_move is None:
        return
    if not table.hints:
        await _forge(world, chance, table, person, match.hand_versions[match.to_move])
        return
    message = await turns.panel(world, chance, table, person)
    part = None if message is None else _button(world, message, table)
    if message is None:
        return
    if part is None:
        world.missed(f"{person} has no button for a hint at match {table.id}")
        return
    seen = _seen(world, message, person)
    sent = [press(world, person, seen, part, chance) for _ in range(chance.choice((1, 1, 2)))]
    await world.answered()
    if world.newest(table).match == table.match and not all(BULB in world.talk.shown(one) for one in sent):
        world.missed(f"{person} got no hint at match {table.id}")


async def out_of_turn(world: World, chance: random.Random, table: Table) -> None:
    """Let anybody ask with an id that would be right for the seat to move, or for their own hand."""
    if table.match is None or not world.rooms:
        return
    seat = chance.randrange(len(table.seats))
    person = world.person(table.user_at(seat)) if chance.random() < 0.6 else chance.choice(world.present)
    if person is None or not person.here:
        return
    version = table.match.hand_versions[seat]
    await _forge(world, chance, table, person, version)


async def on_something_old(world: World, chance: random.Random, table: Table) -> None:
    """Let somebody ask on a panel of earlier, or with the hand that they had."""
    for seen in reversed(world.old):
        person = world.person(seen.only_for)
        asked = [
            part
            for part in parts(seen.payload["components"])
            if is_clickable(part) and part["custom_id"].startswith("y:hint:")
        ]
        if asked and person is not None and person.here and seen.channel_id in world.backend.channels:
            press(world, person, seen, asked[0], chance)
            await world.answered()
            return
    person = turns.mover(world, table)
    if person is not None and table.match is not None and table.match.to_move is not None:
        await _forge(world, chance, table, person, table.match.hand_versions[table.match.to_move] - 1)


async def _forge(world: World, chance: random.Random, table: Table, person: Person, version: int) -> None:
    rooms = world.rooms if table.is_practice else [table.place.id]
    messages = [message for room in rooms for message in world.messages(room, person)]
    if not messages:
        return
    custom_id = f"y:hint:{match_name(table)}:{version}:-"
    part = forged_part(custom_id, ComponentType.BUTTON)
    seen = _seen(world, messages[-1], person)
    carrier = replace(seen, payload=with_part(seen.payload, part))
    press(world, person, carrier, part, chance)
    await world.answered()


def _button(world: World, message: Message, table: Table) -> dict[str, Any] | None:
    prefix = f"y:hint:{match_name(table)}:"
    return next((part for part in world.clickable(message) if part["custom_id"].startswith(prefix)), None)


def _seen(world: World, message: Message, person: Person) -> Seen:
    return Seen(world.shown(message), message.channel_id, person.id if message.is_ephemeral else None)
