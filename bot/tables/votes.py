"""Whose wish to end a match counts, and how many such wishes it takes."""

from bot.tables.attendance import people_in
from bot.tables.book import match_of
from bot.tables.values import Table


def voters(table: Table, *, without: int | None = None) -> frozenset[int]:
    """Return the seats whose votes count, `without` that of somebody who leaves.

    These are the people who are there, or all of them if everybody who still plays is away.

    Raises NotDealtYet for a lobby.
    """
    people = frozenset(row.seat for row in table.people) - {without}
    playing = people_in(match_of(table)) - {without}
    return people if playing <= table.away else people - table.away


def votes_that_count(table: Table, *, without: int | None = None) -> frozenset[int]:
    """Return the seats that want to end the match and whose votes count."""
    return table.votes & voters(table, without=without)


def votes_needed(table: Table, *, without: int | None = None) -> int:
    """Return how many are more than half of those whose votes count."""
    return len(voters(table, without=without)) // 2 + 1
