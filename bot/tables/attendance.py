"""Who of those at a table is there: derived from the journal, line by line, live and in a replay alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Self, TypeVar

from bot.engine.actions import By
from bot.engine.journal import read_text, read_whole
from bot.engine.match import Match

TURNS_MISSED: Final = 2
"""After so many turns in a row that the clock played for a seat, it is away."""

OWN_LINES: Final = frozenset({"vote", "back", "claim", "unclaim", "pause", "resume", "hint"})
"""The types of lines that the table writes and the engine does not know."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks: Discord's id of them, the name they go by in this server, and what they may do there.

    `moderator` says whether they have the permission Manage Messages, `manager` Manage Server.
    """

    user_id: int
    name: str
    moderator: bool = False
    manager: bool = False


class Pause(StrEnum):
    """Why a match stands still."""

    AWAY = "away"
    PERMISSION = "permission"


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is there, who is not, and who is about to come.

    `votes` are the seats that want to end the match. `missed` counts, by seat, the turns in a row that the
    clock has played. `claims` are people who take the computer's seat at the next deal, in the order they
    asked. `leavers` says which seat a person left, by their id. `is_muted` says that the bot may not speak.
    `hints` are those that were given: to which seat, in which round, and in which turn of it.
    """

    votes: frozenset[int] = frozenset()
    missed: Mapping[int, int] = field(default_factory=dict[int, int])
    claims: Mapping[int, Person] = field(default_factory=dict[int, Person])
    leavers: Mapping[int, int] = field(default_factory=dict[int, int])
    is_muted: bool = False
    hints: frozenset[tuple[int, int, int]] = frozenset()

    @property
    def away(self) -> frozenset[int]:
        """The seats of people who are away: a computer plays for them until they are back."""
        return frozenset(seat for seat, turns in self.missed.items() if turns >= TURNS_MISSED)

    def paused(self, match: Match) -> Pause | None:
        """Say why the match stands still: the bot may not speak, or every person still in it is away."""
        if match.is_over:
            return None
        if self.is_muted:
            return Pause.PERMISSION
        people = people_in(match)
        return Pause.AWAY if people and people <= self.away else None

    def after(self, line: Mapping[str, Any], match: Match) -> Self:
        """Return who is there after a line of the journal; `match` has followed that line.

        Raises MalformedRecord for a line that cannot be read.
        """
        changed = self._after(line)
        if not changed.missed and not changed.claims:
            return changed
        # Whoever has dropped out has no turn to miss.
        missed = {seat: turns for seat, turns in changed.missed.items() if seat in people_in(match)}
        return replace(changed, missed=missed, claims={} if match.is_over else changed.claims)

    def _after(self, line: Mapping[str, Any]) -> Self:
        match line.get("type"):
            case "start" | "end":
                return self
            case "deal":
                return replace(self, votes=frozenset(), claims={})
            case "leave":
                return self._left(line)
            case "vote":
                return replace(self, votes=self.votes | {read_whole(line, "seat")})
            case "claim":
                person = Person(read_whole(line, "user_id"), read_text(line, "name"))
                return replace(self, claims={**self.claims, read_whole(line, "seat"): person})
            case "unclaim":
                return replace(self, claims=_without(self.claims, read_whole(line, "seat")))
            case "sit" | "back":
                return replace(self, missed=_without(self.missed, read_whole(line, "seat")))
            case "hint":
                hint = (read_whole(line, "seat"), read_whole(line, "round"), read_whole(line, "turn"))
                return replace(self, hints=self.hints | {hint})
            case "pause" | "resume":
                return replace(self, is_muted=line["type"] == "pause")
            case _:
                return self._acted(line)

    def _left(self, line: Mapping[str, Any]) -> Self:
        seat = read_whole(line, "seat")
        # Matches begun before somebody could come back do not say who left.
        leavers = {**self.leavers, line["user_id"]: seat} if "user_id" in line else self.leavers
        return replace(self, votes=self.votes - {seat}, missed=_without(self.missed, seat), leavers=leavers)

    def _acted(self, line: Mapping[str, Any]) -> Self:
        seat = read_whole(line, "seat")
        match line.get("by"):
            case By.HUMAN:
                return replace(self, missed=_without(self.missed, seat)) if seat in self.missed else self
            case By.CLOCK:
                return replace(self, missed={**self.missed, seat: self.missed.get(seat, 0) + 1})
            case _:
                return self


def people_in(match: Match) -> frozenset[int]:
    """Return the seats that people play and that have not dropped out."""
    return frozenset(seat for seat in match.seats_in if match.players[seat].is_human)


NOBODY_SAID: Final = Attendance()
"""How a match begins: everybody is there, and nobody wants anything."""

_What = TypeVar("_What")


def _without(by_seat: Mapping[int, _What], seat: int) -> dict[int, _What]:
    return {other: what for other, what in by_seat.items() if other != seat}
