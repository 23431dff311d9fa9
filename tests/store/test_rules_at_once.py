"""Several processes that save rules of one server at the same moment: one after the other, none lost."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.rules import CLASSIC
from bot.store import NameTaken, Store, TooManyRules
from bot.store.guilds import MOST_RULES

GUILD = 900


@pytest.mark.parametrize("overwrite", [False, True])
async def test_of_one_name_the_first_is_kept_or_the_last(tmp_path: Path, overwrite: bool) -> None:
    stores = [await Store.open(f"sqlite:///{tmp_path / 'y.sqlite3'}") for _ in range(3)]
    saving = [
        store.save_rules(GUILD, "Ours", replace(CLASSIC, target=100 + number), overwrite=overwrite)
        for number, store in enumerate(stores * 5)
    ]
    results = await asyncio.gather(*saving, return_exceptions=True)
    refused = [result for result in results if isinstance(result, BaseException)]
    assert {type(error) for error in refused} == (set() if overwrite else {NameTaken})
    assert len(refused) == (0 if overwrite else len(saving) - 1)
    (saved,) = await stores[0].rules_of(GUILD)
    assert saved in results
    for store in stores:
        await store.close()


async def test_together_they_save_no_more_than_a_server_may(tmp_path: Path) -> None:
    stores = [await Store.open(f"sqlite:///{tmp_path / 'y.sqlite3'}") for _ in range(3)]
    saving = [
        stores[number % 3].save_rules(GUILD, f"Ours {number}", CLASSIC) for number in range(MOST_RULES + 5)
    ]
    results = await asyncio.gather(*saving, return_exceptions=True)
    refused = [result for result in results if isinstance(result, BaseException)]
    assert [type(error) for error in refused] == [TooManyRules] * 5
    assert len(await stores[0].rules_of(GUILD)) == MOST_RULES
    for store in stores:
        await store.close()
