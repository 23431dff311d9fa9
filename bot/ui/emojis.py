"""The card pictures as emojis of the application: brought in while the bot runs, and kept as they are drawn.

Nothing waits for them. Until all pictures of a deck are there, cards are written in text; so they stay where
Discord does not take the pictures.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Final

import discord
from discord import Emoji, PartialEmoji

from bot.tables.timers import Clock, Timers, finish
from bot.ui.faces import FOLDER, FOUR_COLOURS, NO_FACES, TWO_COLOURS, Faces, face_name, picture_of
from bot.ui.trouble import TROUBLE, Trouble, described, retry_after, trouble_of

log = logging.getLogger(__name__)

AFTER_TROUBLE: Final = timedelta(minutes=10)
AFTER_REFUSAL: Final = timedelta(hours=1)
"""How long cards stay text after Discord refused a message with a picture: one may have been deleted."""

_DECKS: Final = (TWO_COLOURS, TWO_COLOURS | FOUR_COLOURS)
_AGAIN: Final = "card-pictures"


class CardEmojis:
    """Knows which pictures may be shown.

    An emoji is uploaded where it is missing, one after the other, and deleted once a newer drawing of the
    same card is there. So it does not matter where an earlier run was interrupted, or whether another process
    does the same: of two emojis of one name everybody takes the older one.
    """

    def __init__(self, client: discord.Client, timers: Timers, clock: Clock, folder: Path = FOLDER) -> None:
        self._client = client
        self._timers = timers
        self._clock = clock
        self._folder = folder
        self._faces = NO_FACES
        self._task: asyncio.Task[None] | None = None

    @property
    def faces(self) -> Faces:
        """The faces for everybody: pictures if they are all there, text if not."""
        return self._faces

    def start(self) -> None:
        """Begin to bring in what is missing; the bot must have logged in."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work(), name="card pictures")

    async def close(self) -> None:
        """Stop where it is; the next start goes on from there."""
        if self._task is not None:
            self._task.cancel()
            await finish([self._task], 1.0)

    def refused(self, faces: Faces) -> None:
        """Write cards in text for a while, because Discord refused a message with these faces."""
        if faces and faces.pictures is self._faces.pictures:
            log.warning("Discord refused a message with card pictures: cards are text for a while.")
            self._faces = NO_FACES
            if self._task is not None:
                self._task.cancel()
            self._try_again(AFTER_REFUSAL)

    def _try_again(self, pause: timedelta) -> None:
        async def again() -> None:
            self.start()

        self._timers.set(_AGAIN, self._clock() + pause, again)

    async def _work(self) -> None:
        try:
            await self._bring_in()
        except TROUBLE as error:
            log.warning("Cards stay text, not all pictures could be uploaded: %s.", described(error))
            if trouble_of(error) is Trouble.TEMPORARY:
                self._try_again(max(AFTER_TROUBLE, timedelta(seconds=retry_after(error))))
        except Exception:
            log.exception("Cards stay text.")

    async def _bring_in(self) -> None:
        """Upload what is missing, a whole deck before it is shown, and delete what it replaces."""
        drawn = {file.stem: file.read_bytes() for file in sorted(self._folder.glob("*.png"))}
        names = {picture: face_name(picture, png) for picture, png in drawn.items()}
        emojis = await self._client.fetch_application_emojis()
        for deck in _DECKS:
            there = _oldest(emojis)
            missing = [picture for picture in sorted(deck) if names[picture] not in there]
            made = [await self._upload(names[picture], drawn[picture]) for picture in missing]
            if made:
                # Another process may have done the same at the same time.
                emojis = await self._client.fetch_application_emojis()
                there = _oldest([*made, *emojis])
                await _delete(emoji for emoji in made if there[emoji.name].id < emoji.id)
            self._faces = Faces(_partial({picture: there[names[picture]] for picture in deck}))
            log.info("%d card pictures are there, %d of them new.", len(deck), len(made))
        known = frozenset(names.values())
        await _delete(emoji for emoji in emojis if emoji.name not in known and picture_of(emoji.name))

    async def _upload(self, name: str, png: bytes) -> Emoji:
        try:
            return await self._client.create_application_emoji(name=name, image=png)
        except TROUBLE as error:
            if trouble_of(error) not in (Trouble.REFUSED, Trouble.EMOJI_REFUSED):
                raise
            # There may be one of that name by now, of another process.
            there = _oldest(await self._client.fetch_application_emojis())
            if name not in there:
                raise
            return there[name]


def _oldest(emojis: Iterable[Emoji]) -> dict[str, Emoji]:
    """Return the emojis by name; of several with one name the oldest."""
    return {emoji.name: emoji for emoji in sorted(emojis, key=lambda emoji: -emoji.id)}


def _partial(emojis: Mapping[str, Emoji]) -> dict[str, PartialEmoji]:
    return {picture: PartialEmoji(name=emoji.name, id=emoji.id) for picture, emoji in emojis.items()}


async def _delete(emojis: Iterable[Emoji]) -> None:
    """Delete emojis of ours; where Discord does not let us, they stay until another start."""
    for emoji in emojis:
        try:
            await emoji.delete()
        except TROUBLE as error:
            if trouble_of(error) is not Trouble.EMOJI_GONE:
                log.info("Card pictures of no use any more are not deleted, %s.", described(error))
                return
