"""What `python -m bot demo` does: serve the page, say where it is, open a browser, end when told to."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Coroutine, Generator

from bot.demo.session import MakeBot, Scene, demo_session, open_lobby


async def run_demo(
    make_bot: MakeBot, *, port: int | None = 0, open_browser: bool = True, scene: Scene = open_lobby
) -> None:
    """Serve the demo until Ctrl-C, SIGTERM, or until the session is ended on the page.

    `port` 0 or None takes any free one. The address of each person's page goes to standard output.
    """
    with _stop_signals() as stop:
        async with demo_session(make_bot, port=port or 0, scene=scene) as demo:
            _say(_welcome(demo.addresses))
            if open_browser and _has_a_screen():
                _open_browser(next(iter(demo.addresses.values())))
            await _first_of(stop.wait(), demo.preview.wait_closed())
    _say("The demo has ended.\n")


def _welcome(addresses: dict[str, str]) -> str:
    pages = "\n".join(f"  {name:<4} {address}" for name, address in addresses.items())
    return (
        "Yaniv is running on this computer alone. Two people are there, each with a page of their own; "
        "be one of them, or both in two tabs:\n\n"
        f"{pages}\n\n"
        "Press Ctrl-C to end.\n"
    )


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _has_a_screen() -> bool:
    """Tell whether a browser could show a page here; a text browser would take over the terminal instead."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    """Open the page without waiting: some browsers keep their caller until they are closed."""

    def show() -> None:
        # Nothing is lost without a browser: the address has been printed.
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(address)

    threading.Thread(target=show, name="demo browser", daemon=True).start()


@contextlib.contextmanager
def _stop_signals() -> Generator[asyncio.Event, None, None]:
    """Give an event that is set by SIGINT and SIGTERM."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        # Not loop.add_signal_handler, which Windows does not have.
        signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stop.set))
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _first_of(*waits: Coroutine[None, None, object]) -> None:
    tasks = [asyncio.create_task(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
