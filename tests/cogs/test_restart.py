"""A restart at any moment loses nothing."""

from typing import Any

import simcord

from bot.app import YanivBot, create_bot
from bot.config import Settings
from bot.store.values import Place, PlaceKind
from bot.tables.values import Phase, Table
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, custom_ids, labels, shown_hand, text

NAMES = ("you", "Ada", "Bo")
MAX_TURNS = 400


def fixed_shuffle(cards: list[Any]) -> list[Any]:
    """Shuffle the same way every time, and differently from the order of the deck."""
    return sorted(cards, key=lambda card: (card.order * 37 % 101, card.order))


async def restarted(env: simcord.Env, settings: Settings) -> YanivBot:
    """End the process and start a new one on the same database."""
    old = env.bot
    assert isinstance(old, YanivBot)
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)
    await old.close()
    await env.restart_bot(bot)
    return bot


async def table_of(bot: YanivBot, friends: Friends) -> Table:
    """Return the table as the bot knows it."""
    table = await bot.desk.tables.registry.look(Place(PlaceKind.CHANNEL, friends.channel.id))
    assert table is not None
    return table


def state(table: Table) -> tuple[Any, ...]:
    """Return all that a restart must keep."""
    match = table.match
    if match is None:
        return (table.id, table.seats, table.host_id, table.deadline)
    views = [match.seat_view(seat) for seat in range(len(table.seats))]
    return (table.id, table.seats, table.host_id, table.number, table.deadline, table.votes, views)


async def test_a_restart_in_the_lobby_loses_no_seat(settings: Settings) -> None:
    """After each step of a lobby a new process knows the same seats, and the old buttons work."""
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, *NAMES)
        await friends.slash("you", "start")
        lobby = friends.lobby
        for name in ("Ada", "Bo"):
            await restarted(env, settings)
            await friends.click(name, lobby, "Join")
        bot = await restarted(env, settings)
        await friends.click("you", lobby, "Add computer")
        before = state(await table_of(bot, friends))
        bot = await restarted(env, settings)
        assert state(await table_of(bot, friends)) == before
        assert [seat.name for seat in (await table_of(bot, friends)).seats][:3] == list(NAMES)


async def play_one_turn(friends: Friends, table: Table) -> None:
    """Let whoever is to move call if they may, else lay their first card and draw, on the panel they have."""
    assert table.match is not None
    name = NAMES[table.match.to_move or 0]
    panel = friends.panel(name)
    if any(label.startswith("Yaniv!") for label in labels(panel)):
        await friends.click(name, panel, "Yaniv!")
        return
    await friends.select(name, *best_discard(shown_hand(panel)))
    await friends.click(name, friends.panel(name), "Draw")


def best_discard(hand: list[str]) -> list[str]:
    """Return all cards of the highest rank shown, jokers kept."""
    naturals = [card for card in hand if "Joker" not in card] or hand[:1]
    return [card for card in naturals if card[:-1] == naturals[-1][:-1]]


async def test_a_restart_after_every_single_action_loses_nothing(settings: Settings) -> None:
    """Same state, old buttons work, the seat to move is mentioned, totals are right, to the very end."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, *NAMES)
        await friends.slash("you", "start")
        for name in ("Ada", "Bo"):
            await friends.click(name, friends.lobby, "Join")
        await friends.click("you", friends.lobby, "Deal")
        restarts = 0
        for _ in range(MAX_TURNS):
            before = await table_of(bot, friends)
            bot = await restarted(env, settings)
            restarts += 1
            table = await table_of(bot, friends)
            assert state(table) == state(before)
            if table.phase is Phase.ROUND_OVER:
                await friends.click("Ada", friends.message("Round"), "Next round")
                if (await table_of(bot, friends)).phase is Phase.PLAYING:
                    continue
            assert table.match is not None
            mover = NAMES[table.match.to_move or 0]
            assert_mentioned(friends, mover)
            await open_from_old_table(friends, mover)
            await play_one_turn(friends, table)
            if not await open_here(bot, friends):
                break
        else:
            raise AssertionError("the match did not end")
        assert restarts > 10
        await assert_totals(bot, friends)


def assert_mentioned(friends: Friends, name: str) -> None:
    """There is exactly one mention, and it is of the seat to move."""
    mention = friends.people[name].mention
    mentions = [message for message in friends.channel.history() if message.content]
    assert [mention in message.content for message in mentions] == [True]
    assert friends.people[name].id in [user.id for user in mentions[0].mentions]


async def open_from_old_table(friends: Friends, name: str) -> None:
    """Open the hand with the button of a message that an earlier process sent."""
    opened = await friends.click(name, friends.table, "My hand")
    assert opened.response is not None
    friends.panels[name] = opened.response


async def open_here(bot: YanivBot, friends: Friends) -> bool:
    """Say whether the match is still open."""
    return await bot.desk.tables.registry.look(Place(PlaceKind.CHANNEL, friends.channel.id)) is not None


async def assert_totals(bot: YanivBot, friends: Friends) -> None:
    """Compare the totals in the store with those of the replayed match and those shown."""
    message = next(m for m in reversed(friends.channel.history()) if "Rematch" in " ".join(labels(m)))
    match_id = int(next(i for i in custom_ids(message) if i.startswith("y:rematch:")).split(":")[2])
    table = await bot.desk.tables.registry.find(match_id)
    assert table is not None
    assert table.match is not None
    assert table.match.ended_by == "played"
    assert tuple(seat.total for seat in table.seats) == table.match.totals
    for total in table.match.totals:
        assert str(total) in text(message)
    last = {score.seat: score.total for score in await bot.desk.tables.store.scores_of(match_id)}
    assert tuple(last[seat] for seat in range(3)) == table.match.totals


async def test_a_panel_from_before_the_restart_still_plays(settings: Settings) -> None:
    """The selection is carried by the buttons: select before the restart, draw after it."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, *NAMES)
        await friends.slash("you", "start")
        await friends.click("Ada", friends.lobby, "Join")
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.response is not None
        friends.panels["you"] = dealt.response
        table = await table_of(bot, friends)
        assert table.match is not None
        mover = NAMES[table.match.to_move or 0]
        if mover != "you":
            await friends.open_hand(mover)
        panel = friends.panel(mover)
        card = shown_hand(panel)[0]
        await friends.click(mover, panel, card)
        bot = await restarted(env, settings)
        await friends.click(mover, panel, "Draw")
        after = await table_of(bot, friends)
        assert after.number == table.number + 1
        assert after.public_view().discard[0].code[0] in card


async def test_a_refusal_after_the_restart_leaves_the_selection_as_it_is(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, *NAMES)
        await friends.slash("you", "start")
        await friends.click("Ada", friends.lobby, "Join")
        await friends.click("you", friends.lobby, "Deal")
        panel = await friends.open_hand("you")
        for card in (shown_hand(panel)[0], shown_hand(panel)[-1]):
            await friends.click("you", panel, card)
        selected = [label for label in labels(panel) if label.startswith("✓")]
        assert len(selected) == 2
        await restarted(env, settings)
        await friends.click("you", panel, "Draw")
        assert "Not a discard" in text(panel)
        assert [label for label in labels(panel) if label.startswith("✓")] == selected
