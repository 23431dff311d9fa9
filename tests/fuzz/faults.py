"""What breaks between the bot and Discord, and in the database."""

import random
from collections.abc import Callable
from typing import Final

from tests.fuzz import powers
from tests.fuzz.network import Trouble, channel_of
from tests.fuzz.people import SHY
from tests.fuzz.storage import Fault
from tests.fuzz.world import World

ANYWHERE: Final = (
    (500, 0),
    (502, 0),
    (503, 0),
    (0, 0),
    (1, 0),
    (429, 0),
    (403, 50001),
    (403, 50013),
    (200, 0),
)
OF_EDITS: Final = ((404, 10008), (400, 50083), (429, 30046))
GONE: Final = ((404, 10003),)
CLOSED: Final = ((403, 50007), (403, 50278), (429, 40003))
OF_ANSWERS: Final = ((404, 10015), (404, 10062), (401, 50027), (400, 40060), (404, 10008))
ROUTES: Final = (
    ("POST", "/channels/*/messages", GONE),
    ("PATCH", "/channels/*/messages/*", OF_EDITS),
    ("DELETE", "/channels/*/messages/*", OF_EDITS[:2]),
    ("POST", "/interactions/*/callback", OF_ANSWERS),
    ("PATCH", "/webhooks/*", OF_ANSWERS),
    ("POST", "/webhooks/*", OF_ANSWERS),
    ("POST", "/users/@me/channels", CLOSED),
    ("*", "/channels/*", GONE),
    ("*", "*", ()),
)
"""What can fail, and how besides as anything can: the status, and Discord's code."""


async def break_something(world: World, chance: random.Random) -> None:
    """Break the network, or the database."""
    await (break_network if chance.random() < 0.65 else break_storage)(world, chance)


async def break_network(world: World, chance: random.Random) -> None:
    """Let some of the next requests fail, or take long."""
    method, path, own = chance.choice(ROUTES)
    status, code = chance.choice((*ANYWHERE, *own, *own))
    if code == 10003 and chance.random() < 0.8:
        status, code = 500, 0
    trouble = Trouble(
        method,
        path,
        status,
        code,
        times=chance.choice((1, 1, 2, 5, 30)),
        late=status in (0, 1, 500) and chance.random() < 0.5,
        seconds=chance.choice((0.0, 0.0, 0.0, 1.0, 2.0, 4.0, 15.0)),
    )
    world.talk.tell(f"{trouble}")
    world.network.troubles.append(trouble)
    world.trouble.note()


async def break_storage(world: World, chance: random.Random) -> None:
    """Let the database be slow, locked or full, or lose its answers."""
    world.storage.fault = chance.choice(list(Fault))
    world.storage.seconds = chance.choice((0.5, 1.0, 1.6, 2.5, 4.0))
    world.talk.tell(f"the database is {world.storage.fault}, {world.storage.seconds:g} s")
    world.trouble.note()


async def mend(world: World, chance: random.Random) -> None:
    """Mend everything that is broken."""
    del chance
    heal(world)


def heal(world: World) -> None:
    """Mend everything that is broken."""
    if world.storage.fault or world.network.troubles:
        world.talk.tell("database and network are well again")
        world.trouble.note()
    world.storage.fault = None
    world.network.troubles.clear()
    if world.trouble.denied:
        powers.give_back(world)
    for room in world.rooms:
        if world.trouble.is_archived(room):
            powers.set_thread(world, room, archived=False, locked=False)


def rules_of_discord(world: World) -> Callable[[str, str], Trouble | None]:
    """Return what simcord leaves out: archived threads, servers without the bot, closed direct messages."""
    closed = world.people[SHY].id

    def rule(method: str, path: str) -> Trouble | None:
        channel = channel_of(world.backend, path)
        if channel is None:
            return None
        if channel.guild_id is None:
            refused = method == "POST" and closed in channel.recipient_ids
            return Trouble(method, path, 403, 50007) if refused else None
        if world.trouble.removed:
            return Trouble(method, path, 403, 50001)
        if channel.thread_metadata is None or not channel.thread_metadata.archived:
            return None
        if method == "POST" and not channel.thread_metadata.locked:
            world.backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})
            return None
        return Trouble(method, path, 400, 50083)

    return rule
