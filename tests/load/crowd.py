"""A crowd in several channels at once, playing on whatever happens to the bot, and counting."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.load.ledger import Ledger, Outcome
from tests.load.loner import Loner
from tests.load.loopback import Loopback
from tests.load.party import Party, party
from tests.load.person import Noted
from tests.load.player import Player
from tests.load.process import BotProcess
from tests.waiting import until


@dataclass
class Crowd:
    """Parties in channels of their own. `bot` is who they expect answers from, while it runs.

    `loners` play alone. `think`, `curious` and `unsure` are as in `Player`.
    """

    discord: Loopback
    bot: BotProcess
    think: float = 0.1
    seed: int = 0
    curious: float = 0.0
    unsure: float = 0.0
    noted: Noted = field(default_factory=Noted)
    ledger: Ledger = field(default_factory=Ledger)
    parties: list[Party] = field(default_factory=list[Party])
    loners: list[Loner] = field(default_factory=list[Loner])

    @property
    def players(self) -> list[Player]:
        """Everybody, whomever they play with."""
        return [
            *(player for party in self.parties for player in party.players),
            *(loner.player for loner in self.loners),
        ]

    def invite(self, *, people: int = 3, computers: int = 0, rules: str | None = None) -> Party:
        """Let one more party arrive."""
        arrived = party(
            self.discord,
            self.noted,
            self.ledger,
            number=len(self.parties),
            people=people,
            computers=computers,
            rules=rules,
            think=self.think,
            seed=self.seed,
            curious=self.curious,
            unsure=self.unsure,
            expects=lambda: self.bot.answers,
        )
        self.parties.append(arrived)
        return arrived

    def invite_loner(self, *, computers: int = 2, rules: str | None = None) -> Loner:
        """Let somebody arrive who plays alone, in a channel where nobody else does."""
        alone = party(
            self.discord,
            self.noted,
            self.ledger,
            number=1000 + len(self.loners),
            people=1,
            think=self.think,
            seed=self.seed,
            curious=self.curious,
            unsure=self.unsure,
            expects=lambda: self.bot.answers,
        )
        self.loners.append(Loner(alone.host, computers, rules))
        return self.loners[-1]

    async def sit_down(self, parties: Sequence[Party] | None = None) -> None:
        """Open the tables and deal."""
        async with asyncio.TaskGroup() as group:
            for one in self.parties if parties is None else parties:
                group.create_task(one.open())

    @asynccontextmanager
    async def playing(self) -> AsyncGenerator[None]:
        """Let everybody play meanwhile."""
        rest = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for one in (*self.parties, *self.loners):
                group.create_task(one.play(rest))
            try:
                yield
            finally:
                rest.set()

    async def moves(self, count: int) -> None:
        """Wait, while they play, until they have made so many more moves."""
        before = self.ledger.count(Outcome.DONE)
        await until(lambda: self.ledger.count(Outcome.DONE) >= before + count)
