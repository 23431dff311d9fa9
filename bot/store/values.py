"""What goes into the store and what comes out of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum
from typing import Any, Final

from bot.engine.rules import Rules
from bot.speeds import DEFAULT_SPEED, Speed


class PlaceKind(StrEnum):
    """Where a match can be: a channel or thread, or with one person."""

    CHANNEL = "channel"
    PERSON = "person"


class MatchStatus(StrEnum):
    """How far a match has come."""

    LOBBY = "lobby"
    RUNNING = "running"
    ENDED = "ended"


class EndedBy(StrEnum):
    """Why a match ended; docs/rules.md, section 8. `expired` is a lobby that nobody dealt."""

    PLAYED = "played"
    STOPPED = "stopped"
    ABANDONED = "abandoned"
    EXPIRED = "expired"


class MessageKind(StrEnum):
    """The messages a match has in Discord, at most one of each kind."""

    LOBBY = "lobby"
    TABLE = "table"
    TURN = "turn"


class Unchanged(Enum):
    """Tell "leave it as it is" from "set it to nothing"."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED


@dataclass(frozen=True, slots=True)
class Place:
    """Name where a match is played; one open match a place. `id` is Discord's id of the channel or person."""

    kind: PlaceKind
    id: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Describe who sits on a seat; `seat` counts from 0, `user_id` is None for a computer."""

    seat: int
    user_id: int | None
    name: str
    kind: str
    total: int = 0


@dataclass(frozen=True, slots=True)
class NewLobby:
    """Describe a lobby to be opened.

    `locale` is the language of its public messages, `hints` says whether those who play may ask for hints.
    """

    place: Place
    guild_id: int | None
    host_id: int
    rules: Mapping[str, Any]
    locale: str
    seats: Sequence[SeatRow]
    at: datetime
    deadline: datetime | None = None
    rematch_of: int | None = None
    speed: Speed = DEFAULT_SPEED
    hints: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's journal: what happened, and when."""

    body: dict[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """Say where a message of the match stands in Discord. `number` is the turn or round it belongs to."""

    kind: MessageKind
    channel_id: int
    message_id: int
    number: int
    posted_at: datetime


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Name a match that is in its lobby or running."""

    id: int
    place: Place
    guild_id: int | None
    host_id: int
    status: MatchStatus
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class Outline:
    """What is known of an open match without its journal and its rules; `people` have a seat."""

    id: int
    status: MatchStatus
    version: int
    entries: int
    people: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """Everything the store knows about one match.

    `version` counts changes of its lobby; the next journal entry has the number `len(journal)`.
    `deadline` is when the lobby closes, the turn ends or the next round comes. `acted_at` is when a person
    last did something. `winners` are seats, None unless the match was played to its end.
    """

    id: int
    place: Place
    guild_id: int | None
    host_id: int
    status: MatchStatus
    rules: dict[str, Any]
    speed: Speed
    locale: str
    created_at: datetime
    dealt_at: datetime | None
    acted_at: datetime
    ended_at: datetime | None
    ended_by: EndedBy | None
    winners: tuple[int, ...] | None
    version: int
    deadline: datetime | None
    rematch_of: int | None
    hints: bool
    seats: tuple[SeatRow, ...]
    messages: Mapping[MessageKind, StoredMessage]
    journal: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A seat's line of a round; docs/rules.md, section 7.

    A seat that is out has no `sum` and `points`. `kind` is how the round ended (section 8).
    """

    round: int
    seat: int
    user_id: int | None
    sum: int | None
    points: int | None
    total: int
    winner: bool
    kind: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """Give a seat to a computer of level `kind`, or back to a person (`user_id`, kind `human`)."""

    seat: int
    name: str
    kind: str
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """End a match; `winners` are seats, and None unless it was played to the end."""

    by: EndedBy
    winners: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What is written together with journal entries, wholly or not at all.

    `totals` are by seat. `acted` says that a person did it.
    """

    totals: Mapping[int, int] = field(default_factory=dict[int, int])
    scores: Sequence[RoundScore] = ()
    handovers: Sequence[HandOver] = ()
    host_id: int | None = None
    deadline: datetime | Unchanged | None = UNCHANGED
    end: End | None = None
    acted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildSettings:
    """What a server prefers; None leaves it to the bot.

    `rules` are what matches start with, called `rules_name`: a copy, which stays when saved rules of that
    name go. `channels` are where the bot may play, None for everywhere. `offer_threads` says whether a match
    may have a thread of its own, `lucky_words` whether those of its people are shown.
    """

    guild_id: int
    rules: Rules | None = None
    rules_name: str | None = None
    speed: Speed | None = None
    locale: str | None = None
    channels: tuple[int, ...] | None = None
    offer_threads: bool = False
    lucky_words: bool = True


@dataclass(frozen=True, slots=True)
class SavedRules:
    """Rules that a server has saved, and the name it gave them."""

    name: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One person's results; `rounds` and `average` (points a round) are over their own rounds.

    `name` is what they were called in the latest of these matches.
    """

    user_id: int
    name: str
    wins: int
    matches: int
    rounds: int
    average: float | None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a leaderboard; `count` is the number of people on all pages."""

    rows: tuple[LeaderboardRow, ...]
    count: int
