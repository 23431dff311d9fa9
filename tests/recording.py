"""Which requests to a simulated Discord are kept for a check by its own description: one of each form."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

_SNOWFLAKE: Final = re.compile(r"(?<![0-9])[0-9]{17,20}(?![0-9])")
_TEXTS: Final = frozenset({"content", "label", "description", "placeholder", "title", "image"})
"""Fields for people to read, or to look at."""
_ALIKE: Final = 200
"""Texts are of one form if they are as long but for so many characters."""
LONGEST_ID: Final = 100


class Requests:
    """Keeps the longest request of each form.

    Two are of one form if they differ in nothing but Discord's own numbers, what is written in their texts,
    which emojis stand in them, and what their buttons carry; the same custom_id twice makes another form.
    """

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}

    def add(self, request: Mapping[str, Any]) -> None:
        """Keep a request, `method`, `path`, `params` and `json`, unless a longer one of its form is kept."""
        # What a library puts into a request besides JSON is written as text, as it is sent.
        sent: dict[str, Any] = json.loads(json.dumps(request, default=str))
        self.take(_form(sent), sent)

    def take(self, form: str, request: dict[str, Any]) -> None:
        """Keep a request of this form, unless a longer one is kept."""
        known = self.kept.get(form)
        if known is None or _size(known) < _size(request):
            self.kept[form] = request

    def take_over(self, others: Mapping[str, dict[str, Any]]) -> None:
        """Keep what was kept elsewhere."""
        for form, request in others.items():
            self.take(form, request)

    def written(self) -> Iterable[dict[str, Any]]:
        """Return what is kept."""
        return self.kept.values()


def _size(request: Mapping[str, Any]) -> int:
    return len(json.dumps(request))


def _form(request: Mapping[str, Any]) -> str:
    seen: dict[str, int] = {}
    return _SNOWFLAKE.sub("0", json.dumps(_outline(None, request, seen), sort_keys=True))


def _outline(key: str | None, value: Any, seen: dict[str, int]) -> Any:
    """Return a value without what may differ; `seen` counts the custom_ids of the request."""
    if isinstance(value, str):
        return _of_text(key, value, seen)
    if isinstance(value, list):
        return [_outline(None, inner, seen) for inner in cast("list[Any]", value)]
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        if key == "emoji":
            return sorted(fields)
        return {name: _outline(name, inner, seen) for name, inner in sorted(fields.items())}
    return value


def _of_text(key: str | None, text: str, seen: dict[str, int]) -> Any:
    if key == "custom_id":
        return [":".join(text.split(":")[:2]), seen.setdefault(text, len(seen)), len(text) > LONGEST_ID]
    if key in _TEXTS:
        return [bool(text.strip()), -(-len(text) // _ALIKE)]
    return text
