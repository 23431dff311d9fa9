"""A server with people in it, and the bot."""

import asyncio
import gc
import random
import shutil
import tempfile
import warnings
from collections import deque
from collections.abc import Coroutine
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast
from unittest import mock

import discord
from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.builders import GuildHandle

from bot import app
from bot.app import YanivBot
from bot.config import Settings
from bot.store import store
from bot.tables.values import Table
from bot.ui.faces import FOLDER, face_name
from tests.fuzz.inside import tables_in_memory
from tests.fuzz.log import Log
from tests.fuzz.network import Network
from tests.fuzz.people import MANAGER, MODERATOR, NAMES, Person, Seen, is_clickable, parts
from tests.fuzz.simulation import Simulation, quick_copies
from tests.fuzz.storage import Storage
from tests.fuzz.talk import Talk
from tests.fuzz.troubles import Troubles
from tests.fuzz.wishes import Wishes
from tests.sketch import Sketch
from tests.thinkers import AtOnce

MOST_OLD: Final = 150
FAST_DISK: Final = Path("/dev/shm")


class Spy:
    """Hears of every state that was committed: `heard` in this step, `latest` by match.

    `hinted` are the changes of this step that counted a hint, before and after.
    """

    def __init__(self, robbed: set[int]) -> None:
        self.heard: list[Table] = []
        self.latest: dict[int, Table] = {}
        self.hinted: list[tuple[Table, Table]] = []
        self._robbed = robbed

    def changed(self, before: Table | None, after: Table) -> None:
        """Take note of a change."""
        if before is not None and before.attendance.hints != after.attendance.hints:
            self.hinted.append((before, after))
        self.heard.append(after)
        self.latest[after.id] = after
        self._robbed.discard(after.place.id)

    def resumed(self, table: Table) -> None:
        """Take note of a table that is there again."""
        self.changed(None, table)


@dataclass
class World:
    """All of it; made with `World.begin`, ended with `end`."""

    seed: int
    loop: asyncio.AbstractEventLoop
    stack: ExitStack
    chance: random.Random
    storage: Storage
    network: Network
    log: Log
    env: Simulation
    settings: Settings
    people: dict[str, Person] = field(default_factory=dict[str, Person])
    old: deque[Seen] = field(default_factory=lambda: deque[Seen](maxlen=MOST_OLD))
    restarted_at: int = 0
    wishes: Wishes = field(default_factory=Wishes)
    spy: Spy = field(init=False)
    talk: Talk = field(init=False)
    trouble: Troubles = field(init=False)
    _clickable: dict[int, tuple[Any, list[dict[str, Any]]]] = field(
        default_factory=dict[int, tuple[Any, list[dict[str, Any]]]]
    )

    def __post_init__(self) -> None:
        self.talk = Talk(self.env, self.network)
        self.trouble = Troubles(self.env, self.network, self.storage)
        self.spy = Spy(self.trouble.robbed)

    # --- beginning and end

    @classmethod
    def begin(cls, seed: int) -> "World":
        """Make a server, and start the bot in it."""
        stack = ExitStack()
        folder = tempfile.mkdtemp(prefix="yaniv-fuzz-", dir=FAST_DISK if FAST_DISK.is_dir() else None)
        stack.callback(shutil.rmtree, folder)
        chance = random.Random(f"{seed} world")
        loop = asyncio.new_event_loop()
        stack.callback(loop.close)
        log = Log()
        loop.set_exception_handler(log.unhandled)
        settings = Settings(database_url=f"sqlite:///{folder}/yaniv.sqlite3")
        env = Simulation(cls._bot(settings, chance), loop)
        for file in sorted(FOLDER.glob("*.png")):
            # An earlier start has brought the card pictures in.
            env.backend.create_application_emoji(face_name(file.stem, file.read_bytes()))
        storage, network = Storage(chance), Network(chance, env.backend.clock)
        for patch in (storage.installed(), network.installed(), log.installed(), quick_copies()):
            stack.enter_context(patch)
        stack.enter_context(mock.patch.object(app, "_chance", chance))
        stack.enter_context(mock.patch.object(app, "Workers", AtOnce))
        stack.enter_context(mock.patch.object(app, "ChartProcess", return_value=Sketch(chance)))
        stack.enter_context(warnings.catch_warnings())
        # A bot that is killed cannot give its connections back.
        warnings.filterwarnings("ignore", "The garbage collector is trying to clean up")
        world = cls(seed, loop, stack, chance, storage, network, log, env, settings)
        world._listen(world.bot)
        world.run(env.start())
        stack.enter_context(env.time_context())
        # A database that is up to date stays so; looking at each start would cost as much as many steps.
        stack.enter_context(mock.patch.object(store, "upgrade"))
        world._populate()
        return world

    @staticmethod
    def _bot(settings: Settings, chance: random.Random) -> YanivBot:
        return app.create_bot(
            settings,
            shuffler=lambda cards: chance.sample(cards, len(cards)),
            first_dealer=chance.randrange,
        )

    def _listen(self, bot: YanivBot) -> None:
        """Hear of everything that a bot commits, from its very start."""
        plain = bot.setup_hook

        async def setup_hook() -> None:
            await plain()
            bot.desk.tables.listen(self.spy)

        setattr(bot, "setup_hook", setup_hook)  # noqa: B010 -- of this one bot

    def _populate(self) -> None:
        guild = self.env.create_guild()
        moderators = guild.create_role("moderators", permissions=discord.Permissions(manage_messages=True))
        managers = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        roles = {MODERATOR: [moderators], MANAGER: [managers]}
        for name in NAMES:
            actor = guild.add_member(self.env.create_user(name), roles=roles.get(name, []))
            self.people[name] = Person(name, actor)
        channel = guild.create_text_channel("cards")
        guild.create_text_channel("games")
        self.backend.create_thread(channel.id, name="corner", type=11, owner_id=self.people["Ada"].id)
        self.run(self.env.rest())

    def another_bot(self) -> YanivBot:
        """Return another bot, to be started on the same database."""
        bot = self._bot(self.settings, self.chance)
        self._listen(bot)
        return bot

    def end(self) -> None:
        """Take everything apart."""
        try:
            self.run(self.env.shutdown())
            self.storage.let_go()
            gc.collect()
        finally:
            self.stack.close()

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the world."""
        self.loop.run_until_complete(work)

    async def answered(self) -> None:
        """Wait until everything that was sent is answered; time passes only if it must."""
        await self.talk.answered(troubled=self.trouble.now)

    def missed(self, words: str) -> None:
        """Something did not go as it should: an error, unless there is, or just was, trouble.

        Raises AssertionError.
        """
        self.talk.tell(f"! {words}")
        if self.trouble.calm:
            raise AssertionError(words)

    # --- what is there

    @property
    def backend(self) -> Any:
        """What Discord knows."""
        return self.env.backend

    @property
    def bot(self) -> YanivBot:
        """The bot that runs now."""
        return cast("YanivBot", self.env.bot)

    @property
    def guild(self) -> GuildHandle:
        """The server."""
        return self.env.guild

    @property
    def rooms(self) -> list[int]:
        """The ids of all channels and threads."""
        return [channel.id for channel in self.backend.channels.values() if channel.guild_id == self.guild.id]

    @property
    def tables(self) -> list[Table]:
        """The open tables that the bot has in memory."""
        return tables_in_memory(self.bot)

    @property
    def played(self) -> list[Table]:
        """The open tables whose channel is there."""
        return [table for table in self.tables if table.place.id in self.backend.channels]

    def newest(self, table: Table) -> Table:
        """Return a match as it was committed last."""
        return self.spy.latest.get(table.id, table)

    @property
    def present(self) -> list[Person]:
        """The people who are in the server."""
        return [person for person in self.people.values() if person.here]

    def person(self, user_id: int | None) -> Person | None:
        """Return somebody by their id."""
        return next((person for person in self.people.values() if person.id == user_id), None)

    def messages(self, channel_id: int, person: Person | None) -> list[Message]:
        """Return what somebody sees in a channel, oldest first; what everybody sees for None."""
        found: list[Message] = list(self.backend.messages.get(channel_id, {}).values())
        user_id = None if person is None else person.id
        return [message for message in found if message.visible_to(user_id)]

    def shown(self, message: Message) -> dict[str, Any]:
        """Return a message as a client shows it now."""
        return dict(serializers.message_payload(self.backend, message))

    def clickable(self, message: Message) -> list[dict[str, Any]]:
        """Return what of a message can be clicked or chosen from."""
        known = self._clickable.get(message.id)
        if known is None or known[0] is not message.components:
            found = [part for part in parts(message.components) if is_clickable(part)]
            known = self._clickable[message.id] = (message.components, found)
        return known[1]
