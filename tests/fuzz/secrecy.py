"""A card that is not public yet stands nowhere but on the panel of whoever holds it: after every step."""

import logging
import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from simcord.backend.models import EPHEMERAL_FLAG
from simcord.types import HttpLogEntry

from bot.engine.match import Match
from bot.tables.values import Table
from tests.fuzz.payloads import asked_by
from tests.fuzz.world import World
from tests.secrecy import Shown, cards_in, cards_told, custom_ids, hand_of, hands_shown, public_cards, texts

MATCH: Final = re.compile(r"y:[a-z]+:p?(\d+)(?::|$)")
OF_PRACTICE: Final = re.compile(r"y:[a-z]+:p\d")
OF_AN_END: Final = re.compile(r"y:(rematch|scores):")
ABOUT_RULES: Final = re.compile(r"(y:)?(rules|tutorial)|help|y:alone:p\d+:rules$")
MENTIONED: Final = re.compile(r"[♠♥♦♣🃏]|[A2-9TJQKX][SHDC1-4]|_of_|_joker")
"""What every name of a card has in our texts: most of them need no closer look."""

NOW: Final = 2
REMEMBERED: Final = 12


@dataclass
class Known:
    """What is public of a match, and what its people hold: a set for each of the last steps that changed it.

    `shown` are the hands at the end of each of its rounds.
    """

    place: int
    public: deque[set[str]] = field(default_factory=lambda: deque[set[str]](maxlen=REMEMBERED))
    hands: deque[dict[int, set[str]]] = field(
        default_factory=lambda: deque[dict[int, set[str]]](maxlen=REMEMBERED)
    )
    shown: set[Shown] = field(default_factory=set[Shown])

    def allowed(self, user_id: int | None, steps: int) -> set[str]:
        """Return what somebody may read: everybody if None."""
        allowed = set[str]().union(*list(self.public)[-steps:])
        if user_id is not None:
            allowed |= set[str]().union(*(hands.get(user_id, set()) for hands in list(self.hands)[-steps:]))
        return allowed


class Secrecy:
    """Compares what was sent and logged with what was public by then."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[int, Known] = {}

    def look(
        self, heard: Iterable[Table], requests: Iterable[HttpLogEntry], records: Iterable[logging.LogRecord]
    ) -> list[str]:
        """Return every place of a step where a card was that is not public."""
        self._learn(heard)
        found: list[str] = []
        for request in requests:
            found += self._request(request)
        for record in records:
            line = record.getMessage()
            cards = cards_in(line) if MENTIONED.search(line) else set[str]()
            public = (known.allowed(None, REMEMBERED) for known in self._known.values())
            if cards and cards.difference(*public):
                found.append(f"log of {record.name}: {sorted(cards)}")
        return found

    def _learn(self, heard: Iterable[Table]) -> None:
        states: dict[int, list[tuple[Table, Match]]] = {}
        for table in heard:
            if table.match is not None:
                states.setdefault(table.id, []).append((table, table.match))
        for match_id, tables in states.items():
            known = self._known.setdefault(match_id, Known(tables[0][0].place.id))
            public, hands = set[str](), dict[int, set[str]]()
            for table, match in tables:
                public |= public_cards(match)
                known.shown |= hands_shown(match)
                for seat in table.people:
                    if seat.user_id is not None:
                        hands.setdefault(seat.user_id, set()).update(hand_of(match, seat.seat))
            # A table that is only taken up again, or of which a hint is counted, shows nothing new.
            if not known.public or (known.public[-1], known.hands[-1]) != (public, hands):
                known.public.append(public)
                known.hands.append(hands)

    def _request(self, request: HttpLogEntry) -> list[str]:
        named = set[str]().union(*(cards_in(text) for text in texts(request.json) if MENTIONED.search(text)))
        owner, source, channel = self._reader(request)
        if not named or ABOUT_RULES.match(source):
            return []
        ids = list(custom_ids(request.json))
        matches = {int(number) for text in (source, *ids) for number in MATCH.findall(text)}
        # A practice tells all moves since one's own.
        is_practice = source.startswith("practice") or any(OF_PRACTICE.match(one) for one in ids)
        steps = NOW if self._world.trouble.calm and not is_practice else REMEMBERED
        known = [one for key, one in self._known.items() if key in matches or one.place == channel]
        public = set[str]().union(*(one.allowed(None, steps) for one in known))
        if owner is None and all(OF_AN_END.match(one) for one in ids):
            # The memory of a round or match that is over, which may be drawn, or drawn again, long after it.
            shown = set[Shown]().union(*(one.shown for one in known))
            named = set[str]().union(*(cards_told(text, shown) for text in texts(request.json)))
        own = public | set[str]().union(*(one.allowed(owner, steps) for one in known))
        where = f"{request.method} {request.path.split('/')[1]} after {source!r}"
        found = [f"{where}: {sorted(named - own)}"] if named - own else []
        in_ids = set[str]().union(*map(cards_in, ids)) - public
        return [*found, f"custom_id in {where}: {sorted(in_ids)}"] if in_ids else found

    def _reader(self, request: HttpLogEntry) -> tuple[int | None, str, int | None]:
        """Return who alone reads a message (None for everybody), what asked for it, and where it is."""
        parts = request.path.split("/")
        if parts[1] == "channels":
            return None, "", int(parts[2])
        record = asked_by(request, self._world.backend)
        if record is None:
            return None, "", None
        source = self._world.talk.asked.get(record.id, "")
        return (record.user_id if self._is_private(record, request.json) else None), source, record.channel_id

    def _is_private(self, record: Any, body: Any) -> bool:
        # What comes too late is not private in Discord's books; it would have been.
        data: dict[str, Any] = body.get("data") or {}
        asked = int(data.get("flags") or 0)
        return bool(record.ephemeral or asked & EPHEMERAL_FLAG or record.id in self._world.talk.on_private)
