"""What everybody sees of a match is its newest state, once the bot has had time to show it."""

from collections.abc import Iterator
from typing import Final

from simcord.backend.models import Message

from bot.tables.values import Phase, Table
from bot.ui.drawing import _table_view  # pyright: ignore[reportPrivateUsage] -- what should be shown, drawn anew
from bot.ui.faces import NO_FACES
from tests.fuzz.people import text
from tests.fuzz.world import World

LONGEST: Final = 90.0
QUIET_FOR: Final = 180.0
"""Seconds after the last trouble: by then it may have been tried again."""


async def shown_faults(world: World) -> list[str]:
    """Return which tables show an earlier state although there was time enough to show the newest."""
    if not world.trouble.calm or world.env.elapsed - world.trouble.until < QUIET_FOR:
        return []
    waited, faults = 0.0, list(_faults(world))
    while faults and waited < LONGEST:
        await world.env.pass_time(3.0)
        waited += 3.0
        faults = list(_faults(world))
    return faults


def _faults(world: World) -> Iterator[str]:
    for table in world.played:
        if table.phase is Phase.LOBBY or world.bot.desk.tables.timers.is_set(("redraw", table.id)):
            continue
        if table.place.id in world.trouble.robbed:
            # Nobody tells the bot that its message is gone: the next change shows it again.
            continue
        shown = [text(message.components) for message in _messages(world, table)]
        if not shown:
            yield f"match {table.id}: nobody sees its table"
        elif not _wanted(world, table) & {*shown}:
            yield f"match {table.id}: its table shows {shown[-1]!r}, not one of {_wanted(world, table)!r}"
        yield from _mention_faults(world, table)


def _messages(world: World, table: Table) -> list[Message]:
    """Return the messages of a table that have its buttons.

    There may be several: nobody but Discord knows of one that was sent when its answer was lost.
    """
    wanted = (f"y:more:{table.id}", f"y:next:{table.id}:")
    return [
        message
        for message in world.messages(table.place.id, None)
        if any(part["custom_id"].startswith(wanted) for part in world.clickable(message))
    ]


def _wanted(world: World, table: Table) -> set[str]:
    """Return what a table may show.

    After a start it says for how long the bot was away, and cards are text until their pictures are known.
    The lucky word of whoever won with a call may have been another one when that was drawn, or none.
    """
    desk = world.bot.desk
    words = desk.languages.for_locale(table.locale)
    rounds = 0 if table.match is None else len(table.match.rounds)
    return {
        text(_table_view(table, words.showing(faces), rounds, absence, lucky_word=word).to_components())
        for absence in (None, desk.tables.absence)
        for faces in (NO_FACES, desk.panels.cards.faces)
        for word in ("", *(() if table.phase is Phase.PLAYING else world.wishes.lucky_words))
    }


def _mention_faults(world: World, table: Table) -> Iterator[str]:
    """Say if somebody is called to the table whose turn it is not."""
    own = world.backend.bot_user.id
    # One that was sent as the bot was killed is known to nobody.
    since = world.env.moment(world.trouble.until)
    mentions = [
        message
        for message in world.messages(table.place.id, None)
        if message.author_id == own and "<@" in message.content and message.timestamp > since
    ]
    mover = None if table.match is None else table.user_at(table.match.to_move)
    for message in mentions:
        if f"<@{mover}>" not in message.content:
            yield f"match {table.id}: {message.content!r} stands there, and {mover} is to move"
    if len(mentions) > 1:
        yield f"match {table.id}: {len(mentions)} mentions"
