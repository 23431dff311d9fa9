"""The words a player reads: English in the source, other languages from catalogues in data/locales.

A catalogue is one file a language, `data/locales/<language>.po`, read at start without a compile step.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Final, Self

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations

from bot.engine.errors import N_
from bot.ui.direction import in_order, isolated, with_isolated_commands
from bot.ui.faces import NO_FACES, Faces

__all__ = ["LOCALES", "N_", "CatalogueError", "Languages", "Words"]

LOCALES = Path(__file__).parents[2] / "data" / "locales"
SOURCE_LANGUAGE = "en"
_FORMER_CODES: Final = MappingProxyType({"iw": "he"})


class CatalogueError(ValueError):
    """A message catalogue that cannot be used; the text names the file and the reason."""


class Words:
    """The words of one language; what it lacks is said in English.

    Values stand in a message by name, `words("{seat} is to move.", seat="Ada")`, and are put in as they are:
    a display name goes through `bot.ui.escape` first. `faces` are the pictures of cards among them, none
    unless `showing` put them there. Extraction knows a text by the name it is called with:
    keep an object of this class in a variable or attribute named `words`.
    """

    def __init__(self, locale: Locale, translations: NullTranslations) -> None:
        self._locale = locale
        self._translations = translations
        self._right_to_left = locale.text_direction == "rtl"
        self.faces = NO_FACES

    def showing(self, faces: Faces) -> Self:
        """Return words of the same language that show cards by these faces."""
        words = copy(self)
        words.faces = faces
        return words

    @property
    def language(self) -> str:
        """The language's code, such as "en" or "pt-BR"."""
        return str(self._locale).replace("_", "-")

    @property
    def own_name(self) -> str:
        """What the language is called in itself: "français"."""
        return self._locale.get_display_name() or self.language

    def __call__(self, message: str, /, **values: object) -> str:
        """Say a message in this language."""
        return self._filled(self._translations.gettext(message) if message else "", values)

    def plural(self, singular: str, plural: str, n: int, /, **values: object) -> str:
        """Say a message in the form that fits `n`; `{n}` in it is the number, written the language's way."""
        return self._filled(self._translations.ngettext(singular, plural, n), {**values, "n": self.number(n)})

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        if not self._right_to_left:
            return text.format_map(values)
        apart = {name: self.apart(str(value)) for name, value in values.items()}
        return with_isolated_commands(text).format_map(apart)

    def apart(self, text: str) -> str:
        """Return a name or figures as they may stand beside words of this language.

        Values of a message and items of a list are set apart already. Only what is put together without a
        message needs it: "50 → 25" would be turned around between Hebrew words.
        """
        return isolated(text) if self._right_to_left else text

    def in_order(self, cards: str) -> str:
        """Return cards that lie from left to right, as their buttons do, in every language."""
        return in_order(cards) if self._right_to_left and cards else cards

    def list(self, items: Sequence[str]) -> str:
        """Join items the language's way: "Ada, Bo, and you"."""
        apart = [self.apart(item) for item in items]
        return format_list(apart, locale=self._locale) if apart else ""

    def number(self, value: float) -> str:
        """Write a number the language's way, with at most three decimals."""
        return format_decimal(value, locale=self._locale)

    def percent(self, share: float) -> str:
        """Write a share, 0 to 1, as whole hundredths the language's way: "12%"."""
        return format_percent(share, locale=self._locale)


@dataclass(frozen=True)
class Languages:
    """All languages the bot speaks; `default` answers for those it does not."""

    default: Words
    _by_code: Mapping[str, Words]

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the languages there are, such as "en" and "pt-BR"."""
        return tuple(words.language for words in self._by_code.values())

    @classmethod
    def load(cls, folder: Path = LOCALES, default: str = SOURCE_LANGUAGE) -> Self:
        """Read every catalogue of a folder.

        Raises CatalogueError for a catalogue that is broken or translates into words with other `{values}`
        than the English ones, and for a default language that has no catalogue.
        """
        by_code = {SOURCE_LANGUAGE: Words(Locale(SOURCE_LANGUAGE), NullTranslations())}
        for file in sorted(folder.glob("*.po")):
            by_code[_code(file.stem)] = read_catalogue(file)
        fallback = _closest(by_code, default)
        if fallback is None:
            raise CatalogueError(f"No catalogue for the default language {default!r} in {folder}.")
        return cls(fallback, by_code)

    def for_locale(self, locale: str | None) -> Words:
        """Return the words for a Discord locale: exactly it, else its base language, else the default."""
        return self.speaking(locale or "") or self.default

    def speaking(self, locale: str) -> Words | None:
        """Return the words for a Discord locale, None if there are none in its language."""
        return _closest(self._by_code, locale)


def _code(locale: str) -> str:
    return locale.replace("_", "-").lower()


def _closest(by_code: Mapping[str, Words], locale: str) -> Words | None:
    code = _code(locale)
    base = code.partition("-")[0]
    return by_code.get(code) or by_code.get(_FORMER_CODES.get(base, base))


def read_catalogue(file: Path) -> Words:
    """Return the words of one catalogue; raise CatalogueError as `Languages.load` does."""
    try:
        locale = Locale.parse(file.stem.replace("-", "_"))
        with file.open("rb") as source:
            catalogue = read_po(source, locale=locale, abort_invalid=True)
        for message in catalogue:
            if message.id and not message.fuzzy:
                _check_values(message)
    except (PoFileError, UnknownLocaleError, ValueError, OSError) as error:
        raise CatalogueError(f"{file}: {error}") from error
    return Words(locale, _translations(catalogue))


def _translations(catalogue: Catalog) -> Translations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


def _check_values(message: Message) -> None:
    """Refuse a translation that asks for a value which its source does not give."""
    given = {"n"} if message.pluralizable else set[str]()
    given.update(name for text in _forms(message.id) for name in _value_names(text))
    for text in _forms(message.string):
        if unknown := set(_value_names(text)) - given:
            raise ValueError(f"{text!r} asks for {sorted(unknown)}, its source gives {sorted(given)}")


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return (text,) if isinstance(text, str) else text or ()


def _value_names(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name is not None)
