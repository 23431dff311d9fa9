"""What Discord takes in one message, and what is left out where it would be too much."""

import json
from collections.abc import Callable
from typing import Final

from discord.ui import LayoutView, View

from bot.ui.faces import NO_FACES
from bot.ui.words import Words

MOST_CHARACTERS: Final = 4_000
"""In all texts of a message together."""
MOST_BYTES: Final = 9_000
"""Of the whole message; above 10,000 Discord answers with an error of its own."""


def fitting(words: Words, draw: Callable[[Words], LayoutView]) -> LayoutView:
    """Draw a message, with its cards in text where their pictures would make it too long."""
    view = draw(words)
    return view if not words.faces or fits(view) else draw(words.showing(NO_FACES))


def fits(view: LayoutView) -> bool:
    """Say whether Discord takes a message as long as this."""
    return view.content_length() <= MOST_CHARACTERS and size(view) <= MOST_BYTES


def size(view: LayoutView | View) -> int:
    """Return how many bytes a message takes."""
    return len(json.dumps(view.to_components(), ensure_ascii=False).encode())
