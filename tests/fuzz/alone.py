"""People who play alone against computers, in a message that only they see."""

import random

from bot.players.levels import LEVELS
from bot.presets import shipped_presets
from bot.store.values import PlaceKind
from bot.tables.values import Phase
from tests.fuzz import turns
from tests.fuzz.acts import press, use
from tests.fuzz.people import WATCHER, Person, Seen
from tests.fuzz.world import World


async def practise(world: World, chance: random.Random) -> None:
    """Let somebody begin to practise, or go on."""
    running = [table for table in world.tables if table.is_practice]
    if not running or chance.random() < 0.1:
        person = chance.choice([person for person in world.present if person.name != WATCHER])
        options = {
            "computers": chance.choice((1, 1, 2, 7)),
            "level": chance.choice([level for level in ("easy", "normal") if level in LEVELS]),
            "rules": chance.choice(list(shipped_presets())),
        }
        use(world, person, chance.choice(world.rooms), "yaniv practice", options)
        return
    table = chance.choice(running)
    person = world.person(table.host_id)
    if person is None or not person.here:
        return
    if table.phase is Phase.PLAYING:
        await turns.move(world, chance, table)
    else:
        click(world, chance, table.id, person, "next")


def click(world: World, chance: random.Random, match_id: int, person: Person, what: str) -> bool:
    """Let somebody click a button of their practice, on any of their messages; False if there is none."""
    prefix = f"y:alone:p{match_id}:{what}"
    for room in world.rooms:
        for message in reversed(world.messages(room, person)):
            for part in world.clickable(message) if message.is_ephemeral else ():
                if part["custom_id"].startswith(prefix):
                    press(world, person, Seen(world.shown(message), room, person.id), part, chance)
                    return True
    return False


async def stop(world: World, chance: random.Random) -> None:
    """Let everybody who practises end that, by the buttons they have."""
    for match in await world.bot.desk.tables.store.open_matches():
        person = world.person(match.host_id) if match.place.kind is PlaceKind.PERSON else None
        if person is None:
            continue
        use(world, person, world.rooms[0], "yaniv practice")
        await world.answered()
        for what in ("more", "end"):
            if not click(world, chance, match.id, person, what):
                world.missed(f"{person} has no button for {what} in practice {match.id}")
            await world.answered()
