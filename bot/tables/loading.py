"""A table from what the store has of it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from bot.engine.errors import MalformedRecord, RuleBroken
from bot.engine.journal import follow, read_whole
from bot.engine.match import Match, Player
from bot.engine.rules import Rules
from bot.store.values import MatchStatus, SeatRow, StoredMatch
from bot.tables.values import Table

START: Final = "start"
VOTE: Final = "vote"


def start_line(seats: Sequence[SeatRow]) -> dict[str, Any]:
    """Return the first line of a journal: who sat down."""
    return {"type": START, "players": [{"name": seat.name, "kind": seat.kind} for seat in seats]}


def vote_line(seat: int) -> dict[str, Any]:
    """Return the line of a vote to end the match."""
    return {"type": VOTE, "seat": seat}


def table_from(stored: StoredMatch, now: datetime) -> Table:
    """Rebuild a table, every line of its journal verified.

    Raises MalformedRecord for a journal that the rules do not allow.
    """
    rules = Rules.from_json(stored.rules)
    match, votes = _replay(rules, [entry.body for entry in stored.journal])
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
        seated_since=now if enough else None,
        match=match,
        number=len(stored.journal),
        votes=votes,
        lobby_ended=stored.ended_by if match is None and stored.status is MatchStatus.ENDED else None,
    )


def _replay(rules: Rules, lines: Sequence[Mapping[str, Any]]) -> tuple[Match | None, frozenset[int]]:
    if not lines:
        return None, frozenset()
    players = [Player(player["name"], player["kind"]) for player in lines[0]["players"]]
    match = Match(rules, players)
    votes = frozenset[int]()
    for number, line in enumerate(lines[1:], start=1):
        if line.get("type") == VOTE:
            votes |= {read_whole(line, "seat")}
            continue
        try:
            follow(match, line)
        except RuleBroken as problem:
            raise MalformedRecord(f"line {number}: {type(problem).__name__}") from problem
        votes = votes_after(votes, line)
    return match, votes


def votes_after(votes: frozenset[int], line: Mapping[str, Any]) -> frozenset[int]:
    """Return the votes that still count after a line: a leaver's goes, and a new round starts without any."""
    match line["type"]:
        case "deal":
            return frozenset()
        case "leave":
            return votes - {line["seat"]}
        case _:
            return votes
