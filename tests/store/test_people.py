"""What people prefer: kept whole, changed piece by piece, and one's own."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.personal import NOTHING_SAID, CardStyle, Personal, Pings, Sorting
from bot.store import Store
from tests.store.samples import BO, YOU

OURS = Personal(
    language="he",
    cards=CardStyle.TEXT,
    four_colours=True,
    pings=Pings.DIRECT,
    sorting=Sorting.SUIT,
    lucky_word="*abracadabra* 🍀",
    welcomed=True,
)


async def test_a_person_who_said_nothing_prefers_nothing(store: Store) -> None:
    assert await store.personal_of(YOU) == NOTHING_SAID
    assert (
        Personal(
            language=None,
            cards=CardStyle.PICTURES,
            four_colours=False,
            pings=Pings.CHANNEL,
            sorting=Sorting.RANK,
            lucky_word="",
            welcomed=False,
        )
        == NOTHING_SAID
    )


async def test_what_a_person_prefers_is_kept_whole(
    store: Store, open_store: Callable[[], Awaitable[Store]]
) -> None:
    assert await store.change_personal(YOU, lambda _: OURS) == OURS
    assert await (await open_store()).personal_of(YOU) == OURS
    assert await store.personal_of(BO) == NOTHING_SAID


async def test_each_change_leaves_the_rest_as_it_is(store: Store) -> None:
    await store.change_personal(YOU, lambda _: OURS)
    after = await store.change_personal(YOU, lambda personal: replace(personal, language=None))
    assert after == await store.personal_of(YOU) == replace(OURS, language=None)


async def test_two_processes_that_change_different_things_lose_neither(
    open_store: Callable[[], Awaitable[Store]],
) -> None:
    one, other = await open_store(), await open_store()
    await asyncio.gather(
        one.change_personal(YOU, lambda personal: replace(personal, pings=Pings.NEVER)),
        other.change_personal(YOU, lambda personal: replace(personal, language="fr")),
        one.change_personal(YOU, lambda personal: replace(personal, four_colours=True)),
        other.change_personal(YOU, lambda personal: replace(personal, sorting=Sorting.SUIT)),
    )
    assert await one.personal_of(YOU) == Personal(
        language="fr", pings=Pings.NEVER, four_colours=True, sorting=Sorting.SUIT
    )


@pytest.mark.parametrize("column", ["cards", "pings", "sorting"])
async def test_the_database_takes_nothing_else_than_can_be_chosen(store: Store, column: str) -> None:
    await store.change_personal(YOU, lambda _: OURS)
    with pytest.raises(IntegrityError):
        async with store.engine.begin() as connection:
            await connection.execute(text(f"UPDATE people SET {column} = 'nonsense'"))
    assert await store.personal_of(YOU) == OURS
