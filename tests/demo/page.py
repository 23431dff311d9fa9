"""A person at the demo page: opens it in Chromium, finds buttons by label, clicks, reads, takes pictures."""

import contextlib
import os
import re
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever is not on this machine cannot be found: the page has to do without.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
_PATIENCE = 20_000
_GLANCE = 25


def chromium_path() -> str:
    """Return where Chromium is; without one the test is skipped, but in CI it fails."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is not None:
        return found
    reason = "no chromium on this machine (Debian: apt-get install chromium)"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@contextlib.asynccontextmanager
async def chromium() -> AsyncGenerator[Browser, None]:
    """Start a browser without a window."""
    path = chromium_path()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()


class DemoPage:
    """One person's page. A wait that fails (after 10 s, or `patience` milliseconds) shows what was there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.foreign_requests: list[str] = []
        self.errors: list[str] = []

    @classmethod
    async def open(
        cls, browser: Browser, address: str, *, width: int = 1200, height: int = 900
    ) -> "DemoPage":
        """Open `address` in a window of its own and wait until the channel is shown."""
        context = await browser.new_context(viewport={"width": width, "height": height})
        page = await context.new_page()
        person = cls(page)
        origin = address.split("/#", 1)[0]

        def note_request(url: str) -> None:
            if not url.startswith((origin, "blob:", "data:")):
                person.foreign_requests.append(url)

        page.on("request", lambda request: note_request(request.url))
        page.on("pageerror", lambda error: person.errors.append(str(error)))
        await page.goto(address)
        await person.rest()
        return person

    def messages(self, text: str | re.Pattern[str] | None = None) -> Locator:
        """Find the messages shown, oldest first; those holding `text`, if given."""
        found = self.page.locator("article.channel-message")
        return found if text is None else found.filter(has_text=text)

    def latest(self, text: str | re.Pattern[str] | None = None) -> Locator:
        """Find the newest message holding `text`."""
        return self.messages(text).last

    def button(self, label: str, *, within: Locator | None = None, exact: bool = True) -> Locator:
        """Find the button `label` of the newest message that has one, or of the message `within`."""
        scope = self.page.locator("#channel-message-list") if within is None else within
        name = re.compile(rf"^\s*{re.escape(label)}\s*$") if exact else label
        return scope.locator("button.component-button").filter(has_text=name).last

    async def labels(self, within: Locator) -> list[str]:
        """Read the labels of a message's buttons, in their order."""
        return [label.strip() for label in await within.locator("button.component-button").all_inner_texts()]

    async def click(self, label: str, *, within: Locator | None = None, exact: bool = True) -> None:
        """Click a button and wait until the bot's answer is on the page."""
        await self.button(label, within=within, exact=exact).click(timeout=_PATIENCE)
        await self.rest()

    async def rest(self) -> None:
        """Wait until the page is drawn and no click of it is on its way."""
        # Not wait_for_function: the page's security policy forbids what that does.
        for _ in range(_PATIENCE // _GLANCE):
            if await self.page.evaluate("() => window.simcordPreview?.ready === true"):
                return
            await self.page.wait_for_timeout(_GLANCE)
        pytest.fail(f"the page did not come to rest: {await self.status()}")

    async def sees(self, text: str | re.Pattern[str], *, patience: int = _PATIENCE) -> Locator:
        """Wait until a message shows `text`, without a reload, and return the newest such message."""
        found = self.latest(text)
        await expect(found).to_be_visible(timeout=patience)
        return found

    async def no_longer_sees(self, text: str | re.Pattern[str], *, patience: int = _PATIENCE) -> None:
        """Wait until no message shows `text`."""
        await expect(self.messages(text)).to_have_count(0, timeout=patience)

    async def command(self, name: str, **options: str) -> None:
        """Type the slash command `name` ("yaniv start"), fill in its options, and send it."""
        await self.page.locator("#channel-composer-input").fill(f"/{name}")
        chosen = self.page.get_by_role("option", selected=True).filter(has_text=f"/{name}")
        await expect(chosen).to_be_visible(timeout=_PATIENCE)
        await self.page.keyboard.press("Enter")
        for option, value in options.items():
            await self._fill_option(option, value)
        await self.page.locator("#send-message").click(timeout=_PATIENCE)
        await self.rest()

    async def _fill_option(self, option: str, value: str) -> None:
        field = self.page.locator(f'input.command-option-input[data-option="{option}"]')
        offered = self.page.locator(f'.command-suggestion[data-value="{option}"]')
        await expect(field.or_(offered).first).to_be_visible(timeout=_PATIENCE)
        if not await field.count():
            await offered.click(timeout=_PATIENCE)
        await field.press_sequentially(value, timeout=_PATIENCE)

    async def status(self) -> str:
        """Read the page's line about the last action ("Callback completed")."""
        return (await self.page.locator("#action-status").inner_text()).strip()

    async def screenshot(self, path: Path, *, width: int, height: int = 900) -> Path:
        """Save a picture of the page, at a window of `width` by `height` pixels, as PNG."""
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.rest()
        await self.page.wait_for_timeout(300)
        await self.page.screenshot(path=path)
        return path
