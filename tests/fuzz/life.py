"""What happens besides playing: time passes, people talk, the bot stops, is killed, and starts again."""

import random
from datetime import timedelta
from typing import Final

from tests.fuzz import acts
from tests.fuzz.world import World

SPANS: Final = ((30, 4), (30, 25), (10, 70), (10, 320), (6, 1200), (4, 7200), (2, 2 * 86400), (1, 8 * 86400))


async def wait(world: World, chance: random.Random) -> None:
    """Let time pass: most often some seconds, sometimes days."""
    weights, longest = zip(*SPANS, strict=True)
    most = chance.choices(longest, weights)[0]
    seconds = chance.uniform(0.2, most)
    if world.trouble.now:
        # Whoever tries again every few seconds would try for days.
        seconds = min(seconds, 900.0)
    world.talk.tell(f"{timedelta(seconds=round(seconds))} pass")
    await world.env.pass_time(seconds)


async def chat(world: World, chance: random.Random) -> None:
    """Let people talk below the table."""
    room, person = chance.choice(world.rooms), acts.someone(world, chance)
    number = chance.choice((1, 2, 20))
    world.talk.tell(f"{person} says something, {number} times, in {room}")
    for _ in range(number):
        world.backend.create_message(room, person.id, "so what")


async def restart(world: World, chance: random.Random) -> None:
    """Stop the bot, or kill it, and start it again."""
    if world.trouble.step - world.restarted_at < 20:
        await wait(world, chance)
        return
    world.restarted_at = world.trouble.step
    await (kill if chance.random() < 0.6 else stop_and_start)(world, chance)


async def stop_and_start(world: World, chance: random.Random) -> None:
    """Stop the bot as it should be stopped, and start it again."""
    world.talk.tell("the bot is stopped")
    closing = world.env.begin_in_bot(world.bot.close())
    await world.env.rest()
    for _ in range(100):
        if closing.done():
            break
        await world.env.pass_time(1)
    if not closing.done():
        raise AssertionError("the bot does not stop")
    await closing
    errors = world.env.take_errors()
    if errors:
        raise AssertionError(f"the bot raised {errors!r}")
    await _start(world, chance)


async def kill(world: World, chance: random.Random) -> None:
    """Kill the bot in the middle of answering, and start it again."""
    for _ in range(chance.randint(0, 3)):
        chance.choice((acts.click, acts.click, acts.command))(world, chance)
    await world.env.turn(chance.randrange(25))
    world.talk.tell("the bot is killed")
    await _start(world, chance)


async def _start(world: World, chance: random.Random) -> None:
    # Nobody hears any more from the bot that is gone.
    world.trouble.note_hits()
    world.talk.close(complete=False, troubled=True)
    gone = chance.choice((0.0, 0.5, 5.0, 90.0, 4000.0))

    world.storage.fault = None
    world.trouble.note()
    await world.env.die_and_start(world.another_bot(), gone, world.storage.let_go)
    # What a bot says and raises as it is killed is nothing that anybody meets.
    world.env.take_errors()
    world.log.unseen.clear()
    world.talk.tell(f"the bot is back after {gone:g} s")
