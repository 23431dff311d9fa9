"""A table from what the store has of it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.engine.errors import MalformedRecord, RuleBroken
from bot.engine.journal import follow
from bot.engine.match import Match, Player
from bot.engine.rules import Rules
from bot.store.values import MatchStatus, StoredMatch
from bot.tables.attendance import NOBODY_SAID, OWN_LINES, Attendance
from bot.tables.values import Table


def table_from(stored: StoredMatch, now: datetime) -> Table:
    """Rebuild a table, every line of its journal verified.

    Raises MalformedRecord for a journal that the rules do not allow.
    """
    rules = Rules.from_json(stored.rules)
    match, attendance = _replay(rules, [entry.body for entry in stored.journal])
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
    players = [Player(player["name"], player["kind"]) for player in lines[0]["players"]]
    match = Match(rules, players)
    for number, line in enumerate(lines[1:], start=1):
        try:
            if line.get("type") not in OWN_LINES:
                follow(match, line)
        except RuleBroken as problem:
            raise MalformedRecord(f"line {number}: {type(problem).__name__}") from problem
        attendance = attendance.after(line, match)
    return match, attendance
