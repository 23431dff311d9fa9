"""Hints as people meet them: allowed in the lobby, asked for on the panel, answered privately, counted."""

from bot.app import create_bot
from bot.config import Settings
from tests.cogs.bursts import seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, custom_ids, labels, text
from tests.cogs.play import fixed_shuffle, lay_and_draw, mover, open_lobby, running
from tests.cogs.test_forgeries import with_button
from tests.cogs.test_practice import ME, last, practise


async def with_hints(friends: Friends) -> str:
    """Let them sit down, allow hints and deal; return who is to move."""
    await open_lobby(friends, "you", "Ada")
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


async def test_a_hint_is_told_privately_with_reasons_and_counted_in_the_score_sheet(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        name = await with_hints(friends)
        other = next(player for player in ("you", "Ada") if player != name)
        assert "Hint" not in labels(friends.panel(other), enabled=True)
        table, shown = await friends.running(), [text(message) for message in friends.channel.history()]
        hint = await friends.click(name, friends.panel(name), "Hint")
        assert hint.ephemeral
        assert hint.response is not None
        assert "💡 Lay " in text(hint.response)
        assert "You keep" in text(hint.response) or "You then hold" in text(hint.response)
        again = await friends.click(name, friends.panel(name), "Hint")
        assert again.response is not None
        assert text(again.response) == text(hint.response)
        assert [text(message) for message in friends.channel.history()] == shown, "nobody else sees it"
        after = await friends.running()
        assert running(after).to_move == running(table).to_move
        [((seat, asker), count)] = after.hints_used.items()
        assert (after.seats[seat].name, asker, count) == (name, name, 1)
        await lay_and_draw(friends, name)
        assert env.errors == []


async def test_a_hint_button_that_was_forged_or_comes_late_tells_nothing(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Eve")
        name = await with_hints(friends)
        [right] = [found for found in custom_ids(friends.panel(name)) if found.startswith("y:hint:")]
        verb, match_id, version = right.rsplit(":", 2)
        wrong = [f"{verb}:{match_id}:{int(version) + 1}", f"{verb}:{match_id}", f"{verb}:99:{version}"]
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
        hint = (await friends.click(ME, panel, "Hint")).response
        assert hint is not None
        assert "💡" in text(hint)
        assert env.errors == []
