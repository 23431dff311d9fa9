"""Other rules on the demo page, in Chromium, as wide as a phone: laying down, slapping down, options."""

import os
import re
from pathlib import Path

from playwright.async_api import Locator

from bot.app import create_bot
from bot.config import Settings
from bot.demo.session import demo_session, lobby
from bot.presets import preset
from tests.demo.page import DemoPage, chromium
from tests.engine.helpers import deck_with

# Ben, two computers and Ada, in this order: when Ada deals, Ben is to move, and a computer after them.
_ADA = 3
_PHONE = 380
_HANDS = [
    "3S 9H 6S 6D 6C QH KH",
    "2D 4D 8C TC JS QS KD",
    "2S 4S 5C 7D 8D TD JC",
    "4C 4H 5D 8S 9C JD QC",
]


async def test_a_french_match_begins_on_the_page(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path.as_posix()}/demo.sqlite3")
    bot = create_bot(
        settings,
        shuffler=lambda _: deck_with(preset("french"), _HANDS, "3H"),
        first_dealer=lambda _seats: _ADA,
    )
    async with demo_session(lambda: bot, scene=lobby("french")) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"], width=_PHONE)
        ada = await DemoPage.open(browser, demo.addresses["Ada"], width=_PHONE)
        await you.sees("French")

        await ada.click("Join")
        await you.sees("4. Ada")
        await you.click("Deal")
        panel = await you.sees("Your turn")
        await you.sees("On top: 3♥")
        assert "Lay down" in await you.labels(panel)
        assert "Draw" not in await you.labels(panel)

        for card in ("6♠", "6♦", "6♣"):
            await you.click(card, within=panel)
            await you.sees(f"✓ {card}")
        await _picture(you, "hand")
        assert await _fits(panel)
        await you.click("Lay down", within=panel)
        await you.sees("Noa to move")
        await you.sees(re.compile(r"Noa (laid|had nothing)"))
        await _picture(you, "table")
        assert await _fits(you.latest("On top"))

        assert demo.env.errors == []
        assert you.foreign_requests == ada.foreign_requests == []
        assert you.errors == ada.errors == []


async def test_a_card_is_slapped_down_on_the_page(tmp_path: Path) -> None:
    # A card may be slapped down until the next computer moves; a busy machine is slower than people.
    address = f"sqlite:///{tmp_path.as_posix()}/demo.sqlite3"
    settings = Settings(database_url=address, computer_delay=(4.0, 4.0))
    hands = ["KS 2H 3D 6C 9S", "QS JD 8C 7H 5D", "QC JH 8D 7C 4D"]
    bot = create_bot(
        settings,
        shuffler=lambda _: deck_with(preset("travellers"), hands, "TS", "KH 9D TD"),
        first_dealer=lambda _seats: 2,
    )
    async with demo_session(lambda: bot, scene=lobby("travellers")) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"], width=_PHONE)
        await you.click("Deal")
        panel = await you.sees("Your turn")
        await you.click("K♠", within=panel)
        await you.sees("✓ K♠")
        await you.click("Draw", within=panel)
        panel = await you.sees("Slap it down?")
        await _picture(you, "slap")
        assert await _fits(panel)
        await you.click("Slap down K♥", within=panel)
        await you.sees("slapped down")
        await you.no_longer_sees("Slap it down?")
        await you.sees(re.compile(r"Noa (laid|called)"))
        assert demo.env.errors == []


async def test_options_are_changed_on_the_page(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path.as_posix()}/demo.sqlite3")
    bot = create_bot(settings)
    async with demo_session(lambda: bot, scene=lobby("french")) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"], width=_PHONE)
        await you.click("Options")
        panel = await you.sees("Just as in French")
        await _picture(you, "options")
        assert await _fits(panel)
        await you.click("Travellers", within=panel)
        await you.sees("Just as in Travellers")
        await you.sees(re.compile("Who plays Yaniv.*Travellers", re.DOTALL))
        assert demo.env.errors == []


async def _fits(message: Locator) -> bool:
    """Say whether a message goes no further than the window, to the right."""
    box = await message.bounding_box()
    assert box is not None
    return box["x"] + box["width"] <= _PHONE


async def _picture(person: DemoPage, name: str) -> None:
    """Keep a picture for whoever wants to look, in the folder that YANIV_PICTURES names."""
    folder = os.environ.get("YANIV_PICTURES")
    if folder is not None:
        await person.screenshot(Path(folder) / f"{name}.png", width=_PHONE)
