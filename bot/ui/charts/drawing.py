"""Draws a chart with matplotlib, which is heavy: only a process of its own imports this.

It is made to be read on a phone, on Discord's dark background: large letters, few lines. Every player's line
has a colour, a dash and a mark of its own, and ends at a label, so that nothing depends on colours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, Literal

from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import IdentityTransform, Transform
from PIL import Image

from bot.ui.charts.labels import shown_names, sign, spread
from bot.ui.charts.values import Chart, Drawn, Line

# In pixels; a phone shows the picture at a third of its size.
WIDTH, HEIGHT = 860, 760
_DPI: Final = 100
_LEFT, _RIGHT, _LOW, _HIGH = 88, 480, 132, 692
_LABEL_AT, _TOTAL_AT, _NAME_AT = 524, 612, 628
_LABEL_GAP: Final = 52
_LEGEND_AT: Final = 26
_MARGIN: Final = 12
_SIGN: Final = 44
_NAME_ROOM: Final = WIDTH - _NAME_AT - 8

# Sizes of letters, in points: 33 and 28 pixels.
_LARGE: Final = 24.0
_SMALL: Final = 20.0

BACKGROUND: Final = "#2b2d31"
_TEXT: Final = "#f2f3f5"
_FAINT: Final = "#a5a9b3"
_GRID: Final = "#45484f"
_SHADES: Final = 128

COLOURS: Final = ("#56b4e9", "#e69f00", "#f0e442", "#cc79a7", "#00b386", "#f2f3f5", "#ff7f3f", "#7d9dff")
"""Okabe and Ito's, which people tell apart whatever colours they see, the dark ones lightened."""

_Point = tuple[float, float]
_Dash = tuple[float, tuple[float, ...]]
DASHES: Final[tuple[_Dash, ...]] = (
    (0, (1, 0)),
    (0, (5, 1.5)),
    (0, (1.5, 1)),
    (0, (5, 1.2, 1.2, 1.2)),
)
_DOTS: Final[_Dash] = (0, (1, 2))
_TARGET: Final[_Dash] = (0, (2, 2))

MARKS: Final = ("o", "s", "^", "D", "P", "*", ">", "d")
_SIZES: Final = (14, 13, 15, 12, 15, 19, 15, 15)
"""Of the marks, in points, so that all look as large."""

_CAUGHT: Final = "X"
_LOWERED: Final = "v"
_MOST_MARKS: Final = 12
_MANY_ROUNDS: Final = 30


@dataclass(frozen=True, slots=True)
class _Label:
    """What stands at the end of a line: `end` is the height of that end, `at` of the label."""

    line: Line
    place: int
    end: float
    at: float


def draw(chart: Chart) -> Drawn:
    """Return a chart as a PNG."""
    figure = Figure(figsize=(WIDTH / _DPI, HEIGHT / _DPI), dpi=_DPI, facecolor=BACKGROUND)
    canvas = FigureCanvasAgg(figure)
    axes = _frame(figure, chart)
    for place, line in enumerate(chart.lines):
        _draw_way(axes, line, place, chart.rounds)
    for line in chart.lines:
        _draw_events(axes, line, chart.rounds)
    letters = _Letters(canvas)
    names = shown_names(chart.lines, letters.has, letters.width, _NAME_ROOM)
    for label in _labels(axes, chart.lines):
        _draw_label(figure, label, names[label.line.number])
    _legend(figure, letters, chart)
    numbered = tuple(number for number, name in names.items() if name == sign(number))
    return Drawn(_png(canvas), numbered)


def _png(canvas: FigureCanvasAgg) -> bytes:
    """Return what is drawn as a PNG of few colours, which is a third of the size of one with all."""
    canvas.draw()
    drawn = Image.frombuffer("RGBA", (WIDTH, HEIGHT), bytes(canvas.buffer_rgba())).convert("RGB")
    picture = BytesIO()
    drawn.quantize(_SHADES).save(picture, "PNG", optimize=True)
    return picture.getvalue()


class _Letters:
    """What the letters of the pictures can write, and how wide that is."""

    def __init__(self, canvas: FigureCanvasAgg) -> None:
        self._renderer = canvas.get_renderer()
        fonts: Any = font_manager
        self._known = frozenset(fonts.get_font(fonts.findfont(FontProperties())).get_charmap())

    def has(self, character: str) -> bool:
        """Say whether there is a letter for a character."""
        return ord(character) in self._known

    def width(self, text: str, size: float = _LARGE) -> float:
        """Return how many pixels a text takes at most, that is in bold."""
        letters = FontProperties(size=size, weight="bold")
        return self._renderer.get_text_width_height_descent(text, letters, ismath=False)[0]


def _frame(figure: Figure, chart: Chart) -> Axes:
    """Draw what the lines stand in: rounds, points, and the target."""
    # Their methods take styles of every type.
    drawn: Any = figure
    place = (_LEFT / WIDTH, _LOW / HEIGHT, (_RIGHT - _LEFT) / WIDTH, (_HIGH - _LOW) / HEIGHT)
    axes: Any = drawn.add_axes(place, facecolor=BACKGROUND, axisbelow=True, frame_on=False)
    heights = [0, chart.target, *(y for line in chart.lines for _, y in _way(line))]
    low, high = min(heights), max(heights)
    axes.set(xlim=(0, chart.rounds), ylim=(low - 0.02 * (high - low), high + 0.04 * (high - low)))
    axes.grid(color=_GRID, linewidth=1.2)
    axes.tick_params(colors=_TEXT, labelsize=_SMALL, length=0, pad=8)
    for axis, most in ((axes.xaxis, 5), (axes.yaxis, 6)):
        axis.set_major_locator(MaxNLocator(most, integer=True))
    axes.axhline(chart.target, color=_FAINT, linewidth=2, linestyle=_TARGET)
    _write(figure, _MARGIN, HEIGHT - 28, chart.labels.points, size=_SMALL)
    _write(figure, (_LEFT + _RIGHT) / 2, 70, chart.labels.rounds, size=_SMALL, across="center")
    return axes


def _way(line: Line) -> Iterator[tuple[int, int]]:
    """Walk along a line: round by round, and straight down where a total was lowered."""
    lowered = dict(line.lowered)
    yield 0, 0
    for number, total in enumerate(line.totals, 1):
        if number in lowered:
            yield number, lowered[number]
        yield number, total


def _draw_way(axes: Axes, line: Line, place: int, rounds: int) -> None:
    played, last = len(line.totals), line.totals[-1]
    axes.add_line(_line(list(_way(line)), place, DASHES[place % len(DASHES)], 4, axes.transData))
    if played < rounds:
        # Whoever is out keeps the last total.
        axes.add_line(_line([(played, last), (rounds, last)], place, _DOTS, 1.5, axes.transData))
    every = -(-rounds // _MOST_MARKS)
    marked = [(number + 1, line.totals[number]) for number in range(place % every, played, every)]
    axes.add_line(_marks(marked, place, axes.transData))


def _line(points: Sequence[_Point], place: int, dash: _Dash, width: float, unit: Transform) -> Line2D:
    return Line2D(
        *_apart(points),
        color=COLOURS[place],
        linestyle=dash,
        linewidth=width,
        zorder=3,
        clip_on=False,
        transform=unit,
    )


def _marks(points: Sequence[_Point], place: int, unit: Transform) -> Line2D:
    """Return a player's mark at each of these points."""
    return Line2D(
        *_apart(points),
        color=COLOURS[place],
        linestyle="none",
        marker=MARKS[place],
        markersize=_SIZES[place],
        markeredgecolor=BACKGROUND,
        zorder=4,
        clip_on=False,
        transform=unit,
    )


def _draw_events(axes: Axes, line: Line, rounds: int) -> None:
    """Mark where a player was caught, and where a total was lowered."""
    lowered, scale = dict(line.lowered), 0.75 if rounds > _MANY_ROUNDS else 1.0
    caught = [(number, lowered.get(number, line.totals[number - 1])) for number in line.assafs]
    fell = [(number, line.totals[number - 1]) for number in lowered]
    for points, mark in ((caught, _CAUGHT), (fell, _LOWERED)):
        axes.add_line(_events(points, mark, scale, axes.transData))


def _events(points: Sequence[_Point], mark: str, scale: float, unit: Transform) -> Line2D:
    """Return the mark of what has happened to a player, at each of these points."""
    return Line2D(
        *_apart(points),
        color=_TEXT,
        linestyle="none",
        marker=mark,
        markersize=17 * scale,
        markeredgewidth=2 * scale,
        markeredgecolor=BACKGROUND,
        zorder=5,
        clip_on=False,
        transform=unit,
    )


def _apart(points: Sequence[_Point]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]


def _labels(axes: Axes, lines: Sequence[Line]) -> list[_Label]:
    """Place the labels beside the ends of their lines, in the same order and none upon another."""
    ends = [float(axes.transData.transform((0, line.totals[-1]))[1]) for line in lines]
    order = sorted(range(len(lines)), key=lambda place: (ends[place], -place))
    heights = spread([ends[place] for place in order], _LABEL_GAP, _LABEL_GAP, HEIGHT - _LABEL_GAP / 2)
    return [_Label(lines[place], place, ends[place], at) for place, at in zip(order, heights, strict=True)]


def _draw_label(figure: Figure, label: _Label, name: str) -> None:
    """Write the total and the name at the end of a line, and draw the way there."""
    pixels, line = IdentityTransform(), label.line
    way: list[_Point] = [(_RIGHT, label.end), (_LABEL_AT, label.at)]
    figure.add_artist(_line(way, label.place, _DOTS, 1.5, pixels))
    figure.add_artist(_marks([way[1]], label.place, pixels))
    _write(figure, _TOTAL_AT, label.at, str(line.totals[-1]), across="right", bold=line.won)
    _write(figure, _NAME_AT, label.at, name, bold=line.won, colour=COLOURS[label.place])


def _legend(figure: Figure, letters: _Letters, chart: Chart) -> None:
    """Say below what stands for the target, and what the marks mean that are there."""
    pixels = IdentityTransform()
    meant = [(mark, label) for mark, label, happened in _meanings(chart) if happened]
    wide = sum(_SIGN + letters.width(label, _SMALL) for _, label in meant) + _SIGN * (len(meant) - 1) / 2
    # A long legend in some language is written smaller.
    scale, x = min(1.0, (WIDTH - 2 * _MARGIN) / wide), float(_MARGIN)
    for mark, label in meant:
        if mark:
            at = [(x + scale * _SIGN / 2, float(_LEGEND_AT))]
            figure.add_artist(_events(at, mark, scale, pixels))
        else:
            target = (x, x + scale * _SIGN * 0.8), (_LEGEND_AT, _LEGEND_AT)
            figure.add_artist(Line2D(*target, color=_FAINT, linewidth=2, linestyle=_TARGET, transform=pixels))
        _write(figure, x + scale * _SIGN, _LEGEND_AT, label, size=_SMALL * scale)
        x += scale * (1.5 * _SIGN + letters.width(label, _SMALL))


def _meanings(chart: Chart) -> tuple[tuple[str, str, bool], ...]:
    """Return each mark, none for the target's line, what it means, and whether it is there."""
    return (
        ("", chart.labels.target, True),
        (_CAUGHT, chart.labels.assaf, any(line.assafs for line in chart.lines)),
        (_LOWERED, chart.labels.lowered, any(line.lowered for line in chart.lines)),
    )


def _write(
    figure: Figure,
    x: float,
    y: float,
    text: str,
    *,
    size: float = _LARGE,
    colour: str = _TEXT,
    bold: bool = False,
    across: Literal["left", "center", "right"] = "left",
) -> None:
    """Write a text at this place, in pixels; a formula in it stays as it was typed."""
    figure.add_artist(
        Text(
            x,
            y,
            text,
            color=colour,
            fontproperties=FontProperties(size=size, weight="bold" if bold else "normal"),
            horizontalalignment=across,
            verticalalignment="center_baseline",
            parse_math=False,
            transform=IdentityTransform(),
        )
    )
