"""The database of a bot, read beside it, and a crowd's own count held against it."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay, Play, SlapDown, action_from_json
from bot.engine.cards import Card
from bot.engine.errors import YanivError
from bot.engine.journal import follow
from bot.engine.match import Match, Player
from bot.engine.rules import Rules
from bot.tables.attendance import OWN_LINES
from tests.load.ledger import Ledger, Move, Outcome

_ACTIONS: Final = ("play", "discard", "draw", "yaniv", "slapdown")


@dataclass(frozen=True)
class Line:
    """One line of a journal and when it was written."""

    body: dict[str, Any]
    at: datetime


@dataclass(frozen=True)
class Journal:
    """One match as it stands in the database; `seats` are the people seated now, by Discord's id."""

    match_id: int
    place_id: int
    status: str
    rules: Rules
    lines: tuple[Line, ...]
    seats: Mapping[int, int]

    def states(self) -> Iterator[tuple[Line, Match]]:
        """Return every line with the match as it stood after it; the same match object each time.

        Raises what the engine raises for a line that the rules do not allow.
        """
        match: Match | None = None
        for line in self.lines:
            if match is None:
                players = [Player(player["name"], player["kind"]) for player in line.body["players"]]
                match = Match(self.rules, players)
            elif line.body["type"] not in OWN_LINES:
                follow(match, line.body)
            yield line, match


def journals(database: Path) -> list[Journal]:
    """Read every match of a database, without getting into the way of the bot that uses it."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        lines: dict[int, list[Line]] = {}
        for row in connection.execute("SELECT match_id, body, at FROM entries ORDER BY match_id, number"):
            at = datetime.fromisoformat(row["at"]).replace(tzinfo=UTC)
            lines.setdefault(row["match_id"], []).append(Line(json.loads(row["body"]), at))
        seats: dict[int, dict[int, int]] = {}
        for row in connection.execute("SELECT match_id, seat, user_id FROM seats WHERE user_id IS NOT NULL"):
            seats.setdefault(row["match_id"], {})[row["user_id"]] = row["seat"]
        found = connection.execute("SELECT id, place_id, status, rules FROM matches ORDER BY id")
        return [
            Journal(
                row["id"],
                row["place_id"],
                row["status"],
                Rules.from_json(json.loads(row["rules"])),
                tuple(lines.get(row["id"], ())),
                seats.get(row["id"], {}),
            )
            for row in found
        ]


@dataclass(frozen=True)
class Written:
    """An action of a person in a journal: their name, and the hand that it was made with."""

    index: int
    name: str
    version: int
    action: Action
    hand: tuple[Card, ...]

    def is_what(self, move: Move) -> bool:
        """Say whether this is what a click asked for."""
        if any(place >= len(self.hand) for place in move.positions):
            return False
        cards = sorted(self.hand[place] for place in move.positions)
        match self.action:
            case Play(_, discard, draw):
                wanted = move.verb in ("draw", "take") and move.card == ("" if draw is None else draw.code)
                return wanted and sorted(discard) == cards
            case Lay(_, laid):
                return move.verb == "lay" and [self.hand[place] for place in move.positions] == list(laid)
            case Draw():
                return move.verb == "forced"
            case SlapDown():
                return move.verb == "slap"
            case _:
                return move.verb == "call"


def written(journal: Journal) -> Iterator[Written]:
    """Return what people did in a match, in order."""
    versions: tuple[int, ...] = ()
    hands: list[tuple[Card, ...]] = []
    for index, (line, match) in enumerate(journal.states()):
        if line.body["type"] in _ACTIONS and line.body.get("by") == By.HUMAN:
            action = action_from_json(line.body)
            name = match.first_players[action.seat].name
            yield Written(index, name, versions[action.seat], action, hands[action.seat])
        if match.round is not None:
            versions = match.hand_versions
            hands = [match.seat_view(seat).hand for seat in range(len(match.players))]


def compare(ledger: Ledger, found: Sequence[Journal]) -> list[str]:
    """Return where a crowd's count and the database do not agree.

    Every move that was acknowledged is there once and in order, what was refused is not there, and nobody
    moved who did not click.
    """
    problems: list[str] = []
    asked: dict[tuple[int, str, int, bool], list[Move]] = {}
    for move in ledger.moves:
        asked.setdefault((move.match_id, move.name, move.version, move.verb == "call"), []).append(move)
    told: dict[int, list[tuple[int, Move]]] = {}
    for journal in found:
        try:
            done = list(written(journal))
        except YanivError as error:
            problems.append(f"match {journal.match_id}: its journal cannot be played: {error}")
            continue
        for entry in done:
            key = (journal.match_id, entry.name, entry.version, isinstance(entry.action, CallYaniv))
            moves = asked.pop(key, [])
            fitting = [move for move in moves if entry.is_what(move)]
            where = f"match {journal.match_id}, line {entry.index}, {entry.name}"
            if not fitting:
                problems.append(f"{where}: {type(entry.action).__name__} was never asked for")
            elif all(move.outcome is Outcome.REFUSED for move in fitting):
                problems.append(f"{where}: {type(entry.action).__name__} was told to be refused")
            acknowledged = [move for move in moves if move.outcome is Outcome.DONE]
            if len(acknowledged) > 1 or any(move not in fitting for move in acknowledged):
                problems.append(f"{where}: another move was acknowledged")
            told.setdefault(journal.match_id, []).extend((entry.index, move) for move in acknowledged)
    for moves in asked.values():
        problems.extend(
            f"match {move.match_id}: {move.verb} of {move.name} at {move.version} is done and lost"
            for move in moves
            if move.outcome is Outcome.DONE
        )
    return problems + [problem for moves in told.values() for problem in _disorder(moves)]


def _disorder(told: Sequence[tuple[int, Move]]) -> Iterator[str]:
    """Return where something that was acknowledged before another was clicked stands after it."""
    first_told: Move | None = None
    for index, move in reversed(told):
        if first_told is not None and (first_told.told or 0.0) < move.sent:
            yield f"match {move.match_id}: line {index} stands before what was acknowledged before its click"
        if first_told is None or (move.told or 0.0) < (first_told.told or 0.0):
            first_told = move
