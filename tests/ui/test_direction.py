"""Hebrew reads right: names, cards and figures keep their order between words from right to left."""

import re

import pytest

from bot.ui.direction import directed, isolated, runs_right_to_left, with_isolated_commands
from bot.ui.hand import hand_view
from bot.ui.round_end import round_end_view
from bot.ui.table import table_view
from bot.ui.words import Languages, Words
from tests.ui.scenes import ENGLISH, NOW, buttons, example_match, played_match, shown, table

MARKS = str.maketrans("⟪⟨⦅⟩", "\u2067\u2068\u2066\u2069")


def marked(text: str) -> str:
    """Return a text with marks for ⟪from right to left⟩, ⟨set apart⟩ and ⦅from left to right⟩."""
    return text.translate(MARKS)


def seen(text: str) -> str:
    return text.translate(
        {ord(mark): shown for shown, mark in zip("⟪⟨⦅⟩", "\u2067\u2068\u2066\u2069", strict=True)}
    )


@pytest.fixture
def hebrew() -> Words:
    return Languages.load().for_locale("he")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Ada to move", "Ada to move"),
        ("⟨דנה⟩ to move", "⟨דנה⟩ to move"),
        ("", ""),
        ("הצטרפות", "הצטרפות"),
        ("היד שלי", "היד שלי"),
        ("יניב!", "⟪יניב!⟩"),
        ("## יניב!", "## ⟪יניב!⟩"),
        ("-# ⏳ התור נגמר", "-# ⟪⏳ התור נגמר⟩"),
        ("- יעד: **50**", "- ⟪יעד: **50**⟩"),
        ("• Ada · 5 קלפים", "⟪• ⟨Ada⟩ · 5 קלפים⟩"),
        ("**Ada Lovelace 2** · 5 קלפים", "⟪**⟨Ada Lovelace 2⟩** · 5 קלפים⟩"),
        ("▶ **⟨דנה⟩** · 5 קלפים", "⟪▶ **⟨דנה⟩** · 5 קלפים⟩"),
        ("BGA · 5 קלפים · ⟨50 → 25⟩", "⟪⟨BGA⟩ · 5 קלפים · ⟨50 → 25⟩⟩"),
        ("Ada\nהתור של Ada\nBo", "Ada\n⟪התור של ⟨Ada⟩⟩\nBo"),
        ("```\n דנה 5\n```\nסיבוב 1", "```\n דנה 5\n```\n⟪סיבוב 1⟩"),
        ("השולחן כאן: https://discord.com/channels/1/2", "⟪השולחן כאן: https://discord.com/channels/1/2 ⟩"),
    ],
)
def test_a_line_with_hebrew_words_runs_from_right_to_left(text: str, result: str) -> None:
    assert seen(directed(marked(text))) == result


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("Ada", "⟨Ada⟩"),
        ("9♠ 4♦", "⟨9♠ 4♦⟩"),
        ("-5", "⟨-5⟩"),
        ("50 → 25", "⟨50 → 25⟩"),
        ("<t:1:R>", "⟨<t:1:R>⟩"),
        ("1,234.5", "1,234.5"),
        ("5 קלפים", "5 קלפים"),
        ("⟨דנה⟩", "⟨דנה⟩"),
        ("**⟨דנה⟩**", "**⟨דנה⟩**"),
        ("**[5♥]** 6♥ **[7♥]**", "**⟨[5♥]** 6♥ **[7♥]⟩**"),
        ("50 → **25**", "⟨50 → **25**⟩"),
        ("https://discord.com/channels/1/2", "https://discord.com/channels/1/2"),
    ],
)
def test_a_value_is_set_apart_unless_it_cannot_be_torn_apart(value: str, result: str) -> None:
    assert seen(isolated(marked(value))) == result


def test_a_hebrew_table_with_latin_names_reads_right(hebrew: Words) -> None:
    text = seen(shown(table_view(hebrew, table(match=example_match(3), deadline=NOW))))
    assert "## ⟪▶ התור של ⟨you⟩⟩" in text
    assert "⟪**⟨Bo⟩**: זריקה של ⦅5♥ 6♥ 7♥⟩ וקלף מהקופה.⟩" in text
    assert "⟪▶ **⟨you⟩** · 4 קלפים · 0 נקודות⟩" in text
    assert "⟪• ⟨Ada⟩ · 4 קלפים · 0 נקודות⟩" in text


def test_a_hebrew_round_end_keeps_cards_and_sums_in_their_order(hebrew: Words) -> None:
    text = seen(shown(round_end_view(hebrew, table(match=example_match()), 1)))
    assert "## ⟪💥 אסף!⟩" in text
    assert "⟪הכרזה של **⟨you⟩** עם 6. אצל **⟨Ada⟩** היו 4.⟩" in text
    assert "-# ⟪6 + 30 = 36 נקודות ← סכום 36⟩" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_an_english_table_with_hebrew_names_reads_right() -> None:
    text = seen(shown(table_view(ENGLISH, table(match=played_match(("דנה", "גיל"), 3, turns=3)))))
    assert re.search(r"^## ▶ ⟨(דנה|גיל)⟩ to move$", text, re.MULTILINE)
    assert re.search(r"^• ⟨(דנה|גיל)⟩ · 5 cards · \d+ points$", text, re.MULTILINE)
    assert "⟪" not in text


def test_buttons_keep_the_order_of_their_words_and_cards(hebrew: Words) -> None:
    running = table(match=example_match(3))
    view = running.hand_of(100)
    assert view is not None
    labels = [seen(label) for label in buttons(hand_view(hebrew, running, view, ())).values()]
    assert "⟪לקחת ⟨5♥⟩⟩" in labels
    assert "מהקופה" in labels


def test_a_command_is_set_apart_with_its_options() -> None:
    told = with_isolated_commands("**/yaniv start computers:2** מושיב שני מחשבים")
    assert seen(told) == "**⟨/yaniv start computers:2⟩** מושיב שני מחשבים"


def test_a_command_keeps_its_slash_in_front(hebrew: Words) -> None:
    told = directed(hebrew("There is no match here. Start one with /yaniv start."))
    assert seen(told) == "⟪אין כאן משחק. אפשר להתחיל עם ⟨/yaniv start⟩.⟩"


def test_a_list_of_names_keeps_each_name_whole(hebrew: Words) -> None:
    assert seen(hebrew.list(["Ada", "דנה 2"])).startswith("⟨Ada⟩")


def test_only_words_of_the_text_itself_count() -> None:
    assert runs_right_to_left("Ada אבי")
    assert not runs_right_to_left(marked("Ada ⟨אבי⟩"))
    assert not runs_right_to_left(marked("Ada ⟨⟨אבי⟩ x⟩"))
