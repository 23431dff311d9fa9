"""Every reader meets their own language, and English where a translation is missing."""

from pathlib import Path

import pytest

from bot.ui.words import LOCALES, CatalogueError, Languages, Words

ROOT = Path(__file__).parents[2]

FRENCH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "{seat} is to move."
msgstr "C'est à {seat} de jouer."

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carte"
msgstr[1] "{n} cartes"

#, fuzzy
msgid "Deal"
msgstr "Accord"

msgid "Leave"
msgstr ""
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fr.po").write_text(FRENCH, encoding="utf-8")
    for code, deal in (("pt_BR", "Dar as cartas"), ("es", "Repartir"), ("he", "לחלק")):
        (tmp_path / f"{code}.po").write_text(f'msgid "Deal"\nmsgstr "{deal}"\n', encoding="utf-8")
    return tmp_path


@pytest.fixture
def languages(folder: Path) -> Languages:
    return Languages.load(folder)


@pytest.fixture
def french(languages: Languages) -> Words:
    return languages.for_locale("fr")


@pytest.fixture
def english(languages: Languages) -> Words:
    return languages.for_locale("en-US")


def test_a_message_is_said_in_the_readers_language(french: Words, english: Words) -> None:
    assert french("{seat} is to move.", seat="Ada") == "C'est à Ada de jouer."
    assert english("{seat} is to move.", seat="Ada") == "Ada is to move."


@pytest.mark.parametrize(
    ("n", "english_text", "french_text"),
    [
        (0, "0 cards", "0 carte"),
        (1, "1 card", "1 carte"),
        (2, "2 cards", "2 cartes"),
    ],
)
def test_a_plural_follows_the_language(
    french: Words, english: Words, n: int, english_text: str, french_text: str
) -> None:
    assert english.plural("{n} card", "{n} cards", n) == english_text
    assert french.plural("{n} card", "{n} cards", n) == french_text


@pytest.mark.parametrize("message", ["Join", "Leave", "Deal"])
def test_an_untranslated_empty_or_fuzzy_message_is_said_in_english(french: Words, message: str) -> None:
    assert french(message) == message


def test_an_untranslated_plural_is_said_in_english(french: Words) -> None:
    assert french.plural("{n} seat", "{n} seats", 2) == "2 seats"


def test_an_empty_message_is_empty(french: Words) -> None:
    assert french("") == ""


def test_values_with_braces_are_put_in_as_they_are(english: Words) -> None:
    assert english("{seat} is to move.", seat="{seat} {0}") == "{seat} {0} is to move."


def test_lists_and_numbers_are_written_the_languages_way(french: Words, english: Words) -> None:
    names = ["Ada", "Bo", "Cleo"]
    assert (english.list(names), french.list(names)) == ("Ada, Bo, and Cleo", "Ada, Bo et Cleo")
    assert (english.list(names[:1]), english.list([])) == ("Ada", "")
    assert (english.number(1234.5), french.number(12.5)) == ("1,234.5", "12,5")
    assert english.plural("{n} point", "{n} points", 1000) == "1,000 points"


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("fr", "fr"),
        ("FR", "fr"),
        ("fr-CA", "fr"),
        ("pt-BR", "pt-BR"),
        ("pt_BR", "pt-BR"),
        ("pt", "en"),
        ("en-US", "en"),
        ("en-GB", "en"),
        ("es-ES", "es"),
        ("es-419", "es"),
        ("he", "he"),
        ("iw", "he"),
        ("he-IL", "he"),
        ("nl", "en"),
        ("<Locale.unknown_he>", "en"),
        ("", "en"),
        ("-", "en"),
        ("\ud800", "en"),
        (None, "en"),
    ],
)
def test_any_locale_of_discord_finds_a_language(
    languages: Languages, locale: str | None, language: str
) -> None:
    assert languages.for_locale(locale).language == language


def test_another_default_answers_for_unknown_locales(folder: Path) -> None:
    languages = Languages.load(folder, default="fr")
    assert [languages.for_locale(locale).language for locale in ("nl", None, "en-US")] == ["fr", "fr", "en"]


def test_a_default_without_catalogue_is_refused(folder: Path) -> None:
    with pytest.raises(CatalogueError, match="'nl'"):
        Languages.load(folder, default="nl")


def test_a_missing_folder_leaves_english(tmp_path: Path) -> None:
    assert Languages.load(tmp_path / "nowhere").for_locale("fr").language == "en"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("fr.po", 'msgid "Deal"\nmsgstr "Distribuer"\nDeal\n', "misformatted keyword on 2"),
        ("fr.po", 'msgid "{seat} left."\nmsgstr "{siege} est parti."\n', "siege"),
        ("fr.po", 'msgid "{seat} left."\nmsgstr "{seat.name} est parti."\n', "seat.name"),
        ("fr.po", 'msgid "{seat} left."\nmsgstr "{seat est parti."\n', "expected '}'"),
        ("klingon.po", 'msgid "Deal"\nmsgstr "x"\n', "klingon"),
    ],
)
def test_a_broken_catalogue_is_refused_with_its_file_and_the_reason(
    tmp_path: Path, name: str, text: str, reason: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError) as refusal:
        Languages.load(tmp_path)
    assert str(tmp_path / name) in str(refusal.value)
    assert reason in str(refusal.value)


def test_every_catalogue_that_ships_loads() -> None:
    assert LOCALES == ROOT / "data" / "locales"
    assert Languages.load().default.language == "en"
