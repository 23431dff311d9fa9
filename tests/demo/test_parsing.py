"""The demo page parses a text once, and says the same of it as if it were parsed every time."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import Mock, patch

import markdown_it
import pytest
from simcord.preview import _markdown, _queries

from bot.demo import parsing
from bot.demo.parsing import parsed_once
from bot.demo.session import demo_session
from tests.demo.toy_bot import ToyBot

EMOJI = {"id": "123456789012345678", "name": "ace_of_spades_a1b2", "animated": False}
KNOWN: Mapping[str, Any] = {
    "emojis": {EMOJI["id"]: EMOJI},
    "users": {"223456789012345678": "Ada"},
    "roles": {"323456789012345678": "players"},
    "channels": {"42": "cards"},
    "commands": {"523456789012345678": "yaniv"},
    "everyone": False,
}
PROFILES = ("message", "text_display", "embed_title", "embed_footer", "label")
TEXTS = (
    "## Round 3\n▶ **Ada** is to move\n-# Assaf · 30",
    "**Ada** · <:ace_of_spades_a1b2:123456789012345678> and ||a secret|| of <@223456789012345678>",
    "call at <t:1796009697:R>, `code`, https://example.org and @everyone",
    "<@&323456789012345678> in <#42>: </yaniv start:523456789012345678>",
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


def test_every_text_is_what_it_would_be_without() -> None:
    asked = [(text, profile) for text in TEXTS for profile in PROFILES]
    plain = [tokens(*one) for one in asked]
    with parsed_once():
        for _ in range(2):
            assert [tokens(*one) for one in asked] == plain
    assert [tokens(*one) for one in asked] == plain


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
        {"roles": {}},
        {"channels": {"42": "elsewhere"}},
        {"commands": {}},
        {"everyone": True},
    ],
)
def test_a_text_is_parsed_again_once_what_it_mentions_is_another(change: dict[str, Any]) -> None:
    text = "\n".join(TEXTS)
    changed = tokens(text, **change)
    with parsed_once():
        assert tokens(text) != changed
        assert tokens(text, **change) == changed


def test_no_more_is_remembered_than_fits(made: Mock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "REMEMBERED", 2)
    with parsed_once():
        for number in (1, 2, 1, 2, 3, 3, 2):
            assert str(number) in str(tokens(f"Round {number}"))
    assert made.call_count == 4


async def test_a_page_that_is_drawn_again_parses_nothing_again_and_makes_no_list(made: Mock) -> None:
    async with demo_session(ToyBot) as demo:
        demo.preview.open_page(demo.people[0])
        await demo.people[0].slash(demo.channel, "yaniv start", computers=1)
        demo.preview.publish()
        before = made.call_count
        assert before
        with patch.object(_queries, "_message_summary_parts") as summed_up:
            demo.preview.publish()
        assert made.call_count == before
        assert not summed_up.called, "the list of messages is out of sight"
