"""Whole matches by other rules on the demo page, every move a click of two people (marked slow)."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from discord.ext import commands
from playwright.async_api import Locator
from simcord import ChannelHandle, Env, GuildHandle, MemberActor

from bot.app import YanivBot, create_bot
from bot.config import Settings
from bot.demo.session import DemoSession, Scene, demo_session
from bot.engine.actions import CallYaniv, Lay, Play
from bot.engine.cards import Card
from bot.players.levels import computer
from bot.store.values import Place, PlaceKind
from bot.tables.values import Phase, Table
from bot.ui.cards import card_label
from bot.ui.words import Languages
from tests.demo.page import DemoPage, chromium

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]

WORDS = Languages.load().default
MAX_MOVES = 2000
NAMES = ("Ben", "Ada")


def two_people(rules: str) -> Scene:
    """Return the scene in which the first person opens a lobby without computers."""

    async def open_lobby(
        _env: Env, _guild: GuildHandle, channel: ChannelHandle, people: Sequence[MemberActor]
    ) -> None:
        await people[0].slash(channel, "yaniv start", rules=rules)

    return open_lobby


@pytest.mark.parametrize("rules", ["french", "travellers"])
async def test_a_whole_match_is_played_on_the_page(rules: str, tmp_path: Path) -> None:
    chance = random.Random(20)
    bot = create_bot(
        Settings(database_url=f"sqlite:///{tmp_path.as_posix()}/demo.sqlite3", next_round_seconds=600),
        shuffler=lambda cards: chance.sample(cards, len(cards)),
    )
    slaps = 0
    async with demo_session(lambda: bot, scene=two_people(rules)) as demo, chromium() as browser:
        pages = {name: await DemoPage.open(browser, demo.addresses[name], width=380) for name in NAMES}
        await pages["Ada"].click("Join")
        await pages["Ben"].click("Deal")
        for _ in range(MAX_MOVES):
            table = await open_table(bot, demo)
            if table is None:
                break
            if table.phase is Phase.ROUND_OVER:
                await pages["Ben"].click("Next round")
                continue
            slaps += await move(pages, table)
        ended = await pages["Ben"].sees(re.compile("won|wins|win"))
        await ended.screenshot(path=tmp_path / "end.png")
        assert await open_table(bot, demo) is None
        assert demo.env.errors == []
        assert [page.errors for page in pages.values()] == [[], []]
    assert (slaps > 0) == (rules == "travellers")


async def open_table(bot: commands.Bot, demo: DemoSession) -> Table | None:
    """Return the match as the bot has it."""
    assert isinstance(bot, YanivBot)
    return await bot.desk.tables.registry.look(Place(PlaceKind.CHANNEL, demo.channel.id))


async def move(pages: dict[str, DemoPage], table: Table) -> int:
    """Let whoever is to move click what a careful player would; return how many cards were slapped down."""
    match = table.match
    assert match is not None
    assert match.to_move is not None
    seat = match.to_move
    page = pages[NAMES[seat]]
    action = computer("greedy").choose(match.seat_view(seat), match.legal_actions(), random.Random(1))
    panel = await page.sees("Your turn", patience=20_000)
    match action:
        case CallYaniv():
            await page.click("Yaniv!", within=panel)
            return 0
        case Play(_, cards, draw):
            await pick(page, panel, cards)
            await page.click("Draw" if draw is None else f"Take {card_label(WORDS, draw)}", within=panel)
        case Lay(_, cards):
            await pick(page, panel, cards)
            await page.click("Lay down", within=panel)
        case _:
            await page.click("Draw", within=panel)
    # Nobody else moves before the next click here, so a window that is open stays open.
    if await page.messages("Slap it down?").count():
        await page.click("Slap down", exact=False)
        return 1
    return 0


async def pick(page: DemoPage, panel: Locator, cards: tuple[Card, ...]) -> None:
    """Select cards in order on a hand panel."""
    for card in cards:
        label = card_label(WORDS, card)
        await page.click(label, within=panel, exact=False)
        await page.sees(f"✓ {label}")
