"""The leaderboard: who won how much in matches that were played out."""

from collections.abc import Sequence
from datetime import timedelta

from bot.engine.seating import HUMAN
from bot.store import (
    Change,
    End,
    EndedBy,
    HandOver,
    LeaderboardRow,
    NewLobby,
    Place,
    RoundScore,
    SeatRow,
    Store,
)
from tests.store.samples import ADA, BO, CHANNEL, GUILD, NOON, PLAY, YOU, channel, computer, lobby, person

Rounds = Sequence[Sequence[int | None]]


async def played(
    store: Store,
    rounds: Rounds,
    *,
    winners: Sequence[int],
    new: NewLobby,
    days: int = 0,
    ended_by: EndedBy = EndedBy.PLAYED,
    handovers: Sequence[HandOver] = (),
) -> None:
    """Store a match from the points of its rounds."""
    match = await store.create_lobby(new)
    await store.begin(match.id, 0, [], NOON)
    scores = [
        RoundScore(number, seat.seat, seat.user_id, points, points, 0, winner=points == 0, kind="yaniv")
        for number, line in enumerate(rounds)
        for seat, points in zip(match.seats, line, strict=True)
    ]
    end = End(ended_by, winners if ended_by is EndedBy.PLAYED else None)
    change = Change(scores=scores, end=end, handovers=handovers)
    await store.append(match.id, 0, [PLAY], NOON + timedelta(days=days), change)


def table(*seats: SeatRow, place: Place = CHANNEL, guild: int = GUILD) -> NewLobby:
    return lobby(place, seats=seats, guild=guild)


async def test_wins_come_first_then_fewer_points_a_round_then_the_older_account(store: Store) -> None:
    two = table(person(0, ADA), person(1, BO))
    await played(store, [[0, 30], [0, 10]], winners=[0], new=two)
    await played(store, [[40, 0]], winners=[1], new=two)
    await played(store, [[0], [10]], winners=[0], new=table(person(0, YOU)))
    board = await store.leaderboard(GUILD)
    assert board.rows == (
        LeaderboardRow(YOU, f"person {YOU}", wins=1, matches=1, rounds=2, average=5.0),
        LeaderboardRow(ADA, f"person {ADA}", wins=1, matches=2, rounds=3, average=40 / 3),
        LeaderboardRow(BO, f"person {BO}", wins=1, matches=2, rounds=3, average=40 / 3),
    )
    assert board.count == 3


async def test_shared_wins_count_for_each(store: Store) -> None:
    await played(store, [[5, 5]], winners=[0, 1], new=table(person(0, ADA), person(1, BO)))
    assert [row.wins for row in (await store.leaderboard(GUILD)).rows] == [1, 1]


async def test_matches_not_played_out_and_running_ones_do_not_count(store: Store) -> None:
    mine = table(person(0, ADA))
    await played(store, [[5]], winners=[0], new=mine, ended_by=EndedBy.STOPPED)
    await played(store, [[5]], winners=[0], new=mine, ended_by=EndedBy.ABANDONED)
    await store.create_lobby(mine)
    assert await store.leaderboard(GUILD) == await store.leaderboard(GUILD + 1)
    assert (await store.leaderboard(GUILD)).count == 0


async def test_a_match_counts_for_those_who_sat_to_its_end(store: Store) -> None:
    left = [HandOver(1, "Robin", "greedy")]
    await played(store, [[5, 9]], winners=[1], new=table(person(0, ADA), person(1, BO)), handovers=left)
    assert [row.user_id for row in (await store.leaderboard(GUILD)).rows] == [ADA]


async def test_points_are_averaged_over_ones_own_rounds_only(store: Store) -> None:
    late = [HandOver(0, "person", HUMAN, YOU)]
    await played(
        store, [[50, 10], [30, None]], winners=[1], new=table(computer(0), person(1, BO)), handovers=late
    )
    bo, you = (await store.leaderboard(GUILD)).rows
    assert bo == LeaderboardRow(BO, f"person {BO}", wins=1, matches=1, rounds=1, average=10.0)
    assert you == LeaderboardRow(YOU, "person", wins=0, matches=1, rounds=0, average=None)


async def test_it_can_be_of_one_channel_and_of_a_time(store: Store) -> None:
    await played(store, [[1]], winners=[0], new=table(person(0, ADA)))
    await played(store, [[2]], winners=[0], new=table(person(0, BO), place=channel(501)), days=10)
    await played(store, [[3]], winners=[0], new=table(person(0, YOU), guild=GUILD + 1), days=10)

    here = await store.leaderboard(GUILD, place=CHANNEL)
    lately = await store.leaderboard(GUILD, since=NOON + timedelta(days=10))
    assert ([row.user_id for row in here.rows], here.count) == ([ADA], 1)
    assert ([row.user_id for row in lately.rows], lately.count) == ([BO], 1)
    assert (await store.leaderboard(GUILD, place=CHANNEL, since=NOON + timedelta(days=1))).count == 0


async def test_it_has_pages(store: Store) -> None:
    await played(store, [[*range(8)]], winners=[], new=table(*(person(n, 200 + n) for n in range(8))))
    pages = [await store.leaderboard(GUILD, limit=3, offset=offset) for offset in (0, 3, 6, 9)]
    assert [[row.user_id - 200 for row in page.rows] for page in pages] == [[0, 1, 2], [3, 4, 5], [6, 7], []]
    assert [page.count for page in pages] == [8, 8, 8, 8]


async def test_people_are_called_what_they_were_called_last(store: Store) -> None:
    old = SeatRow(0, ADA, "Ada", HUMAN)
    new = SeatRow(0, ADA, "Ada L.", HUMAN)
    await played(store, [[5]], winners=[0], new=table(old))
    await played(store, [[5]], winners=[0], new=table(new))
    assert [row.name for row in (await store.leaderboard(GUILD)).rows] == ["Ada L."]
