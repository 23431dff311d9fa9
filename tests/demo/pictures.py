"""Make the pictures of the README from the demo page: `python -m tests.demo.pictures`."""

import asyncio
import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from bot.app import create_bot
from bot.config import Settings
from bot.demo.session import demo_session
from bot.engine.cards import Card, parse_cards
from bot.ui.words import Languages
from tests.demo.gallery import WIDTHS, photograph
from tests.demo.page import DemoPage, chromium

PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"
WIDTH: Final = 520

# Dealt to the four seats in turn; the last one is turned up, and the rest is the stock.
_BEGINNING: Final = parse_cards(
    "9S QC 6D 5H 9D TD JH 6H 4C 8S 2C 7H 2H 3D 8D QS KH 5C AS JD 3S 7C KC 4D 8C AD 9H TC"
)


def arranged(cards: list[Card]) -> list[Card]:
    """Put the cards of the pictures on top of the deck."""
    return [*_BEGINNING, *(card for card in cards if card not in _BEGINNING)]


async def make_pictures(folder: Path) -> None:
    """Take a picture of a table and of a hand after one lap on the demo page, and of the end of a match."""
    with tempfile.TemporaryDirectory() as data:
        settings = Settings(database_url=f"sqlite:///{data}/demo.sqlite3", computer_delay=(0.2, 0.4))
        bot = create_bot(settings, shuffler=arranged, first_dealer=lambda _: 3)
        async with demo_session(lambda: bot) as demo, chromium() as browser:
            you = await DemoPage.open(browser, demo.addresses["Ben"])
            ada = await DemoPage.open(browser, demo.addresses["Ada"])
            await ada.click("Join")
            await you.click("Deal")
            await play(you, "K♥")
            await play(ada, "5♥", "6♥", "7♥")
            panel = await you.sees("Your turn")
            for card in ("9♠", "9♦"):
                await you.click(card, within=panel)
                await you.sees(f"✓ {card}")
            await take(browser, demo.addresses["Ben"], folder)
        async with chromium() as browser:
            await _the_end(browser, Path(data), folder)


async def _the_end(browser: Browser, gallery: Path, folder: Path) -> None:
    languages = Languages.load()
    words = languages.for_locale("en")
    await photograph(browser, languages, words, gallery, re.compile("^match end$"))
    shutil.copy(gallery / f"en-{WIDTHS[0]}" / "match-end.png", folder / "end.png")


async def play(person: DemoPage, *cards: str) -> None:
    """Lay these cards in one's turn and draw from the stock."""
    panel = await person.sees("Your turn", patience=20_000)
    for card in cards:
        await person.click(card, within=panel)
        await person.sees(f"✓ {card}")
    await person.click("Draw", within=panel)


async def take(browser: Browser, address: str, folder: Path) -> None:
    """Save the table and the hand as they are on a page as wide as a large phone."""
    page = await DemoPage.open(browser, address, width=WIDTH, height=1200)
    for name, words in (("table", "may be taken"), ("hand", "Your turn")):
        message = page.latest(words).locator(".component-container").last
        await message.screenshot(path=folder / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(make_pictures(PICTURES))
