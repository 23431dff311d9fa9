"""Timers, with the real loop: one a name, set anew in place of the old one, none left at the end."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.errors import MalformedRecord
from bot.tables.timers import Timers

SOON = timedelta(milliseconds=20)
HOUR = timedelta(hours=1)


def now() -> datetime:
    return datetime.now(UTC)


class Diary:
    """What has been done, and jobs that write into it."""

    def __init__(self) -> None:
        self.done: asyncio.Queue[str] = asyncio.Queue()

    def job(self, name: str) -> Callable[[], Awaitable[None]]:
        """Make a job that is done as soon as it begins."""

        async def work() -> None:
            self.done.put_nowait(name)

        return work

    async def holds(self, *names: str) -> None:
        """Wait until these jobs are done, in this order, and a little longer for any other."""
        assert [await self.done.get() for _ in names] == [*names]
        await asyncio.sleep(0.1)
        assert self.done.empty()


@pytest.fixture
def diary() -> Diary:
    return Diary()


async def test_a_job_is_done_at_its_time_and_not_before(diary: Diary) -> None:
    timers = Timers(now)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    moments: list[float] = []

    async def work() -> None:
        moments.append(loop.time())
        diary.done.put_nowait("a")

    timers.set("a", now() + 3 * SOON, work)
    assert timers.is_set("a")
    await diary.holds("a")
    assert not timers.is_set("a")
    # The clocks of the loop and of the wall may differ by a little.
    assert moments[0] - begun > 0.05


async def test_a_time_that_has_passed_means_at_once(diary: Diary) -> None:
    Timers(now).set("a", now() - timedelta(days=1), diary.job("a"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await diary.holds("a")


async def test_setting_a_name_anew_replaces_the_old_timer_and_no_other(diary: Diary) -> None:
    timers = Timers(now)
    timers.set("a", now() + SOON, diary.job("old"))
    timers.set("b", now() + SOON, diary.job("other"))
    timers.set("a", now() + 5 * SOON, diary.job("new"))
    await diary.holds("other", "new")


async def test_a_cancelled_timer_is_forgotten_and_a_job_that_has_begun_goes_on(diary: Diary) -> None:
    timers = Timers(now)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        await go_on.wait()
        diary.done.put_nowait("begun")

    timers.set("begun", now(), work)
    await begun.wait()
    timers.set("waiting", now() + SOON, diary.job("waiting"))
    for name in ("waiting", "begun", "never set"):
        timers.cancel(name)
        assert not timers.is_set(name)
    go_on.set()
    await diary.holds("begun")


async def test_a_job_that_fails_is_logged_and_stops_nothing(
    diary: Diary, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise RuntimeError

    timers = Timers(now)
    timers.set("a", now(), fail)
    timers.set("b", now() + SOON, diary.job("b"))
    await diary.holds("b")
    assert "RuntimeError" in caplog.text


async def test_closing_lets_what_has_begun_finish_and_nothing_begins_after(diary: Diary) -> None:
    timers = Timers(now)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def begin_another() -> None:
        begun.set()
        await go_on.wait()
        diary.done.put_nowait("begun")
        timers.set("another", now(), diary.job("another"))

    timers.set("a", now(), begin_another)
    timers.set("b", now() + HOUR, diary.job("waiting"))
    await begun.wait()
    closing = asyncio.create_task(timers.close())
    await asyncio.sleep(0.01)
    assert not closing.done()
    go_on.set()
    await closing
    assert not timers.is_set("b")
    timers.set("late", now(), diary.job("late"))
    await diary.holds("begun")


async def test_a_job_that_is_refused_is_logged_without_the_cards_its_text_may_name(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def refused() -> None:
        raise MalformedRecord("the hand does not hold 9S")

    timers = Timers(now)
    timers.set("job", now(), refused)
    await asyncio.sleep(0.01)
    await timers.close()
    assert "MalformedRecord" in caplog.text
    assert "9S" not in caplog.text
