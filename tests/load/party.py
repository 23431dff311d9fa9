"""Some people at the table of one channel: they open it and play match after match, restarts or not."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from simcord.backend.models import Message

from tests.load.ledger import Ledger
from tests.load.loopback import Loopback
from tests.load.messages import ids
from tests.load.person import Noted, Person, pause
from tests.load.player import Player

_LOOK: Final = 0.5
_WAIT: Final = 10.0
NAMES: Final = ("Ada", "Bo", "Cem", "Dov", "Eve", "Fay", "Gus", "Hal")
LOCALES: Final = ("en-US", "fr", "de", "es-ES", "he", "en-GB", "pt-BR", "ja")


@dataclass
class Party:
    """The people of one channel; the first one is the host. `matches` counts those they have finished."""

    discord: Loopback
    channel_id: int
    players: list[Player]
    computers: int = 0
    rules: str | None = None
    matches: int = 0
    rounds: int = 0

    @property
    def host(self) -> Player:
        """Whoever opens the table."""
        return self.players[0]

    def newest(self, verb: str) -> Message | None:
        """Return the newest public message with such a button."""
        for message in self.discord.world.public(self.channel_id):
            if ids(message, verb):
                return message
        return None

    async def open(self) -> None:
        """Open the lobby, sit down and deal."""
        options: dict[str, bool | int | str] = {"computers": self.computers} if self.computers else {}
        if self.rules is not None:
            options["rules"] = self.rules
        await self.host.person.slash(self.channel_id, "start", **options)
        if self.host.unsure:
            await self._allow_hints()
        for player in self.players[1:]:
            await self.press(player, "join")
        await self.press(self.host, "deal")

    async def _allow_hints(self) -> None:
        """Let the host allow hints, which is a button behind two others."""
        page = self.newest("options")
        for verb, end in (("options", ""), ("computers", ""), ("options", "hints.yes")):
            ways = [] if page is None else [way for way in ids(page, verb) if way.endswith(end)]
            if page is None or not ways:
                return
            await pause(self.host.think)
            page = self.host.person.original(await self.host.person.click(page, ways[0]))

    async def press(self, player: Player, verb: str) -> None:
        """Let someone click the newest public button of a kind, once it is there, if ever."""
        ends = monotonic() + _WAIT
        while (message := self.newest(verb)) is None:
            if monotonic() > ends or not player.person.expects():
                return
            await self.discord.world.change(self.channel_id, _LOOK)
        seen = ids(message, verb)[0]
        # The button may go while the person thinks: they click what they saw.
        await pause(player.think)
        await player.person.click(message, seen)

    async def play(self, rest: asyncio.Event) -> None:
        """Play until told to rest: every player by themselves, the host opening the next match."""
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(self._play(player, rest))

    async def _play(self, player: Player, rest: asyncio.Event) -> None:
        while not rest.is_set():
            if player.person.expects() and (
                await player.step() or (player is self.host and await self.go_on())
            ):
                continue
            await self.discord.world.change(self.channel_id, _LOOK)

    async def go_on(self) -> bool:
        """Deal the next round, or open and deal the next match; False if neither is due."""
        if await self.host.next_round():
            self.rounds += 1
            return True
        table = self.host.table
        lobby = self.newest("deal")
        if lobby is not None and (table is None or lobby.id > table.id):
            await self.press(self.host, "deal")
            return True
        if table is not None and ids(table, "rematch"):
            self.matches += 1
            await self.press(self.host, "rematch")
            return True
        if table is None:
            await self.open()
            return True
        return False


def party(
    discord: Loopback,
    noted: Noted,
    ledger: Ledger,
    *,
    number: int,
    people: int = 3,
    computers: int = 0,
    rules: str | None = None,
    think: float = 0.1,
    seed: int = 0,
    curious: float = 0.0,
    unsure: float = 0.0,
    expects: Callable[[], bool] = lambda: True,
) -> Party:
    """Let people arrive in a channel of their own; `number` makes their names and chances their own."""
    channel_id = discord.world.channel(f"cards-{number}")
    players = [
        Player(
            Person(
                discord,
                discord.world.person(f"{NAMES[index]}{number}", LOCALES[index % len(LOCALES)]),
                noted,
                expects,
            ),
            channel_id,
            ledger,
            random.Random(f"{seed} {number} {index}"),
            think,
            curious,
            unsure,
        )
        for index in range(people)
    ]
    return Party(discord, channel_id, players, computers, rules)
