"""A table from what the store has of it."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from bot.engine.errors import YanivError
from bot.engine.journal import follow
from bot.engine.match import Match, Player
from bot.engine.rules import Rules
from bot.store.errors import Unreadable
from bot.store.values import MatchStatus, StoredMatch
from bot.tables.attendance import NOBODY_SAID, OWN_LINES, Attendance
from bot.tables.values import Table

_NO_MATCH: Final = (YanivError, ValueError, TypeError, LookupError, AttributeError)
"""What comes of values that are not what a match is made of."""


def table_from(stored: StoredMatch, now: datetime) -> Table:
    """Rebuild a table, every line of its journal verified.

    Raises Unreadable for rules or a journal that make no match, or another one than the store says.
    """
    with _reading("rules"):
        rules = Rules.from_json(stored.rules)
    match, attendance = _replay(rules, [entry.body for entry in stored.journal])
    _check(stored, match)
    enough = len(stored.seats) > 1
    return Table(
        id=stored.id,
        place=stored.place,
        guild_id=stored.guild_id,
        host_id=stored.host_id,
        rules=rules,
        locale=stored.locale,
        version=stored.version,
        seats=stored.seats,
        deadline=stored.deadline,
        messages=stored.messages,
        host_acted=now,
        acted_at=stored.acted_at,
        speed=stored.speed,
        hints=stored.hints,
        seated_since=now if enough else None,
        match=match,
        number=len(stored.journal),
        lobby_ended=stored.ended_by if match is None and stored.status is MatchStatus.ENDED else None,
        attendance=attendance,
    )


def _replay(rules: Rules, lines: Sequence[Mapping[str, Any]]) -> tuple[Match | None, Attendance]:
    attendance = NOBODY_SAID
    if not lines:
        return None, attendance
    with _reading("line 0"):
        match = Match(rules, [Player(player["name"], player["kind"]) for player in lines[0]["players"]])
    for number, line in enumerate(lines[1:], start=1):
        with _reading(f"line {number}"):
            if line.get("type") not in OWN_LINES:
                follow(match, line)
            attendance = attendance.after(line, match)
    return match, attendance


def _check(stored: StoredMatch, match: Match | None) -> None:
    """Refuse a journal that does not say what the rest of the store says."""
    if match is None:
        if stored.status is MatchStatus.RUNNING:
            raise Unreadable("no journal")
    elif len(match.players) != len(stored.seats):
        raise Unreadable("not as many players as seats")
    elif match.is_over is not (stored.status is MatchStatus.ENDED):
        raise Unreadable("over by its journal or its state, and not by the other")


@contextmanager
def _reading(part: str) -> Generator[None]:
    """Name the part that cannot be read and the kind of the problem; its text may hold cards."""
    try:
        yield
    except _NO_MATCH as problem:
        raise Unreadable(f"{part}, {type(problem).__name__}") from None
