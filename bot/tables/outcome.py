"""What an operation of the engine makes of a table, and what is written with it."""

from dataclasses import replace

from bot.engine.match import Match
from bot.engine.scoring import RoundResult
from bot.store.values import Change, End, EndedBy, RoundScore
from bot.tables.values import Table


def after_operation(table: Table, match: Match, result: RoundResult | None) -> tuple[Table, Change]:
    """Return the table with `match` as it stands now, and what changes with it in the store.

    `result` is that of the round if it has just ended, whether by an action or as it was dealt.
    """
    after = replace(table, match=match)
    if result is None:
        return after, Change(end=played_out(match))
    seats = tuple(replace(row, total=result.totals[row.seat]) for row in table.seats)
    change = Change(
        totals=dict(enumerate(result.totals)), scores=_scores(table, match, result), end=played_out(match)
    )
    return replace(after, seats=seats), change


def played_out(match: Match) -> End | None:
    """Return the end of a match that has been decided, None for any other."""
    return None if match.winners is None else End(EndedBy.PLAYED, match.winners)


def _scores(table: Table, match: Match, result: RoundResult) -> list[RoundScore]:
    return [
        RoundScore(
            round=len(match.rounds),
            seat=row.seat,
            user_id=row.user_id,
            sum=result.score.sums[row.seat],
            points=result.score.points[row.seat],
            total=result.totals[row.seat],
            winner=row.seat == result.score.winner,
            kind=result.score.kind.value,
        )
        for row in table.seats
    ]
