"""A crowd in several channels at once, playing on whatever happens to the bot, and counting."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.load.ledger import Ledger
from tests.load.loopback import Loopback
from tests.load.party import Party, party
from tests.load.person import Noted
from tests.load.process import BotProcess


@dataclass
class Crowd:
    """Parties in channels of their own. `bot` is who they expect answers from, while it runs.

    `think` and `curious` are as in `Player`.
    """

    discord: Loopback
    bot: BotProcess
    think: float = 0.1
    seed: int = 0
    curious: float = 0.0
    noted: Noted = field(default_factory=Noted)
    ledger: Ledger = field(default_factory=Ledger)
    parties: list[Party] = field(default_factory=list[Party])

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
            expects=lambda: self.bot.answers,
        )
        self.parties.append(arrived)
        return arrived

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
            for one in self.parties:
                group.create_task(one.play(rest))
            try:
                yield
            finally:
                rest.set()

    async def play(self, seconds: float) -> None:
        """Play for so long."""
        async with self.playing():
            await asyncio.sleep(seconds)
