"""The picture of a chart: small enough, readable without colours, names as they are written."""

import itertools
import random
from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image

from bot.ui.charts.drawing import BACKGROUND, COLOURS, DASHES, HEIGHT, MARKS, WIDTH, draw
from bot.ui.charts.labels import shown_names, spread
from bot.ui.charts.values import Chart, Labels, Line
from tests.ui.scenes import HARD_NAMES, WIDE_NAMES

LABELS = Labels("Round", "Points", "target 100", "Assaf", "exact total, lowered")
NAMES = ("Ada", "Bo", "Zoë 🎉", "שלום עולם", "Maximiliane Wolkenstein-Abendroth", "$x^2$", "名前", "مرحبا")
# What people see of red, green and blue light who lack one kind of cones (Machado and others, 2009).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def chart(names: Sequence[str], rounds: int, *, most: int = 30, wild: bool = False) -> Chart:
    """Return a chart of totals made up by chance; a `wild` one has a mark at every point."""
    chance = random.Random(rounds * 10 + len(names))
    lines: list[Line] = []
    for number, name in enumerate(names, 1):
        totals, lowered = list[int](), list[tuple[int, int]]()
        for at in range(1, rounds + 1):
            total = (totals[-1] if totals else 0) + chance.randint(0, most)
            if wild and chance.random() < 0.5:
                lowered.append((at, total))
                total //= 2
            totals.append(total)
        marked = tuple(range(1, rounds + 1)) if wild else ()
        lines.append(Line(number, name, tuple(totals), marked, tuple(lowered), won=number == 1))
    return Chart(tuple(lines), rounds, 100, LABELS)


@pytest.mark.parametrize(
    ("names", "rounds", "most", "wild"),
    [
        (("Ada", "Bo"), 1, 30, False),
        (NAMES, 9, 30, False),
        (NAMES, 60, 3, True),
        (HARD_NAMES, 25, 30, True),
        (WIDE_NAMES, 1000, 60, True),
    ],
)
def test_a_picture_is_small_and_raises_no_warning(
    names: Sequence[str], rounds: int, most: int, *, wild: bool
) -> None:
    drawn = draw(chart(names, rounds, most=most, wild=wild))
    assert len(drawn.png) <= 150_000
    with Image.open(BytesIO(drawn.png)) as picture:
        assert picture.size == (WIDTH, HEIGHT)
        assert picture.format == "PNG"


def test_a_chart_without_points_and_one_below_zero_can_be_drawn() -> None:
    lines = (Line(1, "Ada", (0,)), Line(2, "Bo", (-50,), won=True))
    assert draw(Chart(lines, 1, 100, LABELS)).png


def test_a_name_without_letters_for_it_is_a_number() -> None:
    assert draw(chart(NAMES, 3)).numbered == (7,)
    assert draw(chart(WIDE_NAMES, 3)).numbered == tuple(range(1, 9))


def test_a_picture_of_somebody_who_is_out_ends_their_line() -> None:
    whole = (Line(1, "Ada", (10, 20, 30)), Line(2, "Bo", (90, 100, 100)))
    out = (whole[0], Line(2, "Bo", (90, 100)))
    assert draw(Chart(whole, 3, 100, LABELS)).png != draw(Chart(out, 3, 100, LABELS)).png


def names_of(*names: str, room: float = 10) -> list[str]:
    """Return what stands for these players where each letter is one wide, and only some are known."""
    lines = [Line(number, name, (0,)) for number, name in enumerate(names, 1)]

    def has(character: str) -> bool:
        return character < "\u2000" or character == "…"

    return list(shown_names(lines, has, len, room).values())


def test_names_lose_what_cannot_be_drawn_or_has_no_room() -> None:
    assert names_of("Ada", "Zoë 🎉", "Bartholomew") == ["Ada", "Zoë", "Bartholom…"]


def test_names_that_cannot_be_told_apart_are_numbers() -> None:
    assert names_of("Ada", "名前", "🎉", "Ada", "#2", "Bo") == ["#1", "#2", "#3", "#4", "#5", "Bo"]
    assert names_of("Bartholomew A", "Bartholomew B") == ["#1", "#2"]


def test_labels_keep_their_order_and_their_distance() -> None:
    assert spread([10, 11, 12, 400], 50, 50, 700) == [50, 100, 150, 400]
    assert spread([690, 695, 700], 50, 50, 700) == [600, 650, 700]
    crowded = spread([300.0] * 8, 50, 50, 700)
    assert all(later - earlier >= 50 for earlier, later in itertools.pairwise(crowded))


def test_lines_are_told_apart_without_colours() -> None:
    styles = {(DASHES[place % len(DASHES)], MARKS[place]) for place in range(8)}
    assert len(styles) == len(set(MARKS)) == 8


@pytest.mark.parametrize("eyes", EYES)
def test_colours_are_told_apart_whatever_colours_somebody_sees(eyes: str) -> None:
    seen = {colour: lab(through(EYES[eyes], light(colour))) for colour in COLOURS}
    for one, other in itertools.combinations(COLOURS, 2):
        assert sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5 > 10, (
            one,
            other,
        )


def test_colours_stand_out_from_the_ground() -> None:
    ground = brightness(BACKGROUND)
    assert all((brightness(colour) + 0.05) / (ground + 0.05) >= 4.5 for colour in COLOURS)


Triple = tuple[float, float, float]


def light(colour: str) -> Triple:
    """Return how much red, green and blue light a colour has."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return red, green, blue


def through(matrix: Sequence[Triple], seen: Triple) -> Triple:
    first, second, third = [sum(a * b for a, b in zip(row, seen, strict=True)) for row in matrix]
    return first, second, third


def brightness(colour: str) -> float:
    return through(((0.2126, 0.7152, 0.0722),) * 3, light(colour))[0]


def lab(seen: Triple) -> Triple:
    """Return light as CIE L*a*b*, in which distances are those that people see."""
    bounded = tuple(min(max(share, 0.0), 1.0) for share in seen)
    xyz = through(
        ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0178, 0.1095, 0.8727)),
        (bounded[0], bounded[1], bounded[2]),
    )
    x, y, z = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
