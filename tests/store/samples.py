"""Values the tests of the store begin with."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.engine.seating import HUMAN
from bot.store import NewLobby, Place, PlaceKind, SeatRow, Store, StoredMatch

NOON = datetime(2024, 5, 17, 12, 0, tzinfo=UTC)
GUILD = 900
ADA, BO, YOU = 101, 102, 103
CHANNEL = Place(PlaceKind.CHANNEL, 500)
DECK = {"deal": {"dealer": 2, "deck": ["9S", "KS", "X1"]}}
PLAY = {"seat": 0, "type": "play", "discard": ["5H", "6H", "7H"], "draw": "stock"}


def person(seat: int, user_id: int) -> SeatRow:
    """Seat a person."""
    return SeatRow(seat, user_id, f"person {user_id}", HUMAN)


def computer(seat: int, level: str = "greedy") -> SeatRow:
    """Seat a computer."""
    return SeatRow(seat, None, "Robin", level)


def lobby(
    place: Place = CHANNEL,
    *,
    host: int = ADA,
    guild: int | None = GUILD,
    seats: Sequence[SeatRow] | None = None,
    at: datetime = NOON,
) -> NewLobby:
    """Describe a lobby of one person, or of those given."""
    return NewLobby(
        place=place,
        guild_id=guild,
        host_id=host,
        rules={"preset": "classic", "exact_totals": {"50": 25}},
        locale="en",
        seats=(person(0, host),) if seats is None else seats,
        at=at,
        deadline=at + timedelta(minutes=30),
    )


def channel(number: int) -> Place:
    """Name a channel."""
    return Place(PlaceKind.CHANNEL, number)


async def running(
    store: Store, place: Place = CHANNEL, *, host: int = ADA, seats: Sequence[SeatRow] | None = None
) -> StoredMatch:
    """Begin a match of Ada, Bo and a computer, or of those given, whose journal holds the deal."""
    three = (person(0, ADA), person(1, BO), computer(2))
    match = await store.create_lobby(lobby(place, host=host, seats=seats or three))
    await store.begin(match.id, match.version, [DECK], NOON)
    return await reload(store, match)


async def reload(store: Store, match: StoredMatch) -> StoredMatch:
    """Read a match again."""
    again = await store.load_match(match.id)
    assert again is not None
    return again
