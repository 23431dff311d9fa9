"""Someone who plays alone against computers, match after match, in one private message."""

import asyncio
from dataclasses import dataclass
from typing import Final

from simcord.backend.models import Message

from tests.load.messages import ids
from tests.load.panel import Panel
from tests.load.person import pause
from tests.load.player import Player

_LOOK: Final = 0.5
_ON: Final = ("next", "again")


@dataclass
class Loner:
    """One person, and what they play by and against. `rounds` counts those they have finished."""

    player: Player
    computers: int = 2
    rules: str | None = None
    rounds: int = 0

    @property
    def message(self) -> Message | None:
        """The newest private message in which they play."""
        private = self.player.person.discord.world.private(self.player.channel_id, self.player.person.id)
        return next((message for message in private if ids(message, "alone") or Panel.read(message)), None)

    async def play(self, rest: asyncio.Event) -> None:
        """Play until told to rest."""
        while not rest.is_set():
            if self.player.person.expects() and await self._step():
                continue
            await self.player.person.discord.world.change(self.player.channel_id, _LOOK)

    async def _step(self) -> bool:
        """Do what there is to do; False if there is nothing."""
        message, person = self.message, self.player.person
        if message is None:
            options: dict[str, bool | int | str] = {"computers": self.computers}
            await person.slash(
                self.player.channel_id, "practice", **options | ({"rules": self.rules} if self.rules else {})
            )
            return True
        panel = Panel.read(message)
        if panel is not None:
            if not panel.to_move:
                return False
            await self.player.take_turn(panel)
            return True
        on = [way for way in ids(message, "alone") if way.split(":")[3] in _ON]
        if not on:
            return False
        await pause(self.player.think)
        await person.click(message, on[0])
        self.rounds += 1
        return True
