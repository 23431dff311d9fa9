"""A table with somebody in every role around it, at every stage of a match, in a simulated channel."""

import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import discord

from bot.app import create_bot
from bot.config import Settings
from bot.engine.cards import Card
from bot.presets import preset
from bot.speeds import Speed
from bot.tables.values import Table
from tests.cogs.clicking import Shuffle
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends
from tests.cogs.play import deal, open_lobby
from tests.engine.helpers import deck_with

HOST, MOVER, SEATED = PLAYERS = ("Hal", "Tom", "Sue")
MODERATOR, MANAGER, STRANGER = OTHERS = ("Mod", "Meg", "Eve")
ROLES: Final[Mapping[str, str]] = {
    HOST: "host",
    MOVER: "mover",
    SEATED: "seated",
    MODERATOR: "moderator",
    MANAGER: "manager",
    STRANGER: "stranger",
}
"""Who is there, and what they are in the words of `tests.tables.permitted`."""

_TRAVELLERS: Final = preset("travellers")
_FRENCH: Final = replace(preset("french"), hand_size=3)
# Who is to move may call at once; the ace that comes after the first one may be slapped down.
_LOW: Final = "AS AD X1 X2 2H"
_HANDS: Final = [_LOW, "KS JH QD 9C TH", "KD JS QC 9D TC"]
START: Final = "3S"
_A_TURN: Final = 601.0
# Seconds for an answer on a machine that does much else; simcord waits for whatever is due within it.
PATIENT: Final = 18.0


def _travellers(_: object) -> list[Card]:
    return deck_with(_TRAVELLERS, _HANDS, START, "AH 4C")


def _french(first: str) -> Shuffle:
    return lambda _: deck_with(_FRENCH, [first, "KS JC 9H", "QS 7D 8C"], "3H")


async def _lobby(friends: Friends) -> None:
    await open_lobby(friends, *PLAYERS, rules="travellers")


async def _playing(friends: Friends) -> None:
    await deal(friends, *PLAYERS, rules="travellers")


async def _playing_french(friends: Friends) -> None:
    await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Short", _FRENCH, overwrite=True)
    await deal(friends, *PLAYERS, rules="Short")


async def _slap(friends: Friends) -> None:
    await _playing(friends)
    await friends.select(MOVER, "A♠")
    await friends.click(MOVER, friends.panel(MOVER), "Draw")


async def _round_over(friends: Friends) -> None:
    await _playing(friends)
    await friends.click(MOVER, friends.panel(MOVER), "Yaniv!")


async def _free(friends: Friends) -> None:
    await _playing(friends)
    await friends.slash(SEATED, "leave")


async def _away(friends: Friends) -> None:
    await deal(friends, *PLAYERS, rules="travellers", speed=Speed.RELAXED.value)
    while not (await friends.running()).away:
        await friends.env.advance_time(_A_TURN)


async def _ended(friends: Friends) -> None:
    await _playing(friends)
    await friends.slash(MODERATOR, "end")


_STAGES: Final[Mapping[str, tuple[Shuffle, Callable[[Friends], Awaitable[None]]]]] = {
    "lobby": (_travellers, _lobby),
    "playing": (_travellers, _playing),
    "round over": (_travellers, _round_over),
    "ended": (_travellers, _ended),
    # Moments of a round that few verbs are for; whoever has drawn is not to move any more.
    "slap": (_travellers, _slap),
    "lay": (_french("3S 5D 9C"), _playing_french),
    "forced": (_french("2S 5D 9C"), _playing_french),
    # A computer has the seat that somebody left; who was to move first has missed two turns.
    "free": (_travellers, _free),
    "away": (_travellers, _away),
}


@asynccontextmanager
async def stage(
    settings: Settings, name: str, *, after_another: bool = False
) -> AsyncGenerator[tuple[Friends, Table]]:
    """Bring a table to a stage; the host deals, so the mover begins.

    With `after_another` a match of the same people has been begun and ended here before: it is number 1.
    """
    shuffler, prepare = _STAGES[name]
    # The next round comes when somebody presses Next, however long a test takes.
    settings = replace(settings, next_round_seconds=600)
    async with discord_with(
        create_bot(settings, shuffler=shuffler, first_dealer=0),
        settle_timeout=PATIENT,
        hurried=name == "away",
    ) as env:
        friends = Friends.arrive(env, *PLAYERS, STRANGER)
        for somebody, granted in ((MODERATOR, "manage_messages"), (MANAGER, "manage_guild")):
            role = friends.guild.create_role(somebody, permissions=discord.Permissions(**{granted: True}))
            friends.people[somebody] = friends.guild.add_member(env.create_user(somebody), roles=[role])
        if after_another:
            await (_playing if name == "lobby" else prepare)(friends)
            await friends.slash(MODERATOR, "end")
        await prepare(friends)
        found = await friends.look()
        yield friends, await friends.newest(1) if found is None else found


_IDS: Final[Mapping[str, str]] = {
    "leave": "{match}:sure",
    "remove": "{match}:{lobby}:2",
    "preset": "{match}:{lobby}:french",
    "settings": "speed",
    "me": "lucky",
    "alone": "p{match}:end",
    "page": "server:all:1:{match}",
    "tutorial": "1:0",
    "next": "{match}:{round}",
    "card": "{match}:{hand}:-:0",
    "draw": "{match}:{hand}:0",
    "lay": "{match}:{hand}:0",
    "take": "{match}:{hand}:0:" + START,
    "hint": "{match}:{hand}:-",
    **dict.fromkeys(("forced", "call", "slap"), "{match}:{hand}:-"),
}
"""What a custom_id carries after its verb, where that is more than the match."""


def custom_id(verb: str, table: Table, name: str) -> str:
    """Return the custom_id with which somebody would do this at a table."""
    arguments = _IDS.get(verb, "{match}").format(
        match=table.id,
        lobby=table.version,
        hand=hand_version(table, name),
        round=1 if table.match is None else len(table.match.rounds),
    )
    return f"y:{verb}:{arguments}"


def hand_version(table: Table, name: str) -> int:
    """Return the version of somebody's hand; that of whoever is to move for those who have none."""
    if table.match is None:
        return 1
    seats = [seat.seat for seat in table.seats if seat.name == name]
    return table.match.hand_versions[seats[0] if seats else 1]


def stored(settings: Settings, *, without: Sequence[str] = ()) -> str:
    """Return all that the database holds, as text; the rows of some tables may be left out."""
    connection = sqlite3.connect(settings.database_url.removeprefix("sqlite:///"))
    try:
        lines = list(connection.iterdump())
    finally:
        connection.close()
    left_out = tuple(f'INSERT INTO "{table}"' for table in without)
    return "\n".join(line for line in lines if not line.startswith(left_out))
