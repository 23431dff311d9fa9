"""Texts that run from right to left: marks that keep names, cards and figures in them from being torn apart.

Discord lays out a line from left to right, or by its first letter. So a line with Hebrew words stands between
marks that make it run from right to left, and what runs the other way in it between marks of its own. What
stands between an ISOLATE or LEFT_TO_RIGHT and its end was put there on purpose, and stays as it is.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from bot.ui.escape import ISOLATE, POP_ISOLATE

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "\u2066", "\u2067"

_RIGHT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Words and spaces of one direction need no marks.
_PLAIN: Final = re.compile(rf"{_RIGHT.pattern}+(?: {_RIGHT.pattern}+)*")
_COMMAND: Final = re.compile(r"(?<!\w)/[a-z]+(?: [a-z-]+(?::\w+)?)*")
# What must stay at the start of a line for Discord to see it: headings, small text, lists, quotes.
_MARKDOWN: Final = re.compile(r"(?:#{1,3} |-# |[-*>] )*")
# Figures alone cannot be torn apart.
_FIGURES: Final = re.compile(r"[0-9.,]*")
_SEPARATORS: Final = frozenset(("·", "→", "←", "|", "/", "–"))
_BOLD: Final = "**"
_BEGINNINGS: Final = frozenset((ISOLATE, LEFT_TO_RIGHT))
_FENCE: Final = "```"
_ADDRESS: Final = "://"


def runs_right_to_left(text: str) -> bool:
    """Say whether a text has letters that run from right to left, those of isolated names aside."""
    if not _RIGHT.search(text):
        return False
    return any(_RIGHT.search(piece) for piece, is_isolated in _pieces(text) if not is_isolated)


def isolated(text: str) -> str:
    """Return a value as it may stand in a text that runs from right to left.

    An address stays as it is: marks beside it would become a part of the link.
    """
    if _FIGURES.fullmatch(text) or _ADDRESS in text or runs_right_to_left(text):
        return text
    if [is_isolated for _, is_isolated in _pieces(text.strip("*"))] == [True]:
        return text
    return _apart(text)


def _apart(text: str) -> str:
    """Isolate a text; marks of bold stay around it, where they are seen as such whatever comes next."""
    bold = _BOLD if len(text) > 2 * len(_BOLD) and text.startswith(_BOLD) and text.endswith(_BOLD) else ""
    return f"{bold}{ISOLATE}{text.removeprefix(bold).removesuffix(bold)}{POP_ISOLATE}{bold}"


def in_order(text: str) -> str:
    """Return cards as they may stand in any text: from left to right, whatever a joker is called."""
    return f"{LEFT_TO_RIGHT}{text}{POP_ISOLATE}"


def with_isolated_commands(text: str) -> str:
    """Return a text that runs from right to left with its commands isolated: their slash comes first."""
    return _COMMAND.sub(rf"{ISOLATE}\g<0>{POP_ISOLATE}", text)


def directed(text: str) -> str:
    """Return a text as it is to be shown: lines with words that run from right to left do so as a whole."""
    if not _RIGHT.search(text) or _PLAIN.fullmatch(text):
        return text
    lines: list[str] = []
    fenced = False
    for line in text.split("\n"):
        fenced ^= line.startswith(_FENCE)
        lines.append(line if fenced or not runs_right_to_left(line) else _directed_line(line))
    return "\n".join(lines)


def _directed_line(line: str) -> str:
    markdown = _MARKDOWN.match(line)
    start = 0 if markdown is None else markdown.end()
    pieces = (
        [piece] if is_isolated else _with_isolated_runs(piece) for piece, is_isolated in _pieces(line[start:])
    )
    inner = "".join(part for piece in pieces for part in piece)
    # A mark right after an address would become a part of the link.
    gap = " " if _ADDRESS in inner.split()[-1] else ""
    return f"{line[:start]}{RIGHT_TO_LEFT}{inner}{gap}{POP_ISOLATE}"


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a text, and whether each is isolated; isolated ones may hold others."""
    start = depth = 0
    for position, character in enumerate(text):
        if character in _BEGINNINGS:
            if not depth and position > start:
                yield text[start:position], False
            if not depth:
                start = position
            depth += 1
        elif character == POP_ISOLATE and depth:
            depth -= 1
            if not depth:
                yield text[start : position + 1], True
                start = position + 1
    if start < len(text):
        yield text[start:], depth > 0


def _with_isolated_runs(text: str) -> Iterator[str]:
    """Yield a text in parts, with the words that run from left to right isolated, those in a row together."""
    run = ""
    for token in re.split(r"(\s+)", text):
        ends = token in _SEPARATORS or _ADDRESS in token or _RIGHT.search(token)
        if not ends and (run or _runs_left_to_right(token)):
            run += token
            continue
        yield from _isolated_run(run)
        run = ""
        yield token
    yield from _isolated_run(run)


def _isolated_run(run: str) -> Iterator[str]:
    words = run.rstrip()
    if words:
        yield _apart(words)
    yield run[len(words) :]


def _runs_left_to_right(token: str) -> bool:
    return any(unicodedata.bidirectional(character) == "L" for character in token)
