"""The demo page follows a bot that moves on its own, and loses no click; tried with a toy bot in Chromium."""

import asyncio
import re
import signal
import sys
import webbrowser
from pathlib import Path

import pytest
from playwright.async_api import Browser

from bot.demo.command import run_demo
from bot.demo.session import demo_session
from tests.demo.page import DemoPage, chromium
from tests.demo.toy_bot import ToyBot

_ROOT = Path(__file__).parents[2]
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/#\S+")
_BEATS = re.compile(r"beats (\d+)")


async def test_a_computers_move_arrives_without_a_reload() -> None:
    async with demo_session(ToyBot) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"])
        loaded = await you.page.evaluate("() => performance.timeOrigin")

        await you.click("Add one")
        await you.sees("clicks 1 · computer moves 0")
        await you.sees("computer moves 1", patience=4000)

        assert await you.page.evaluate("() => performance.timeOrigin") == loaded


async def test_a_private_panel_is_kept_current_and_nobody_else_sees_it() -> None:
    async with demo_session(ToyBot) as demo, chromium() as browser:
        you, ada = await _both(browser, demo.addresses)

        await you.click("My hand")
        await you.sees("your panel: ticks 0 · computer moves 0")
        await ada.click("Add one")

        await you.sees("your panel: ticks 0 · computer moves 1")
        await you.click("Tick")
        await you.sees("your panel: ticks 1")
        await ada.sees("computer moves 1")
        await ada.no_longer_sees("your panel")


async def test_twenty_of_twenty_quick_clicks_arrive_while_the_bot_edits_in_the_background() -> None:
    toy = ToyBot(beat_every=0.15)
    async with demo_session(lambda: toy) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"])
        await you.click("My hand")

        place = None
        while place is None:
            place = await you.button("Tick").bounding_box()

        for _ in range(20):
            # By place: a person does not wait until a button is ready, and it may be drawn anew meanwhile.
            await you.page.mouse.click(
                place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, delay=20
            )

        await you.sees("your panel: ticks 20", patience=20_000)
        assert toy.ticks == 20
        assert toy.beats > 5


async def test_clicks_count_although_the_bot_takes_long_to_answer() -> None:
    toy = ToyBot(slow=0.5)
    async with demo_session(lambda: toy) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"])
        await you.click("My hand")

        for _ in range(3):
            await you.click("Tick")
            assert await you.status() == "Callback completed"

        await you.sees("your panel: ticks 3")


async def test_both_people_click_at_the_same_time() -> None:
    toy = ToyBot(beat_every=0.15)
    async with demo_session(lambda: toy) as demo, chromium() as browser:
        pages = await _both(browser, demo.addresses)

        async def press_five_times(person: DemoPage) -> None:
            for _ in range(5):
                await person.click("Add one")

        await asyncio.gather(*(press_five_times(person) for person in pages))

        assert toy.clicks == 10
        for person in pages:
            await person.sees("clicks 10")


async def test_a_reposted_table_can_be_used() -> None:
    async with demo_session(ToyBot) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"])
        await you.click("Table ↓")
        await you.sees("reposted")
        assert await you.messages("Table").count() == 1

        await you.click("Add one")

        await you.sees("clicks 1")


async def test_a_slash_command_is_typed_while_the_bot_works() -> None:
    async with demo_session(lambda: ToyBot(beat_every=0.3)) as demo, chromium() as browser:
        ada = await DemoPage.open(browser, demo.addresses["Ada"])
        await ada.click("My hand")

        await ada.command("yaniv start", computers="5")

        started = await ada.sees("5 computers")
        assert "Ada used" in await started.inner_text()


async def test_the_bots_moves_leave_typing_and_scrolling_alone() -> None:
    async with demo_session(lambda: ToyBot(beat_every=0.3)) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"], height=420)
        for _ in range(6):
            await you.command("yaniv start", computers="1")
        timeline = you.page.locator("#channel-timeline")
        await you.click("My hand")
        await timeline.evaluate("(element) => { element.scrollTop = 150; }")
        await you.page.locator("#channel-composer-input").press_sequentially("hello there", delay=60)
        beats = _BEATS.search(await you.latest("beats").inner_text())
        assert beats is not None

        # Simulated time may be ahead of the wall clock by the time that the commands took.
        await you.sees(re.compile(rf"beats (?!{beats[1]}\b)\d+"), patience=60_000)
        await asyncio.sleep(2)

        assert await you.page.locator("#channel-composer-input").input_value() == "hello there"
        assert abs(await timeline.evaluate("(element) => element.scrollTop") - 150) <= 2


async def test_a_countdown_runs() -> None:
    async with demo_session(lambda: ToyBot(deadline_in=25)) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"])
        await you.sees(re.compile(r"until in \d+ seconds"))
        await you.sees(re.compile(r"until [1-9] seconds? ago"), patience=45_000)


async def test_nothing_is_fetched_from_elsewhere() -> None:
    async with demo_session(ToyBot) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"])
        await you.click("My hand")
        await you.sees("your panel")

        assert you.foreign_requests == []
        assert you.errors == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
async def test_ctrl_c_and_sigterm_end_it_cleanly(number: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "ignore::DeprecationWarning", "-m", "tests.demo.toy_bot"),
        cwd=_ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode() for _ in range(5)]
    addresses = _ADDRESS.findall("".join(lines))
    async with chromium() as browser:
        you = await DemoPage.open(browser, addresses[0])
        await you.click("Add one")

        process.send_signal(number)
        async with asyncio.timeout(10):
            out, err = await process.communicate()

    assert process.returncode == 0
    assert err.decode() == ""
    assert "The demo has ended." in out.decode()
    assert "closed cleanly: True, tasks left: 0" in out.decode()


async def test_ending_the_session_on_the_page_ends_the_demo(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    demo = asyncio.create_task(run_demo(ToyBot))
    said = ""
    while not (addresses := _ADDRESS.findall(said)):
        await asyncio.sleep(0.05)
        said += capsys.readouterr().out
    async with chromium() as browser:
        you = await DemoPage.open(browser, addresses[0])
        await you.page.get_by_text("More").click()
        await you.page.get_by_role("button", name="End preview session").click()
        async with asyncio.timeout(10):
            await demo

    assert len(addresses) == 2
    assert opened == [], "there is no screen to show a browser on"


async def test_a_port_in_use_is_said_and_nothing_stays_behind() -> None:
    toy = ToyBot()
    async with await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0) as taken:
        port = taken.sockets[0].getsockname()[1]
        with pytest.raises(OSError, match="address already in use"):
            await run_demo(lambda: toy, port=port)

    assert toy.closed_cleanly
    assert len(asyncio.all_tasks()) == 1


async def _both(browser: Browser, addresses: dict[str, str]) -> tuple[DemoPage, DemoPage]:
    return await DemoPage.open(browser, addresses["Ben"]), await DemoPage.open(browser, addresses["Ada"])
