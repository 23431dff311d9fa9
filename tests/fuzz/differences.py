"""What of a table is not as it should be."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from bot.engine.match import Match
from bot.tables.values import Table

NOT_STORED: Final = ("messages", "host_acted", "acted_at", "seated_since", "match")


def differences(memory: Table, stored: Table) -> Iterator[str]:
    """Say what of a table in memory is not as the store has it."""
    for entry in fields(Table):
        if entry.name in NOT_STORED:
            continue
        here, there = getattr(memory, entry.name), getattr(stored, entry.name)
        if here != there:
            yield f"match {memory.id}: {entry.name} is {here!r} in memory and {there!r} in the store"
    if _seen_by_all(memory.match) != _seen_by_all(stored.match):
        yield f"match {memory.id}: played otherwise in memory than in the store"


def _seen_by_all(match: Match | None) -> Any:
    if match is None:
        return None
    views = [match.seat_view(seat) for seat in range(len(match.players))]
    return match.public_view(), views, match.players, match.left, match.totals
