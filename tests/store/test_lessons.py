"""How far people are in the lesson is kept for each of them, until they are done."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.store import Store
from tests.store.samples import BO, YOU


async def test_who_has_not_begun_is_nowhere(store: Store) -> None:
    assert await store.lesson_step_of(YOU) is None


async def test_where_somebody_is_outlives_the_process(
    store: Store, open_store: Callable[[], Awaitable[Store]]
) -> None:
    await store.keep_lesson_step(YOU, 2)
    await store.keep_lesson_step(YOU, 4)
    await store.keep_lesson_step(BO, 9)
    later = await open_store()
    assert [await later.lesson_step_of(person) for person in (YOU, BO)] == [4, 9]


async def test_who_is_done_is_forgotten_and_may_begin_again(store: Store) -> None:
    await store.keep_lesson_step(YOU, 9)
    for _ in range(2):
        await store.keep_lesson_step(YOU, None)
        assert await store.lesson_step_of(YOU) is None
    await store.keep_lesson_step(YOU, 1)
    assert await store.lesson_step_of(YOU) == 1


async def test_two_panels_at_once_leave_one_of_the_two_steps(
    open_store: Callable[[], Awaitable[Store]],
) -> None:
    one, other = await open_store(), await open_store()
    await asyncio.gather(
        *(store.keep_lesson_step(YOU, step) for _ in range(5) for store, step in ((one, 3), (other, 7)))
    )
    assert await one.lesson_step_of(YOU) in (3, 7)
