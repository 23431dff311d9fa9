"""Few requests: quick players never make Discord refuse one, and everybody sees the newest state soon."""

import asyncio
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
import simcord
from simcord.http.client import FakeHTTPClient
from simcord.results import ResponseMessage

from bot.app import create_bot
from bot.config import Settings
from bot.tables.values import Phase
from tests.cogs.bursts import Tap, id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, Shown, labels, shown_hand, text
from tests.cogs.play import best_discard, deal, fixed_shuffle, mover, open_lobby, running

NAMES = ("you", "Ada", "Bo", "Cem", "Dora", "Eli", "Fay", "Gus")
WINDOW = timedelta(seconds=5)
ALLOWED = 5


class Requests:
    """When which message route was called, by simulated time."""

    def __init__(self, env: simcord.Env, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = list[tuple[datetime, str, str]]()
        real = FakeHTTPClient.request

        async def noted(client: FakeHTTPClient, route: Any, **options: Any) -> Any:
            if "/messages" in route.path and route.path.startswith("/channels/"):
                self.made.append((env.now(), route.method, route.url))
            return await real(client, route, **options)

        monkeypatch.setattr(FakeHTTPClient, "request", noted)

    def most_in_a_window(self) -> int:
        """Return how many requests at most were made within any five seconds."""
        moments = [moment for moment, _, _ in self.made]
        return max(sum(first <= moment < first + WINDOW for moment in moments) for first in moments)


async def click(friends: Friends, name: str, message: Shown, label: str) -> Tap:
    """Let someone click, and wait for the answer but for nothing else; no simulated time passes."""
    one = tap(friends, name, seen(friends, message), id_of(message, label))
    # The database works in a thread, on real time, and simulated time does not wait for it.
    while not one.acknowledgements or friends.bot.desk.under_way:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    return one


def answer_to(one: Tap) -> ResponseMessage:
    """Return the message that a click was answered with."""
    response = one.result.response
    assert response is not None
    return response


async def quick_turn(friends: Friends, name: str, seconds: float) -> None:
    """Let someone take their turn in so many seconds, half of them for each of two clicks or more."""
    panel = friends.panel(name)
    if any(label.startswith("Yaniv!") for label in labels(panel)):
        await click(friends, name, panel, "Yaniv!")
    else:
        for card in best_discard(shown_hand(panel)):
            await click(friends, name, panel, card)
            await friends.env.advance_time(seconds / 2)
        await click(friends, name, panel, "Draw")
    await friends.env.advance_time(seconds / 2)


async def test_eight_quick_players_never_exceed_the_limit_and_see_the_newest_state_soon(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=7)
    bot.pace.learn(ALLOWED, WINDOW.total_seconds())
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, *NAMES)
        requests = Requests(env, monkeypatch)
        await lobby_in_a_rush(friends)
        rounds, began, ended = set[int](), env.now(), dict[str, datetime]()
        while env.now() - began < timedelta(minutes=2):
            table = await friends.running()
            if table.phase is Phase.ROUND_OVER:
                rounds.add(len(running(table).rounds))
                await env.advance_time(2.5)
                friends.panels["Bo"] = answer_to(await click(friends, "Bo", friends.table, "Next round"))
                await env.advance_time(0.5)
                continue
            name, seen_mover = mover(table), shown_mover(friends)
            if seen_mover not in (None, name):
                assert env.now() - ended[seen_mover] < timedelta(seconds=4), "what is shown is seconds old"
            await quick_turn(friends, name, 1.0)
            ended[name] = env.now()
        await env.advance_time(4)
        table = await friends.running()
        assert table.phase is Phase.ROUND_OVER or shown_mover(friends) == mover(table)
        assert requests.most_in_a_window() <= ALLOWED
        assert len(requests.made) > 60, "the table is kept current all the same"
        assert len(rounds) >= 2
        assert_final(friends, rounds)


async def lobby_in_a_rush(friends: Friends) -> None:
    """Let eight people sit down as quickly as they can, and the first one deal."""
    await open_lobby(friends, "you")
    lobby = friends.lobby
    for name in NAMES[1:]:
        one = await click(friends, name, lobby, "Join")
        await friends.env.advance_time(0.2)
        friends.panels[name] = answer_to(one)
    await friends.env.advance_time(3)
    assert all(name in text(friends.lobby) for name in NAMES)
    one = await click(friends, "you", friends.lobby, "Deal")
    await friends.env.advance_time(2)
    friends.panels["you"] = answer_to(one)


def shown_mover(friends: Friends) -> str | None:
    """Return who is to move as the table message shows it; None for one that shows the end of a round."""
    heading = re.search(r"▶ (\w+) to move", text(friends.table).replace("*", ""))
    return None if heading is None else heading[1]


def assert_final(friends: Friends, rounds: Iterable[int]) -> None:
    """Each finished round has one message, and none but the latest has buttons."""
    for number in rounds:
        ended = [m for m in friends.channel.history() if f"-# Round {number}" in text(m)]
        assert len(ended) == 1
        assert labels(ended[0]) == [] or ended[0].id == friends.table.id


async def test_nobody_is_pinged_for_a_turn_that_is_over_by_the_time(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message sent and deleted again would be two requests for nothing."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await deal(friends, "you", "Ada", "Bo")
        await env.advance_time(45)
        requests = Requests(env, monkeypatch)
        bot.pace.refused(friends.channel.id, 3)
        name = mover(await friends.running())
        for _ in range(2):
            await quick_turn(friends, mover(await friends.running()), 0.5)
        assert requests.made == [], "the channel has to wait"
        await env.advance_time(10)
        assert shown_mover(friends) == mover(await friends.running()) != name
        sent = [method for _, method, _ in requests.made]
        assert sorted(sent) == ["DELETE", "PATCH", "POST"], "one mention goes, one comes, one edit"
        (mention,) = friends.mentions()
        assert friends.people[mover(await friends.running())].mention in mention.content


async def test_one_request_at_a_time_is_under_way_and_what_came_meanwhile_is_one_more(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, *NAMES[:4])
        await deal(friends, *NAMES[:4])
        under_way, most, edits = 0, 0, 0
        real = discord.PartialMessage.edit

        async def slow(*arguments: Any, **named: Any) -> Any:
            nonlocal under_way, most, edits
            under_way, edits = under_way + 1, edits + 1
            most = max(most, under_way)
            await asyncio.sleep(0.4)
            under_way -= 1
            return await real(*arguments, **named)

        monkeypatch.setattr(discord.PartialMessage, "edit", slow)
        for _ in range(4):
            name = mover(await friends.running())
            panel = friends.panel(name)
            await click(friends, name, panel, shown_hand(panel)[-1])
            await click(friends, name, panel, "Draw")
        await env.settle()
        assert most == 1
        assert edits < 4
        assert shown_mover(friends) == mover(await friends.running())
