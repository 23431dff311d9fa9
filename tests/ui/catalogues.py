"""The message catalogues as they are in the repository, and what can be wrong with one."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory
from typing import cast

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.ui.words import LOCALES

ROOT = Path(__file__).parents[2]
MEND = "run `make messages`, then translate in data/locales/{language}.po"

# What must stand in a translation as often as in the text: bold, code, links, lines, and commands.
_MARKERS = re.compile(r"\*\*|`+|\]\(|\n|^(?:- |#+ |-# )|/yaniv\b(?: \w+)?", re.MULTILINE)
_ENDS = ".!?:"


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(file.stem for file in LOCALES.glob("*.po"))


@cache
def template() -> Catalog:
    """Return every message of the source, as `make messages` finds them."""
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").split('"$(BIN)/pybabel" --quiet extract', 1)[1]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "yaniv.pot"
        arguments = (
            recipe.split("\t@", 1)[0].replace("\\\n", " ").replace("data/locales/yaniv.pot", str(file))
        )
        subprocess.run(
            [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract", *arguments.split()],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        return _read(file)


@cache
def catalogue(language: str) -> Catalog:
    """Return the catalogue of a language."""
    return _read(LOCALES / f"{language}.po", language)


def _read(file: Path, language: str | None = None) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, locale=language, abort_invalid=True)


def faults(source: Catalog, translated: Catalog) -> list[str]:
    """Return all that is wrong with a catalogue, each in a line; `source` holds the messages there are."""
    known = {texts(message) for message in source if message.id}
    entries = [message for message in translated if message.id]
    missing = [f"missing: {text!r}" for text in known if not _has(translated, text)]
    unused = [f"unused: {text!r}" for text in map(texts, entries) if text not in known]
    obsolete = [f"unused: {message.id!r}" for message in translated.obsolete.values()]
    wrong = [
        f"{fault}: {texts(message)!r} → {form!r}"
        for message in entries
        for fault, form in _wrong(message, translated)
    ]
    return [*missing, *unused, *obsolete, *wrong]


def texts(message: Message) -> tuple[str, ...]:
    """Return the English texts of a message: one, or the singular and the plural."""
    return _forms(message.id)


def forms(message: Message) -> tuple[str, ...]:
    """Return what a message is translated into, a text for each plural form."""
    return _forms(message.string)


def _forms(text: object) -> tuple[str, ...]:
    if isinstance(text, str):
        return (text,) if text else ()
    return tuple(map(str, cast("Sequence[object]", text))) if isinstance(text, list | tuple) else ()


def _has(translated: Catalog, text: Sequence[str]) -> bool:
    message = translated.get(text[0])
    return message is not None and texts(message) == tuple(text) and any(forms(message))


def _wrong(message: Message, translated: Catalog) -> Iterator[tuple[str, str]]:
    if message.fuzzy:
        yield "fuzzy", ""
    done = forms(message)
    if any(done) and not all(done):
        yield "missing a plural form", ""
    for index, form in enumerate(done):
        model = texts(message)[-1]
        given = set(values(model))
        # The form for a single number may say it in words: "one card".
        needed = given - {"n"} if len(_numbers(translated, index)) == 1 and message.pluralizable else given
        if form and not needed <= set(values(form)) <= given:
            yield "other {values}", form
        if form and Counter(_MARKERS.findall(form)) != Counter(_MARKERS.findall(model)):
            yield "other markers", form
        if form and (form != form.strip() or _end(form) != _end(model)):
            yield "another end", form


def _numbers(translated: Catalog, index: int) -> list[int]:
    """Return the numbers up to a thousand that take a plural form."""
    form_of = c2py(translated.plural_expr)
    return [n for n in range(1001) if form_of(n) == index]


def _end(text: str) -> str:
    return text[-1] if text[-1:] in _ENDS else ""


def values(text: str) -> Iterable[str]:
    """Return the names of the values that stand in a text."""
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]
