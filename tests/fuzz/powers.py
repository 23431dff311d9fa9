"""What people with power do to a server, its channels and the bot."""

import random
from collections.abc import Awaitable, Callable
from typing import Final

import discord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.fuzz.people import MANAGER, MODERATOR, Person
from tests.fuzz.world import World

NEEDED: Final = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "read_message_history",
)


Deed = Callable[[World, random.Random], Awaitable[None]]


async def moderate(world: World, chance: random.Random) -> None:
    """Do something that only people with power can do."""
    deeds: dict[Deed, float] = {
        delete_message: 4,
        permissions: 5,
        threads: 4,
        roles: 2,
        membership: 4,
        delete_channel: 0.6,
        removal: 0.15,
    }
    await chance.choices(list(deeds), list(deeds.values()))[0](world, chance)


async def delete_message(world: World, chance: random.Random) -> None:
    """Let a moderator delete a message of the bot."""
    room = chance.choice(world.rooms)
    own = world.backend.bot_user.id
    found = [m for m in world.messages(room, None) if m.author_id == own][-8:]
    if found:
        message = chance.choice(found)
        world.talk.tell(f"a moderator deletes {message.id} in {room}")
        world.backend.delete_message(room, message.id)
        world.trouble.robbed.add(room)
        world.trouble.note()


async def permissions(world: World, chance: random.Random) -> None:
    """Take a permission from the bot in a channel, or give all back."""
    if world.trouble.denied and chance.random() < 0.7:
        give_back(world)
        return
    room = chance.choice([room for room in world.rooms if not world.backend.get_channel(room).is_thread])
    taken = chance.sample(NEEDED, chance.randint(1, 3))
    world.talk.tell(f"{taken} is taken from the bot in {room}")
    deny = discord.Permissions(**dict.fromkeys(taken, True)).value
    bot_id = world.backend.bot_user.id
    world.backend.set_overwrite(room, Overwrite(bot_id, OverwriteType.MEMBER, 0, deny))
    world.trouble.denied.add(room)
    world.trouble.note()


def give_back(world: World) -> None:
    """Give the bot back what was taken from it."""
    for room in sorted(world.trouble.denied):
        if room in world.backend.channels:
            world.talk.tell(f"the bot has its permissions in {room} again")
            world.backend.delete_overwrite(room, world.backend.bot_user.id)
    world.trouble.denied.clear()
    world.trouble.note()


async def roles(world: World, chance: random.Random) -> None:
    """Make somebody a moderator or manager, or take that from them."""
    role = chance.choice([world.guild.roles["moderators"], world.guild.roles["managers"]])
    person = chance.choice(world.present)
    member = world.backend.get_member(world.guild.id, person.id)
    if role.id in member.role_ids:
        if person.name not in (MODERATOR, MANAGER):
            world.backend.remove_member_role(world.guild.id, person.id, role.id)
            world.talk.tell(f"{person} is not among the {role.name} any more")
    else:
        world.backend.add_member_role(world.guild.id, person.id, role.id)
        world.talk.tell(f"{person} is among the {role.name}")


async def membership(world: World, chance: random.Random) -> None:
    """Let somebody leave the server, or come back."""
    away = [person for person in world.people.values() if not person.here]
    if away and chance.random() < 0.7:
        await come_back(world, chance.choice(away))
    elif len(world.present) > 5:
        person = chance.choice(
            [person for person in world.present if person.name not in (MODERATOR, MANAGER)]
        )
        world.backend.remove_member(world.guild.id, person.id)
        person.here = False
        world.talk.tell(f"{person} leaves the server")


async def come_back(world: World, person: Person) -> None:
    """Let somebody who has left the server join it again."""
    world.backend.add_member(world.guild.id, person.id, announce=True)
    person.here = True
    world.talk.tell(f"{person} is in the server again")


async def threads(world: World, chance: random.Random) -> None:
    """Archive, lock or open a thread, or make one."""
    found = [room for room in world.rooms if world.backend.get_channel(room).is_thread]
    if not found or (len(found) < 3 and chance.random() < 0.15):
        parent = chance.choice([room for room in world.rooms if room not in found])
        thread = world.backend.create_thread(parent, name="corner", type=11, owner_id=world.present[0].id)
        world.talk.tell(f"a thread {thread.id} is made in {parent}")
        return
    thread = chance.choice(found)
    archived = not world.trouble.is_archived(thread) and chance.random() < 0.6
    locked = archived and chance.random() < 0.4
    set_thread(world, thread, archived=archived, locked=locked)


def set_thread(world: World, thread: int, *, archived: bool, locked: bool) -> None:
    """Archive a thread, lock it, or open it again."""
    world.talk.tell(f"thread {thread}: archived {archived}, locked {locked}")
    world.backend.edit_channel(thread, {}, thread_metadata={"archived": archived, "locked": locked})
    world.trouble.note()


async def delete_channel(world: World, chance: random.Random) -> None:
    """Delete a channel or a thread; another takes its place."""
    room = chance.choice(world.rooms)
    channel = world.backend.get_channel(room)
    world.talk.tell(f"{'thread' if channel.is_thread else 'channel'} {room} is deleted")
    inside = [c.id for c in world.backend.channels.values() if c.is_thread and c.parent_id == room]
    world.trouble.denied.discard(room)
    if world.storage.fault:
        world.trouble.forgotten.update((room, *inside))
    world.backend.delete_channel(room)
    for thread in inside:
        # Discord says nothing of threads whose channel goes.
        del world.backend.channels[thread]
        world.backend.messages.pop(thread, None)
        world.backend.get_guild(world.guild.id).thread_ids.remove(thread)
    if not channel.is_thread:
        world.guild.create_text_channel("cards")
    world.trouble.note()


async def removal(world: World, chance: random.Random) -> None:
    """Remove the bot from the server, and invite it again a little later."""
    del chance
    world.talk.tell("the bot is removed from the server")
    world.trouble.removed = True
    world.trouble.note()
    world.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.rest()
    await world.env.pass_time(5)
    invite(world)


def invite(world: World) -> None:
    """Let the bot into the server again."""
    world.talk.tell("the bot is in the server again")
    world.trouble.removed = False
    guild = world.backend.get_guild(world.guild.id)
    world.backend.emit("GUILD_CREATE", serializers.guild_create_payload(world.backend, guild))
