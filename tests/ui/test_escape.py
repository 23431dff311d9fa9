"""A display name can neither format, nor ping, nor break the message or label it stands in."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.escape import label_name, plain_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("`code`", r"\`code\`"),
        ("**_~~x~~_**", r"\*\*\_\~\~x\~\~\_\*\*"),
        ("# big", r"\# big"),
        ("- item", r"\- item"),
        ("> quote", r"\> quote"),
        ("1. first", r"1\. first"),
        ("[here](http://x.y)", r"\[here\]\(http\://x.y\)"),
        (":joy:", r"\:joy\:"),
        ("back\\slash", r"back\\slash"),
        ("two\nlines\r\n\u2028\tmore", "two lines more"),
        ("  wide   space  ", "wide space"),
        ("", "?"),
        (" \n\u200b\u2800\u3164\ufe0f", "?"),
    ],
)
def test_a_name_stands_as_it_reads(name: str, shown: str) -> None:
    assert plain_name(name) == shown


@pytest.mark.parametrize(
    "name", ["@everyone", "@here", "<@123>", "<@&123>", "<#123>", "</yaniv start:1>", "<t:1:R>"]
)
def test_a_name_mentions_nobody(name: str) -> None:
    shown = plain_name(name)
    assert "@everyone" not in shown
    assert "@here" not in shown
    assert not shown.startswith("<")
    assert "<@" not in shown.replace("\\<", "").replace("@\u200b", "")


def test_right_to_left_marks_are_removed() -> None:
    assert plain_name("\u202eadA\u200f\u2066!") == "adA!"
    assert label_name("\u202eadA\u200f\u2066!") == "adA!"


def test_a_right_to_left_name_does_not_reorder_the_figures_beside_it() -> None:
    assert plain_name("דוד") == "\u2068דוד\u2069"


def test_32_full_width_characters_are_shown_whole() -> None:
    assert plain_name("漢" * 32) == "漢" * 32
    assert label_name("漢" * 32) == "漢" * 32


def test_a_long_name_ends_in_an_ellipsis_within_the_limit() -> None:
    assert plain_name("漢" * 33) == "漢" * 31 + "…"
    assert plain_name("*" * 40, limit=4) == r"\*\*\*…"
    assert label_name("Ada Lovelace", limit=5) == "Ada…"


def test_marks_do_not_pile_up_on_a_letter() -> None:
    """They would run into the lines above and below; what scripts and emojis need stays."""
    assert plain_name("Z" + "\u0335" * 31) == "Z" + "\u0335" * 3
    assert label_name("\u0301\u0302Ada") == "Ada"
    for name in ("नमस्ते", "น้ำ", "Nguyễn", "1\ufe0f\u20e3"):
        assert label_name(name) == name


def test_a_character_that_stands_for_a_sign_of_markdown_is_escaped_too() -> None:
    """The Greek varia is the backtick, once it is put into the usual form."""
    assert plain_name("\u1fefAda\u1fef") == r"\`Ada\`"


def test_a_label_keeps_markdown_as_it_is() -> None:
    assert label_name("||*Ada*||\n@everyone") == "||*Ada*|| @everyone"
    assert label_name("\u200b") == "?"


@given(st.text(max_size=60), st.integers(min_value=1, max_value=40))
def test_any_name_becomes_something_bounded_on_one_line(name: str, limit: int) -> None:
    label = label_name(name, limit)
    assert 1 <= len(label) <= limit
    assert label == label.strip()
    assert not any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in label)
    assert len(plain_name(name, limit)) <= 2 * limit + 2
    assert "\n" not in plain_name(name, limit)
