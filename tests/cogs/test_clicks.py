"""Two clicks play a card, one calls Yaniv, and four at most lead from the start to the first card."""

import pytest

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.tables.values import Phase
from tests.cogs.clicking import dealing
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, running

YOUR_CARDS = "9S 9D 4C 2H KH"
LOW = "AS 2S 3D AH X1"
HIGH = ("KS QD 9C 8H 7D", "KD QS 9H 8C 7S")


class Counter:
    """Counts what people send to the bot: commands, clicks and forms, whatever way they are sent."""

    def __init__(self, friends: Friends) -> None:
        self._friends = friends
        self._before = set[int]()

    def anew(self) -> None:
        """Count from here on."""
        self._before = set(self._friends.env.backend.interactions)

    def of(self, name: str) -> int:
        """Return how often somebody has clicked."""
        sent = self._friends.env.backend.interactions
        person = self._friends.people[name]
        return sum(sent[key].user_id == person.id for key in set(sent) - self._before)


@pytest.mark.parametrize("dealer", [3, 0], ids=["you begin", "the computers begin"])
async def test_from_the_start_to_the_first_card_it_takes_four_clicks_at_most(
    settings: Settings, dealer: int
) -> None:
    """The command, Deal, the card, Draw: the hand comes by itself, and so does one's turn."""
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=dealer)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you")
        clicks = Counter(friends)
        await friends.slash("you", "start", computers=3)
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.response is not None
        friends.panels["you"] = dealt.response
        while running(await friends.running()).to_move != 0:
            await env.advance_time(1)
        assert "Your turn" in text(friends.panel("you"))
        await friends.click("you", friends.panel("you"), shown_hand(friends.panel("you"))[-1])
        await friends.click("you", friends.panel("you"), "Draw")
        assert any(turn.seat == 0 for turn in (await friends.running()).public_view().turns)
        assert clicks.of("you") <= 4


async def test_a_friend_who_joins_has_three_clicks_to_their_first_card(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=0)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        clicks = Counter(friends)
        await deal(friends, "you", "Ada")
        await friends.click("Ada", friends.panel("Ada"), shown_hand(friends.panel("Ada"))[-1])
        await friends.click("Ada", friends.panel("Ada"), "Draw")
        assert clicks.of("Ada") == 3


@pytest.mark.parametrize("way", ["Draw", "Take 3♠"])
async def test_one_card_is_played_with_two_clicks(settings: Settings, way: str) -> None:
    shuffler = dealing(CLASSIC, [YOUR_CARDS, HIGH[0]], "3S")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        clicks = Counter(friends)
        await deal(friends, "you", "Ada")
        clicks.anew()
        await friends.click("you", friends.panel("you"), "K♥")
        await friends.click("you", friends.panel("you"), way)
        assert clicks.of("you") == 2
        assert running(await friends.running()).to_move == 1


async def test_yaniv_is_called_with_one_click(settings: Settings) -> None:
    shuffler = dealing(CLASSIC, [LOW, *HIGH[:2]], "5C")
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=2)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        clicks = Counter(friends)
        await deal(friends, "you", "Ada", "Bo")
        clicks.anew()
        await friends.click("you", friends.panel("you"), "Yaniv!")
        assert clicks.of("you") == 1
        assert (await friends.running()).phase is Phase.ROUND_OVER


async def test_the_next_rounds_come_without_a_click_and_cost_two_for_the_first_card_again(
    settings: Settings,
) -> None:
    shuffler = dealing(CLASSIC, [LOW, HIGH[0]], "5C", then=fixed_shuffle)
    async with discord_with(create_bot(settings, shuffler=shuffler, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        clicks = Counter(friends)
        await deal(friends, "you", "Ada")
        await friends.click("you", friends.panel("you"), "Yaniv!")
        clicks.anew()
        await env.advance_time(settings.next_round_seconds + 1)
        assert (await friends.running()).phase is Phase.PLAYING
        assert "Your turn" in text(friends.panel("you"))
        await friends.click("you", friends.panel("you"), shown_hand(friends.panel("you"))[-1])
        await friends.click("you", friends.panel("you"), "Draw")
        assert clicks.of("you") == 2


async def test_every_way_of_clicking_is_counted(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        clicks = Counter(friends)
        assert clicks.of("you") == 0
        await friends.slash("you", "start")
        await friends.people["you"].click(friends.lobby, label="Add computer")
        await friends.click("Ada", friends.lobby, "Join")
        assert (clicks.of("you"), clicks.of("Ada")) == (2, 1)
        clicks.anew()
        assert (clicks.of("you"), clicks.of("Ada")) == (0, 0)
