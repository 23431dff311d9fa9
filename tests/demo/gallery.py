"""Take a picture of every state, in two widths and every language: `python -m tests.demo.gallery`.

Single files lie in `build/gallery/<language>-<width>/`, a contact sheet of each such folder beside it.
"""

import argparse
import asyncio
import math
import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import discord
from discord import File, PartialEmoji, app_commands
from discord.ext import commands
from discord.utils import MISSING
from PIL import Image, ImageDraw, ImageFont
from playwright.async_api import Browser
from simcord import ChannelHandle, Env, GuildHandle, MemberActor

from bot.demo.session import demo_session
from bot.ui.charts.sheet import FILE_NAME
from bot.ui.faces import Faces, picture_of
from bot.ui.words import Languages, Words
from tests.demo.page import DemoPage, chromium
from tests.demo.states import State, states

GALLERY: Final = Path(__file__).parents[2] / "build" / "gallery"
WIDTHS: Final = (380, 1200)
_COLUMNS: Final = {380: 8, 1200: 4}
_GAP, _CAPTION = 16, 22
_HEIGHT: Final = 5000
_REST: Final = 300
# What is written lies over the end of the channel.
_BELOW: Final = 90
# The page shows the newest fifty messages of a channel.
_A_CHANNEL: Final = 45
_BACKGROUND, _INK = (30, 31, 34), (219, 222, 225)


class Shown(commands.Bot):
    """Answers `/yaniv show` with a state, as the bot itself would: a private one privately."""

    def __init__(self, kept: dict[str, State], words: Words) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.kept, self.words = kept, words

    async def setup_hook(self) -> None:
        group = app_commands.Group(name="yaniv", description="Show a state")

        @group.command(name="show", description="Show a state")
        async def show(interaction: discord.Interaction[Any], state: str) -> None:
            shown = self.kept[state]
            content = None if shown.content is None else shown.content(self.words)
            view: Any = shown.draw(self.words)
            chart = MISSING if shown.chart is None else File(BytesIO(shown.chart(self.words)), FILE_NAME)
            await interaction.response.send_message(content, view=view, ephemeral=shown.private, file=chart)

        emojis = await self.fetch_application_emojis()
        faces = {picture_of(emoji.name) or "": PartialEmoji(name=emoji.name, id=emoji.id) for emoji in emojis}
        self.words = self.words.showing(Faces(faces))
        self.tree.add_command(group)
        await self.tree.sync()


async def photograph(
    browser: Browser, languages: Languages, words: Words, folder: Path, only: re.Pattern[str]
) -> None:
    """Save every state in one language, in every width, and the contact sheets."""
    kept = [(name, state) for name, state in states(languages).items() if only.search(name)]
    for start in range(0, len(kept), _A_CHANNEL):
        await _photograph_some(browser, dict(kept[start : start + _A_CHANNEL]), words, folder)
    for width in WIDTHS:
        _sheet(_folder(folder, words, width), [_file(name) for name, _ in kept], _COLUMNS[width])


async def _photograph_some(browser: Browser, kept: dict[str, State], words: Words, folder: Path) -> None:
    async def scene(
        _env: Env, _guild: GuildHandle, channel: ChannelHandle, people: Sequence[MemberActor]
    ) -> None:
        for name in kept:
            await people[0].slash(channel, "yaniv show", state=name)

    async with demo_session(lambda: Shown(kept, words), scene=scene) as demo:
        for width in WIDTHS:
            pictures = _folder(folder, words, width)
            pictures.mkdir(parents=True, exist_ok=True)
            page = await DemoPage.open(browser, demo.addresses["Ben"], width=width, height=_HEIGHT)
            await _cut_out(page, [_file(name) for name in kept], pictures)
            await page.page.context.close()


def _folder(folder: Path, words: Words, width: int) -> Path:
    return folder / f"{words.language}-{width}"


def _file(state: str) -> str:
    return state.replace(" ", "-")


async def _cut_out(page: DemoPage, names: Sequence[str], folder: Path) -> None:
    """Save the messages, in their order, out of few pictures of the page: each of these takes long."""
    left = list(enumerate(names))
    while left:
        await page.messages().nth(left[0][0]).evaluate("message => message.scrollIntoView({block: 'start'})")
        await page.page.wait_for_timeout(_REST)
        screen = Image.open(BytesIO(await page.page.screenshot()))
        channel = await page.page.locator("#channel-message-list").bounding_box()
        assert channel is not None
        bottom = min(channel["y"] + channel["height"], _HEIGHT) - _BELOW
        taken = 0
        for number, name in left:
            box = await page.messages().nth(number).bounding_box()
            if box is None or (box["y"] + box["height"] > bottom and taken):
                break
            picture = screen.crop((box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]))
            picture.save(folder / f"{name}.png", optimize=True)
            taken += 1
        del left[:taken]


def _sheet(folder: Path, names: Sequence[str], columns: int) -> None:
    """Put all pictures of a folder on one sheet, each in the column that is shortest so far."""
    pictures = {name: Image.open(folder / f"{name}.png") for name in names}
    width = max(picture.width for picture in pictures.values()) + _GAP
    heights = [_GAP] * min(columns, len(pictures))
    places: dict[str, tuple[int, int]] = {}
    for name, picture in pictures.items():
        column = heights.index(min(heights))
        places[name] = (column * width + _GAP, heights[column])
        heights[column] += picture.height + _CAPTION + _GAP
    sheet = Image.new("RGB", (len(heights) * width + _GAP, math.ceil(max(heights))), _BACKGROUND)
    drawing, font = ImageDraw.Draw(sheet), ImageFont.load_default(size=15)
    for name, (left, top) in places.items():
        drawing.text((left, top), name, fill=_INK, font=font)
        sheet.paste(pictures[name], (left, top + _CAPTION))
    sheet.save(folder.with_suffix(".png"), optimize=True)


async def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.demo.gallery", description=__doc__)
    parser.add_argument("--language", help="one language alone, such as de (default: all)")
    parser.add_argument("--only", default="", help="states whose name matches this pattern (default: all)")
    parser.add_argument("--folder", type=Path, default=GALLERY, help="where to (default: build/gallery)")
    options = parser.parse_args()
    languages = Languages.load()
    async with chromium() as browser:
        for code in [options.language] if options.language else languages.codes:
            words = languages.for_locale(code)
            await photograph(browser, languages, words, options.folder, re.compile(options.only))


if __name__ == "__main__":
    asyncio.run(main())
