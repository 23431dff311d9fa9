"""The simulated server the demo plays in, from the bot's start to its end."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from discord.ext import commands
from simcord import ChannelHandle, Env, GuildHandle, MemberActor

from bot.demo.cards import lay_out
from bot.demo.live_preview import LivePreview
from bot.demo.parsing import parsed_once
from bot.demo.pump import Pump
from bot.presets import DEFAULT

_PEOPLE = ("Ben", "Ada")
# Starting may migrate a database. Afterwards a click answers at once, although computers are about to move.
_SETTLE_AT_START = 5.0
_SETTLE_WHILE_PLAYING = 0.3

MakeBot = Callable[[], commands.Bot]
Scene = Callable[[Env, GuildHandle, ChannelHandle, Sequence[MemberActor]], Awaitable[None]]


@dataclass(frozen=True)
class DemoSession:
    """A running demo: the simulated world, and `addresses` from a person's name to their page's address."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    people: tuple[MemberActor, ...]
    preview: LivePreview
    addresses: dict[str, str]


def lobby(rules: str) -> Scene:
    """Return the scene in which the first person opens a lobby with two computer players, by these rules."""

    async def open_lobby(
        _env: Env, _guild: GuildHandle, channel: ChannelHandle, people: Sequence[MemberActor]
    ) -> None:
        await people[0].slash(channel, "yaniv start", rules=rules, computers=2)

    return open_lobby


open_lobby: Final = lobby(DEFAULT)
"""The scene of a lobby by the usual rules."""


@contextlib.asynccontextmanager
async def demo_session(
    make_bot: MakeBot, *, port: int = 0, scene: Scene = open_lobby
) -> AsyncGenerator[DemoSession, None]:
    """Run the bot in a simulated server with two people, and serve a page for each of them.

    `port` 0 takes any free one. `scene` happens before the pages can be opened. On leaving, the bot is closed
    and everything that was started has ended.
    """
    bot = make_bot()
    # What the bot raises it logs itself; raising it again when the demo ends would help nobody.
    env = Env(bot, check_errors=False, settle_timeout=_SETTLE_AT_START)
    # Deadlines are written as points in time, and the page reads them by its own clock.
    env.backend.clock.advance(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
    env.backend.bot_user.name = "Yaniv"
    assets = lay_out(env)
    await env.start()
    try:
        with env.time_context():
            users = [env.create_user(name.lower(), global_name=name) for name in _PEOPLE]
            # The first of them owns the server, so that its settings can be tried too.
            guild = env.create_guild("Yaniv demo", owner=users[0])
            channel = guild.create_text_channel(
                "cards", topic="A simulated channel: nothing here reaches Discord"
            )
            people = tuple(map(guild.add_member, users))
            await scene(env, guild, channel, people)
            async with _served(LivePreview(env, channel, people, assets=assets, port=port)) as preview:
                addresses = {
                    name: preview.address(person) for name, person in zip(_PEOPLE, people, strict=True)
                }
                yield DemoSession(env, guild, channel, people, preview, addresses)
    finally:
        await bot.close()
        await env.shutdown()


@contextlib.asynccontextmanager
async def _served(preview: LivePreview) -> AsyncGenerator[LivePreview, None]:
    preview.env.settle_timeout = _SETTLE_WHILE_PLAYING
    with parsed_once():
        async with preview:
            task = asyncio.create_task(Pump(preview.env, preview).run(), name="demo pump")
            try:
                yield preview
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                preview.env.settle_timeout = _SETTLE_AT_START
