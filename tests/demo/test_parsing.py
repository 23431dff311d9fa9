"""The demo page parses a text once, and says the same of it as if it were parsed every time."""

from collections.abc import Iterator, Mapping
from typing import Any, cast
from unittest.mock import Mock

import markdown_it
import pytest
from simcord.preview import _markdown

from bot.demo.parsing import parsed_once

EMOJI = {"id": "123456789012345678", "name": "ace_of_spades_a1b2", "animated": False}
KNOWN: Mapping[str, Any] = {
    "emojis": {EMOJI["id"]: EMOJI},
    "users": {"223456789012345678": "Ada"},
    "roles": {},
    "channels": {},
    "everyone": False,
}
TEXTS = (
    "## Round 3\n▶ **Ada** is to move\n-# Assaf · 30",
    "**Ada** · <:ace_of_spades_a1b2:123456789012345678> and ||a secret|| of <@223456789012345678>",
    "call at <t:1796009697:R>, `code`, https://example.org and @everyone",
    "- one\n- two\n\n>>> said\nand more",
    "",
)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Count the parsers that are made."""
    made = Mock(side_effect=markdown_it.MarkdownIt)
    monkeypatch.setattr(markdown_it, "MarkdownIt", made)
    return made


def tokens(text: str, profile: str = "text_display", **known: object) -> list[dict[str, Any]]:
    return _markdown.markdown_tokens(text, profile, context={**KNOWN, **known})


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("profile", ["message", "text_display", "embed_title", "label"])
def test_a_text_is_what_it_would_be_every_time(text: str, profile: str) -> None:
    plain = tokens(text, profile)
    with parsed_once():
        assert tokens(text, profile) == plain
        assert tokens(text, profile) == plain
    assert tokens(text, profile) == plain


def test_a_text_is_parsed_once(made: Mock) -> None:
    with parsed_once():
        for _ in range(3):
            for text in TEXTS:
                tokens(text)
    assert made.call_count == len(TEXTS)


@pytest.mark.parametrize(
    "change",
    [
        {"emojis": {}},
        {"users": {"223456789012345678": "Bo"}},
        {"everyone": True},
    ],
)
def test_a_text_is_parsed_again_once_what_it_mentions_is_another(change: dict[str, Any]) -> None:
    text = "\n".join(TEXTS)
    changed = tokens(text, **change)
    with parsed_once():
        assert tokens(text) != changed
        assert tokens(text, **change) == changed


def emojis(value: Any) -> Iterator[dict[str, Any]]:
    """Return every emoji in the tokens of a text."""
    if isinstance(value, dict):
        token = cast("dict[str, Any]", value)
        if token.get("type") == "emoji":
            yield token
        value = list(token.values())
    if isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from emojis(one)


def test_what_is_made_of_a_text_changes_nothing_that_is_remembered() -> None:
    with parsed_once():
        first = tokens(TEXTS[1])
        for emoji in emojis(first):
            emoji["emoji"] = "a picture of one page"
        assert "a picture of one page" in str(first)
        assert "a picture of one page" not in str(tokens(TEXTS[1]))
