"""What holds after every step, and what is looked at every now and then."""

import logging
from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.engine.cards import Card, full_deck
from bot.store.errors import Unavailable
from bot.store.values import PlaceKind
from bot.tables.loading import table_from
from bot.tables.values import Phase, Table
from tests.fuzz.differences import differences
from tests.fuzz.inside import held_locks, running_jobs, waiting_timers
from tests.fuzz.payloads import faults_of
from tests.fuzz.secrecy import Secrecy
from tests.fuzz.told import ToldHints
from tests.fuzz.world import World

MOST_TASKS: Final = 60
MOST_WAITING: Final = 20
MOST_WAITING_EACH: Final = 5


class Checks:
    """Everything that must hold in a world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._secrecy = Secrecy(world)
        self._hints = ToldHints(world)

    # --- after every step

    def step(self) -> list[str]:
        """Return everything that is wrong after a step."""
        world = self._world
        requests, records = list(world.env.http_requests), world.log.take()
        heard, world.spy.heard = world.spy.heard, []
        world.env.http_requests.clear()
        world.backend.transcript.clear()
        found = [*self._log(records), *self._unseen()]
        for request in requests:
            found += faults_of(request)
        late = world.wishes.look(world.bot, world.people.values(), requests)
        # In trouble a call may be on its way for long.
        found += late if world.trouble.calm else []
        world.trouble.note_hits()
        found += world.talk.close(complete=True, troubled=world.trouble.now)
        found += self._secrecy.look(heard, requests, records)
        found += self._hints.look(heard, requests)
        for table in heard:
            found += cards_faults(table)
        for table in world.tables:
            found += self._stuck(table)
        return found

    def _log(self, records: list[logging.LogRecord]) -> Iterator[str]:
        for record in records:
            if record.levelno >= logging.WARNING:
                self._world.talk.tell(f"log: {record.getMessage():.200}")
            if record.name.startswith("sqlalchemy.pool"):
                # Connections of a bot that was killed are found by the garbage collector.
                continue
            if (
                record.exc_info
                and "Ignoring exception in on_" in record.getMessage()
                and self._world.storage.fault
            ):
                continue
            if record.name == "discord.app_commands.tree" and not self._world.trouble.calm:
                # The library says so of choices that came too late.
                continue
            if record.levelno >= logging.ERROR or record.exc_info:
                yield f"logged: {record.name} {record.getMessage()} {record.exc_info}"

    def _unseen(self) -> Iterator[str]:
        unseen, self._world.log.unseen = self._world.log.unseen, []
        yield from unseen
        for error in self._world.env.take_errors():
            if not (isinstance(error, Unavailable) and self._world.storage.fault):
                yield f"the bot raised {error!r}"

    def _stuck(self, table: Table) -> Iterator[str]:
        """Say if nothing makes a table go on: neither a person nor a timer nor a reason to stand still."""
        timers = self._world.bot.desk.tables.timers
        if table.paused is not None or timers.is_set(table.place):
            return
        if self._world.storage.fault or self._world.trouble.just_now or running_jobs(self._world.bot):
            return
        match table.phase:
            case Phase.PLAYING if table.match is not None:
                user_id = table.user_at(table.match.to_move)
                if user_id is None or table.deadline is not None:
                    yield f"match {table.id}: nothing makes it go on in {table.phase}"
            case Phase.ROUND_OVER if table.is_practice:
                # Whoever plays alone deals when they like.
                return
            case _:
                yield f"match {table.id}: nothing makes it go on in {table.phase}"

    # --- every now and then

    async def audit(self) -> list[str]:
        """Return everything that is wrong on a closer look."""
        world = self._world
        await world.env.rest()
        if world.storage.fault or world.env.busy:
            return []
        found = [*self._at_rest()]
        store = world.bot.desk.tables.store
        stored = await store.open_matches()
        places = Counter(match.place for match in stored)
        hosts = Counter((match.guild_id, match.host_id) for match in stored if match.status == "lobby")
        found += [f"{number} matches at {place}" for place, number in places.items() if number > 1]
        found += [f"{number} lobbies of {host}" for host, number in hosts.items() if number > 1]
        memory = {table.id: table for table in world.tables}
        for match in stored:
            whole = await store.load_match(match.id)
            if whole is None:
                found.append(f"match {match.id} is not there")
                continue
            loaded = table_from(whole, world.bot.desk.tables.registry.clock())
            found += cards_faults(loaded)
            if match.id in memory:
                found += differences(memory.pop(match.id), loaded)
        found += [f"match {match_id} is in memory, and not open in the store" for match_id in memory]
        found += [
            f"match {match.id} is open in a channel that is gone"
            for match in stored
            if match.place.kind is PlaceKind.CHANNEL
            and match.place.id not in {*world.backend.channels, *world.trouble.forgotten}
            and world.trouble.calm
        ]
        return found

    def _at_rest(self) -> Iterator[str]:
        world = self._world
        yield from (f"the lock of {place} is held" for place in held_locks(world.bot))
        if running_jobs(world.bot):
            yield "a timed job does not end"
        waiting = len(waiting_timers(world.bot))
        if waiting > MOST_WAITING + MOST_WAITING_EACH * len(world.tables):
            yield f"{waiting} timers wait"
        if world.env.tasks > MOST_TASKS:
            yield f"{world.env.tasks} tasks"


def cards_faults(table: Table) -> Iterator[str]:
    """Say if a card is missing, or there twice."""
    state = None if table.match is None else table.match.round
    if state is None:
        return
    held: Counter[Card] = Counter(card for hand in state.hands for card in hand)
    held.update(state.stock)
    held.update(state.pile)
    held.update(state.discard.cards)
    whole = Counter(full_deck(state.decks, state.rules.jokers))
    if held != whole:
        more, less = sum((held - whole).values()), sum((whole - held).values())
        yield f"match {table.id}: {more} cards too many, {less} missing"
