"""Each REST route the bot uses fails in each way at each kind of moment of a match: the match goes on."""

import fnmatch
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import aiohttp
import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.app import create_bot
from bot.config import Settings
from bot.tables.values import Phase
from tests.cogs.bursts import Tap, command, id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, shown_hand, text
from tests.cogs.play import best_discard, mover, stacked

# Seconds for all that happens in a minute and a half.
SLOW_MACHINE = 30.0

# Dealt to "you", "Ada" in turn; you lay the six, draw an ace, and may call in your second turn.
DECK = "AS KS AH KH AD QS 6S QH 2H 9C 3S AC 8C"


@dataclass(frozen=True)
class Route:
    """A route of Discord's, and the code with which it answers that something is not there."""

    method: str
    pattern: str
    gone: int

    def matches(self, method: str, path: str) -> bool:
        """Say whether a request is one for this route."""
        return method == self.method and fnmatch.fnmatch(path, self.pattern)


ROUTES = {
    "send": Route("POST", "/channels/*/messages", 0),
    "edit": Route("PATCH", "/channels/*/messages/*", 10008),
    "delete": Route("DELETE", "/channels/*/messages/*", 10008),
    "answer": Route("POST", "/interactions/*/callback", 10062),
    "answer later": Route("PATCH", "/webhooks/*/messages/@original", 10015),
    "edit panel": Route("PATCH", "/webhooks/*/messages/[0-9]*", 10015),
    "follow up": Route("POST", "/webhooks/*", 10015),
}
FAULTS: dict[str, Callable[[Route], Exception]] = {
    "500": lambda _: BackendError(500, 0, "no"),
    "429": lambda _: BackendError(429, 0, "no"),
    "403": lambda _: BackendError(403, 50013, "no"),
    "404": lambda route: BackendError(404, route.gone, "no"),
    "timeout": lambda _: TimeoutError(),
    "reset": lambda _: aiohttp.ClientOSError(104, "Connection reset by peer"),
}


@contextmanager
def failing(route: Route, fault: str) -> Generator[None]:
    """Let a route fail."""
    real = router._check_faults  # pyright: ignore[reportPrivateUsage]  # no public way to break a connection

    def check(backend: Any, method: str, path: str) -> None:
        if route.matches(method, path):
            raise FAULTS[fault](route)
        real(backend, method, path)

    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(router, "_check_faults", check)
        yield


# --- the moments of a match


async def start(friends: Friends) -> None:
    command(friends, "you", "start")
    await friends.env.settle()
    assert (await friends.running()).phase is Phase.LOBBY


async def join(friends: Friends) -> None:
    lobby = await friends.running()
    await press(friends, "Ada", f"y:join:{lobby.id}")
    assert len((await friends.running()).seats) == 2


async def deal(friends: Friends) -> None:
    lobby = await friends.running()
    await press(friends, "you", f"y:deal:{lobby.id}")
    assert (await friends.running()).phase is Phase.PLAYING


async def turn(friends: Friends) -> None:
    table = await friends.running()
    await act(friends, "Draw")
    assert mover(await friends.running()) != mover(table)


async def call(friends: Friends) -> None:
    await act(friends, "Yaniv!")
    assert (await friends.running()).phase is Phase.ROUND_OVER


async def deal_again(friends: Friends) -> None:
    table = await friends.running()
    await press(friends, "Ada", f"y:next:{table.id}:1")
    assert (await friends.running()).phase is Phase.PLAYING


async def end(friends: Friends) -> None:
    for name in ("you", "Ada"):
        command(friends, name, "end")
        await friends.env.settle()
    assert await friends.look() is None


MOMENTS: list[Callable[[Friends], Awaitable[None]]] = [start, join, deal, turn, turn, call, deal_again, end]


async def press(friends: Friends, name: str, custom_id: str) -> Tap:
    """Let someone click a public button, shown or not: which message has it does not matter here."""
    one = tap(friends, name, with_it(friends, custom_id), custom_id)
    await friends.env.settle()
    return one


def with_it(friends: Friends, custom_id: str) -> dict[str, Any]:
    """Return a public message of the bot's with that button on it."""
    message = seen(friends, friends.channel.history()[-1])
    button = {"type": 2, "style": 2, "label": "…", "custom_id": custom_id}
    message["components"] = [{"type": 1, "components": [button]}]
    return message


async def act(friends: Friends, label: str) -> None:
    """Let whoever is to move take a turn, as their panel is prepared for it."""
    name = mover(await friends.running())
    panel = friends.panel(name)
    tap(friends, name, seen(friends, panel), id_of(panel, label))
    await friends.env.settle()


async def prepare(friends: Friends) -> None:
    """While all is well, open the panel of whoever is to move, with cards selected."""
    table = await friends.look()
    if table is not None and table.phase is Phase.PLAYING:
        panel = await friends.open_hand(mover(table))
        if not any(label.startswith("Yaniv!") for label in labels(panel)):
            await friends.select(mover(table), *best_discard(shown_hand(panel)))


# --- what must hold after each


async def assert_all_is_well(friends: Friends, caplog: pytest.LogCaptureFixture, *, once: bool) -> None:
    """Check that what everybody sees is current, and that nothing has gone wrong on our side."""
    assert friends.env.errors == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    table = await friends.look()
    history = [message for message in friends.channel.history() if message.author.bot]
    assert not any("Something went wrong" in text(message) for message in history)
    lobbies = [message for message in history if "Join" in labels(message)]
    tables = [message for message in history if "More" in labels(message)]
    if table is None:
        assert any("Rematch" in labels(message) for message in history)
        return
    shown = lobbies if table.phase is Phase.LOBBY else tables
    assert len(shown) == 1 or (shown and not once)
    words = text(shown[-1]).replace("*", "")
    match table.phase:
        case Phase.LOBBY:
            assert all(seat.name in words for seat in table.seats)
        case Phase.PLAYING:
            assert f"{mover(table)} to move" in words
        case _:
            assert "Next round" in labels(shown[-1])


async def play(settings: Settings, caplog: pytest.LogCaptureFixture, route: Route, faults: list[str]) -> None:
    """Play a match in which that route fails at each moment, one fault after the other."""
    # The next round is dealt by a click, however long everything takes.
    slow = replace(settings, next_round_seconds=3600)
    bot = create_bot(slow, shuffler=stacked(DECK), first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        # A message that Discord wrongly says is gone stays in the channel beside the one posted in its place.
        lied = False
        for number, moment in enumerate(MOMENTS):
            fault = faults[number % len(faults)]
            lied |= fault == "404" and route.gone == 10008
            await prepare(friends)
            with failing(route, fault):
                await moment(friends)
            with patch.object(env, "settle_timeout", SLOW_MACHINE):
                await env.advance_time(90)
            await assert_all_is_well(friends, caplog, once=not lied)


@pytest.mark.parametrize("route", ROUTES)
async def test_a_match_goes_on_whatever_happens_to_a_route(
    settings: Settings, caplog: pytest.LogCaptureFixture, route: str
) -> None:
    """Each route fails in each way, at one moment or another."""
    await play(settings, caplog, ROUTES[route], list(FAULTS))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("route", ROUTES)
async def test_a_match_goes_on_whatever_happens_at_any_moment(
    settings: Settings, caplog: pytest.LogCaptureFixture, route: str, fault: str
) -> None:
    await play(settings, caplog, ROUTES[route], [fault])
