"""Whatever people call themselves or their rules: every message is accepted, reads as meant, pings nobody."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest
import simcord
from simcord.actors import MemberActor

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.store.values import GuildSettings
from bot.ui.escape import ISOLATE, POP_ISOLATE
from tests.cogs.bursts import seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.forms import options_of
from tests.cogs.friends import Friends, labels, text
from tests.cogs.pings import messages, pings
from tests.cogs.play import MAX_CLICKS, deal, fixed_shuffle, lay_and_draw, open_lobby, running
from tests.cogs.test_forgeries import with_button

SEATS: Final = 8
NAMES: Final = {
    "wide": tuple("名" * 31 + number for number in "１２３４５６７８"),
    "markdown": (
        "||hidden||",
        "`tick` ```block```",
        "**b** __u__ ~~s~~",
        "[x](https://evil.example)",
        "# heading",
        "- list",
        "> quote",
        "1. first",
    ),
    "mentions": (
        "@everyone @here",
        "<@1234> <@!1234>",
        "<#5> <@&6>",
        "<:smile:123456789012345678>",
        "<a:dance:123456789012345678>",
        "<t:1700000000:R>",
        "https://evil.example",
        "</yaniv start:1> <id:home>",
    ),
    "characters": (
        "one\ntwo\n# three",
        "\u202eevil\u202c \u200f\u200e",
        "Z" + "\u0335" * 31,
        "zero\u200b\u200d\u2060width",
        "\u0301\u0302\u0303leading",
        "\u2028line\u2029break\x1b[31m",
        "\u200b\u3164\u2800",
        "-# \u1fefsmall\u1fef",
    ),
}
# What must not be left of a name in a text once everything that is escaped is taken out.
TRAPS: Final = re.compile(
    r"\|\||~~|__|`tick|```block|\*\*b\*\*|@everyone|@here|<@!?1234|<#5>|<@&6>|\[x\]\(|<a?:|<t:1700000000|"
    r"https?://evil|(?m:^)(# |- list|> quote|1\. first|-# [`\u1fef]small)|</yaniv|<id:|"
    r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066\u2067\x00-\x09\x0b-\x1f]|[\u0300-\u036f]{4}"
)
_ESCAPED: Final = re.compile(r"\\[^0-9A-Za-z\s]|@\u200b")


def written(value: Any) -> Iterator[str]:
    """Return every text with markdown in a request's body."""
    match value:
        case {"content": str(content), **rest}:
            yield content
            yield from written(rest)
        case dict():
            for inner in cast("dict[str, Any]", value).values():
                yield from written(inner)
        case list():
            for inner in cast("list[Any]", value):
                yield from written(inner)
        case _:
            pass


def labelled(value: Any) -> Iterator[str]:
    """Return every text without markdown in a request's body: labels, titles, options, names of threads."""
    match value:
        case {"media": _, "description": str()}:
            pass
        case dict():
            for key, inner in cast("dict[str, Any]", value).items():
                if key in ("label", "title", "placeholder", "name", "description") and isinstance(inner, str):
                    yield inner
                yield from labelled(inner)
        case list():
            for inner in cast("list[Any]", value):
                yield from labelled(inner)
        case _:
            pass


def described(value: Any) -> Iterator[str]:
    """Return what every picture in a request's body is described with, without the marks around names."""
    match value:
        case {"media": _, "description": str(words)}:
            yield words.replace(ISOLATE, "").replace(POP_ISOLATE, "")
        case dict():
            for inner in cast("dict[str, Any]", value).values():
                yield from described(inner)
        case list():
            for inner in cast("list[Any]", value):
                yield from described(inner)
        case _:
            pass


def is_plain(label: str, limit: int = 100) -> bool:
    """Say whether a label has nothing in it that breaks its line, hides or turns what stands beside it."""
    unseen = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return (
        0 < len(label.strip()) <= limit
        and not any(unicodedata.category(character) in unseen for character in label)
        and re.search(r"[\u0300-\u036f]{4}", label) is None
    )


def sent(env: simcord.Env) -> list[Any]:
    """Return all that the bot has sent, but for its commands."""
    return [request.json for request in env.http_requests if request.json and "/commands" not in request.path]


def assert_harmless(env: simcord.Env) -> None:
    """Check that no name did anything, in all that was sent."""
    bodies = sent(env)
    texts = [line for body in bodies for line in written(body)]
    assert len(texts) > 10
    assert [line for line in texts if TRAPS.search(_ESCAPED.sub("", line))] == []
    assert [label for body in bodies for label in labelled(body) if not is_plain(label)] == []
    assert [words for body in bodies for words in described(body) if not is_plain(words, 1024)] == []
    assert env.errors == []


def call_them(friends: Friends, names: dict[str, str]) -> None:
    """Give people these names in the server, whatever the test calls them."""
    members = friends.env.backend.get_guild(friends.guild.id).members
    for name, nick in names.items():
        members[friends.people[name].id].nick = nick


async def play_to_the_round_end(friends: Friends, names: list[str]) -> None:
    """Play a round; whoever is to move calls if they may."""
    for _ in range(MAX_CLICKS):
        table = await friends.newest(1)
        seat = running(table).to_move
        if seat is None:
            return
        name = names[seat]
        if "Yaniv!" in labels(friends.panel(name)):
            await friends.click(name, friends.panel(name), "Yaniv!")
        else:
            await lay_and_draw(friends, name)


@pytest.mark.parametrize("kind", NAMES)
async def test_names_of_players_stand_everywhere_as_they_read(settings: Settings, kind: str) -> None:
    """In the lobby, at the table, on panels and buttons, in scores and leaderboard, in refusals."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=SEATS - 1)
    async with discord_with(bot) as env:
        names = [f"p{seat}" for seat in range(SEATS)]
        friends = Friends.arrive(env, *names)
        call_them(friends, dict(zip(names, NAMES[kind], strict=True)))
        await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Short", replace(CLASSIC, target=20))
        await deal(friends, *names, rules="Short")
        call = f"y:call:1:{running(await friends.running()).hand_versions[1]}:-"
        early = tap(friends, names[1], with_button(seen(friends, friends.panel(names[1])), call), call)
        await env.settle()
        assert "It is not your turn" in early.words
        await play_to_the_round_end(friends, names)
        assert await friends.look() is None, "somebody has reached twenty"
        for command in ("scores", "help", "rules"):
            await friends.slash(names[0], command)
        await friends.click(names[0], friends.message("wins"), "Rematch")
        await friends.click(names[0], friends.lobby, "Remove a seat")
        await friends.click(names[0], friends.lobby, "Deal")
        for command in ("scores", "hand", "table"):
            await friends.slash(names[0], command)
        await friends.click(names[0], friends.table, "More")
        await env.advance_time(25)
        for name in (*names[1:4], names[7]):
            await friends.slash(name, "leave")
        for name in (names[0], *names[4:6]):
            await friends.slash(name, "end")
        assert await friends.look() is None
        assert_harmless(env)


@pytest.mark.parametrize(
    "name", [name for kind in ("markdown", "mentions", "characters") for name in NAMES[kind]]
)
async def test_a_thread_is_called_after_its_host_whatever_the_name(settings: Settings, name: str) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        call_them(friends, {"you": name})
        await friends.bot.desk.tables.store.save_settings(
            GuildSettings(guild_id=friends.guild.id, offer_threads=True)
        )
        await friends.slash("you", "start", thread=True)
        made = next(request.json for request in env.http_requests if request.path.endswith("/threads"))
        assert made is not None
        assert 0 < len(made["name"]) <= 100
        assert [label for label in labelled(sent(env)) if not is_plain(label)] == []
        texts = [line for body in sent(env) for line in written(body)]
        assert [line for line in texts if TRAPS.search(_ESCAPED.sub("", line))] == []


async def offered(friends: Friends, person: MemberActor, command: str, option: str) -> list[str]:
    """Return the names that are offered while somebody types."""
    choices = await person.autocomplete(friends.channel, f"yaniv {command}", option, "")
    return [choice["name"] for choice in choices]


@pytest.mark.parametrize("kind", NAMES)
async def test_names_of_saved_rules_stand_everywhere_as_they_read(settings: Settings, kind: str) -> None:
    """In lobby, options, settings and their forms, in the rules, in refusals, and while they are typed."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env)
        both = friends.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        friends.people["you"] = friends.guild.add_member(env.create_user("you"), roles=[both])
        store = friends.bot.desk.tables.store
        saved = [
            (await store.save_rules(friends.guild.id, name, replace(CLASSIC, target=60 + at))).name
            for at, name in enumerate(NAMES[kind])
            if any(unicodedata.category(character)[0] not in "CZ" for character in name)
        ]
        person = friends.people["you"]
        for command, option in (("start", "rules"), ("rules", "preset")):
            names = await offered(friends, person, command, option)
            assert len(names) >= len(saved)
            assert all(map(is_plain, names))
        for name in saved:
            await friends.slash("you", "rules", preset=name)
        await friends.slash("you", "rules", preset=f"not {saved[0]}")
        await open_lobby(friends, "you", rules=saved[0])
        panel = await options_of(friends, "you")
        await friends.click("you", panel, "Save for this server")
        panel = (await friends.slash("you", "settings")).response
        assert panel is not None
        await friends.click("you", panel, "Rules")
        await friends.click("you", panel, "Delete")
        await friends.slash("you", "rules")
        assert text(friends.lobby)
        assert_harmless(env)


def test_a_message_that_does_not_say_whom_it_pings_is_found() -> None:
    """Every test with a simulated Discord looks at all of its requests in this way."""
    everybody = SimpleNamespace(method="PATCH", path="/channels/1/messages/2", json={"content": "x"})
    answer = SimpleNamespace(
        method="POST",
        path="/interactions/1/token/callback",
        json={"type": 4, "data": {"allowed_mentions": {"parse": ["users"], "users": ["5"]}}},
    )
    followup = SimpleNamespace(
        method="POST", path="/webhooks/1/token", json={"allowed_mentions": {"parse": []}}
    )
    assert [pings(message) for message in messages([everybody, answer, followup])] == [
        ["everybody"],
        ["users", "5"],
        [],
    ]
