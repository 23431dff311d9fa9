"""The lesson as it is read: choices first, reasons afterwards, and every figure of the worked example."""

import re
from pathlib import Path

import pytest
from babel import Locale
from discord.ui import LayoutView

from bot.tables.lesson import Step, lesson
from bot.ui.clicks import Click
from bot.ui.faces import NO_FACES, Faces
from bot.ui.fitting import size
from bot.ui.tutorial import tutorial_view
from bot.ui.words import Languages, Words
from tests.ui.scenes import CARD_FACES, ENGLISH, FACES, HARD_NAMES, PICTURED, buttons, parts, shown
from tests.ui.test_limits import Marking, unmarked

EXAMPLE = (Path(__file__).parents[2] / "docs/worked-example.md").read_text(encoding="utf-8")
ROWS = [line for line in EXAMPLE.splitlines() if line.startswith("| ")][1:]
LANGUAGES = Languages.load()

each_step = pytest.mark.parametrize("step", lesson(), ids=lambda step: f"step {step.number}")
each_choice = pytest.mark.parametrize(
    ("step", "choice"),
    [
        pytest.param(step, choice, id=f"{step.number}-{choice}")
        for step in lesson()
        for choice in range(len(step.options))
    ],
)


def drawn(step: Step, choice: int | None = None) -> LayoutView:
    return tutorial_view(ENGLISH, step.told_to("Mia"), choice)


def everything(step: Step) -> str:
    """Return all that a step says, whatever is chosen."""
    return "\n".join(shown(drawn(step, choice)) for choice in (None, *range(len(step.options))))


def ways(view: LayoutView) -> dict[str, str]:
    return {label: custom_id for custom_id, label in buttons(view).items() if custom_id.count(":") < 3}


# --- what it says is the worked example


async def test_the_example_has_a_row_for_each_step() -> None:
    assert len(ROWS) == len(lesson())


@pytest.mark.parametrize(("row", "step"), list(zip(ROWS, lesson(), strict=True)), ids=range(1, 11))
async def test_every_card_and_every_figure_of_a_row_is_in_its_step(row: str, step: Step) -> None:
    said = everything(step)
    named = re.sub("joker", "🃏", row)
    assert set(FACES.findall(named)) <= set(FACES.findall(said))
    assert set(re.findall(r"\d+", row)) <= set(re.findall(r"\d+", said))


async def test_the_hand_and_the_open_card_of_the_beginning_are_those_of_the_example() -> None:
    beginning = next(line for line in EXAMPLE.splitlines() if line.startswith("You hold"))
    said = shown(drawn(lesson()[0]))
    assert set(FACES.findall(beginning)) <= set(FACES.findall(said))
    assert set(re.findall(r"\d+", beginning)) <= set(re.findall(r"\d+", said))


async def test_what_would_have_been_safer_is_what_the_example_says() -> None:
    safer = re.search(r"down to (\d) or less, would have been safer", EXAMPLE)
    assert safer is not None
    assert safer[0] in shown(drawn(lesson()[8], 0))


async def test_nobody_elses_hand_is_shown_before_all_show_theirs() -> None:
    for step in lesson()[:8]:
        view = step.after.view.public
        match = step.before.table.match
        assert match is not None
        laid = {card for turn in view.turns for card in turn.discard}
        hidden = {card for seat in (1, 2) for card in match.seat_view(seat).hand if not card.is_joker} - laid
        assert hidden.isdisjoint(step.after.view.hand)
        for card in hidden:
            face = card.code[0].replace("T", "10") + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[card.code[1]]
            assert face not in FACES.findall(everything(step)), step.number


# --- one chooses before the reason is told


@each_step
async def test_where_there_is_a_choice_neither_answer_nor_way_on_is_there_before(step: Step) -> None:
    asked = drawn(step)
    assert ("Go on" in ways(asked)) == (not step.options)
    for mark in ("✅", "💡", "✓", "In the example", "Your hand now"):
        assert mark not in shown(asked)
        assert not any(mark in label for label in buttons(asked).values())


@each_choice
async def test_the_answer_says_whether_that_was_it_and_why(step: Step, choice: int) -> None:
    asked, answered = drawn(step), drawn(step, choice)
    assert ("✅" in shown(answered)) == (choice == step.right)
    assert ("💡" in shown(answered)) == (choice != step.right)
    reasons = [shown(drawn(step, other)).splitlines()[-1] for other in range(len(step.options))]
    assert len(set(reasons)) == 1, "the reason is told whatever was chosen"
    assert reasons[0] not in shown(asked)


@each_choice
async def test_nobody_is_scolded(step: Step, choice: int) -> None:
    assert not re.search(
        r"\b(wrong|mistake|bad|false|no!|unfortunately)\b", shown(drawn(step, choice)), re.IGNORECASE
    )


@each_choice
async def test_the_choices_stay_where_they_are_and_the_chosen_one_is_marked(step: Step, choice: int) -> None:
    def choices(view: LayoutView) -> dict[str, str]:
        return {key: label for key, label in buttons(view).items() if key.count(":") == 3}

    asked, answered = choices(drawn(step)), choices(drawn(step, choice))
    assert list(answered) == list(asked)
    assert [label.startswith("✓ ") for label in answered.values()] == [
        position == choice for position in range(len(step.options))
    ]
    texts = [part.get("content") for part in parts(drawn(step)) if "content" in part]
    assert (
        texts
        == [part.get("content") for part in parts(drawn(step, choice)) if "content" in part][: len(texts)]
    )


@each_choice
async def test_what_is_done_in_the_match_is_told_with_the_hand_it_leaves(step: Step, choice: int) -> None:
    text = shown(drawn(step, choice))
    if step.number in (1, 4, 6):
        assert f"Your hand now: **{' '.join(FACES.findall(text.splitlines()[-1]))}**" in text
        assert f"{step.after.view.total} points" in text.splitlines()[-1]


# --- ways


async def test_one_goes_on_to_the_end_and_back_to_the_beginning() -> None:
    for step in lesson():
        view = drawn(step, step.right if step.options else None)
        assert ways(view).get("Go on") == (f"y:tutorial:{step.number + 1}" if step.number < 10 else None)
        assert ways(view).get("Back") == (f"y:tutorial:{step.number - 1}" if step.number > 1 else None)
        assert ways(view).get("Begin again") == ("y:tutorial:1" if step.number > 2 else None)


async def test_the_end_says_how_to_play_and_where_the_rules_are() -> None:
    view = drawn(lesson()[-1], 0)
    assert ways(view)["Rules"] == "y:rules"
    assert "/yaniv practice" in shown(view)
    assert "Rules" not in ways(drawn(lesson()[-1]))


async def test_whoever_comes_back_is_told_so() -> None:
    step = lesson()[3]
    assert "Welcome back" in shown(tutorial_view(ENGLISH, step, resumed=True))
    assert "Welcome back" not in shown(tutorial_view(ENGLISH, step))


# --- in every language


@pytest.mark.parametrize("faces", [NO_FACES, CARD_FACES], ids=["text", "pictures"])
@pytest.mark.parametrize("language", LANGUAGES.codes)
@each_step
async def test_it_stays_within_discords_limits(step: Step, language: str, faces: Faces) -> None:
    words = LANGUAGES.for_locale(language).showing(faces)
    for choice in (None, *range(len(step.options))):
        view = tutorial_view(words, step.told_to("名" * 32), choice, resumed=True)
        everything = list(parts(view))
        texts = [part["content"] for part in everything if "content" in part]
        clickable = [part for part in everything if "custom_id" in part]
        assert len(everything) <= 40
        assert sum(map(len, texts)) <= 4000
        assert size(view) <= 9000
        assert all(texts)
        assert all(len(part["label"]) <= 40 for part in clickable)
        assert all(Click.parse(part["custom_id"]) for part in clickable)
        for key in ("id", "custom_id"):
            assert len({part[key] for part in clickable}) == len(clickable)


async def test_cards_are_shown_by_their_pictures_and_labels_are_plain() -> None:
    for step in lesson():
        view = tutorial_view(PICTURED, step, 0 if step.options else None)
        assert set(re.findall(r"<:(\w+)_a1b2:", shown(view)))
        assert not any("<:" in label for label in buttons(view).values())
    card_buttons = [part for part in parts(tutorial_view(PICTURED, lesson()[2])) if part.get("emoji")]
    assert [part["emoji"]["name"] for part in card_buttons] == [
        f"{rank}_of_hearts_a1b2" for rank in ("five", "six", "seven")
    ]


@each_step
async def test_every_word_comes_from_the_catalogue(step: Step) -> None:
    for choice in (None, *range(len(step.options))):
        view = tutorial_view(Words(Locale("de"), Marking()), step.told_to("名"), choice, resumed=True)
        assert unmarked([part.get("content") or part.get("label") or "" for part in parts(view)]) == []


@pytest.mark.parametrize("name", [*HARD_NAMES, "*" * 32])
async def test_no_name_formats_or_breaks_out(name: str) -> None:
    named = "\n".join(shown(tutorial_view(ENGLISH, step.told_to(name), 0)) for step in lesson()[8:])
    for raw in ("**bold**", "`tick`", "||spoiler||", "<@1234>", "@everyone", "<#99>", "[here](", "\n- list"):
        assert raw not in named


@each_step
async def test_the_parts_of_a_sentence_are_never_empty(step: Step) -> None:
    assert not re.search(r"\*{4}|…|None", everything(step))
