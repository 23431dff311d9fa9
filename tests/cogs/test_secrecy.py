"""A card that is not public yet stands nowhere but on the panel of whoever holds it."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
import simcord

from bot.app import create_bot
from bot.config import Settings
from bot.tables.values import Table
from bot.ui import drawing
from bot.ui.parts import Accent, message, text
from bot.ui.words import Words
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, face
from tests.cogs.play import deal, fixed_shuffle, mover, next_round, running, stacked, take_turn

NAMES = ("you", "Ada", "Bo")
CODE = re.compile(r"(?<![0-9A-Za-z])(?:[A2-9TJQK][SHDC]|X[1-4])(?![0-9A-Za-z])")
FACE = re.compile(r"(?:10|[A2-9JQK])[♠♥♦♣]|🃏 Joker")
MAX_TURNS = 100
# After a first round of many turns, one that its starter ends at once: three people in turn, 7, 49 and 50.
SHORT = "AS KS JH AH KH JD AD QS JC 2S QH TS 2H 9C TH"


def faces(written: str) -> set[str]:
    """Return every card that a text names, as a face or as a code."""
    return set(FACE.findall(written)) | {face(code) for code in CODE.findall(written)}


def strings(value: Any) -> Iterator[str]:
    """Return every text in a request's body."""
    match value:
        case str():
            yield value
        case dict():
            for inner in cast("dict[str, Any]", value).values():
                yield from strings(inner)
        case list():
            for inner in cast("list[Any]", value):
                yield from strings(inner)
        case _:
            pass


def ids(value: Any) -> Iterator[str]:
    """Return every custom_id in a request's body."""
    yield from re.findall(r'"custom_id": "([^"]*)"', json.dumps(value))


@dataclass
class Guard:
    """Compares what the bot sent and logged with what was public by then."""

    env: simcord.Env
    caplog: pytest.LogCaptureFixture
    public: set[str] = field(default_factory=set[str])
    requests: int = 0
    round: int = 0
    found: list[str] = field(default_factory=list[str])

    def look(self, table: Table) -> None:
        """Check all since the last look: what is public by now may stand in it, and a hand on its panel."""
        hands = {
            user_id: {face(card.code) for card in view.hand}
            for user_id in (seat.user_id for seat in table.people)
            if user_id is not None and (view := table.hand_of(user_id)) is not None
        }
        self._publish(table)
        for request in self.env.http_requests[self.requests :]:
            seen = {card for written in strings(request.json) for card in faces(written)}
            owner = self._owner(request.path)
            hand = set[str]() if owner is None else hands.get(owner, set[str]())
            allowed = self.public | hand
            self._note(f"{request.method} {request.path.split('/')[1]}", seen - allowed)
            self._note("custom_id", {card for i in ids(request.json) for card in faces(i)} - self.public)
        self.requests = len(self.env.http_requests)
        for record in self.caplog.records:
            if record.name.startswith(("bot", "cogs", "discord", "sqlalchemy", "aiosqlite", "alembic")):
                self._note(f"log of {record.name}", faces(record.getMessage()) - self.public)
        self.caplog.clear()

    def _note(self, where: str, cards: set[str]) -> None:
        if cards:
            self.found.append(f"{where}: {sorted(cards)}")

    def _owner(self, path: str) -> int | None:
        """Return who alone reads the answer to an interaction; None if everybody does."""
        parts = path.split("/")
        if parts[1] == "interactions":
            record = self.env.backend.interactions[int(parts[2])]
        elif parts[1] == "webhooks" and parts[3] in self.env.backend.interaction_tokens:
            record = self.env.backend.interactions[self.env.backend.interaction_tokens[parts[3]]]
        else:
            return None
        return record.user_id if record.ephemeral or record.source_message_id is not None else None

    def _publish(self, table: Table) -> None:
        """Add what everybody has seen: discards, cards taken, start cards, and hands of finished rounds."""
        view = table.public_view()
        if view.round != self.round:
            # Between two looks a round may have ended and the next begun: both may be told of.
            self.round, self.public = view.round, self._hands_shown(table)
        self.public |= {face(card.code) for card in (*view.discard, *view.takeable)}
        for turn in view.turns:
            self.public |= {face(card.code) for card in turn.discard}
            if turn.taken is not None:
                self.public.add(face(turn.taken.code))
        if view.result is not None:
            self.public |= self._hands_shown(table)

    @staticmethod
    def _hands_shown(table: Table) -> set[str]:
        return {face(card.code) for result in table.results()[-1:] for hand in result.hands for card in hand}


def one_long_round() -> Callable[[list[Any]], list[Any]]:
    """Return a shuffler for one long round and short ones after it."""
    short, dealt = stacked(SHORT), list[int]()

    def shuffle(cards: list[Any]) -> list[Any]:
        dealt.append(len(cards))
        return short(cards) if len(dealt) > 1 else fixed_shuffle(cards)

    return shuffle


async def play_watched(settings: Settings, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Play a whole match of three people, everything watched; return where a card was that is not public."""
    # The application never lets the library speak below INFO.
    caplog.set_level(logging.INFO, logger="discord")
    caplog.set_level(logging.DEBUG)
    bot = create_bot(settings, shuffler=one_long_round(), first_dealer=2)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, *NAMES, "Eve")
        guard = Guard(env, caplog)
        await deal(friends, *NAMES)
        table = await friends.running()
        guard.look(table)
        for _ in range(MAX_TURNS):
            if not table.is_open:
                break
            if running(table).to_move is None:
                await friends.slash("Ada", "scores")
                await next_round(friends, "Ada")
            else:
                await friends.click("Eve", friends.table, "My hand")
                await friends.click("Bo", friends.table, "More")
                await take_turn(friends, mover(table))
            table = await friends.newest(table.id)
            guard.look(table)
        assert not table.is_open
        await friends.slash("you", "scores")
        guard.look(table)
        assert guard.requests > 100
        return guard.found


async def test_no_card_is_seen_before_it_is_public(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    assert await play_watched(settings, caplog) == []


async def test_the_guard_finds_a_hand_on_the_table(
    settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = drawing.table_view

    def leaking(words: Words, table: Table, **given: Any) -> Any:
        view = real(words, table, **given)
        hand = running(table).seat_view(0).hand
        view.add_item(message(Accent.QUIET, text(face(hand[0].code))).children[0])
        return view

    monkeypatch.setattr(drawing, "table_view", leaking)
    found = await play_watched(settings, caplog)
    assert any("channels" in where for where in found)


async def test_the_guard_finds_a_card_in_a_log_line(
    settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = drawing.table_view

    def telling(words: Words, table: Table, **given: Any) -> Any:
        logging.getLogger("bot.ui").debug("a hand begins with %s", running(table).seat_view(1).hand[0].code)
        return real(words, table, **given)

    monkeypatch.setattr(drawing, "table_view", telling)
    found = await play_watched(settings, caplog)
    assert any("log of bot.ui" in where for where in found)
