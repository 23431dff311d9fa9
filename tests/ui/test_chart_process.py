"""Charts are drawn in a process of their own, which never keeps anybody waiting."""

import asyncio
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from bot.ui.charts import process
from bot.ui.charts.process import ChartProcess
from bot.ui.charts.values import Chart, Labels, Line
from tests.waiting import until

CHART = Chart(
    (Line(1, "Ada", (0, 5), (2,), ((2, 50),), won=True), Line(2, "名", (12, 30))),
    2,
    100,
    Labels("Round", "Points", "target 100", "Assaf", "exact total, lowered"),
)
HANGS = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(60)"


def test_a_chart_is_read_as_it_was_written() -> None:
    assert Chart.from_json(CHART.to_json()) == CHART


async def test_a_process_draws_and_says_which_names_are_numbers() -> None:
    drawn = await ChartProcess(limit=100).draw(CHART)
    assert drawn is not None
    assert drawn.png.startswith(b"\x89PNG")
    assert drawn.numbered == (2,)


def hanging(folder: Path) -> tuple[str, ...]:
    """Return a command that writes down its process and hangs."""
    return sys.executable, "-c", HANGS, str(folder / "pid")


async def process_in(folder: Path) -> int:
    """Return the process of a command that hangs, once it is there."""
    pid = folder / "pid"
    await until(lambda: pid.exists() and pid.read_text())
    return int(pid.read_text())


def assert_gone(pid: int) -> None:
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_process_that_hangs_is_ended(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    drawing = asyncio.create_task(ChartProcess(limit=3, command=hanging(tmp_path)).draw(CHART))
    pid = await process_in(tmp_path)
    assert await drawing is None
    assert_gone(pid)
    assert "it took too long" in caplog.text


async def test_a_process_whose_chart_nobody_wants_any_more_is_ended(tmp_path: Path) -> None:
    drawing = asyncio.create_task(ChartProcess(command=hanging(tmp_path)).draw(CHART))
    pid = await process_in(tmp_path)
    drawing.cancel()
    with suppress(asyncio.CancelledError):
        await drawing
    assert_gone(pid)


@pytest.mark.parametrize(
    "program", ["raise SystemExit(1)", "print('nothing')", "print('x'); print('\\x89PNG')", ""]
)
async def test_a_process_that_fails_or_says_something_odd_gives_no_picture(
    program: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert await ChartProcess(command=(sys.executable, "-c", program)).draw(CHART) is None
    assert "A chart is not drawn" in caplog.text
    assert "Ada" not in caplog.text


async def test_a_process_that_cannot_be_begun_gives_no_picture() -> None:
    assert await ChartProcess(command=("/nowhere/python",)).draw(CHART) is None


async def test_one_chart_is_drawn_at_a_time_and_few_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_MOST_WAITING", 2)
    charts = ChartProcess(command=hanging(tmp_path))
    first, second = (asyncio.create_task(charts.draw(CHART)) for _ in range(2))
    pid = await process_in(tmp_path)
    assert await charts.draw(CHART) is None
    assert int((tmp_path / "pid").read_text()) == pid, "the second has not begun"
    for task in (first, second):
        task.cancel()
    await asyncio.wait((first, second))
    assert_gone(pid)


def test_the_bots_own_process_knows_nothing_that_is_heavy() -> None:
    program = (
        "import sys, bot.app, cogs.yaniv; print(sorted({'matplotlib', 'numpy', 'PIL'} & set(sys.modules)))"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
