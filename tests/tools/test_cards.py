"""The card pictures are what the drawings say, and as Discord wants emojis."""

import io
import shutil
from pathlib import Path

import pytest
from PIL import Image

from bot.engine.cards import Card
from bot.ui.faces import (
    BACK,
    DECK,
    FOLDER,
    FOUR_COLOURS,
    TWO_COLOURS,
    face_name,
    picture_name,
    picture_of,
)
from tools.cards.draw import SIZE, alike, drawings, rendered, save

DRAWN = dict(drawings())


def test_sources_and_pictures_are_in_step_with_the_drawings() -> None:
    for name, svg in DRAWN.items():
        assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == svg, f"{name}: run `make cards`"
        assert alike(FOLDER / f"{name}.png", rendered(svg)), f"{name}: run `make cards`"


def test_there_is_a_picture_for_every_card_in_both_sets_and_nothing_else() -> None:
    files = {f"{name}.{kind}" for name in TWO_COLOURS | FOUR_COLOURS for kind in ("svg", "png")}
    assert {file.name for file in FOLDER.iterdir()} == files
    assert set(DRAWN) == TWO_COLOURS | FOUR_COLOURS
    assert len(TWO_COLOURS) == len(FOUR_COLOURS) == 52 + 2 + 1


def test_every_card_looks_different() -> None:
    pictures = {name: (FOLDER / f"{name}.png").read_bytes() for name in DRAWN}
    assert len(set(pictures.values())) == len(pictures)


def test_a_picture_is_small_enough_for_an_emoji() -> None:
    for name in DRAWN:
        png = (FOLDER / f"{name}.png").read_bytes()
        with Image.open(io.BytesIO(png)) as picture:
            assert (picture.format, picture.size, picture.mode) == ("PNG", (SIZE, SIZE), "P")
        assert len(png) < 4096


def test_the_name_of_an_emoji_says_the_card_and_which_drawing_it_is() -> None:
    for name in DRAWN:
        png = (FOLDER / f"{name}.png").read_bytes()
        called = face_name(name, png)
        assert called.startswith(f"{name}_")
        assert 2 <= len(called) <= 32
        assert called.isidentifier()
        assert called.isascii()
        assert picture_of(called) == name
        assert face_name(name, png + b"?") != called


@pytest.mark.parametrize(
    ("code", "two", "four"),
    [
        ("9S", "nine_of_spades", "nine_of_spades"),
        ("TD", "ten_of_diamonds", "ten_of_diamonds_blue"),
        ("AC", "ace_of_clubs", "ace_of_clubs_green"),
        ("QH", "queen_of_hearts", "queen_of_hearts"),
        ("X1", "black_joker", "black_joker"),
        ("X2", "red_joker", "red_joker"),
        ("X4", "red_joker", "red_joker"),
    ],
)
def test_a_picture_is_called_as_its_card_in_words(code: str, two: str, four: str) -> None:
    assert picture_name(Card.parse(code)) == two
    assert picture_name(Card.parse(code), four_colours=True) == four


def test_only_emojis_of_ours_are_known() -> None:
    assert picture_of("nine_of_spades_0000") == "nine_of_spades"
    assert picture_of("card_back_ffff") == BACK
    for other in (
        "nine_of_spades",
        "nine_of_spades_00",
        "nine_of_spades_00000",
        "my_nine_of_spades_0000",
        "",
    ):
        assert picture_of(other) is None
    assert {picture_name(card) for card in DECK} | {BACK} == TWO_COLOURS


def test_drawing_again_changes_only_what_shows_something_else(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    shutil.copytree(FOLDER, folder)
    with Image.open(folder / "ace_of_spades.png") as ace:
        # The same picture in other bytes, as another version of the library might write it.
        ace.convert("RGBA").save(folder / "ace_of_spades.png")
    (folder / "two_of_hearts.png").unlink()
    shutil.copy(folder / "three_of_hearts.png", folder / "four_of_hearts.png")
    (folder / "five_of_stars.png").touch()
    assert sorted(save(folder)) == ["five_of_stars.png", "four_of_hearts.png", "two_of_hearts.png"]
    assert save(folder) == []
