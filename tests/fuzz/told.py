"""Hints that were told: to whom, of which cards, and whether they are counted."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from simcord.types import HttpLogEntry

from bot.engine.match import Match
from bot.tables.turns import turn_of
from bot.tables.values import Table
from tests.fuzz.differences import differences
from tests.fuzz.payloads import asked_by, body_of
from tests.fuzz.people import parts, text
from tests.fuzz.talk import BULB
from tests.fuzz.world import World
from tests.secrecy import cards_in, codes, hand_of

ID: Final = re.compile(r"y:hint:p?(\d+):(\d+):(?:-|\d+)$")

Counted = tuple[int, int, int]
"""How a hint is counted: the seat, the round, the turn."""
Asker = tuple[int, int, int]
"""How a hint is asked for: the match, the person, the version of their hand."""


@dataclass(frozen=True)
class Told:
    """What a hint said to somebody whose panel has this button to ask for it."""

    custom_id: str
    user_id: int
    words: str


class ToldHints:
    """Holds the hints that people read against those that are counted, and against what they saw then."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._turns: dict[Asker, Counted] = {}
        self._seen: dict[Asker, set[str]] = defaultdict(set)
        self._told: dict[int, set[Counted]] = defaultdict(set)
        # Matches in which a hint was asked for while something was wrong, and not heard of since.
        self._doubtful: set[int] = set()
        self._asked = 0

    def look(self, heard: Iterable[Table], requests: Iterable[HttpLogEntry]) -> Iterator[str]:
        """Return what is wrong with the hints of a step."""
        latest = {table.id: table for table in heard if table.match is not None}
        for table in heard:
            self._learn(table)
        for one in self._read(requests):
            yield from self._faults(one)
        yield from self._changes(latest)
        self._doubt()
        for table in latest.values():
            yield from self._count(table)

    def _read(self, requests: Iterable[HttpLogEntry]) -> Iterator[Told]:
        """Return every hint that a panel was drawn with, of the hand that it shows, whatever was clicked."""
        for request in requests:
            body, asked = body_of(request), asked_by(request, self._world.backend)
            components = cast("list[dict[str, Any]]", (body or {}).get("components") or [])
            ids = [str(part.get("custom_id")) for part in parts(components)]
            hints = [custom_id for custom_id in ids if ID.match(custom_id)]
            _, bulb, said = text(components).partition(BULB)
            if asked is not None and hints and bulb:
                self._world.talk.tell(f"{BULB} {hints[0]}: {said[:100]!r}")
                yield Told(hints[0], asked.user_id, said)

    def _doubt(self) -> None:
        sources = list(self._world.talk.asked.values())
        new, self._asked = sources[self._asked :], len(sources)
        if not self._world.trouble.calm:
            self._doubtful.update(int(found[1]) for source in new if (found := ID.match(source)))

    def _learn(self, table: Table) -> None:
        match = table.match
        user_id = None if match is None else table.user_at(match.to_move)
        if match is None or match.to_move is None or user_id is None:
            return
        seat = match.to_move
        asker = (table.id, user_id, match.hand_versions[seat])
        _, in_round, number = turn_of(table)
        self._turns[asker] = (seat, in_round, number)
        # A slap-down is no turn, but changes what may be taken.
        self._seen[asker] |= hand_of(match, seat) | _takeable(match)

    def _faults(self, told: Told) -> Iterator[str]:
        written = ID.match(told.custom_id)
        asker = (0, 0, 0) if written is None else (int(written[1]), told.user_id, int(written[2]))
        if asker not in self._turns:
            yield f"{told.custom_id}: a hint for {told.user_id}, who was not to move with that hand"
            return
        self._told[asker[0]].add(self._turns[asker])
        more = cards_in(told.words) - self._seen[asker]
        if more:
            yield f"{told.custom_id}: a hint names {sorted(more)}"

    def _changes(self, latest: Mapping[int, Table]) -> Iterator[str]:
        hinted, self._world.spy.hinted = self._world.spy.hinted, []
        for before, after in hinted:
            as_before = replace(
                after,
                version=before.version,
                number=before.number,
                attendance=replace(after.attendance, hints=before.attendance.hints),
            )
            yield from (f"a hint changes more: {fault}" for fault in differences(before, as_before))
            if after.id in latest and _moment(latest[after.id]) != _moment(after):
                # It stood on the panel until the match went on, and that was in the same step.
                self._told[after.id] |= after.attendance.hints - before.attendance.hints

    def _count(self, table: Table) -> Iterator[str]:
        told, counted = self._told[table.id], table.attendance.hints
        if told - counted:
            yield f"match {table.id}: told and not counted: {sorted(told - counted)}"
        if self._world.trouble.calm and table.id not in self._doubtful:
            if counted - told:
                yield f"match {table.id}: counted and not told: {sorted(counted - told)}"
        else:
            # An answer may have been lost when its hint was counted already, and what was written though that
            # seemed to fail is heard of whenever its match is next.
            told |= counted
            if self._world.trouble.calm:
                self._doubtful.discard(table.id)
        if sum(table.hints_used.values()) != len(counted):
            yield f"match {table.id}: the score sheet says {table.hints_used}, of {len(counted)} hints"


def _moment(table: Table) -> tuple[object, ...]:
    """Return what tells whether anything was done in a match."""
    match = table.match
    return () if match is None else (turn_of(table), match.hand_versions, match.seat_view(0).public.turns)


def _takeable(match: Match) -> set[str]:
    return set[str]() if match.round is None else codes(match.round.takeable)
