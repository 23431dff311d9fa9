"""What a server prefers, and the rules it has saved: kept whole, counted, and named once."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.engine.errors import YanivError
from bot.engine.rules import CLASSIC
from bot.presets import preset, shipped_presets
from bot.speeds import Speed
from bot.store import (
    GuildSettings,
    ImpossibleName,
    NameTaken,
    NoSuchRules,
    SavedRules,
    Store,
    TooManyRules,
)
from tests.store.samples import GUILD

OURS = replace(preset("bga"), jokers=4, exact_totals={75: 35, 200: 150})


async def names(store: Store) -> list[str]:
    return [saved.name for saved in await store.rules_of(GUILD)]


async def test_a_server_that_said_nothing_prefers_nothing(store: Store) -> None:
    assert await store.settings_of(GUILD) == GuildSettings(guild_id=GUILD)
    assert GuildSettings(guild_id=GUILD) == GuildSettings(
        guild_id=GUILD,
        rules=None,
        rules_name=None,
        speed=None,
        locale=None,
        channels=None,
        offer_threads=False,
        lucky_words=True,
    )


async def test_what_a_server_prefers_is_kept_whole(
    store: Store, open_store: Callable[[], Awaitable[Store]]
) -> None:
    settings = GuildSettings(
        guild_id=GUILD,
        rules=OURS,
        rules_name="Grandma's",
        speed=Speed.BLITZ,
        locale="he",
        channels=(2**60, 7),
        offer_threads=True,
        lucky_words=False,
    )
    await store.save_settings(settings)
    found = await (await open_store()).settings_of(GUILD)
    assert found == settings
    assert found.rules is not None
    assert found.rules.preset == OURS.preset
    assert await store.settings_of(GUILD + 1) == GuildSettings(guild_id=GUILD + 1)


async def test_later_settings_replace_earlier_ones(store: Store) -> None:
    await store.save_settings(GuildSettings(guild_id=GUILD, rules=OURS, channels=(1,), offer_threads=True))
    await store.save_settings(GuildSettings(guild_id=GUILD, locale="fr"))
    assert await store.settings_of(GUILD) == GuildSettings(guild_id=GUILD, locale="fr")


async def test_no_channel_at_all_is_not_every_channel(store: Store) -> None:
    await store.save_settings(GuildSettings(guild_id=GUILD, channels=()))
    assert (await store.settings_of(GUILD)).channels == ()


async def test_saved_rules_are_listed_by_name_and_carry_it(store: Store) -> None:
    assert await store.save_rules(GUILD, "Zoo", CLASSIC) == SavedRules("Zoo", CLASSIC)
    await store.save_rules(GUILD, "attic", OURS)
    await store.save_rules(GUILD + 1, "Zoo", OURS)
    saved = await store.rules_of(GUILD)
    assert saved == [SavedRules("attic", OURS), SavedRules("Zoo", CLASSIC)]
    assert [entry.rules.preset for entry in saved] == ["attic", "Zoo"]


@pytest.mark.parametrize("again", ["Ours", "OURS", "ours", "  ours ", "Ｏurs"])
async def test_names_that_look_alike_are_one(store: Store, again: str) -> None:
    await store.save_rules(GUILD, "Ours", CLASSIC)
    with pytest.raises(NameTaken):
        await store.save_rules(GUILD, again, OURS)
    assert await store.rules_of(GUILD) == [SavedRules("Ours", CLASSIC)]


@pytest.mark.parametrize("name", ["classic", "Classic", " FRENCH ", *shipped_presets()])
@pytest.mark.parametrize("overwrite", [False, True])
async def test_the_name_of_a_preset_is_never_given_away(store: Store, name: str, overwrite: bool) -> None:
    with pytest.raises(NameTaken) as refused:
        await store.save_rules(GUILD, name, OURS, overwrite=overwrite)
    assert refused.value.sentence().startswith(f"There are rules called {name.strip()} already.")
    assert await store.rules_of(GUILD) == []


async def test_own_rules_are_replaced_where_that_is_meant(store: Store) -> None:
    await store.save_rules(GUILD, "Ours", CLASSIC)
    await store.save_rules(GUILD, "OURS", OURS, overwrite=True)
    assert await store.rules_of(GUILD) == [SavedRules("OURS", OURS)]


@pytest.mark.parametrize("name", ["", "   ", "\n", "x" * 33, "\u200b"])
async def test_a_name_has_1_to_32_characters_that_can_be_seen(store: Store, name: str) -> None:
    with pytest.raises(ImpossibleName) as refused:
        await store.save_rules(GUILD, name, OURS)
    assert refused.value.sentence() == "A name has 1 to 32 characters."
    await store.save_rules(GUILD, "x" * 32, OURS)
    await store.save_rules(GUILD, "  two\n words  ", OURS)
    assert await names(store) == ["two words", "x" * 32]


async def test_a_server_saves_25_at_most(store: Store) -> None:
    for number in range(25):
        await store.save_rules(GUILD, f"rules {number:02}", OURS)
    with pytest.raises(TooManyRules) as refused:
        await store.save_rules(GUILD, "one more", OURS)
    assert "25" in refused.value.sentence()
    await store.save_rules(GUILD, "rules 07", CLASSIC, overwrite=True)
    await store.save_rules(GUILD + 1, "one more", OURS)
    await store.delete_rules(GUILD, "rules 03")
    await store.save_rules(GUILD, "one more", OURS)
    assert len(await names(store)) == 25


async def test_25_is_the_most_from_two_processes_too(open_store: Callable[[], Awaitable[Store]]) -> None:
    one, other = await open_store(), await open_store()
    for number in range(24):
        await one.save_rules(GUILD, f"rules {number}", OURS)
    outcomes = await asyncio.gather(
        one.save_rules(GUILD, "a", OURS), other.save_rules(GUILD, "b", OURS), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["SavedRules", "TooManyRules"]


async def test_one_name_saved_by_two_processes_at_once_is_taken_once(
    open_store: Callable[[], Awaitable[Store]],
) -> None:
    one, other = await open_store(), await open_store()
    saving = [store.save_rules(GUILD, "Ours", OURS) for _ in range(10) for store in (one, other)]
    results = await asyncio.gather(*saving, return_exceptions=True)
    assert Counter(type(result) for result in results) == {SavedRules: 1, NameTaken: 19}
    again = [
        store.save_rules(GUILD, "ours", OURS, overwrite=True) for _ in range(10) for store in (one, other)
    ]
    assert set(map(type, await asyncio.gather(*again, return_exceptions=True))) == {SavedRules}
    assert await names(one) == ["ours"]


async def test_deleted_rules_are_gone_and_free_their_name(store: Store) -> None:
    await store.save_rules(GUILD, "Ours", OURS)
    await store.save_settings(GuildSettings(guild_id=GUILD, rules=OURS, rules_name="Ours"))
    await store.delete_rules(GUILD, " OURS ")
    assert await store.rules_of(GUILD) == []
    assert (await store.settings_of(GUILD)).rules == OURS
    await store.save_rules(GUILD, "ours", OURS)


@pytest.mark.parametrize("name", ["ours", "", "classic", "x" * 100])
async def test_what_is_not_there_cannot_be_deleted(store: Store, name: str) -> None:
    await store.save_rules(GUILD + 1, "ours", OURS)
    with pytest.raises(NoSuchRules) as refused:
        await store.delete_rules(GUILD, name)
    assert refused.value.sentence() == f"This server has saved no rules called {name}."


@pytest.mark.parametrize("error", [ImpossibleName, NameTaken, NoSuchRules, TooManyRules])
def test_every_refusal_is_one_for_a_player(error: type[Exception]) -> None:
    assert issubclass(error, YanivError)
