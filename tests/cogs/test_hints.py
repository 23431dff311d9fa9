"""Hints as people meet them: allowed in the lobby, asked for on the panel, answered privately, counted."""

from bot.app import create_bot
from bot.config import Settings
from tests.cogs.bursts import seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, Shown, custom_ids, labels, shown_hand, text
from tests.cogs.play import fixed_shuffle, lay_and_draw, mover, open_lobby, running
from tests.cogs.test_forgeries import with_button
from tests.cogs.test_practice import ME, last, practise


async def with_hints(friends: Friends, *names: str) -> str:
    """Let them sit down ("you" and Ada without `names`), allow hints and deal; return who is to move."""
    await open_lobby(friends, *(names or ("you", "Ada")))
    options = (await friends.click("you", friends.lobby, "Options")).response
    assert options is not None
    computers = (await friends.click("you", options, "Computers")).response
    assert computers is not None
    assert "Hints are allowed" not in text(computers)
    await friends.click("you", computers, "Allow hints")
    assert "💡 hints" in text(friends.lobby)
    # A button that says "No hints" is read as how things stand.
    assert "Hints are allowed at this table." in text(computers)
    assert "Forbid hints" in labels(computers)
    friends.panels["you"] = (await friends.click("you", friends.lobby, "Deal")).response or friends.panels[
        "you"
    ]
    return mover(await friends.running())


def unwelcomed(panel: Shown) -> str:
    """Return what a panel says beside the line for newcomers, which goes with its first change."""
    said, *_ = text(panel).partition("\n-# 👋")
    return said


async def test_a_hint_stands_below_the_hand_with_reasons_and_is_counted_in_the_score_sheet(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        name = await with_hints(friends)
        other = next(player for player in ("you", "Ada") if player != name)
        panel = friends.panel(name)
        assert "Hint" not in labels(friends.panel(other), enabled=True)
        table, shown = await friends.running(), [text(message) for message in friends.channel.history()]
        hand = unwelcomed(panel)
        hint = await friends.click(name, panel, "Hint")
        assert hint.response is not None
        assert hint.response.id == panel.id, "the hand is not pushed up by what is said of it"
        assert text(panel).startswith(hand), "nothing of it moves"
        said = text(panel).removeprefix(hand)
        assert "💡 Lay " in said
        assert "You keep" in said or "You then hold" in said
        await friends.click(name, panel, "Hint")
        assert text(panel) == hand + said
        assert [text(message) for message in friends.channel.history()] == shown, "nobody else sees it"
        assert said not in text(friends.panel(other))
        after = await friends.running()
        assert running(after).to_move == running(table).to_move
        [((seat, asker), count)] = after.hints_used.items()
        assert (after.seats[seat].name, asker, count) == (name, name, 1)
        await lay_and_draw(friends, name)
        assert "💡" not in text(panel), "it was for that turn"
        assert env.errors == []


async def test_a_hint_stays_while_cards_are_selected_and_keeps_what_is_selected(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        name = await with_hints(friends)
        panel = friends.panel(name)
        first, second, *_ = shown_hand(panel)
        await friends.select(name, first)
        await friends.click(name, panel, "Hint")
        assert f"✓ {first}" in labels(panel)
        assert "💡" in text(panel)
        await friends.select(name, second)
        assert {f"✓ {first}", f"✓ {second}"} <= set(labels(panel))
        assert "💡" in text(panel)
        fresh = await friends.open_hand(name)
        assert "💡" in text(fresh), "a panel opened anew shows it too"
        assert env.errors == []


async def test_a_selection_made_before_a_restart_outlives_a_hint(settings: Settings) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, "you", "Ada")
        name = await with_hints(friends)
        panel = friends.panel(name)
        first = shown_hand(panel)[0]
        await friends.select(name, first)
        bot.desk.panels.memory._selections.clear()  # pyright: ignore[reportPrivateUsage] -- as after a restart
        await friends.click(name, panel, "Hint")
        assert f"✓ {first}" in labels(panel)
        assert "💡" in text(panel)
        assert env.errors == []


async def test_a_hint_follows_its_reader_into_another_language(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        name = await with_hints(friends)
        panel = friends.panel(name)
        await friends.click(name, panel, "Hint")
        await friends.prefer(name, language="de")
        assert "💡 " in text(panel)
        assert "zählt auf dem Spielblatt" in text(panel)
        assert env.errors == []


async def test_a_hint_button_that_was_forged_or_comes_late_tells_nothing(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        name = await with_hints(friends)
        [right] = [found for found in custom_ids(friends.panel(name)) if found.startswith("y:hint:")]
        verb, match_id, version, picked = right.rsplit(":", 3)
        wrong = [
            f"{verb}:{match_id}:{int(version) + 1}:{picked}",
            f"{verb}:{match_id}:{version}",
            f"{verb}:{match_id}",
            f"{verb}:99:{version}:{picked}",
        ]
        others = [player for player in ("you", "Ada", "Eve") if player != name]
        before = await friends.running()
        payload = seen(friends, friends.table)
        for who, custom_id in [
            *((name, custom_id) for custom_id in wrong),
            *((who, right) for who in others),
        ]:
            one = tap(friends, who, with_button(payload, custom_id), custom_id)
            await env.settle()
            assert one.acknowledgements == 1
            assert one.is_private
            assert "💡" not in one.words
        assert await friends.running() is before
        assert env.errors == []


async def test_practice_has_hints_from_the_start(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=last)) as env:
        friends = Friends.arrive(env, ME)
        panel = await practise(friends)
        before = unwelcomed(panel)
        await friends.click(ME, panel, "Hint")
        assert text(panel).startswith(before)
        assert "### 💡" in text(panel)
        assert env.errors == []
