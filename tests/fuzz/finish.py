"""The end of a run: everything is mended, and every match can be brought to its end."""

import random
from collections.abc import AsyncIterator, Iterator
from typing import Final

from bot.tables.values import Phase
from tests.fuzz import alone, faults, powers, turns
from tests.fuzz.acts import use
from tests.fuzz.inside import waiting_timers
from tests.fuzz.people import MODERATOR
from tests.fuzz.simulation import ROUTINE
from tests.fuzz.world import World

MOVES: Final = 60
LONG: Final = 3 * 3600.0
"""Seconds after which everything that failed was tried again, or given up."""


async def finish(world: World, chance: random.Random) -> list[str]:
    """Mend everything, play on, and end what is still open; return what is wrong."""
    faults.heal(world)
    await world.answered()
    world.trouble.forget()
    for person in world.people.values():
        if not person.here:
            await powers.come_back(world, person)
    await world.env.pass_time(900)
    world.talk.story.append("the end")
    for _ in range(MOVES):
        for table in world.played:
            if table.phase is Phase.PLAYING:
                await turns.move(world, chance, table)
        await world.env.pass_time(4)
    moderator = world.people[MODERATOR]
    for match in await world.bot.desk.tables.store.open_matches():
        if match.place.id in world.backend.channels:
            use(world, moderator, match.place.id, "yaniv end")
            await world.answered()
    await alone.stop(world, chance)
    await world.env.pass_time(LONG)
    return [fault async for fault in _left(world)]


async def _left(world: World) -> AsyncIterator[str]:
    desk = world.bot.desk
    for match in await desk.tables.store.open_matches():
        if match.place.id not in world.trouble.forgotten:
            yield f"match {match.id} cannot be ended"
    for what, number in _kept(world):
        if number:
            yield f"{number} {what} are left when all matches are over"


def _kept(world: World) -> Iterator[tuple[str, int]]:
    desk = world.bot.desk
    yield "tables", desk.tables.registry.loaded
    yield "boards", desk.publisher.boards
    yield "panels", desk.panels.open
    yield "timers", len([name for name in waiting_timers(world.bot) if name not in ROUTINE])
    yield "tasks", int(world.env.busy)
