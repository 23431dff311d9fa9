"""The first turns of a match on the demo page, in Chromium: join, deal, play, see a computer move."""

import random
import re
from pathlib import Path

from bot.app import create_bot
from bot.config import Settings
from bot.demo.session import demo_session
from tests.demo.page import DemoPage, chromium

# Ben, two computers and Ada, in this order: when Ada deals, Ben is to move, and a computer after them.
_ADA = 3


async def test_a_match_begins_and_a_computers_move_arrives_without_a_reload(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path.as_posix()}/demo.sqlite3")
    chance = random.Random(7)
    bot = create_bot(
        settings, shuffler=lambda cards: chance.sample(cards, len(cards)), first_dealer=lambda _seats: _ADA
    )
    async with demo_session(lambda: bot) as demo, chromium() as browser:
        you = await DemoPage.open(browser, demo.addresses["Ben"])
        ada = await DemoPage.open(browser, demo.addresses["Ada"], width=380)
        loaded = await you.page.evaluate("() => performance.timeOrigin")

        await ada.click("Join")
        await you.sees("4. Ada")
        await you.click("Deal")
        panel = await you.sees("Your turn")
        await ada.sees("Your hand")
        await you.sees("Ben to move")
        assert await ada.messages("Your turn").count() == 0

        card = (await you.labels(panel))[0]
        await you.click(card, within=panel)
        await you.sees(f"✓ {card}")
        await you.click("Draw", within=panel)
        await you.sees("Noa to move")
        await you.sees(re.compile(r"(Noa|Tal) (laid|called)"))

        assert await you.page.evaluate("() => performance.timeOrigin") == loaded
        assert demo.env.errors == []
        assert you.foreign_requests == ada.foreign_requests == []
