"""Every text a player reads is marked, and every marked text is translated, completely and safely."""

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.ui.catalogues import MEND, ROOT, catalogue, faults, languages, template, texts
from tests.ui.sources import calls_with_messages, unmarked

COMPLETE = ("de", "es", "fr", "he")
"""The languages whose catalogue leaves nothing in English."""

SOURCES = sorted([*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")])
FOR_THE_LOG = {"bot/ui/trouble.py"}
"""What these put together is read by whoever runs the bot."""

READ_BY_PLAYERS = [
    file
    for pattern in ("bot/ui/*.py", "bot/ui/charts/sheet.py", "cogs/*.py", "bot/**/errors.py")
    for file in sorted(ROOT.glob(pattern))
    if str(file.relative_to(ROOT)) not in FOR_THE_LOG
]


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_is_complete_and_fits_the_source(language: str) -> None:
    found = faults(template(), catalogue(language))
    if language not in COMPLETE:
        found = [fault for fault in found if not fault.startswith("missing")]
    assert found == [], MEND.format(language=language)


SOURCE = """
msgid "{seat} left **{table}**."
msgstr ""

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] ""
msgstr[1] ""

msgid "Write **/yaniv start**:"
msgstr ""
"""
GOOD = """
msgid "{seat} left **{table}**."
msgstr "**{table}** hat {seat} verlassen."

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "eine Karte"
msgstr[1] "{n} Karten"

msgid "Write **/yaniv start**:"
msgstr "Schreib **/yaniv start**:"
"""


def made(text: str, language: str | None = None) -> Catalog:
    return read_po(BytesIO(text.encode()), locale=language, abort_invalid=True)


def test_a_good_catalogue_has_no_fault() -> None:
    assert faults(made(SOURCE), made(GOOD, "de")) == []


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('"**{table}** hat {seat} verlassen."', '""', "missing"),
        ("eine Karte", "", "missing a plural form"),
        ('msgid "Write', 'msgid "Wrote', "unused"),
        ('msgid "Write', '#~ msgid "Wrote', "missing"),
        ('\nmsgid "Write', '\n#, fuzzy\nmsgid "Write', "fuzzy"),
        ("hat {seat} ", "hat {table} ", "other {values}"),
        ("{n} Karten", "zwei Karten", "other {values}"),
        ("eine Karte", "eine Karte {m}", "other {values}"),
        ("**{table}** hat", "*{table}** hat", "other markers"),
        ("Schreib **/yaniv start**", "Schreib **/yaniv starten**", "other markers"),
        ("Schreib", "- Schreib", "other markers"),
        ("verlassen.", "verlassen", "another end"),
        ("verlassen.", "verlassen. ", "another end"),
    ],
)
def test_a_fault_of_a_catalogue_is_found(before: str, after: str, fault: str) -> None:
    assert before in GOOD
    found = faults(made(SOURCE), made(GOOD.replace(before, after), "de"))
    assert any(line.startswith(f"{fault}:") for line in found), found


def test_an_obsolete_message_is_found() -> None:
    old = '\n#~ msgid "Wrote"\n#~ msgstr "Schrieb"\n'
    assert faults(made(SOURCE), made(GOOD + old, "de")) == ["unused: 'Wrote'"]


def test_in_french_the_first_form_is_for_none_too_and_says_its_number() -> None:
    several = '"{n} de cartes"\nmsgstr[2] "{n} cartes"'
    french = GOOD.replace("eine Karte", "une carte").replace('"{n} Karten"', several)
    assert [fault.split(":")[0] for fault in faults(made(SOURCE), made(french, "fr"))] == ["other {values}"]


def all_calls_with_messages() -> Iterator[tuple[str, ast.Call]]:
    for file in SOURCES:
        for call in calls_with_messages(read(file)):
            yield f"{file.relative_to(ROOT)}:{call.lineno}", call


def test_every_marked_text_is_found_for_translators() -> None:
    found = {text for message in template() for text in texts(message)}
    missing = [
        f"{place}: {argument.value!r}"
        for place, call in all_calls_with_messages()
        for argument in call.args[:2]
        if isinstance(argument, ast.Constant)
        and isinstance(argument.value, str)
        and argument.value not in found
    ]
    assert "You are not seated at this table." in found
    assert missing == []


def test_no_marked_text_is_put_together_before_it_is_marked() -> None:
    glued = [
        place
        for place, call in all_calls_with_messages()
        if call.args and isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
    ]
    assert glued == []


def test_every_text_that_a_player_could_read_is_marked() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}: {text!r}"
        for file in READ_BY_PLAYERS
        for line, text in unmarked(read(file))
    ]
    assert found == [], "put these into words(…), words.plural(…) or N_(…)"


@pytest.mark.parametrize(
    "line",
    [
        'text("Your turn")',
        'text(f"{name} wins")',
        'text(words("Your turn"), "and so on")',
        'button("leave", 1, label="leave")',
        'select(placeholder="choose")',
        'text_field("name", hint="at most 32")',
        'form("save", title=title or "name")',
        'closing = "This lobby has closed."',
        'text(words("{who} left.", who="somebody"))',
        'await self.tell(answer, "done")',
        'lines += ["### More"]',
        'TITLES = {"rules": "Rules"}',
        '@app_commands.describe(rules="which")\ndef start() -> None: ...',
        'class Broken(YanivError):\n    message = "That is not possible."',
        'Choice(name="fast", value="fast")',
    ],
)
def test_a_text_that_is_not_marked_is_found(line: str) -> None:
    assert [found for _, found in unmarked(line)] != []


@pytest.mark.parametrize(
    "line",
    [
        'text(words("Your turn"))',
        'text(f"### {title}", "-# " + words("so far"))',
        'button("leave", table.id, "sure", label=words("Leave"))',
        'def f(bot: "YanivBot") -> None:\n    """Say what it does."""',
        'log.warning("Match %d: not drawn, %s.", number, reason)',
        'raise ValueError(f"no such verbs: {verbs}")',
        'TITLES = {"rules": N_("Rules")}',
        'words.plural("{n} card", "{n} cards", n)',
        'text(f"**/yaniv {name}** · {does}")',
        'words("{command} opens it.", command="**/yaniv start computers:2**")',
        'hint = words("{rules} offers them.", rules="/yaniv start")',
        'case "discard_then_draw": ...',
    ],
)
def test_what_no_player_reads_needs_no_mark(line: str) -> None:
    assert list(unmarked(line.replace("case", "match x:\n    case"))) == []
