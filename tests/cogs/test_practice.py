"""`/yaniv practice`: a match in one private message, in a server or in the bot's direct messages."""

from dataclasses import replace

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.store.values import GuildSettings, Place, PlaceKind
from bot.tables.values import Phase, Table
from tests.cogs.bursts import seen, tap
from tests.cogs.cast import stored
from tests.cogs.clicking import hand_of
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, custom_ids, labels, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, mover, stacked, take_turn
from tests.cogs.test_forgeries import with_button

ME = "Ben"
GOES_ON = "Your match goes on. To begin another, end this one under More."


def last(seats: int) -> int:
    return seats - 1


def own_place(friends: Friends) -> Place:
    return Place(PlaceKind.PERSON, friends.people[ME].id)


async def running(friends: Friends) -> Table:
    table = await friends.bot.desk.tables.registry.look(own_place(friends))
    assert table is not None
    return table


async def practise(friends: Friends, **options: object) -> ResponseMessage:
    """Let Ben practise in the channel."""
    result = await friends.slash(ME, "practice", **options)
    assert result.ephemeral
    assert result.response is not None
    friends.panels[ME] = result.response
    return result.response


async def until_own_turn(friends: Friends) -> Table:
    """Let the computers move until it is Ben's turn, or the round is over."""
    for _ in range(60):
        table = await running(friends)
        if table.phase is not Phase.PLAYING or mover(table) == ME:
            return table
        await friends.env.advance_time(1)
    raise AssertionError("it does not become Ben's turn")


async def test_practice_shows_table_and_hand_in_one_private_message_and_nothing_in_the_channel(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        panel = await practise(friends)
        table = await running(friends)
        assert [seat.user_id is None for seat in table.seats] == [False, True, True]
        assert "Your turn" in text(panel)
        assert "may be taken" in text(panel)
        for seat in table.seats[1:]:
            assert f"🤖 {seat.name}" in text(panel)
        assert len(shown_hand(panel)) == 5
        assert {"Draw", "More"} <= set(labels(panel))
        assert friends.channel.history() == []


async def test_a_turn_is_played_and_the_computers_answer_in_the_same_message(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        panel = await practise(friends)
        before = (await running(friends)).number
        await take_turn(friends, ME)
        table = await until_own_turn(friends)
        assert table.number == before + 3
        assert "Your turn" in text(panel)
        # What both of them did is still there to be read.
        for seat in table.seats[1:]:
            assert f"**🤖 {seat.name}** laid" in text(panel)
        assert friends.channel.history() == []
        assert env.errors == []


async def test_practice_goes_on_to_the_next_round_and_to_another_match(settings: Settings) -> None:
    shuffler = stacked("AS KS QS AH KH QH AD KD QD AC KC QC X1 9S 8S")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        panel = await practise(friends, computers=2)
        while (await running(friends)).phase is Phase.PLAYING:
            await friends.click(ME, panel, "Yaniv!")
        assert "Next round" in labels(panel)
        first = (await running(friends)).id
        await friends.click(ME, panel, "Next round")
        assert len(shown_hand(panel)) == 5
        for _ in range(20):
            found = await friends.bot.desk.tables.registry.look(own_place(friends))
            if found is None:
                break
            await friends.click(ME, panel, "Next round" if found.phase is Phase.ROUND_OVER else "Yaniv!")
        assert "🏆" in text(panel)
        assert labels(panel) == ["Play again"]
        await friends.click(ME, panel, "Play again")
        assert (await running(friends)).id == first + 1
        assert len(shown_hand(panel)) == 5
        assert friends.channel.history() == []
        assert env.errors == []


async def test_practice_again_opens_the_running_match_anew_and_the_old_panel_says_so(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        old = await practise(friends)
        number = (await running(friends)).id
        new = await practise(friends, computers=5)
        assert (await running(friends)).id == number
        assert shown_hand(new) == hand_of(await running(friends), ME)
        assert "opened again" in text(old)
        # Whoever wanted another one is told how to get it.
        assert GOES_ON in text(new)
        assert GOES_ON not in text(await practise(friends))


async def test_several_people_practise_in_one_channel_and_its_own_match_is_not_touched(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME, "Ada", "Dan")
        await deal(friends, ME, "Ada")
        public, shown = await friends.look(), [text(message) for message in friends.channel.history()]
        assert public is not None
        panels = {name: (await friends.slash(name, "practice")).response for name in (ME, "Dan")}
        for name, panel in panels.items():
            assert panel is not None
            await friends.click(name, panel, shown_hand(panel)[-1])
            await friends.click(name, panel, "Draw")
            await env.advance_time(12)
            assert "Your turn" in text(panel)
        places = {table.place.id for table in await friends.bot.desk.tables.store.open_matches()}
        assert places == {friends.channel.id, *(friends.people[name].id for name in panels)}
        after = await friends.look()
        assert after is not None
        assert (after.id, after.number, after.seats) == (public.id, public.number, public.seats)
        assert [text(message) for message in friends.channel.history()] == shown
        assert env.errors == []


async def test_a_panel_older_than_its_token_catches_up_with_the_next_click(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        panel = await practise(friends)
        await env.advance_time(16 * 60)
        card = shown_hand(panel)[-1]
        await friends.click(ME, panel, card)
        assert f"✓ {card}" in labels(panel)
        await friends.click(ME, panel, "Draw")
        await until_own_turn(friends)
        assert "Your turn" in text(panel)


async def test_after_a_restart_the_buttons_of_the_panel_work(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        panel = await practise(friends)
        before = (await running(friends)).number
        await friends.bot.close()
        await env.restart_bot(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last))
        await take_turn(friends, ME)
        await until_own_turn(friends)
        assert (await running(friends)).number == before + 3
        assert "Your turn" in text(panel)
        assert friends.channel.history() == []


async def test_more_shows_the_score_sheet_and_the_rules_and_ends_the_match(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        panel = await practise(friends)
        more = await friends.click(ME, panel, "More")
        assert more.ephemeral
        assert more.response is not None
        assert labels(more.response) == ["Rules", "My settings", "End the match"]
        rules = await friends.click(ME, more.response, "Rules")
        assert rules.ephemeral
        await friends.click(ME, more.response, "End the match")
        assert text(more.response).strip() == "The match is over."
        assert labels(panel) == ["Play again"]
        assert "ended early" in text(panel)
        assert await friends.bot.desk.tables.registry.look(own_place(friends)) is None
        assert friends.channel.history() == []


async def test_a_refusal_in_practice_tells_nothing_of_the_match_in_the_channel(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME, "Ada")
        await deal(friends, ME, "Ada")
        panel = await practise(friends)
        more = await friends.click(ME, panel, "More")
        assert more.response is not None
        await friends.click(ME, more.response, "End the match")
        lobby, gone = seen(friends, friends.channel.history()[-1]), "y:alone:p9:more"
        one = tap(friends, ME, with_button(lobby, gone), gone)
        await env.settle()
        assert one.is_private
        assert "This table has moved on" in one.words
        assert "discord.com" not in one.words


async def test_nobody_gets_at_the_practice_of_somebody_else(settings: Settings) -> None:
    """Every button of the panel, clicked by another person, finds nothing."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME, "Eve")
        panel = await practise(friends)
        await friends.slash("Eve", "start")
        lobby = seen(friends, friends.channel.history()[-1])
        before, hand = stored(settings), set(shown_hand(panel))
        clicked = [*custom_ids(panel), *(i.replace(":p", ":", 1) for i in custom_ids(panel))]
        for custom_id in [*clicked, "y:alone:p1:end", "y:alone:p1:rules", "y:alone:p1:again"]:
            one = tap(friends, "Eve", with_button(lobby, custom_id), custom_id)
            await env.settle()
            assert one.acknowledgements == 1
            assert one.is_private
            assert not any(card in one.words for card in hand)
        assert stored(settings) == before
        assert env.errors == []


async def test_a_practice_button_on_a_public_message_never_shows_the_hand_there(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        panel = await practise(friends)
        message = await friends.people[ME].send(friends.channel, "hello")
        for custom_id in custom_ids(panel):
            one = tap(friends, ME, with_button(seen(friends, message), custom_id), custom_id)
            await env.settle()
            assert one.acknowledgements == 1
            assert one.is_private, custom_id


# --- direct messages


async def in_dm(friends: Friends, command: str, **options: object) -> InteractionResult:
    return await friends.people[ME].user.slash(f"yaniv {command}", **options)


async def test_practice_works_in_the_bots_direct_messages(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        result = await in_dm(friends, "practice", computers=1)
        assert result.response is not None
        panel = friends.panels[ME] = result.response
        before = (await running(friends)).number
        user = friends.people[ME].user
        card = shown_hand(panel)[-1]
        await user.click(panel, label=card)
        await user.click(panel, label="Draw")
        table = await until_own_turn(friends)
        assert table.number == before + 2
        assert "Your turn" in text(panel)
        # The same match can be gone on with in a server.
        here = await practise(friends)
        assert shown_hand(here) == hand_of(table, ME)
        assert env.errors == []


OUTSIDE = "for the channels of a server"


@pytest.mark.parametrize("command", ["start", "hand", "table", "scores", "leave", "end", "settings"])
async def test_every_other_command_says_in_direct_messages_that_it_is_for_servers(
    settings: Settings, command: str
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, ME)
        result = await in_dm(friends, command)
        assert result.response is not None
        assert OUTSIDE in text(result.response)
        assert env.errors == []


@pytest.mark.parametrize("command", ["help", "rules"])
async def test_help_and_rules_are_explained_in_direct_messages_too(settings: Settings, command: str) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, ME)
        result = await in_dm(friends, command)
        assert result.response is not None
        assert OUTSIDE not in text(result.response)
        assert env.errors == []


async def test_practice_by_rules_that_the_server_has_saved_and_by_those_its_matches_start_with(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        store, guild_id = friends.bot.desk.tables.store, friends.guild.id
        saved = await store.save_rules(guild_id, "Friday night", replace(CLASSIC, yaniv_limit=3, target=40))
        panel = await practise(friends, rules="Friday night")
        assert (await running(friends)).rules == saved.rules
        assert "Yaniv at 3" in text(panel)
        more = (await friends.click(ME, panel, "More")).response
        assert more is not None
        assert "Friday night" in text(more)
        await friends.click(ME, more, "End the match")
        await store.save_settings(
            GuildSettings(guild_id=guild_id, rules=saved.rules, rules_name="Friday night")
        )
        await practise(friends)
        assert (await running(friends)).rules == saved.rules
        result = await friends.slash(ME, "practice", rules="Saturday")
        assert result.ephemeral
        assert (await running(friends)).rules == saved.rules, "nothing was changed"
        assert env.errors == []
