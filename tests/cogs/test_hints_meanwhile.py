"""What happens at a table while somebody's hint is thought about, and while it stands."""

import asyncio

from bot.app import create_bot
from bot.config import Settings
from bot.players.advice import Advice, Question
from bot.tables.workers import NoThought
from tests.cogs.bursts import id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, shown_hand, text
from tests.cogs.play import fixed_shuffle, running
from tests.cogs.test_forgeries import with_button
from tests.cogs.test_hints import with_hints
from tests.thinkers import AtOnce
from tests.waiting import until


class Gate:
    """Lets advice through once it is open; none comes after `fails` is set."""

    def __init__(self) -> None:
        self.asked, self.open, self.fails = asyncio.Event(), asyncio.Event(), False

    def thinker(self, most: int) -> AtOnce:
        """Return what thinks for a bot."""
        gate = self

        class Gated(AtOnce):
            async def advise(self, question: Question) -> Advice:
                gate.asked.set()
                await gate.open.wait()
                if gate.fails:
                    raise NoThought("late")
                return question.advice()

        return Gated(most)


def leaves(friends: Friends, who: str, match_id: int) -> None:
    """Let somebody leave the match, without waiting for the answer."""
    custom_id = f"y:leave:{match_id}:sure"
    tap(friends, who, with_button(seen(friends, friends.table), custom_id), custom_id)


async def test_a_hint_that_is_counted_is_shown_though_somebody_left_while_it_was_thought_about(
    settings: Settings,
) -> None:
    gate, bot = Gate(), create_bot(settings, shuffler=fixed_shuffle)
    async with discord_with(bot, thinkers=gate.thinker) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        name = await with_hints(friends, "you", "Ada", "Eve")
        table, panel = await friends.running(), friends.panel(name)
        tap(friends, name, seen(friends, panel), id_of(panel, "Hint"))
        await gate.asked.wait()
        other = next(player for player in ("Ada", "Eve") if player != name)
        leaves(friends, other, table.id)
        await until(lambda: "Noa" in text(friends.table))
        gate.open.set()
        await env.settle()
        assert sum((await friends.running()).hints_used.values()) == 1
        assert "💡" in text(panel)
        assert env.errors == []


async def test_a_hint_stays_though_somebody_leaves(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        name = await with_hints(friends, "you", "Ada", "Eve")
        before, panel = await friends.running(), friends.panel(name)
        await friends.click(name, panel, "Hint")
        leaves(friends, next(player for player in ("Ada", "Eve") if player != name), before.id)
        await env.settle()
        after = await friends.running()
        assert after.number > before.number + 1
        assert running(after).legal_actions() == running(before).legal_actions()
        assert "💡" in text(panel)
        assert env.errors == []


async def test_that_no_hint_came_is_still_said_after_a_card_was_picked_meanwhile(settings: Settings) -> None:
    gate, bot = Gate(), create_bot(settings, shuffler=fixed_shuffle)
    gate.fails = True
    async with discord_with(bot, thinkers=gate.thinker) as env:
        friends = Friends.arrive(env, "you", "Ada")
        name = await with_hints(friends)
        panel = friends.panel(name)
        first = shown_hand(panel)[0]
        card = id_of(panel, first)
        tap(friends, name, seen(friends, panel), id_of(panel, "Hint"))
        await gate.asked.wait()
        tap(friends, name, seen(friends, panel), card)
        await until(lambda: f"✓ {first}" in str(seen(friends, panel)))
        gate.open.set()
        await env.settle()
        assert "No hint came in time" in text(panel)
        assert f"Selected: **{first}**" in text(panel)
        assert env.errors == []
