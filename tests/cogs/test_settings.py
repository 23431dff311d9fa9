"""`/yaniv settings`: what a server prefers, changed by forms of those who may manage it."""

from dataclasses import replace

import pytest
import simcord

from bot.app import create_bot
from bot.config import Settings
from bot.engine.rules import CLASSIC
from bot.presets import preset
from bot.speeds import Speed
from bot.store.values import GuildSettings
from tests.cogs.bursts import assert_answered_once, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.forms import add_manager, as_shown, change, fields, fill_in, forged, said
from tests.cogs.friends import Friends, Shown, custom_ids, labels, text
from tests.cogs.test_restart import restarted


async def preferred(friends: Friends) -> GuildSettings:
    """Return what the server prefers, as the store has it."""
    return await friends.bot.desk.tables.store.settings_of(friends.guild.id)


async def settings_panel(friends: Friends, name: str = "Mo") -> Shown:
    """Let someone open the settings."""
    opened = await friends.slash(name, "settings")
    assert opened.response is not None
    assert opened.ephemeral
    return opened.response


def arrive(env: simcord.Env, *names: str) -> Friends:
    """Make a server with these people, and Mo, who may manage it."""
    friends = Friends.arrive(env, *names)
    add_manager(friends, "Mo")
    return friends


async def test_who_may_not_manage_the_server_is_refused_in_one_sentence(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        words = said(await friends.slash("you", "settings"))
        assert "Manage Server" in words
        assert len(words.strip().splitlines()) == 1
        panel = seen(friends, await settings_panel(friends))
        ids = [
            f"y:settings:{what}" for what in ("rules", "speed", "language", "channels", "threads", "delete")
        ]
        taps = [tap(friends, "you", panel, custom_id) for custom_id in ids]
        taps += [forged(friends, "you", custom_id, **{custom_id[11:]: ["yes"]}) for custom_id in ids]
        await env.settle()
        assert_answered_once(taps)
        assert all(one.result.ephemeral for one in taps)
        assert await preferred(friends) == GuildSettings(guild_id=friends.guild.id)


async def test_speed_and_language_are_kept_and_shown(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        panel = await settings_panel(friends)
        await change(friends, "Mo", panel, "Speed", speed="relaxed")
        await change(friends, "Mo", panel, "Language", language="en")
        assert await preferred(friends) == GuildSettings(
            guild_id=friends.guild.id, speed=Speed.RELAXED, locale="en"
        )
        assert "10 minutes" in text(panel)
        assert "English" in text(panel)
        shown = await friends.click("Mo", panel, "Speed")
        assert as_shown(shown) == {"speed": "relaxed"}
        await restarted(env, settings)
        assert text(await settings_panel(friends)) == text(panel)


async def test_the_default_rules_are_chosen_among_presets_and_saved_ones(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        store = friends.bot.desk.tables.store
        ours = replace(CLASSIC, target=70)
        await store.save_rules(friends.guild.id, "Friday", ours)
        panel = await settings_panel(friends)
        shown = await friends.click("Mo", panel, "Rules")
        options = [option["value"] for option in fields(shown)["rules"]["options"]]
        assert options == ["Friday", "classic", "bga", "dhumbal", "french", "travellers"]
        await fill_in(friends, "Mo", shown, rules="french")
        await friends.slash("you", "start")
        assert (await friends.running()).rules == preset("french")
        await friends.slash("you", "end")
        await change(friends, "Mo", panel, "Rules", rules="Friday")
        assert "Friday" in text(panel)
        await friends.slash("you", "start")
        table = await friends.running()
        assert (table.rules, table.rules.preset) == (ours, "Friday")


async def test_saved_rules_are_deleted_and_the_default_made_of_them_stays(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        store = friends.bot.desk.tables.store
        for name in ("Friday", "Sunday"):
            await store.save_rules(friends.guild.id, name, replace(CLASSIC, target=70))
        panel = await settings_panel(friends)
        await change(friends, "Mo", panel, "Rules", rules="Friday")
        late = await friends.click("Mo", panel, "Delete saved rules")
        await change(friends, "Mo", panel, "Delete saved rules", delete="Friday")
        assert [saved.name for saved in await store.rules_of(friends.guild.id)] == ["Sunday"]
        await fill_in(friends, "Mo", late, delete="Friday")
        assert "no rules called Friday" in text(panel)
        await change(friends, "Mo", panel, "Delete saved rules", delete="Sunday")
        assert "Delete saved rules" not in labels(panel)
        await friends.slash("you", "start")
        assert (await friends.running()).rules.target == 70


async def test_channels_are_chosen_and_taken_back(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        games = friends.guild.create_text_channel("games")
        panel = await settings_panel(friends)
        await change(friends, "Mo", panel, "Channels", channels=[games])
        assert (await preferred(friends)).channels == (games.id,)
        assert f"<#{games.id}>" in text(panel)
        assert f"<#{games.id}>" in said(await friends.slash("you", "start"))
        shown = await friends.click("Mo", panel, "Channels")
        assert [value["id"] for value in fields(shown)["channels"]["default_values"]] in (
            [games.id],
            [str(games.id)],
        )
        await fill_in(friends, "Mo", shown, channels=[])
        assert (await preferred(friends)).channels is None
        await friends.slash("you", "start")
        assert await friends.look() is not None


async def test_a_deleted_channel_does_not_stand_in_the_form(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        gone, games = (friends.guild.create_text_channel(name) for name in ("gone", "games"))
        panel = await settings_panel(friends)
        await change(friends, "Mo", panel, "Channels", channels=[gone, games])
        env.backend.delete_channel(gone.id)
        await env.settle()
        shown = await friends.click("Mo", panel, "Channels")
        assert [int(value["id"]) for value in fields(shown)["channels"]["default_values"]] == [games.id]


async def test_threads_are_offered_and_not_any_more(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        panel = await settings_panel(friends)
        for answer in ("yes", "no"):
            await change(friends, "Mo", panel, "Threads", threads=answer)
            assert (await preferred(friends)).offer_threads is (answer == "yes")


async def test_forms_and_panels_from_before_a_restart_work(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        panel = await settings_panel(friends)
        shown = await friends.click("Mo", panel, "Threads")
        await restarted(env, settings)
        await fill_in(friends, "Mo", shown, threads="yes")
        assert (await preferred(friends)).offer_threads
        await change(friends, "Mo", panel, "Speed", speed="day")
        assert (await preferred(friends)).speed == "day"


async def test_forms_sent_at_the_same_moment_all_count(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        chosen = {"rules": "bga", "speed": "fast", "language": "en", "threads": "yes"}
        taps = [
            forged(friends, "Mo", f"y:settings:{what}", **{what: [value]}) for what, value in chosen.items()
        ]
        await env.settle()
        assert_answered_once(taps)
        kept = await preferred(friends)
        assert (kept.rules_name, kept.speed, kept.locale, kept.offer_threads) == ("bga", "fast", "en", True)


@pytest.mark.parametrize(
    ("what", "values", "of"),
    [
        ("speed", ("light",), None),
        ("speed", ("fast", "day"), None),
        ("speed", (), None),
        ("language", ("tlh",), None),
        ("threads", ("maybe",), None),
        ("channels", ("x",), None),
        ("channels", ("7" * 5000,), None),
        ("channels", tuple(str(number) for number in range(1, 27)), None),
        ("rules", ("poker",), None),
        ("rules", ("classic", "bga"), None),
        ("delete", ("Friday",), None),
        ("everything", ("yes",), None),
        ("speed", ("fast",), "language"),
    ],
)
async def test_what_a_form_could_not_say_changes_nothing(
    settings: Settings, what: str, values: tuple[str, ...], of: str | None
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        one = forged(friends, "Mo", f"y:settings:{what}", **{of or what: list(values)})
        await env.settle()
        assert_answered_once([one])
        assert one.result.ephemeral
        assert "went wrong" not in one.words
        assert await preferred(friends) == GuildSettings(guild_id=friends.guild.id)


async def test_who_loses_the_permission_changes_nothing_any_more(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = arrive(env, "you")
        panel = await settings_panel(friends)
        shown = await friends.click("Mo", panel, "Threads")
        env.backend.delete_role(friends.guild.id, friends.guild.roles["managers"].id)
        await env.settle()
        for custom_id in custom_ids(panel):
            one = tap(friends, "Mo", seen(friends, panel), custom_id)
            await env.settle()
            assert "Manage Server" in one.words
        await fill_in(friends, "Mo", shown, threads="yes")
        assert "Manage Server" in text(panel)
        assert await preferred(friends) == GuildSettings(guild_id=friends.guild.id)
