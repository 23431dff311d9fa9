"""Texts of the demo page are parsed once.

simcord 3.2.1 shows a page anew after every change, and makes a Markdown parser for every text of every
message each time: with twenty messages a click takes seconds. What came of a text is remembered here.
"""

import contextlib
import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, cast

from simcord.preview import _markdown

_REMEMBERED: Final = 4096
_ID: Final = re.compile(r"\d{15,}")
_PARSER: Final = "_markdown_parser"
"""simcord has no public place to change it, hence its exact version in pyproject.toml."""
_make_parser: Final = vars(_markdown)[_PARSER]


@dataclass(frozen=True, slots=True)
class Text:
    """A text, how it is to be read, and all that its mentions can mean, by which its tokens are known."""

    text: str
    inline: bool
    policy: tuple[tuple[str, bool | str], ...]
    mentioned: tuple[str, ...]
    context: Mapping[str, Any] = field(compare=False)


class _Parser:
    """Stands in for a parser of Markdown, of which simcord uses these two methods."""

    def __init__(self, policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> None:
        self._policy = tuple(policy.items())
        self._context = context

    def parse(self, text: str, _: object) -> list[Any]:
        return self._read(text, inline=False)

    # The name is that of the library's parser.
    def parseInline(self, text: str, _: object) -> list[Any]:  # noqa: N802
        return self._read(text, inline=True)

    def _read(self, text: str, *, inline: bool) -> list[Any]:
        return tokens_of(Text(text, inline, self._policy, _mentioned(text, self._context), self._context))


def _mentioned(text: str, context: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the ids in a text stand for, and everything that is known by no id."""
    ids = _ID.findall(text)
    return tuple(f"{kind} {_meant(ids, known)}" for kind, known in context.items())


def _meant(ids: list[str], known: object) -> object:
    return [cast("Mapping[str, Any]", known).get(one) for one in ids] if isinstance(known, Mapping) else known


@lru_cache(_REMEMBERED)
def tokens_of(asked: Text) -> list[Any]:
    """Return what the library makes of a text; it is not to be changed."""
    parser = _make_parser(dict(asked.policy), asked.context)
    read = parser.parseInline if asked.inline else parser.parse
    return read(asked.text, {"context": asked.context})


@contextlib.contextmanager
def parsed_once() -> Generator[None]:
    """Let simcord read every text once, as long as it says the same to its reader."""
    setattr(_markdown, _PARSER, _Parser)
    try:
        yield
    finally:
        setattr(_markdown, _PARSER, _make_parser)
