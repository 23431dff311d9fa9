"""How someone of the crowd plays a match: by what the table and their own panel show, and nothing else."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from simcord.backend.models import Message

from tests.load.ledger import Ledger, Outcome
from tests.load.messages import ids, words
from tests.load.panel import REFUSED, Panel
from tests.load.person import Person, pause

_LOW: Final = 3
_RUN: Final = 3
BULB: Final = "💡"
"""Stands before what a hint says, and nowhere else in the texts of a panel."""
PATIENCE: Final = 4.0
"""Seconds after which someone looks at their hand if the table says that they are to move and it does not."""


@dataclass
class Player:
    """Someone with a seat at the table of a channel.

    `think` is how many seconds a click takes them, `curious` how often they look around instead of waiting,
    `unsure` how often they ask for a hint before they move; `hints` counts those they were told.
    """

    person: Person
    channel_id: int
    ledger: Ledger
    rng: random.Random
    think: float
    curious: float = 0.0
    unsure: float = 0.0
    hints: int = 0
    _puzzled: tuple[object, float] | None = field(default=None, repr=False)

    # --- what they see

    @property
    def table(self) -> Message | None:
        """The newest public message of a match: table, end of a round or end of the match."""
        for message in self.person.discord.world.public(self.channel_id):
            if ids(message, "more") or ids(message, "rematch"):
                return message
        return None

    @property
    def panel(self) -> Panel | None:
        """Their newest private message with a hand on it."""
        for message in self.person.discord.world.private(self.channel_id, self.person.id):
            panel = Panel.read(message)
            if panel is not None:
                return panel
        return None

    def is_named(self, table: Message) -> bool:
        """Say whether the table says that they are to move."""
        return (
            re.search(rf"^▶ \*\*{re.escape(self.person.someone.name)}\*\*", words(table), re.MULTILINE)
            is not None
        )

    # --- what they do

    async def step(self) -> bool:
        """Do what there is to do; False if there is nothing."""
        panel, table = self.panel, self.table
        if table is None:
            return False
        if panel is not None and panel.match_id == _match_of(table):
            if panel.slap and self.rng.random() < 0.5:
                await self._think()
                await self.move(panel, panel.slap)
                return True
            if panel.to_move:
                await self.take_turn(panel)
                return True
            if self.is_named(table) and self._is_patient(panel):
                return False
        if self.is_named(table):
            await self.open_hand(table)
            return True
        if self.rng.random() < self.curious:
            await self._look_around(table)
        return False

    def _is_patient(self, panel: Panel) -> bool:
        """Say whether to wait for table and hand to agree on whose turn it is: one of them is late."""
        if self._puzzled is None or self._puzzled[0] != (panel.message.id, panel.version):
            self._puzzled = (panel.message.id, panel.version), monotonic()
        return monotonic() - self._puzzled[1] < PATIENCE

    async def open_hand(self, table: Message) -> None:
        """Open a fresh panel."""
        await self._think()
        for way in ids(table, "hand"):
            await self.person.click(table, way)

    async def _look_around(self, table: Message) -> None:
        """Read something private that has nothing to do with a move, or pick a card for later."""
        ways = [way for verb in ("more", "scores", "hand") for way in ids(table, verb)]
        private = next(self.person.discord.world.private(self.channel_id, self.person.id), None)
        if private is not None and ids(private, "rules"):
            table, ways = private, ids(private, "rules") + ids(private, "scores")
        elif self.panel is not None and self.rng.random() < 0.5:
            table, ways = self.panel.message, list(self.panel.cards)
        if ways:
            await self._think()
            await self.person.click(table, self.rng.choice(ways))

    async def next_round(self) -> bool:
        """Go on after a round; False if none has ended."""
        table = self.table
        ways = [] if table is None else ids(table, "next")
        if table is None or not ways:
            return False
        await self._think()
        if ids(table, "next") == ways:
            await self.person.click(table, ways[0])
        return True

    async def take_turn(self, panel: Panel) -> None:
        """Call if that is allowed, else lay something and draw; perhaps ask for a hint before."""
        if panel.hint and self.rng.random() < self.unsure:
            await self._think()
            await self._ask(panel)
            return
        if panel.call and self.rng.random() < 0.9:
            await self._think()
            await self.move(panel, panel.call)
            return
        if panel.forced:
            await self._think()
            await self.move(panel, panel.forced)
            return
        chosen = await self._select(panel, self._wanted(panel))
        if chosen is None:
            return
        await self._think()
        takes = [take for take in chosen.takes if _rank_of(take) <= _LOW]
        way = self.rng.choice(takes) if takes else chosen.draw or chosen.lay or next(iter(chosen.takes), "")
        if way:
            await self.move(chosen, way)

    def _wanted(self, panel: Panel) -> Sequence[int]:
        """Return the positions of the cards to lay, in picking order."""
        places = range(len(panel.ranks))
        if panel.lay:
            return self._fitting(panel)
        high = max(panel.ranks)
        return [place for place in places if panel.ranks[place] == high]

    def _fitting(self, panel: Panel) -> Sequence[int]:
        """Return what may be laid where a discard has to match the top card."""
        places = sorted(range(len(panel.ranks)), key=lambda place: -panel.ranks[place])
        for key in (panel.suits, panel.ranks):
            for value in dict.fromkeys(key):
                alike = [place for place in places if key[place] == value and panel.suits[place]]
                if len(alike) >= _RUN:
                    return alike[:4]
        top = panel.top
        fits = [place for place in places if top is not None and _matches(panel, place, top)]
        # What fits may be a joker on a joker; trying costs a refusal.
        return (fits or [self.rng.choice(places)])[:1]

    async def _ask(self, panel: Panel) -> None:
        """Ask for a hint."""
        told = self.person.original(await self.person.click(panel.message, panel.hint))
        self.hints += told is not None and BULB in words(told)

    async def _select(self, panel: Panel, wanted: Sequence[int]) -> Panel | None:
        """Click cards until exactly the wanted ones are selected; None if the panel changed under that."""
        for place in (*(place for place in panel.selected if place not in wanted), *wanted):
            if (place in panel.selected) == (place in wanted):
                continue
            await self._think()
            answer = await self.person.click(panel.message, panel.cards[place])
            after = None if not answer.complete else Panel.read(panel.message)
            if after is None or after.version != panel.version or not after.to_move:
                return None
            panel = after
        return panel if set(panel.selected) == set(wanted) else None

    async def move(self, panel: Panel, custom_id: str) -> None:
        """Make a move and note what came of it."""
        move = self.ledger.begin(custom_id, self.person.someone.name)
        answer = await self.person.click(panel.message, custom_id)
        if not answer.complete:
            return
        after = Panel.read(panel.message)
        same = after is not None and (after.match_id, after.version) == (move.match_id, move.version)
        undone = same and (move.verb != "call" or (after is not None and after.call != ""))
        # A refusal may also stand on what is no hand any more: the round may be over.
        if undone or REFUSED in words(panel.message):
            move.settle(Outcome.REFUSED)
        elif move.verb != "slap" or (after is not None and len(after.cards) < len(panel.cards)):
            move.settle(Outcome.DONE)
        # Whoever slaps while somebody else ends the round cannot tell by their panel what came of it: it
        # shows no hand any more, or that of the next round already.

    async def _think(self) -> None:
        if self.think:
            await pause(self.think * self.rng.uniform(0.5, 1.5))


def _match_of(table: Message) -> int:
    return int((ids(table, "more") + ids(table, "rematch"))[0].split(":")[2])


def _rank_of(take: str) -> int:
    letter = take.rsplit(":", 1)[1][0]
    return 1 if letter == "A" else int(letter) if letter.isdigit() else 0 if letter == "X" else 10


def _matches(panel: Panel, place: int, top: tuple[int, str]) -> bool:
    rank, suit = panel.ranks[place], panel.suits[place]
    courts = (11, 12, 13)
    return suit == top[1] or rank == top[0] or (rank in courts and top[0] in courts)
