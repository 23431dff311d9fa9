"""What stands beside the lines of a chart: names, as far as letters and room allow, and at which height."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.ui.charts.values import Line

_ELLIPSIS: Final = "…"


def shown_names(
    lines: Sequence[Line], has: Callable[[str], bool], width: Callable[[str], float], room: float
) -> Mapping[int, str]:
    """Return what stands for each player, by number: the name, or "#3".

    `has` says whether there is a letter for a character, `width` how wide a text is, in the unit of `room`.
    A name loses the pictures that there is no letter for, and its end where it is too wide. A number stands
    for one with other letters that are missing, and for one that would not tell two players apart.
    """
    cut = {line.number: _cut(_drawable(line.name, has), width, room) for line in lines}
    often = Counter(cut.values())
    signs = {sign(line.number) for line in lines}
    return {
        number: name if name and often[name] == 1 and name not in signs else sign(number)
        for number, name in cut.items()
    }


def sign(number: int) -> str:
    """Return what stands for a player whose name cannot."""
    return f"#{number}"


def _drawable(name: str, has: Callable[[str], bool]) -> str:
    """Return a name without the pictures that are missing; nothing if more is."""
    kept = "".join(character for character in name if has(character) or not _is_picture(character))
    if not all(map(has, kept)) or not any(character.isalnum() for character in kept):
        return ""
    return " ".join(kept.split())


def _is_picture(character: str) -> bool:
    # Variation selectors belong to the picture before them.
    return unicodedata.category(character)[0] == "S" or character in "\ufe0e\ufe0f"


def _cut(name: str, width: Callable[[str], float], room: float) -> str:
    if width(name) <= room:
        return name
    while name and width(name + _ELLIPSIS) > room:
        name = name[:-1].rstrip()
    return name + _ELLIPSIS if name else ""


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return heights near the wanted ones, which ascend, each `gap` above the one before, within bounds."""
    heights: list[float] = []
    for height in wanted:
        heights.append(max(height, heights[-1] + gap if heights else low))
    ceiling = high
    for place in reversed(range(len(heights))):
        heights[place] = min(heights[place], ceiling)
        ceiling = heights[place] - gap
    return heights
