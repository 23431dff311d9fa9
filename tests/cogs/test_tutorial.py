"""`/yaniv tutorial`: a lesson that is clicked through, left, taken up again, and disturbs nobody."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from simcord.results import ResponseMessage

from bot.app import create_bot
from bot.config import Settings
from bot.tables.errors import MovedOn
from bot.tables.lesson import NotInLesson, Step, lesson
from tests.cogs.bursts import assert_answered_once, command, id_of, seen, tap
from tests.cogs.cast import stored
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, custom_ids, labels, text
from tests.cogs.play import deal
from tests.cogs.test_forgeries import with_button
from tests.cogs.test_restart import restarted

ANSWERS = {True: "✅", False: "💡"}


@asynccontextmanager
async def learners(settings: Settings) -> AsyncGenerator[Friends]:
    """Bring two people together where nothing is played."""
    async with discord_with(create_bot(settings)) as env:
        yield Friends.arrive(env, "Mia", "Ken")


async def open_lesson(friends: Friends, name: str = "Mia") -> ResponseMessage:
    """Let somebody use the command; they alone see what comes."""
    result = await friends.slash(name, "tutorial")
    assert result.ephemeral
    assert result.response is not None
    return result.response


def at(panel: ResponseMessage) -> int:
    """Return the step that a panel shows."""
    return next(number for number in range(10, 0, -1) if f"Step {number} of 10" in text(panel))


async def choose(
    friends: Friends, panel: ResponseMessage, step: Step, choice: int, name: str = "Mia"
) -> None:
    """Let somebody choose something in a step of the panel."""
    clicked = await friends.people[name].click(panel, custom_id=f"y:tutorial:{step.number}:{choice}")
    assert clicked.acknowledged


async def left_at(friends: Friends, number: int, name: str = "Mia") -> ResponseMessage:
    """Let somebody come back who has left the lesson at that step."""
    await friends.bot.desk.tables.store.keep_lesson_step(friends.people[name].id, number)
    return await open_lesson(friends, name)


async def go_to(friends: Friends, panel: ResponseMessage, number: int, name: str = "Mia") -> None:
    """Let somebody click on to that step, choosing what comes true."""
    for step in lesson()[at(panel) - 1 : number - 1]:
        if step.options:
            await choose(friends, panel, step, step.right, name)
        await friends.click(name, panel, "Go on")
    assert at(panel) == number


async def test_it_is_clicked_through_with_every_choice_there_is(settings: Settings) -> None:
    async with learners(settings) as friends:
        panel = await open_lesson(friends)
        for step in lesson():
            assert at(panel) == step.number
            for choice in range(len(step.options)):
                await choose(friends, panel, step, choice)
                assert at(panel) == step.number
                assert ANSWERS[choice == step.right] in text(panel)
                assert sum(label.startswith("✓ ") for label in labels(panel)) == 1
            if step.number < 10:
                await friends.click("Mia", panel, "Go on")
        assert "Now you can play!" in text(panel)
        assert "Mia" in text(panel)
        assert friends.channel.history() == [], "nobody else sees anything of it"


async def test_it_is_left_and_taken_up_again(settings: Settings) -> None:
    async with learners(settings) as friends:
        panel = await open_lesson(friends)
        assert "Welcome back" not in text(panel)
        await go_to(friends, panel, 3)
        again = await open_lesson(friends)
        assert at(again) == 3
        assert "Welcome back" in text(again)
        await friends.click("Mia", again, "Back")
        assert at(await open_lesson(friends)) == 2
        assert at(await open_lesson(friends, "Ken")) == 1, "everybody is where they are"


async def test_it_begins_again_at_will(settings: Settings) -> None:
    async with learners(settings) as friends:
        panel = await left_at(friends, 8)
        await friends.click("Mia", panel, "Begin again")
        assert at(panel) == 1
        again = await open_lesson(friends)
        assert at(again) == 1
        assert "Welcome back" not in text(again)


async def test_whoever_is_through_begins_anew(settings: Settings) -> None:
    async with learners(settings) as friends:
        panel = await left_at(friends, 9)
        await go_to(friends, panel, 10)
        assert at(await open_lesson(friends)) == 10, "the last question is not answered yet"
        await choose(friends, panel, lesson()[-1], 0)
        assert at(await open_lesson(friends)) == 1


async def test_a_restart_between_two_steps_loses_nothing(settings: Settings) -> None:
    async with learners(settings) as friends:
        panel = await left_at(friends, 4)
        await choose(friends, panel, lesson()[3], 0)
        await restarted(friends.env, settings)
        await choose(friends, panel, lesson()[3], 1)
        assert "💡" in text(panel)
        await friends.click("Mia", panel, "Go on")
        assert at(panel) == 5
        await restarted(friends.env, settings)
        assert at(await open_lesson(friends)) == 5


async def test_two_panels_go_on_each_from_where_it_is(settings: Settings) -> None:
    async with learners(settings) as friends:
        one = await left_at(friends, 5)
        other = await open_lesson(friends)
        await friends.click("Mia", other, "Go on")
        assert (at(one), at(other)) == (5, 6)
        await friends.click("Mia", one, "Back")
        assert (at(one), at(other)) == (4, 6)
        assert at(await open_lesson(friends)) == 4, "where one was last"


async def test_a_double_click_goes_on_by_one_step(settings: Settings) -> None:
    async with learners(settings) as friends:
        panel = await left_at(friends, 2)
        shown, on = seen(friends, panel), id_of(panel, "Go on")
        taps = [tap(friends, "Mia", shown, on) for _ in range(2)]
        await friends.env.settle()
        assert_answered_once(taps)
        assert at(panel) == 3


async def test_it_is_read_while_a_match_is_played_and_changes_nothing_there(settings: Settings) -> None:
    async with learners(settings) as friends:
        await deal(friends, "Mia", "Ken")
        before, history = await friends.running(), friends.channel.history()
        panel = await left_at(friends, 7)
        await go_to(friends, panel, 9)
        after = await friends.running()
        assert (after.id, after.number, after.deadline) == (before.id, before.number, before.deadline)
        assert [message.id for message in friends.channel.history()] == [message.id for message in history]
        await friends.click("Mia", panel, "Back")
        assert "Your turn" in text(friends.panel("Ken")) + text(await friends.open_hand("Mia"))


FORGED = (
    "",
    ":0",
    ":11",
    ":-1",
    ":x",
    ":1:3",
    ":2:0",
    ":3:-1",
    ":3:x",
    ":1:",
    ":1:1:1",
    ":999999999999999999",
)


async def test_a_forged_step_or_choice_is_answered_in_one_sentence(settings: Settings) -> None:
    async with learners(settings) as friends:
        await friends.slash("Ken", "start")
        carrier = seen(friends, friends.lobby)
        before = stored(settings)
        for forged in FORGED:
            custom_id = f"y:tutorial{forged}"
            one = tap(friends, "Mia", with_button(carrier, custom_id), custom_id)
            await friends.env.settle()
            assert_answered_once([one])
            assert one.is_private
            assert one.words.strip().startswith((NotInLesson.message, MovedOn.message)), forged
        assert stored(settings) == before
        assert friends.env.errors == []


async def test_a_button_carried_to_a_public_message_answers_privately(settings: Settings) -> None:
    async with learners(settings) as friends:
        await friends.slash("Ken", "start")
        one = tap(
            friends, "Mia", with_button(seen(friends, friends.lobby), "y:tutorial:1:0"), "y:tutorial:1:0"
        )
        await friends.env.settle()
        assert_answered_once([one])
        assert one.is_private
        assert "Join" in " ".join(labels(friends.lobby)), "the lobby stays as it is"


async def test_it_is_told_in_the_language_of_whoever_asks(settings: Settings) -> None:
    async with learners(settings) as friends:
        for language in friends.bot.desk.languages.codes:
            one = command(friends, "Mia", "tutorial", locale=language)
            await friends.env.settle()
            assert_answered_once([one])
            words = friends.bot.desk.languages.for_locale(language)
            assert words("You begin") in one.words


async def test_no_card_and_no_choice_stands_in_a_custom_id(settings: Settings) -> None:
    async with learners(settings) as friends:
        for number in range(1, 11):
            panel = await left_at(friends, number)
            assert all(part.isdigit() for found in custom_ids(panel) for part in found.split(":")[2:])
