"""Results: of one match round by round, and of a server's people over all their matches."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import ColumnElement, Select, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.seating import HUMAN
from bot.store.matches import at_place
from bot.store.schema import matches, round_scores, seats
from bot.store.values import EndedBy, Leaderboard, LeaderboardRow, Place, RoundScore


async def scores_of(connection: AsyncConnection, match_id: int) -> tuple[RoundScore, ...]:
    """Read the score sheet of a match, by round and seat."""
    rows = await connection.execute(
        select(round_scores)
        .where(round_scores.c.match_id == match_id)
        .order_by(round_scores.c.round, round_scores.c.seat)
    )
    return tuple(
        RoundScore(row.round, row.seat, row.user_id, row.sum, row.points, row.total, row.winner, row.kind)
        for row in rows
    )


async def leaderboard(
    connection: AsyncConnection,
    guild_id: int,
    *,
    place: Place | None,
    since: datetime | None,
    limit: int,
    offset: int,
) -> Leaderboard:
    """Rank the people who sat at the end of matches played out in a server."""
    seated = [matches.c.guild_id == guild_id, matches.c.ended_by == EndedBy.PLAYED, seats.c.kind == HUMAN]
    if place is not None:
        seated.append(at_place(place))
    if since is not None:
        seated.append(matches.c.ended_at >= since)
    count = await connection.scalar(
        select(func.count(seats.c.user_id.distinct()))
        .join_from(matches, seats, seats.c.match_id == matches.c.id)
        .where(*seated)
    )
    rows = await connection.execute(_ranking(and_(*seated)).limit(limit).offset(offset))
    return Leaderboard(
        tuple(
            LeaderboardRow(
                row.user_id, row.name, row.wins, row.matches, int(row.rounds), _number(row.average)
            )
            for row in rows
        ),
        count or 0,
    )


def _ranking(seated: ColumnElement[bool]) -> Select[int, str, int, int, int, Decimal | float | None]:
    # First one line a person and match, so that a match counts once however many rounds it had.
    own_rounds = and_(round_scores.c.match_id == seats.c.match_id, round_scores.c.user_id == seats.c.user_id)
    played = (
        select(
            seats.c.match_id,
            seats.c.user_id,
            seats.c.won,
            func.count(round_scores.c.points).label("rounds"),
            func.sum(round_scores.c.points).label("points"),
        )
        .join_from(matches, seats, seats.c.match_id == matches.c.id)
        .outerjoin(round_scores, own_rounds)
        .where(seated)
        .group_by(seats.c.match_id, seats.c.user_id, seats.c.won)
        .subquery()
    )
    wins = func.sum(case((played.c.won, 1), else_=0)).label("wins")
    rounds = func.sum(played.c.rounds).label("rounds")
    average = (func.sum(played.c.points) * 1.0 / func.nullif(rounds, 0)).label("average")
    ranked = (
        select(
            played.c.user_id,
            wins,
            func.count().label("matches"),
            rounds,
            average,
            func.max(played.c.match_id).label("latest"),
        )
        .group_by(played.c.user_id)
        .subquery()
    )
    latest_seat = and_(seats.c.match_id == ranked.c.latest, seats.c.user_id == ranked.c.user_id)
    return (
        select(
            ranked.c.user_id,
            seats.c.name,
            ranked.c.wins,
            ranked.c.matches,
            ranked.c.rounds,
            ranked.c.average,
        )
        .join_from(ranked, seats, latest_seat)
        .order_by(ranked.c.wins.desc(), ranked.c.average.asc().nulls_last(), ranked.c.user_id)
    )


def _number(value: Decimal | float | None) -> float | None:
    return None if value is None else float(value)
