"""Friends at a table in a simulated channel: they click and read as people do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.components import walk_components
from simcord.results import InteractionResult, ResponseMessage

from bot.app import YanivBot
from bot.store.values import Place, PlaceKind
from bot.tables.values import Table

Shown = discord.Message | ResponseMessage


def parts(message: Shown) -> list[dict[str, Any]]:
    """Return every component of a message, nested ones too, as Discord has them."""
    if isinstance(message, ResponseMessage):
        return list(walk_components(message.components))
    return list(_payloads(message.components))


def _payloads(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield from walk_components([component.to_dict()])


def text(message: Shown) -> str:
    """Return all words of a message."""
    content = message.content or ""
    return "\n".join([content, *(part["content"] for part in parts(message) if part["type"] == 10)])


def labels(message: Shown, *, enabled: bool = False) -> list[str]:
    """Return the labels of a message's buttons."""
    buttons = [part for part in parts(message) if part["type"] == 2]
    return [button["label"] for button in buttons if not (enabled and button.get("disabled"))]


def custom_ids(message: Shown) -> list[str]:
    """Return the custom_ids of a message's buttons."""
    return [part["custom_id"] for part in parts(message) if part.get("custom_id")]


@dataclass
class Friends:
    """A server, a channel, and people in it; `panels` are their hand panels as they see them."""

    env: simcord.Env
    guild: GuildHandle
    channel: ChannelHandle
    people: dict[str, MemberActor]
    panels: dict[str, ResponseMessage] = field(default_factory=dict[str, ResponseMessage])

    @classmethod
    def arrive(cls, env: simcord.Env, *names: str) -> "Friends":
        """Make a server with these people in it."""
        guild = env.create_guild()
        channel = guild.create_text_channel("cards")
        people = {name: guild.add_member(env.create_user(name)) for name in names}
        return cls(env, guild, channel, people)

    async def slash(self, name: str, command: str, **options: Any) -> InteractionResult:
        """Let someone use `/yaniv <command>`."""
        result = await self.people[name].slash(self.channel, f"yaniv {command}", **options)
        assert result.response is not None, f"/yaniv {command} was not answered"
        return result

    async def click(self, name: str, message: Shown, label: str) -> InteractionResult:
        """Let someone click the button whose label begins with these words."""
        matching = [found for found in labels(message) if found.startswith(label)]
        assert len(matching) == 1, f"{label!r} is not one of {labels(message)}"
        result = await self.people[name].click(message, label=matching[0])
        assert result.acknowledged, f"the click on {label!r} was not answered"
        return result

    async def choose(self, name: str, page: Shown, what: str, value: str) -> InteractionResult:
        """Let someone choose something of the select with this custom_id."""
        result = await self.people[name].select(page, [value], custom_id=what)
        assert result.acknowledged, f"the choice of {value!r} was not answered"
        return result

    async def prefer(self, name: str, **wishes: str) -> ResponseMessage:
        """Let someone open the page of what they prefer, and choose; return the page."""
        page = (await self.slash(name, "me")).response
        assert page is not None
        for what, value in wishes.items():
            await self.choose(name, page, f"y:me:{what}", value)
        return page

    def message(self, *words: str) -> discord.Message:
        """Return the last public message that holds all these words."""
        for message in reversed(self.channel.history()):
            if not message.flags.ephemeral and all(word in text(message) for word in words):
                return message
        raise AssertionError(f"no public message with {words}")

    @property
    def table(self) -> discord.Message:
        """The last public message with More under it."""
        return next(m for m in reversed(self.channel.history()) if "More" in " ".join(labels(m)))

    @property
    def lobby(self) -> discord.Message:
        """The last public message with Join under it."""
        return next(m for m in reversed(self.channel.history()) if "Join" in " ".join(labels(m)))

    @property
    def bot(self) -> YanivBot:
        """The bot that runs now."""
        return cast("YanivBot", self.env.bot)

    async def look(self) -> Table | None:
        """Return the open table of the channel as the bot knows it."""
        return await self.bot.desk.tables.registry.look(Place(PlaceKind.CHANNEL, self.channel.id))

    async def running(self) -> Table:
        """Return the open table of the channel, which must be there."""
        table = await self.look()
        assert table is not None
        return table

    async def newest(self, match_id: int) -> Table:
        """Return a match as it stands, open or ended."""
        table = await self.look()
        if table is None or table.id != match_id:
            table = await self.bot.desk.tables.registry.find(match_id)
        assert table is not None
        return table

    def mentions(self) -> list[discord.Message]:
        """Return the public messages that say in plain text whose turn it is."""
        return [message for message in self.channel.history() if message.content and "<@" in message.content]

    def panel(self, name: str) -> ResponseMessage:
        """Return what someone's hand panel shows now."""
        return self.panels[name]

    async def open_hand(self, name: str) -> ResponseMessage:
        """Let someone open a fresh hand panel."""
        result = await self.slash(name, "hand")
        assert result.ephemeral
        assert result.response is not None
        self.panels[name] = result.response
        return result.response

    async def select(self, name: str, *cards: str) -> None:
        """Let someone click on these cards of their panel."""
        for card in cards:
            await self.click(name, self.panel(name), card)


def shown_hand(panel: ResponseMessage) -> list[str]:
    """Return the cards that a hand panel shows, in order, without their marks."""
    cards = [part["label"] for part in parts(panel) if str(part.get("custom_id", "")).startswith("y:card:")]
    return [card.removeprefix("✓ ").split(" · ")[0] for card in cards]


def face(code: str) -> str:
    """Return a card of a record as a player reads it: `9S` is 9♠."""
    rank, suit = code[0], code[1]
    if rank == "X":
        return "🃏 Joker"
    return ("10" if rank == "T" else rank) + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[suit]
