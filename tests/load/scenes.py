"""A match brought to a moment at which something goes wrong, and the proof that it goes on afterwards."""

import asyncio
from dataclasses import dataclass, replace
from enum import StrEnum
from time import monotonic
from typing import Final

from bot.engine.rules import CLASSIC, Rules
from tests.load.crowd import Crowd
from tests.load.faults import Fault, Kind
from tests.load.ledger import Outcome
from tests.load.messages import ids, words
from tests.load.party import Party
from tests.load.player import Player

QUICK: Final = "Quick"
SHORT: Final = "Short"
RULES: Final[dict[str, Rules]] = {
    # Calls come at once; in the one a match takes long, in the other it is soon over.
    QUICK: replace(CLASSIC, hand_size=3, yaniv_limit=15, target=1000, exact_totals={}),
    SHORT: replace(CLASSIC, hand_size=4, yaniv_limit=15, target=20, exact_totals={}),
}
RECOVERY: Final = 90.0
"""Seconds after which everybody plays on, once Discord is well again.

Word of a permission that is back may come just before the bot has stopped for want of it: it looks once a
minute by itself.
"""
_MEETING: Final = 10.0
_IDLE: Final = 3.0
_FRUITLESS: Final = 15.0


class Moment(StrEnum):
    """When in a match something goes wrong."""

    LOBBY = "lobby"
    FIRST_DEAL = "first deal"
    TURN = "turn"
    ROUND_END = "round end"
    NEXT_ROUND = "next round"
    MATCH_END = "match end"


class Stuck(AssertionError):
    """A match that does not go on."""


@dataclass
class Scene:
    """Two people in a channel of their own, a moment, and what goes wrong then."""

    crowd: Crowd
    moment: Moment
    fault: Fault

    def __str__(self) -> str:
        """Name it."""
        lost = ", carried out" if self.fault.done else ""
        return f"{self.fault.route} × {self.fault.kind}{lost} × {self.fault.times} at {self.moment}"

    async def play(self) -> None:
        """Play up to the moment, meet the fault, and go on once it is over.

        Raises Stuck if that is not possible.
        """
        rules = SHORT if self.moment is Moment.MATCH_END else QUICK
        party = self.crowd.invite(people=2, rules=rules)
        self.fault.channel_id = party.channel_id
        await self._reach(party)
        await self._click_elsewhere(party)
        await self._meet()
        self._heal(party)
        await self._go_on(party)

    # --- up to the moment

    async def _reach(self, party: Party) -> None:
        host, guest = party.players
        await host.person.slash(party.channel_id, "start", rules=party.rules or QUICK)
        if self.moment is Moment.LOBBY:
            self._break()
        await party.press(guest, "join")
        if self.moment is Moment.FIRST_DEAL:
            self._break()
        if self.moment is not Moment.LOBBY:
            await party.press(host, "deal")
        if self.moment in (Moment.TURN, Moment.ROUND_END, Moment.NEXT_ROUND, Moment.MATCH_END):
            await self._play_on(party)

    async def _play_on(self, party: Party) -> None:
        ends = monotonic() + RECOVERY
        while monotonic() < ends and self.fault not in self.crowd.discord.faults.given:
            mover = next((p for p in party.players if p.panel is not None and p.panel.to_move), None)
            if mover is not None and mover.panel is not None:
                calls = mover.panel.call != ""
                if self.moment is Moment.TURN or (calls and self.moment is not Moment.NEXT_ROUND):
                    self._break()
                await mover.take_turn(mover.panel)
            elif party.newest("next") is not None:
                if self.moment is Moment.NEXT_ROUND:
                    self._break()
                await party.host.next_round()
            else:
                await self.crowd.discord.world.change(party.channel_id, 0.2)

    def _break(self) -> None:
        self.crowd.discord.faults.add(self.fault)

    # --- meanwhile

    async def _click_elsewhere(self, party: Party) -> None:
        """Let somebody click on something else while the trouble lasts: nothing holds a lock."""
        if self.fault.route == "delete":
            # Only a table that is posted again leaves an old one to delete.
            await party.players[1].person.slash(party.channel_id, "table")
            return
        table = party.host.table
        if table is not None and self.fault.route != "callback":
            for way in ids(table, "more"):
                await party.players[1].person.click(table, way)

    async def _meet(self) -> None:
        for _ in range(int(_MEETING * 10)):
            if self.fault.met >= self.fault.times:
                break
            await asyncio.sleep(0.1)
        if self.fault.kind in (Kind.HANG, Kind.RESET):
            await asyncio.sleep(self.fault.seconds)

    def _heal(self, party: Party) -> None:
        """Let everything go through again, and let Discord say that permissions are as they should be."""
        self.crowd.discord.faults.remove(self.fault)
        self.crowd.discord.world.forbid(party.channel_id)

    # --- afterwards

    async def _go_on(self, party: Party) -> None:
        """Play until somebody has moved; whoever finds nothing to do opens their hand, or another table."""
        before, ends, looked = self._moves(party), monotonic() + RECOVERY, monotonic()
        while self._moves(party) == before:
            if monotonic() > ends:
                raise Stuck(f"{self}: nobody can go on\n{_seen(party)}")
            # A table that has closed quietly keeps its buttons: whoever gets nowhere with them looks again.
            patience = _FRUITLESS if await _act(party) else _IDLE
            if monotonic() - looked > patience:
                await self._look_again(party)
                looked = monotonic()
            else:
                await self.crowd.discord.world.change(party.channel_id, 0.2)

    def _moves(self, party: Party) -> int:
        names = {player.person.someone.name for player in party.players}
        return sum(move.name in names and move.outcome is Outcome.DONE for move in self.crowd.ledger.moves)

    async def _look_again(self, party: Party) -> None:
        for player in party.players:
            await player.person.slash(party.channel_id, "hand")
        if any(player.panel is not None and player.panel.to_move for player in party.players):
            return
        # Where a match has closed, because its channel seemed to be gone, another can be opened.
        await party.open()


def _seen(party: Party) -> str:
    """Return what everybody sees by then."""
    messages = party.discord.world.messages(party.channel_id)
    return "\n".join(f"{'private' if m.is_ephemeral else 'public'}: {words(m)!r}" for m in list(messages)[:8])


async def _act(party: Party) -> bool:
    for player in party.players:
        if await _step(player):
            return True
    return await party.go_on()


async def _step(player: Player) -> bool:
    """Move if one's own hand says so, whatever the table shows by now."""
    panel = player.panel
    if panel is None or not panel.to_move:
        return False
    await player.take_turn(panel)
    return True
