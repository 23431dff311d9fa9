"""The table, through Discord: finding it again, leaving and ending, the next round, rematch and scores."""

import json

import discord
import pytest
from simcord.results import InteractionResult

from bot.app import create_bot
from bot.config import Settings
from bot.store.values import EndedBy
from bot.tables.values import Phase
from tests.cogs.bursts import id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, text
from tests.cogs.history import copy_match
from tests.cogs.play import (
    deal,
    fixed_shuffle,
    lay_and_draw,
    mover,
    next_round,
    open_lobby,
    play_match,
    running,
    stacked,
    take_turn,
)

NAMES = ("you", "Ada", "Bo")
# Dealt to "you", "Ada" in turn: you may call at once, Ada holds 49.
EASY = "AS KS AH KH AD QS 2S QH 2H 9C 3S"


def said(result: InteractionResult) -> str:
    """Return the words of a private answer."""
    assert result.response is not None
    assert result.ephemeral
    return text(result.response)


def tables(friends: Friends) -> list[discord.Message]:
    """Return the public messages of a running round."""
    return [message for message in friends.channel.history() if "Table ↓" in labels(message)]


async def test_a_player_gets_the_table_at_the_bottom_once_in_20_seconds(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        first = friends.table
        await friends.people["Eve"].send(friends.channel, "hello")
        assert str(first.id) in said(await friends.click("Eve", friends.table, "Table ↓")), (
            "a link, no repost"
        )
        assert [message.id for message in tables(friends)] == [first.id]
        assert "bottom" in said(await friends.click("Ada", friends.table, "Table ↓"))
        assert len(tables(friends)) == 1
        second = friends.table
        assert second.id > first.id
        assert "just now" in said(await friends.slash("you", "table"))
        assert friends.table.id == second.id
        await env.advance_time(21)
        await friends.slash("you", "table")
        assert len(tables(friends)) == 1
        assert friends.table.id > second.id


async def test_a_table_far_up_is_posted_again_at_a_new_turn(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        first = friends.table
        for _ in range(15):
            await friends.people["Eve"].send(friends.channel, "hello")
        await lay_and_draw(friends, "you")
        assert friends.table.id == first.id, "fifteen are not more than fifteen"
        await friends.people["Eve"].send(friends.channel, "hello")
        await friends.slash("you", "end")
        assert friends.table.id == first.id, "a vote is no new turn"
        await lay_and_draw(friends, "Ada")
        assert friends.table.id > first.id
        assert len(tables(friends)) == 1


async def test_a_table_that_is_almost_an_hour_old_is_posted_again_when_something_changes(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        first = friends.table
        await env.advance_time(54 * 60)
        await friends.slash("you", "end")
        assert friends.table.id == first.id
        await env.advance_time(2 * 60)
        assert friends.table.id == first.id, "nothing has changed"
        await friends.open_hand("you")
        await lay_and_draw(friends, "you")
        assert friends.table.id > first.id
        assert len(tables(friends)) == 1


async def test_hand_elsewhere_lists_ones_matches_those_waiting_first(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        assert mover(await friends.running()) == "you"
        other = friends.guild.create_text_channel("other")
        there = Friends(env, friends.guild, other, friends.people)
        await deal(there, "Ada", "you")
        assert mover(await there.running()) == "Ada"
        third = friends.guild.create_text_channel("third")
        for name, order in (("you", (friends, there)), ("Ada", (there, friends))):
            listed = said(await friends.people[name].slash(third, "yaniv hand"))
            first, second = [line for line in listed.splitlines() if "https://" in line]
            assert "your turn" in first
            assert "your turn" not in second
            for line, friends_there in zip((first, second), order, strict=True):
                assert f"{friends_there.channel.id}/{friends_there.table.id}" in line


async def test_the_seat_of_a_leaver_is_played_on_by_a_computer(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)) as env:
        friends = Friends.arrive(env, *NAMES)
        await deal(friends, *NAMES)
        assert mover(await friends.running()) == "you"
        more = (await friends.click("you", friends.table, "More")).response
        assert more is not None
        assert "A computer plays on" in said(await friends.click("you", more, "Leave the match"))
        table = await friends.running()
        assert mover(table) == "Ada", "the computer has moved already"
        assert table.seats[0].user_id is None
        assert table.host_id == friends.people["Ada"].id
        assert "not seated" in text(friends.panel("you"))
        await env.advance_time(41)
        assert friends.people["Ada"].mention in friends.mentions()[0].content
        assert "A computer plays on" in said(await friends.slash("Ada", "leave"))
        assert "match is over" in said(await friends.slash("Bo", "leave"))
        ended = await friends.newest(table.id)
        assert ended.ended_by == EndedBy.ABANDONED
        assert "everyone has left" in text(friends.message("everyone has left"))
        assert friends.mentions() == []


async def test_a_single_player_ends_the_match_alone(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Eve")
        await deal(friends, "you", computers=1)
        assert "not seated" in said(await friends.slash("Eve", "end"))
        assert "match is over" in said(await friends.slash("you", "end"))
        assert await friends.look() is None
        assert "ended early" in text(friends.message("ended early"))


@pytest.mark.parametrize("people", [2, 3])
async def test_more_people_need_two_votes(settings: Settings, people: int) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, *NAMES)
        await deal(friends, *NAMES[:people])
        for _ in range(2):
            assert "1 of 2 votes" in said(await friends.slash("you", "end")), "one's second vote is the same"
        assert "1 of 2 votes" in text(friends.table)
        assert "match is over" in said(await friends.slash("Ada", "end"))
        assert await friends.look() is None


async def test_a_leaver_hears_that_those_who_stay_had_voted_to_end(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, *NAMES, "Cy")
        await deal(friends, *NAMES, "Cy")
        assert "1 of 3 votes" in said(await friends.slash("you", "end"))
        assert "2 of 3 votes" in said(await friends.slash("Ada", "end"))
        assert "voted to end the match" in said(await friends.slash("Bo", "leave"))
        assert await friends.look() is None


async def test_whoever_may_manage_messages_ends_it_at_once(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, *NAMES)
        role = friends.guild.create_role("keeper", permissions=discord.Permissions(manage_messages=True))
        friends.people["Zoe"] = friends.guild.add_member(env.create_user("Zoe"), roles=[role])
        await deal(friends, *NAMES)
        more = (await friends.click("Zoe", friends.table, "More")).response
        assert more is not None
        assert "match is over" in said(await friends.click("Zoe", more, "End the match"))
        assert await friends.look() is None
        await open_lobby(friends, "you")
        assert "Only the host" in said(await friends.slash("Ada", "end"))
        assert "lobby is closed" in said(await friends.slash("Zoe", "end"))
        assert await friends.look() is None


async def test_the_next_round_comes_by_a_click_or_after_twenty_seconds(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(EASY), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        await friends.click("you", friends.panel("you"), "Yaniv!")
        assert "not seated" in said(await friends.click("Eve", friends.table, "Next round"))
        over = friends.table
        await friends.click("Ada", friends.panel("Ada"), "Next round")
        assert "Draw" in labels(friends.panel("Ada")), "the panel shows the new hand"
        table = await friends.running()
        assert len(running(table).rounds) == 2
        assert friends.table.id > over.id
        memory = next(m for m in friends.channel.history() if m.id == over.id)
        assert labels(memory) == [], "the round's message stays, without buttons"
        assert "Yaniv!" in text(memory)
        await friends.click(mover(table), friends.panel(mover(table)), "Yaniv!")
        assert (await friends.running()).phase is Phase.ROUND_OVER
        await env.advance_time(19)
        assert (await friends.running()).phase is Phase.ROUND_OVER
        await env.advance_time(2)
        table = await friends.running()
        assert table.phase is Phase.PLAYING
        assert len(running(table).rounds) == 3
        assert len(tables(friends)) == 1
        assert mover(table) == "you"
        assert any(label.startswith("A♠") for label in labels(friends.panel("you"))), "the panel has the hand"


async def test_one_person_plays_a_whole_match_against_two_computers(settings: Settings) -> None:
    """The computers move by themselves, and the match comes to its end through clicks alone."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=0)) as env:
        friends = Friends.arrive(env, "you")
        await deal(friends, "you", computers=2)
        ended = await play_match(friends, "you")
        match = running(ended)
        assert match.winners
        over = friends.message("wins!")
        for seat in ended.seats:
            assert seat.name in text(over)
            assert str(seat.total) in text(over)
        assert "Rematch" in labels(friends.panel("you"))
        assert friends.mentions() == []
        assert tables(friends) == []
        await friends.click("you", over, "Rematch")
        assert [seat.name for seat in (await friends.running()).seats] == [seat.name for seat in ended.seats]
        await friends.click("you", friends.lobby, "Deal")
        assert (await friends.running()).phase is Phase.PLAYING
        scores = said(await friends.slash("you", "scores"))
        assert "you" in scores
        assert "1 match" in scores


async def test_a_rematch_is_for_those_who_played(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(EASY), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        await deal(friends, "you", "Ada")
        await play_match(friends, "Ada")
        over = friends.message("wins!")
        assert "not seated" in said(await friends.click("Eve", over, "Rematch"))
        await friends.click("Ada", over, "Rematch")
        assert "Ada** · host" in text(friends.lobby)
        assert [seat.name for seat in (await friends.running()).seats] == ["Ada", "you"]


async def test_the_scores_show_the_match_and_turn_the_pages_of_thirty_people(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(EASY), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        assert "No match has been played" in said(await friends.slash("you", "scores"))
        await deal(friends, "you", "Ada")
        ended = await play_match(friends, "you")
        await copy_match(friends.bot.desk.tables.store, ended.id, 14, strangers=True)
        names = ["you", "Ada", *(f"player {number}" for number in range(28))]
        page = (await friends.slash("you", "scores")).response
        assert page is not None
        listed: list[str] = []
        for number in (1, 2, 3):
            assert f"Page {number} of 3" in text(page)
            listed += [
                line.split("**")[1] for line in text(page).splitlines() if "wins" in line or "1 win " in line
            ]
            if number < 3:
                await friends.click("you", page, "Next")
        assert sorted(listed) == sorted(names), "everybody stands on one page, and once"
        assert "Next" not in labels(page, enabled=True)
        await friends.click("you", page, "Previous")
        assert "Page 2 of 3" in text(page)
        await friends.click("you", page, "This channel")
        assert "This channel" in text(page)
        await friends.click("you", page, "This month")
        assert "this month" in text(page)


async def test_the_score_sheet_of_the_match_is_shown_while_it_runs_and_afterwards(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(EASY), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        await take_turn(friends, "you")
        sheet = said(await friends.click("Ada", friends.table, "Scores"))
        assert "This match" in sheet
        assert "49" in sheet
        await next_round(friends, "Ada")
        await play_match(friends, "Ada")
        sheet = said(await friends.click("Ada", friends.message("wins!"), "Scores"))
        assert "This match" in sheet
        assert "Whole server" in sheet


async def test_the_sheet_of_a_match_that_is_over_stays_while_the_leaderboard_turns(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(EASY), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        assert "No round is finished yet." in said(await friends.slash("you", "scores"))
        await play_match(friends, "you")
        page = (await friends.click("you", friends.message("wins!"), "Scores")).response
        assert page is not None
        sheet = text(page).split("```")[1]
        for label in ("This channel", "This month", "Whole server"):
            await friends.click("you", page, label)
            assert text(page).split("```")[1] == sheet, label


async def test_the_sheet_of_a_match_is_not_shown_elsewhere(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(EASY), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        ended = await play_match(friends, "you")
        friends.channel = friends.guild.create_text_channel("elsewhere")
        page = (await friends.slash("you", "scores")).response
        assert page is not None
        other = id_of(page, "This month")
        forged = json.loads(json.dumps(seen(friends, page)).replace(other, f"{other}:{ended.id}"))
        one = tap(friends, "you", forged, f"{other}:{ended.id}")
        await env.settle()
        assert "Whole server, this month" in one.words
        assert "This match" not in one.words
