"""Clicks that no button offered: each is answered privately with one sentence, and changes nothing."""

import random
import string
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from simcord.enums import ComponentType

from bot.app import create_bot
from bot.config import Settings
from bot.tables.values import Phase, Table
from tests.cogs.bursts import BUSY, Tap, assert_answered_once, form, id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, custom_ids, labels, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, mover, open_lobby, play_round, running, stacked

LOBBY_VERBS = ("join", "leave", "add", "remove", "deal")
HUGE = 10**18 - 1
NOT_OURS = ("y:", "y:slap:1", "y:card", "x:join:1", "join", "y:join:1 ", "y:join:１", "y:join:1:" + "9" * 60)


def state(table: Table | None) -> object:
    """Return all that a click could have changed."""
    if table is None:
        return None
    views = [] if table.match is None else [table.match.seat_view(seat) for seat in range(len(table.seats))]
    return (table.id, table.version, table.number, table.seats, table.host_id, table.votes, views)


def with_button(message: Mapping[str, Any], custom_id: str, *, kind: int = 2) -> dict[str, Any]:
    """Return a message as if it had a button, or another component, with that custom_id."""
    forged = deepcopy(dict(message))
    part: dict[str, Any] = {"type": kind, "custom_id": custom_id, "id": 4999}
    if kind == ComponentType.BUTTON:
        part |= {"style": 2, "label": "forged", "disabled": False}
    else:
        part |= {"options": [{"label": "1", "value": "1"}], "min_values": 1, "max_values": 1}
    forged["components"] = [*forged["components"], {"type": 1, "id": 4998, "components": [part]}]
    return forged


def forged_ids(match_id: int, version: int) -> Iterator[str]:
    """Return custom_ids that look like ours, with every argument wrong in turn."""
    for match in (match_id + 1, 0, HUGE, -1, "", "x", "0" * 18):
        for verb in ("hand", "table", "more", "next", "rematch", "end", "leave", "call", *LOBBY_VERBS):
            yield f"y:{verb}:{match}"
        yield f"y:card:{match}:{version}:-:0"
        yield f"y:draw:{match}:{version}:0"
    for position in (5, 9, 99, HUGE, -1, "x", ""):
        yield f"y:card:{match_id}:{version}:-:{position}"
    for selection in ("00", "56789", "9", "-1", "x", "", "0123456789", "01234567890"):
        yield f"y:draw:{match_id}:{version}:{selection}"
        yield f"y:take:{match_id}:{version}:{selection}:3S"
    for other in (version + 1, version - 1, HUGE, -1, "x", ""):
        yield f"y:card:{match_id}:{other}:-:0"
        yield f"y:draw:{match_id}:{other}:0"
        yield f"y:call:{match_id}:{other}"
    for card in ("9S", "X1", "ZZ", "", "1", "AS:AS"):
        yield f"y:take:{match_id}:{version}:0:{card}"
    for number in (0, 2, HUGE, -1, "x"):
        yield f"y:next:{match_id}:{number}"
    for seat in (0, 1, 9, HUGE, -1, "x"):
        yield f"y:remove:{match_id}:{seat}:{seat}"
    yield from (f"y:{verb}" for verb in ("hand", "card", "draw", "take", "call", "next", *LOBBY_VERBS))


def assert_refused(taps: Sequence[Tap], *, private: bool = True) -> None:
    """Every one got one sentence that only its reader sees, and no fault of ours is in it."""
    assert_answered_once(taps)
    for one in taps:
        response = one.result.response
        assert response is not None
        assert response.ephemeral or not private
        assert "went wrong" not in one.words
        assert "Traceback" not in one.words
        lines = [line for line in one.words.splitlines() if line]
        assert len(lines) == 1, one.words


async def test_ids_that_are_not_on_the_message_are_refused(settings: Settings) -> None:
    """They are on no message that Discord shows anybody, so nothing stands behind them."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        before = state(table)
        shown = seen(friends, friends.table)
        ids = [*forged_ids(table.id, running(table).hand_versions[0]), *NOT_OURS]
        for name in ("you", "Eve"):
            taps = [tap(friends, name, shown, custom_id) for custom_id in ids]
            await env.settle()
            assert_refused(taps)
        assert state(await friends.running()) == before


async def test_wrong_arguments_change_nothing(settings: Settings) -> None:
    """Even if a message had such buttons: on one's own panel the sentence stands above the hand."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot, settle_timeout=BUSY) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        before = state(table)
        panel = seen(friends, friends.panel("you"))
        ids = list(forged_ids(table.id, running(table).hand_versions[0]))
        taps = [tap(friends, "you", with_button(panel, custom_id), custom_id) for custom_id in ids]
        await env.settle()
        assert_answered_once(taps)
        assert [i for i, one in zip(ids, taps, strict=True) if "went wrong" in one.words] == []
        assert state(await friends.running()) == before


async def test_random_characters_are_refused(settings: Settings) -> None:
    rng = random.Random(7)
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        before = state(await friends.running())
        shown = seen(friends, friends.table)
        signs = string.printable + "♠שü𝔸\u202e"
        ids = ["".join(rng.choices(signs, k=100)) for _ in range(20)]
        ids += ["y:" + "".join(rng.choices(signs, k=98)) for _ in range(20)]
        taps = [tap(friends, "you", with_button(shown, custom_id), custom_id) for custom_id in ids]
        await env.settle()
        assert_refused(taps)
        assert state(await friends.running()) == before


async def test_a_spectator_clicks_everything_on_the_table(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked("AS KS AH KH AD"), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        for _ in range(2):
            before = state(await friends.running())
            for label in [label for label in labels(friends.table) if label != "Scores"]:
                one = tap(friends, "Eve", seen(friends, friends.table), id_of(friends.table, label))
                await env.settle()
                assert_answered_once([one])
                response = one.result.response
                assert response is not None
                assert response.ephemeral
                assert not shown_hand(response)
                assert "Leave the match" not in labels(response)
                assert "End the match" not in labels(response)
            assert state(await friends.running()) == before
            await play_round(friends)


async def test_someone_elses_hand_cannot_be_clicked(settings: Settings) -> None:
    """Nobody but its owner sees a panel; a forged click on it shows and changes nothing."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        before = state(await friends.running())
        panel = friends.panel("you")
        content = text(panel), labels(panel)
        for name in ("Ada", "Eve"):
            taps = [tap(friends, name, seen(friends, panel), custom_id) for custom_id in custom_ids(panel)]
            await env.settle()
            assert_refused(taps)
            for one in taps:
                assert not any(card in one.words for card in shown_hand(panel))
        assert (text(panel), labels(panel)) == content
        assert state(await friends.running()) == before


async def test_clicks_from_another_channel_or_server_are_refused(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        elsewhere = friends.guild.create_text_channel("elsewhere")
        abroad = env.create_guild("Abroad")
        for person in friends.people.values():
            env.backend.add_member(abroad.id, person.id)
        foreign = abroad.create_text_channel("foreign")
        before = state(await friends.running())
        for channel in (elsewhere, foreign):
            for message in (friends.table, friends.panel("you")):
                ids = [i for i in custom_ids(message) if not i.startswith(("y:scores", "y:rules"))]
                for custom_id in ids:
                    # A message cannot be in two channels: this one was copied there.
                    copied = seen(friends, message) | {"channel_id": str(channel.id)}
                    one = tap(friends, "you", copied, custom_id, channel_id=channel.id)
                    await env.settle()
                    assert one.acknowledgements == 1
                    assert message.flags.ephemeral or one.result.acknowledged
                    assert state(await friends.running()) == before, custom_id


async def test_an_old_lobby_is_answered(settings: Settings) -> None:
    """After the deal, and after the match, its buttons say what has become of it."""
    async with discord_with(create_bot(settings, shuffler=stacked("AS KS AH KH AD"), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await open_lobby(friends, "you", "Ada")
        shown, ids = seen(friends, friends.lobby), custom_ids(friends.lobby)
        await friends.click("you", friends.lobby, "Deal")
        before = state(await friends.running())
        for name in ("you", "Ada", "Eve"):
            join, *others = [
                tap(friends, name, shown, custom_id)
                for custom_id in sorted(ids, key=lambda custom_id: "join" not in custom_id)
                if "leave" not in custom_id
            ]
            await env.settle()
            assert_refused([join, *others])
            assert all("The cards are dealt already" in one.words for one in others)
            seatless = "No computer's seat is free" if name == "Eve" else "You are seated already"
            assert seatless in join.words
        assert state(await friends.running()) == before
        await friends.slash("you", "end")
        await friends.slash("Ada", "end")
        assert await friends.look() is None
        for name in ("you", "Eve"):
            taps = [tap(friends, name, shown, custom_id) for custom_id in ids]
            await env.settle()
            assert_refused(taps)
        assert await friends.look() is None


async def test_leave_on_an_old_lobby_does_not_leave_the_match(settings: Settings) -> None:
    """The lobby's Leave was for the lobby; the match has its own, with a warning."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        shown, custom_id = seen(friends, friends.lobby), id_of(friends.lobby, "Leave")
        await friends.click("you", friends.lobby, "Deal")
        before = state(await friends.running())
        one = tap(friends, "Ada", shown, custom_id)
        await env.settle()
        assert_refused([one])
        assert state(await friends.running()) == before


async def test_an_old_rounds_message_is_answered(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked("AS KS AH KH AD"), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await play_round(friends)
        over, custom_id = seen(friends, friends.table), id_of(friends.table, "Next round")
        await friends.click("Ada", friends.table, "Next round")
        before = state(await friends.running())
        taps = [tap(friends, name, over, custom_id) for name in ("you", "Ada")]
        await env.settle()
        assert_refused(taps)
        assert state(await friends.running()) == before


async def test_a_disabled_button_is_refused(settings: Settings) -> None:
    """Off turn Draw and Take stand there disabled."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        assert mover(table) == "you"
        before = state(table)
        panel = friends.panel("Ada")
        await friends.select("Ada", shown_hand(panel)[0])
        for label in ("Draw", "Take"):
            assert label not in " ".join(labels(panel, enabled=True))
            one = tap(friends, "Ada", seen(friends, panel), id_of(panel, label))
            await env.settle()
            assert_answered_once([one])
            assert "you" in one.words.splitlines()[1], "who is to move is said"
            assert shown_hand(panel), "the panel stays"
        assert state(await friends.running()) == before


async def test_an_old_panel_of_an_earlier_hand_is_answered_with_the_new_one(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        panel = friends.panel("you")
        card = shown_hand(panel)[0]
        old, ids = seen(friends, panel), {label: id_of(panel, label) for label in (card, "Draw", "Take")}
        await friends.select("you", card)
        await friends.click("you", panel, "Draw")
        before = state(await friends.running())
        for custom_id in ids.values():
            one = tap(friends, "you", old, custom_id)
            await env.settle()
            assert_answered_once([one])
            assert "moved on" in one.words
            assert len(shown_hand(panel)) == 5
            assert state(await friends.running()) == before


async def test_menus_and_forms_are_refused(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        before = state(table)
        shown = seen(friends, friends.table)
        ids = [f"y:hand:{table.id}", "y:anything", "x" * 100]
        taps = [
            form(friends, "you", custom_id, message=message) for custom_id in ids for message in (None, shown)
        ]
        taps += [tap(friends, "you", shown, i, component=ComponentType.STRING_SELECT) for i in ids]
        taps += [tap(friends, "you", None, custom_id) for custom_id in ids]
        await env.settle()
        assert_refused(taps)
        assert state(await friends.running()) == before


async def test_a_menu_with_the_id_of_a_button_is_answered_once(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        custom_id = f"y:more:{table.id}:select"
        shown = with_button(seen(friends, friends.table), custom_id, kind=ComponentType.STRING_SELECT)
        one = tap(friends, "you", shown, custom_id, component=ComponentType.STRING_SELECT)
        await env.settle()
        assert one.acknowledgements == 1
        assert (await friends.running()).phase is Phase.PLAYING
