"""Display names made safe to show: people choose them, and choose markdown, mentions and odd characters."""

import re
import unicodedata

NAMELESS = "?"
ELLIPSIS = "…"
ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
ZERO_WIDTH_SPACE = "\u200b"

# Controls, format characters (zero-width and bidi ones among them), surrogates, private use.
_UNSEEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co"}
# Marks that take no room of their own, above, below or around a letter.
_MARKS = {"Mn", "Me"}
# Letters and symbols by category, yet drawn as nothing.
_UNSEEN_FILLERS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
_MARKS_A_LETTER = 3
"""As many as the scripts that pile them up need; more would run into the lines above and below."""

_MARKDOWN = re.compile(r"([\\*_~`|>#\-\[\]():<])")
_NUMBERED_LIST = re.compile(r"^(\d+)\.")


def plain_name(name: str, limit: int = 32) -> str:
    """Return a display name that stands as it reads in any Discord markdown text.

    Markdown is escaped, mentions are defused; line breaks, controls, zero-width and bidi characters, and
    more than a few marks on a letter are removed. At most `limit` characters are shown, escapes not counted;
    "?" for a name with nothing to see.
    A right-to-left name is isolated, so that it does not reorder the figures beside it.
    """
    seen = _bounded(name, limit)
    escaped = _NUMBERED_LIST.sub(r"\1\\.", _MARKDOWN.sub(r"\\\1", seen)).replace("@", "@" + ZERO_WIDTH_SPACE)
    if any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in seen):
        return f"{ISOLATE}{escaped}{POP_ISOLATE}"
    return escaped


def label_name(name: str, limit: int = 32) -> str:
    """Return a display name for a button's label or a select's option, which know no markdown.

    Line breaks, controls, zero-width and bidi characters, and more than a few marks on a letter are removed;
    at most `limit` characters are left, "?" of a name with nothing to see.
    """
    return _bounded(name, limit)


def _bounded(name: str, limit: int) -> str:
    spaced = "".join(" " if character.isspace() else character for character in name)
    seen = "".join(character for character in spaced if not _is_unseen(character))
    text = _with_few_marks(" ".join(seen.split()))
    if not any(unicodedata.category(character)[0] not in "MZ" for character in text):
        return NAMELESS
    return text if len(text) <= limit else text[: limit - 1].rstrip() + ELLIPSIS


def _with_few_marks(text: str) -> str:
    """Leave out the marks that have no letter, or come after enough others on theirs."""
    kept: list[str] = []
    marks = _MARKS_A_LETTER
    for character in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        if marks <= _MARKS_A_LETTER:
            kept.append(character)
    return "".join(kept)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN_CATEGORIES or character in _UNSEEN_FILLERS
