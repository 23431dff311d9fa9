"""Whatever people call themselves, every message is accepted, and nothing pings."""

from collections.abc import Iterator
from typing import Any, cast

import pytest

from bot.app import create_bot
from bot.config import Settings
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels
from tests.cogs.play import MAX_CLICKS, deal, fixed_shuffle, lay_and_draw, running

SEATS = 8
WIDE = "名" * 31
NASTY = (
    "||hidden||",
    "`tick` ```block```",
    "@everyone @here",
    "one\ntwo\n# three",
    "\u202eevil\u202c \u200f\u200e",
    "**b** __u__ ~~s~~",
    "<@1234> <#5> <@&6>",
    "[x](https://x.example)",
)
TRAPS = ("**b**", "||hidden||", "```block", "@everyone", "@here", "\u202e", "\u200f", "<@1234>", "\n# three")


def lines(value: Any) -> Iterator[str]:
    """Return every text with markdown in a request's body; labels know none."""
    match value:
        case {"content": str(content), **rest}:
            yield content
            yield from lines(rest)
        case dict():
            for inner in cast("dict[str, Any]", value).values():
                yield from lines(inner)
        case list():
            for inner in cast("list[Any]", value):
                yield from lines(inner)
        case _:
            pass


@pytest.mark.parametrize("kind", ["wide", "nasty"])
async def test_eight_odd_names_at_a_table(settings: Settings, kind: str) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=SEATS - 1)
    async with discord_with(bot) as env:
        names = [f"p{seat}" for seat in range(SEATS)]
        friends = Friends.arrive(env, *names)
        for seat, name in enumerate(names):
            nick = WIDE + "１２３４５６７８"[seat] if kind == "wide" else NASTY[seat]
            env.backend.get_guild(friends.guild.id).members[friends.people[name].id].nick = nick
        await deal(friends, *names)
        await friends.click(names[0], friends.panel(names[0]), labels(friends.panel(names[0]))[0])
        await friends.click(names[0], friends.panel(names[0]), "✓")
        for _ in range(MAX_CLICKS):
            table = await friends.running()
            seat = running(table).to_move
            if seat is None:
                break
            name = names[seat]
            if "Yaniv!" in labels(friends.panel(name)):
                await friends.click(name, friends.panel(name), "Yaniv!")
            else:
                await lay_and_draw(friends, name)
        for command in ("scores", "hand", "table", "help", "rules"):
            await friends.slash(names[0], command)
        await friends.click(names[0], friends.table, "More")
        await env.advance_time(25)
        await friends.slash(names[7], "leave")
        for name in names[:4]:
            await friends.slash(name, "end")
        assert await friends.look() is None
        await friends.click(names[0], friends.message("ended early"), "Rematch")
        await friends.click(names[0], friends.lobby, "Remove a seat")
        await friends.slash(names[0], "end")
        sent = [
            cast("dict[str, Any]", request.json)
            for request in env.http_requests
            if isinstance(request.json, dict) and "/commands" not in request.path
        ]
        assert all(allowed_only(body) for body in sent)
        said = "\n".join(line for body in sent for line in lines(body))
        assert said
        assert [trap for trap in TRAPS if trap in said] == []
        assert env.errors == []


def allowed_only(body: dict[str, Any]) -> bool:
    """Say whether a message pings nobody, or exactly the one person whom its text names first."""
    data = body.get("data", body)
    if not {"components", "content"} & set(data or {}):
        return True
    allowed = data["allowed_mentions"]
    users = [f"<@{user}>" for user in allowed.get("users", [])]
    return allowed["parse"] == [] and users == [(data.get("content") or "").split(",")[0]][: len(users)]
