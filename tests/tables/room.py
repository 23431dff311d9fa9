"""A process at its tables whose clock is moved by hand, and the people who come to play."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.engine.actions import Action, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import Card
from bot.engine.match import Match
from bot.engine.round import Shuffler
from bot.engine.rules import CLASSIC, Rules
from bot.engine.views import SeatView
from bot.players.levels import computer
from bot.speeds import DEFAULT_SPEED, Speed
from bot.store import Place, PlaceKind, Store, Unavailable
from bot.tables.clockwork import SLAP_WAIT
from bot.tables.computers import LEVEL
from bot.tables.dealing import Dealing
from bot.tables.tables import Tables
from bot.tables.timers import Clock, Timers
from bot.tables.values import Person, Phase, Table
from bot.tables.workers import Thinker
from tests.engine.helpers import deck_with
from tests.thinkers import AtOnce

NOON: Final = datetime(2024, 5, 17, 12, 0, tzinfo=UTC)
GUILD: Final = 900
CHANNEL: Final = Place(PlaceKind.CHANNEL, 500)
THREAD: Final = Place(PlaceKind.CHANNEL, 501)
ADA: Final = Person(101, "Ada")
BO: Final = Person(102, "Bo")
CEM: Final = Person(103, "Cem")
DAN: Final = Person(104, "Dan")
PAUSE: Final = timedelta(seconds=20)
SECOND: Final = timedelta(seconds=1)
MINUTE: Final = timedelta(minutes=1)
COMPUTER_TIME: Final = 3 * SECOND
SLAP_TIME: Final = SLAP_WAIT * SECOND
SHORT: Final = replace(CLASSIC, target=20)
LOW: Final = "AS AH AD AC X1"
HIGH: Final = ("KS KH KD KC 9S", "QS QH QD QC 8S")


def person(number: int) -> Person:
    """Name somebody of a crowd."""
    return Person(1000 + number, f"person {number}")


def moderator(who: Person) -> Person:
    """Give somebody the permission Manage Messages."""
    return replace(who, moderator=True)


def channel(number: int) -> Place:
    """Name a channel."""
    return Place(PlaceKind.CHANNEL, 10_000 + number)


def shuffled(seed: int) -> Shuffler:
    """Make shuffles that are the same in every run."""
    rng = random.Random(seed)
    return lambda cards: rng.sample(cards, len(cards))


def seat_0_may_call(seats: int, rules: Rules = CLASSIC) -> Shuffler:
    """Deal seat 0 a hand of 4 points in every round, the others 49 and 48; seat 0 begins."""
    return lambda _: deck_with(rules, [LOW, *HIGH[: seats - 1]], "2S")


def outcomes(results: Sequence[object]) -> Counter[str]:
    """Count what came back, by class."""
    return Counter(type(result).__name__ for result in results)


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


Job = Callable[[], Awaitable[None]]


class HandTimers(Timers):
    """Timers that fire when the clock is moved past them."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.waiting: dict[Hashable, tuple[datetime, Job]] = {}

    def set(self, name: Hashable, at: datetime, job: Job) -> None:
        self.waiting[name] = (at, job)

    def is_set(self, name: Hashable) -> bool:
        return name in self.waiting

    def cancel(self, name: Hashable) -> None:
        self.waiting.pop(name, None)

    @property
    def next_things(self) -> frozenset[Hashable]:
        """Everything that comes by itself soon; that a match is forgotten some day does not count."""
        return frozenset(self.waiting) - {("forget", place) for place in (CHANNEL, THREAD)}

    def take(self, name: Hashable) -> Job:
        """Take a timer out, to fire it whenever the test likes."""
        return self.waiting.pop(name)[1]

    def next_until(self, moment: datetime) -> Hashable | None:
        """Name the timer that is due first, if one is until then."""
        due = [(at, name) for name, (at, _) in self.waiting.items() if at <= moment]
        return min(due, key=lambda entry: entry[0])[1] if due else None


class Heard:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.changes: list[tuple[Table | None, Table]] = []
        self.back: list[Table] = []

    def changed(self, before: Table | None, after: Table) -> None:
        self.changes.append((before, after))

    def resumed(self, table: Table) -> None:
        self.back.append(table)

    @property
    def tables(self) -> list[Table]:
        """What the tables became, in order."""
        return [after for _, after in self.changes]


class Stall:
    """A point at which one write stops until it may go on."""

    def __init__(self) -> None:
        self.reached: Final = asyncio.Event()
        self.go_on: Final = asyncio.Event()

    async def pass_through(self) -> None:
        """Stop here."""
        self.reached.set()
        await self.go_on.wait()


class FragileStore(Store):
    """A store that fails or stalls when a test wants it to."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.failures = 0
        self.read_failures = 0
        self.stalls_before: list[Stall] = []
        self.stalls_after: list[Stall] = []

    def stall_next_write(self) -> Stall:
        """Stop the next write before it begins."""
        self.stalls_before.append(Stall())
        return self.stalls_before[-1]

    def stall_next_answer(self) -> Stall:
        """Stop the next write after it is durable, before anyone knows."""
        self.stalls_after.append(Stall())
        return self.stalls_after[-1]

    @asynccontextmanager
    async def _writing(self) -> AsyncGenerator[AsyncConnection]:
        if self.stalls_before:
            await self.stalls_before.pop(0).pass_through()
        if self.failures:
            self.failures -= 1
            raise Unavailable
        async with super()._writing() as connection:
            yield connection
        if self.stalls_after:
            await self.stalls_after.pop(0).pass_through()

    @asynccontextmanager
    async def _reading(self) -> AsyncGenerator[AsyncConnection]:
        if self.read_failures:
            self.read_failures -= 1
            raise Unavailable
        async with super()._reading() as connection:
            yield connection


class Room:
    """One process: its tables, its clock, and everything its listeners heard."""

    def __init__(
        self,
        store: Store,
        clock: HandClock,
        *,
        shuffler: Shuffler | None = None,
        first_dealer: int = -1,
        thinker: Thinker | None = None,
    ) -> None:
        """Without a `shuffler` cards come as a fixed seed has them; `first_dealer` -1 is the last seat.

        Without a `thinker` every computer thinks at once.
        """
        self.store: Final = store
        self.clock: Final = clock
        self.tables: Final = Tables(
            store,
            clock=clock,
            dealing=Dealing(shuffler or shuffled(7), lambda seats: first_dealer % seats),
            rng=random.Random(1),
            thinker=thinker or AtOnce(),
            computer_delay=(1, 3),
            pause=PAUSE,
        )
        self.lobbies: Final = self.tables.lobbies
        self.matches: Final = self.tables.matches
        self.registry: Final = self.tables.registry
        self.heard: Final = Heard()
        self.tables.listen(self.heard)

    @property
    def timers(self) -> HandTimers:
        """The timers, which wait for `pass_time`."""
        assert isinstance(self.tables.timers, HandTimers)
        return self.tables.timers

    async def pass_time(self, span: timedelta) -> None:
        """Move the clock, and let every timer fire at its moment."""
        until = self.clock.now + span
        while (name := self.timers.next_until(until)) is not None:
            self.clock.now = max(self.clock.now, self.timers.waiting[name][0])
            await self.timers.take(name)()
        self.clock.now = until

    async def table(self, place: Place = CHANNEL) -> Table:
        """Look at the open table of a place."""
        table = await self.registry.look(place)
        assert table is not None
        return table

    async def open(
        self,
        host: Person = ADA,
        *others: Person,
        place: Place = CHANNEL,
        computers: int = 0,
        level: str = LEVEL,
        rules: Rules = CLASSIC,
        speed: Speed = DEFAULT_SPEED,
        guild_id: int | None = GUILD,
    ) -> Table:
        """Open a lobby and let the others join it."""
        table = await self.lobbies.open(
            place, guild_id, host, rules=rules, speed=speed, locale="en", computers=computers, level=level
        )
        for other in others:
            table = await self.lobbies.join(place, table.id, other)
        return table

    async def deal(
        self,
        host: Person = ADA,
        *others: Person,
        place: Place = CHANNEL,
        computers: int = 0,
        level: str = LEVEL,
        rules: Rules = CLASSIC,
        speed: Speed = Speed.NONE,
    ) -> Table:
        """Open a lobby, let the others join it, and deal; nobody has to hurry."""
        table = await self.open(
            host, *others, place=place, computers=computers, level=level, rules=rules, speed=speed
        )
        return await self.lobbies.deal(place, table.id, host)

    async def play(self, table: Table, who: Person, *positions: int, draw: Card | None = None) -> Table:
        """Play as somebody who sees `table`; without positions their first card."""
        return await self.matches.play(
            table.place,
            table.id,
            who,
            version=hand(table, who).version,
            positions=positions or (0,),
            draw=draw,
        )

    async def lay(self, table: Table, who: Person, *positions: int) -> Table:
        """Lay as somebody who sees `table`, and draw nothing."""
        version = hand(table, who).version
        return await self.matches.lay(table.place, table.id, who, version=version, positions=positions)

    async def draw(self, table: Table, who: Person) -> Table:
        """Draw as somebody who sees `table`, and lay nothing."""
        return await self.matches.draw(table.place, table.id, who, version=hand(table, who).version)

    async def slap(self, table: Table, who: Person) -> Table:
        """Slap down as somebody who sees `table`."""
        return await self.matches.slap(table.place, table.id, who, version=hand(table, who).version)

    async def call(self, table: Table, who: Person) -> Table:
        """Call as somebody who sees `table`."""
        return await self.matches.call(table.place, table.id, who, version=hand(table, who).version)

    async def back(self, table: Table, who: Person) -> Table:
        """Come back as somebody who sees `table`."""
        return await self.matches.back(table.place, table.id, who)

    async def claim(self, table: Table, who: Person) -> Table:
        """Ask for a seat as somebody who sees `table`."""
        return await self.matches.claim(table.place, table.id, who)

    async def miss(self, table: Table, turns: int) -> Table:
        """Let that many turns of people pass without a click; computers play in between."""
        for _ in range(turns):
            table = await self.table(table.place)
            while table.deadline is None:
                await self.pass_time(SLAP_TIME)
                table = await self.table(table.place)
            await self.pass_time(table.deadline - self.clock.now)
        return await self.table(table.place)

    async def next_round(self, table: Table, who: Person) -> Table:
        """Press Next as somebody who sees `table`."""
        number = running(table).round
        assert number is not None
        return await self.matches.next_round(table.place, table.id, who, round_number=number.number)

    async def step(self, table: Table) -> Table:
        """Do the one thing that comes next: a person's or computer's turn, or the next round."""
        match = running(table)
        if table.phase is Phase.ROUND_OVER:
            return await self.next_round(table, someone_of(table))
        assert match.to_move is not None
        user_id = table.user_at(match.to_move)
        if user_id is None:
            await self.pass_time(COMPUTER_TIME if table.rules.slap_down == "off" else SLAP_TIME)
            return self.heard.tables[-1]
        view = match.seat_view(match.to_move)
        action = computer("greedy").choose(view, match.legal_actions(), random.Random(1))
        return await self.act(table, Person(user_id, ""), action)

    async def act(self, table: Table, who: Person, action: Action) -> Table:
        """Carry out an action of the engine with the clicks of a person."""
        match action:
            case CallYaniv():
                return await self.call(table, who)
            case SlapDown():
                return await self.slap(table, who)
            case Draw():
                return await self.draw(table, who)
            case Lay(_, cards):
                return await self.lay(table, who, *positions_of(hand(table, who), cards))
            case Play(_, cards, draw):
                return await self.play(table, who, *positions_of(hand(table, who), cards), draw=draw)


def running(table: Table) -> Match:
    """Return the match of a table that has one."""
    assert table.match is not None
    return table.match


def hand(table: Table, who: Person) -> SeatView:
    """Return what somebody sees."""
    view = table.hand_of(who.user_id)
    assert view is not None
    return view


def someone_of(table: Table) -> Person:
    """Return the first person at a table."""
    user_id = table.people[0].user_id
    assert user_id is not None
    return Person(user_id, table.people[0].name)


def positions_of(view: SeatView, cards: Sequence[Card]) -> list[int]:
    """Find cards in a hand, equal cards one after the other."""
    positions: list[int] = []
    for card in cards:
        free = (at for at, held in enumerate(view.hand) if held is card and at not in positions)
        positions.append(next(free))
    return positions


def state(table: Table) -> dict[str, object]:
    """Return everything a table is, as values to compare; only when its host last pressed is left out."""
    match = table.match
    kept: dict[str, object] = {
        name: getattr(table, name)
        for name in (
            "id",
            "place",
            "guild_id",
            "host_id",
            "rules",
            "locale",
            "version",
            "seats",
            "deadline",
            "messages",
            "number",
            "attendance",
            "phase",
            "ended_by",
            "speed",
            "acted_at",
            "paused",
        )
    }
    if match is not None:
        kept |= {
            "public": match.public_view(),
            "views": [match.seat_view(seat) for seat in range(len(match.players))],
            "hands": [table.hand_of(row.user_id) for row in table.people if row.user_id is not None],
            "results": table.results(),
            "totals": match.totals,
            "left": match.left,
            "just_left": table.just_left(),
            "players": match.players,
            "winners": match.winners,
            "legal": match.legal_actions(),
        }
    return kept
