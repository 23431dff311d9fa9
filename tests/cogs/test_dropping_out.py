"""`last_standing` by clicks: who reaches the target drops out and watches, until the match is decided."""

from dataclasses import replace

from bot.app import create_bot
from bot.config import Settings
from bot.presets import preset
from bot.store.values import EndedBy
from bot.tables.values import Phase
from tests.cogs.bursts import assert_answered_once, seen, tap
from tests.cogs.clicking import Shuffle, take_turn
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, custom_ids, labels, shown_hand, text
from tests.cogs.play import deal, lay_and_draw, mover, next_round, running
from tests.cogs.test_restart import restarted, state
from tests.engine.helpers import deck_with

RULES = replace(preset("bga"), target=20, exact_totals={})
LOW = "AS AD 2H AC AH"
HIGH = "KS JH QD 9C TH"
MIDDLE = "2S 3D 4C 2C 3S"


def rounds(*hands: list[str]) -> Shuffle:
    """Return a shuffler that deals these hands in turn, to the seats still in, the first to the starter."""
    waiting = list(hands)
    return lambda _: deck_with(RULES, waiting.pop(0), "5S")


async def sit_down(friends: Friends, *names: str, computers: int = 0) -> None:
    """Let them play by those rules."""
    await friends.bot.desk.tables.store.save_rules(friends.guild.id, "Short", RULES)
    await deal(friends, *names, computers=computers, rules="Short")


async def drop_ada(friends: Friends, *, computers: int = 0) -> None:
    """Let Ada reach the target in the first round, and you start the second."""
    await sit_down(friends, "you", "Ada", *([] if computers else ["Bo"]), computers=computers)
    await friends.click("you", friends.panel("you"), "Yaniv!")
    await next_round(friends, "Ada")


async def test_who_drops_out_watches_and_the_others_play_on(settings: Settings) -> None:
    shuffler = rounds([LOW, HIGH, MIDDLE], [MIDDLE, HIGH])
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await sit_down(friends, "you", "Ada", "Bo")
        ada = friends.panel("Ada")
        old, ids = seen(friends, ada), custom_ids(ada)
        await friends.click("you", friends.panel("you"), "Yaniv!")
        assert "You are out of the match" in text(ada)
        await next_round(friends, "Ada")
        ada = friends.panel("Ada")
        assert "You are out" in text(ada)
        assert shown_hand(ada) == []
        assert "Ada · out with" in text(friends.table)
        before = state(await friends.running())
        for custom_id in ids:
            one = tap(friends, "Ada", old, custom_id)
            await env.settle()
            assert_answered_once([one])
            assert "went wrong" not in one.words
            assert state(await friends.running()) == before, custom_id
        ada = await friends.open_hand("Ada")
        name = mover(await friends.running())
        assert name in ("you", "Bo")
        await lay_and_draw(friends, name)
        other = mover(await friends.running())
        assert {name, other} == {"you", "Bo"}
        assert f"{other} to move" in text(ada), "her panel follows the table"
        more = (await friends.click("Ada", friends.table, "My hand")).response
        assert more is not None
        assert "You are out" in text(more)


async def test_the_last_one_standing_wins(settings: Settings) -> None:
    shuffler = rounds([LOW, HIGH, MIDDLE], [LOW, HIGH])
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await drop_ada(friends)
        match_id = (await friends.running()).id
        await friends.click("you", friends.panel("you"), "Yaniv!")
        table = await friends.newest(match_id)
        assert (table.phase, table.ended_by) == (Phase.ENDED, EndedBy.PLAYED)
        assert running(table).winners == (0,)
        assert "you" in text(friends.message("wins"))
        assert "You win the match" in text(friends.panel("you"))
        for name in ("Ada", "Bo"):
            assert "won the match" in text(friends.panel(name))


async def test_a_restart_keeps_who_is_out(settings: Settings) -> None:
    shuffler = rounds([LOW, HIGH, MIDDLE], [MIDDLE, HIGH])
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        await drop_ada(friends)
        before = await friends.running()
        await restarted(env, settings)
        assert state(await friends.running()) == state(before)
        assert "You are out" in text(await friends.open_hand("Ada"))
        name = mover(before)
        await friends.open_hand(name)
        await take_turn(friends, name)


async def test_when_only_people_who_are_out_stay_the_match_is_decided_at_once(settings: Settings) -> None:
    """A computer is still in; you, the last person who plays, leave."""
    shuffler = rounds([LOW, MIDDLE, HIGH], [MIDDLE, HIGH])
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await drop_ada(friends, computers=1)
        table = await friends.running()
        assert len(table.results()) == 1
        assert running(table).round is not None
        left = await friends.slash("you", "leave")
        assert left.response is not None
        assert "the match is decided" in text(left.response)
        table = await friends.newest(table.id)
        assert (table.phase, table.ended_by) == (Phase.ENDED, EndedBy.PLAYED)
        assert len(table.results()) == 1, "the round that ran has no result"
        over = friends.message("wins")
        assert "Rematch" in labels(over)
        assert not any("More" in labels(message) for message in friends.channel.history())
        assert "Rematch" in labels(friends.panel("Ada"))
        rematch = await friends.click("Ada", over, "Rematch")
        assert rematch.response is not None
        assert (await friends.running()).rules == RULES
