"""Texts of the demo page are parsed once.

simcord 3.2.1 shows a page anew after every change, and makes a Markdown parser for every text of every
message each time: with twenty messages a click takes seconds. What came of a text is remembered here.
"""

import contextlib
import re
from collections.abc import Generator, Hashable, Mapping
from functools import partial
from typing import Any, Final, cast

from simcord.preview import _markdown

REMEMBERED: Final = 4096
_ID: Final = re.compile(r"[0-9]+")
_PARSER: Final = "_markdown_parser"
"""simcord has no public place to change it, hence its exact version in pyproject.toml."""
_make_parser: Final = vars(_markdown)[_PARSER]


class _Parser:
    """Stands in for a parser of Markdown, of which simcord uses these two methods.

    It copies what it takes from a token before it changes anything.
    """

    def __init__(
        self,
        remembered: dict[Hashable, list[Any]],
        policy: Mapping[str, bool | str],
        context: Mapping[str, Any],
    ) -> None:
        self._remembered = remembered
        self._policy = policy
        self._context = context

    def parse(self, text: str, _: object) -> list[Any]:
        return self._read(text, "parse")

    # The name is that of the library's parser.
    def parseInline(self, text: str, _: object) -> list[Any]:  # noqa: N802
        return self._read(text, "parseInline")

    def _read(self, text: str, how: str) -> list[Any]:
        # All that its tokens depend on.
        key = (text, how, *self._policy.items(), _mentioned(text, self._context))
        if key not in self._remembered:
            if len(self._remembered) >= REMEMBERED:
                self._remembered.clear()
            parse = getattr(_make_parser(self._policy, self._context), how)
            self._remembered[key] = parse(text, {"context": self._context})
        return self._remembered[key]


def _mentioned(text: str, context: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the ids in a text stand for, and everything that is known by no id."""
    ids = _ID.findall(text)
    return tuple(f"{kind} {_meant(ids, known)}" for kind, known in context.items())


def _meant(ids: list[str], known: object) -> object:
    return [cast("Mapping[str, Any]", known).get(one) for one in ids] if isinstance(known, Mapping) else known


@contextlib.contextmanager
def parsed_once() -> Generator[None]:
    """Let simcord parse every text once, as long as it says the same to its reader."""
    setattr(_markdown, _PARSER, partial(_Parser, {}))
    try:
        yield
    finally:
        setattr(_markdown, _PARSER, _make_parser)
