"""For every verb: custom_ids that nobody was given are answered once and privately, and change nothing.

Even if a message had such a button: what a message shows decides nothing.
"""

import logging
import re
import tempfile
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from simcord.enums import ComponentType

from bot.config import Settings
from bot.tables.values import Table
from bot.ui.clicks import VERBS, Click
from tests.cogs.bursts import Tap, form, seen, tap
from tests.cogs.cast import (
    HOST,
    MANAGER,
    MOVER,
    SEATED,
    STRANGER,
    custom_id,
    hand_version,
    stage,
    stored,
)
from tests.cogs.forms import forged
from tests.cogs.friends import Friends, face
from tests.cogs.test_forgeries import with_button
from tests.cogs.test_secrecy import faces, strings

AT_ONCE: Final = 10
HUGE: Final = "9" * 18
WRONG: Final = ("-1", HUGE, "9" * 24, "", "x", "\uff11", "\u0661", "1.5", "0x1", "None")
"""What no argument of a custom_id of ours may be; two of them are digits elsewhere in the world."""


@dataclass(frozen=True)
class Forging:
    """How the custom_id of a verb can be forged, and by whom: somebody who may do it with the right one.

    `checked` are the arguments that have to be right: the others only say how something is shown, or which
    state its reader saw. `more` are arguments with something else wrong in them.
    """

    at: str
    by: str
    checked: tuple[int, ...] = (0,)
    more: tuple[str, ...] = ()


def moves(at: str, *more: str, checked: tuple[int, ...] = (0, 1, 2)) -> Forging:
    """Return the forging of a move: match, version of the hand, the selected positions, and what `more`."""
    return Forging(at, MOVER, checked, more)


_SELECTIONS: Final = tuple(
    f"{{match}}:{{hand}}:{picked}" for picked in ("00", "5", "9", "56789", "0123456789", "-0")
)
_POSITIONS: Final = tuple(f"{{match}}:{{hand}}:-:{position}" for position in (5, 9, 99, HUGE, -1))
_CARDS: Final = tuple(f"{{match}}:{{hand}}:0:{card}" for card in ("KS", "X1", "ZZ", "AS:AS"))
_SEATS: Final = tuple(f"{{match}}:{{lobby}}:{seat}" for seat in (0, 3, HUGE, -1))
_STEPS: Final = ("0", "11", "1:3", "2:0", "3:-1", f"3:{HUGE}", "3:x", "1:1:1", "1:", "10:3", "02:0")
_LEVELS: Final = ("greedy", "genius", "EASY", "1", "normal.")
_COMPUTERS: Final = tuple(f"{{match}}:{{lobby}}:{seat}:easy" for seat in (0, 2, 3, HUGE, -1))
_PRESETS: Final = tuple(f"{{match}}:{{lobby}}:{name}" for name in ("poker", "FRENCH", "own.0000000000000000"))

FORGINGS: Final[Mapping[str, Forging]] = {
    "join": Forging("lobby", STRANGER),
    "leave": Forging("playing", SEATED, (0, 1)),
    "add": Forging("lobby", HOST, (0,), tuple(f"{{match}}:{level}" for level in _LEVELS)),
    "computers": Forging("lobby", HOST, (0,), _COMPUTERS),
    "remove": Forging("lobby", HOST, (0,), (*_SEATS, "{match}:0:2", f"{{match}}:{HUGE}:2")),
    "deal": Forging("lobby", HOST),
    "hand": Forging("playing", MOVER),
    "table": Forging("playing", MOVER),
    "more": Forging("playing", MOVER),
    "back": Forging("away", MOVER),
    "next": Forging("round over", MOVER, (0, 1), ("{match}:0", "{match}:2")),
    "rematch": Forging("ended", HOST),
    "scores": Forging("playing", STRANGER, ()),
    "rules": Forging("playing", STRANGER, ()),
    "end": Forging("playing", SEATED),
    "card": moves("playing", *_POSITIONS, checked=(0, 1, 2, 3)),
    "draw": moves("playing", *_SELECTIONS),
    "take": moves("playing", *_CARDS, checked=(0, 1, 2, 3)),
    "call": moves("playing"),
    "hint": moves("playing", "{match}:{hand}", "{match}:0:-", f"{{match}}:{HUGE}:-"),
    "page": Forging("playing", STRANGER, ()),
    "lay": moves("lay", *_SELECTIONS),
    "forced": moves("forced"),
    "slap": moves("slap", "{match}:{hand}"),
    "options": Forging("lobby", HOST, (0,), ("{match}:{lobby}:everything", "{match}:{lobby}:save")),
    "preset": Forging("lobby", HOST, (0, 2), _PRESETS),
    "alone": Forging("playing", SEATED, (0, 1, 2)),
    "settings": Forging("playing", MANAGER, (0,), ("everything", "delete:1")),
    "tutorial": Forging("playing", STRANGER, (0, 1), _STEPS),
    "me": Forging("playing", STRANGER, (0,), ("everything", "language", "pings:never", "lucky:1")),
    "help": Forging("playing", STRANGER, ()),
}
"""Whoever adds a verb says here how its custom_id can be forged."""
MOMENTS: Final = sorted({forging.at for forging in FORGINGS.values()})


def test_every_verb_has_its_forgeries() -> None:
    assert set(FORGINGS) == set(VERBS)


def joined(*parts: object) -> str:
    return ":".join(("y", *map(str, parts)))


def forgeries(verb: str, table: Table, others: Sequence[int]) -> Iterator[str]:
    """Return custom_ids of that verb with one thing wrong in each; `others` are numbers of other matches."""
    forging = FORGINGS[verb]
    right = custom_id(verb, table, forging.by)
    arguments = right.split(":")[2:]
    for index in forging.checked:
        yield from (joined(verb, *arguments[:index], wrong, *arguments[index + 1 :]) for wrong in WRONG)
    if forging.checked and verb != "settings":
        yield from (joined(verb, other, *arguments[1:]) for other in others)
        yield joined(verb)
    if forging.by == MOVER and len(arguments) > 2:
        # Hands of another time, and those of other seats.
        now = hand_version(table, forging.by)
        versions = {now + 1, now - 1, 0, *(hand_version(table, name) for name in (SEATED, HOST))} - {now}
        yield from (joined(verb, arguments[0], version, *arguments[2:]) for version in versions)
    for more in forging.more:
        yield joined(
            verb, more.format(match=table.id, lobby=table.version, hand=hand_version(table, forging.by))
        )
    yield from (f"{right} ", f"{right}:{'9' * 60}", right.upper(), right.replace("y:", "x:", 1))


def hidden_from(table: Table, name: str) -> set[str]:
    """Return the cards that somebody must not see: those that others hold, and that do not lie there too."""
    match = table.match
    if match is None or match.to_move is None:
        return set()
    view = match.public_view()
    known = {face(card.code) for card in (*view.discard, *view.takeable)}
    hands = {seat.name: {face(card.code) for card in match.seat_view(seat.seat).hand} for seat in table.seats}
    own = hands.pop(name, set[str]())
    return {card for hand in hands.values() for card in hand} - own - known


def check(friends: Friends, table: Table, name: str, forged_id: str, one: Tap) -> None:
    """Check that a click was answered once, for nobody else to see, without a fault of ours or a secret."""
    assert friends.env.errors == []
    assert one.acknowledgements == 1, forged_id
    assert one.is_private, forged_id
    answer = "\n".join(written for sent in one.payloads for written in strings(sent))
    assert "went wrong" not in answer, forged_id
    assert "Traceback" not in answer, forged_id
    # Rules are explained with cards of their own, and a refusal repeats the card that it was asked for.
    named = faces(answer if re.search(":(rules|tutorial)", forged_id) else forged_id.replace(":", " "))
    assert not (hidden_from(table, name) - named) & faces(answer), forged_id


async def click_all(
    friends: Friends, table: Table, clicks: Iterable[tuple[str, str]], **options: Any
) -> None:
    """Let people click buttons with these ids on a message that everybody sees, a few at once."""
    waiting = list(dict.fromkeys(clicks))
    message = seen(friends, friends.channel.history()[-1]) | options.pop("message", {})
    while waiting:
        taps = [
            tap(friends, name, with_button(message, forged_id), forged_id, **options)
            for name, forged_id in waiting[:AT_ONCE]
        ]
        await friends.env.settle()
        for (name, forged_id), one in zip(waiting[:AT_ONCE], taps, strict=True):
            check(friends, table, name, forged_id, one)
        del waiting[:AT_ONCE]


@asynccontextmanager
async def unchanged(
    settings: Settings, at: str, caplog: pytest.LogCaptureFixture
) -> AsyncGenerator[tuple[Friends, Table, list[int]]]:
    """Bring a table to a stage with other matches around it; whatever follows must change nothing.

    The others are one that has ended here, one in another channel and one in another server, and numbers
    that no match has.
    """
    async with stage(settings, at, after_another=at != "ended") as (friends, table):
        env = friends.env
        elsewhere, abroad = friends.guild.create_text_channel("elsewhere"), env.create_guild("Abroad")
        await friends.people[STRANGER].slash(elsewhere, "yaniv start", computers=1)
        foreigner = abroad.add_member(env.create_user("Zed"))
        await foreigner.slash(abroad.create_text_channel("cards"), "yaniv start", computers=1)
        others = [number for number in (1, 2, 3, 4, 99, 0) if number != table.id]
        # Where somebody is in the lesson is theirs to say, and nobody can guess wrong.
        aside = ["messages", "lessons"]
        before = stored(settings, without=aside)
        yield friends, table, others
        assert stored(settings, without=aside) == before
        assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def right_ids(at: str, table: Table) -> list[tuple[str, str]]:
    """Return who could click what at that stage, with the custom_ids that are right there."""
    verbs = [verb for verb, forging in FORGINGS.items() if forging.at == at]
    return [(FORGINGS[verb].by, custom_id(verb, table, FORGINGS[verb].by)) for verb in verbs]


@pytest.mark.parametrize("verb", VERBS)
async def test_a_wrong_argument_changes_nothing(
    settings: Settings, verb: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Another match's number, another hand's version; positions, seats and numbers that are none."""
    forging = FORGINGS[verb]
    async with unchanged(settings, forging.at, caplog) as (friends, table, others):
        ids = list(forgeries(verb, table, others))
        await click_all(friends, table, ((forging.by, forged_id) for forged_id in ids))


@pytest.mark.parametrize("at", MOMENTS)
async def test_a_button_carried_to_another_channel_or_server_changes_nothing(
    settings: Settings, at: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with unchanged(settings, at, caplog) as (friends, table, _):
        far = friends.env.create_guild("Far away")
        for person in friends.people.values():
            friends.env.backend.add_member(far.id, person.id)
        for channel in (friends.guild.create_text_channel("more"), far.create_text_channel("cards")):
            message = {"channel_id": str(channel.id)}
            await click_all(friends, table, right_ids(at, table), channel_id=channel.id, message=message)


@pytest.mark.parametrize("at", MOMENTS)
async def test_somebody_who_is_not_in_the_server_changes_nothing(
    settings: Settings, at: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even with the number of somebody who is seated, and that of the channel."""
    async with unchanged(settings, at, caplog) as (friends, table, _):
        await click_all(friends, table, right_ids(at, table), member=False)


@pytest.mark.parametrize("at", MOMENTS)
async def test_a_menu_or_form_with_the_id_of_a_button_changes_nothing(
    settings: Settings, at: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A form that was never shown counts for what it says, and these say nothing that can be done."""
    async with unchanged(settings, at, caplog) as (friends, table, _):
        message = seen(friends, friends.channel.history()[-1])
        for name, right in right_ids(at, table):
            shown = with_button(message, right)
            sent = [
                tap(friends, name, message, right, component=ComponentType.STRING_SELECT),
                form(friends, name, right, message=shown),
                form(friends, name, right),
                forged(friends, name, right, target="0", what=["1", "2"], **{"x" * 100: "y" * 4000}),
            ]
            await friends.env.settle()
            for one in sent:
                check(friends, table, name, right, one)


def any_id() -> st.SearchStrategy[str]:
    """Return a hundred characters of any kind, bare or after what an id of ours begins with."""
    anything = st.text(min_size=100, max_size=100)
    likely = st.text(alphabet="0123456789:.-abcXYZ", min_size=1, max_size=90)
    verbs = st.sampled_from(VERBS)
    return st.one_of(
        anything,
        anything.map(lambda characters: f"y:{characters}"[:100]),
        st.tuples(verbs, anything).map(lambda parts: joined(*parts)[:100]),
        st.tuples(verbs, likely).map(lambda parts: joined(*parts)[:100]),
    )


@given(any_id())
def test_any_id_is_read_or_is_not_ours(written: str) -> None:
    click = Click.parse(written)
    if click is not None:
        assert click.verb in VERBS
        assert all(argument.isascii() and 1 <= len(argument) <= 24 for argument in click.arguments)
        numbers = [click.number(index) for index in range(len(click.arguments) + 1)]
        assert all(number is None or 0 <= number < 10**18 for number in numbers)


@examples(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ids=st.lists(any_id(), min_size=20, max_size=20))
async def test_a_hundred_characters_of_any_kind_change_nothing(
    settings: Settings, ids: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        own = replace(settings, database_url=f"sqlite:///{Path(directory) / 'yaniv.sqlite3'}")
        async with unchanged(own, "playing", caplog) as (friends, table, _):
            await click_all(friends, table, [(MOVER, written) for written in ids])
