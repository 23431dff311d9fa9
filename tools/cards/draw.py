"""Draws the card faces as SVG, and renders them: a large rank and a large suit, to be read at 22 pixels."""

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

from bot.engine.cards import Suit
from bot.ui.faces import BACK, DECK, FOLDER, picture_name
from tools.cards.shapes import BELLS, CAP, RANKS, SUITS

SIZE: Final = 128
PALETTE: Final = 64

_BLACK: Final = "#15171c"
_RED: Final = "#d3173a"
_BLUE: Final = "#1456d8"
_GREEN: Final = "#0b7a35"
_GOLD: Final = "#e0a100"
_EDGE: Final = "#9aa0aa"

_COLOURS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: _BLACK,
    Suit.HEARTS: _RED,
    Suit.DIAMONDS: _RED,
    Suit.CLUBS: _BLACK,
}
_FOUR_COLOURS: Final[Mapping[Suit, str]] = {**_COLOURS, Suit.DIAMONDS: _BLUE, Suit.CLUBS: _GREEN}

# The ten alone is wide: it is drawn a little narrower, with thinner strokes.
_TEN: Final = ("16 16", "0.92 0.94", "16")
_RANK: Final = ("17 16", "0.98 0.98", "18")


def drawings() -> Iterator[tuple[str, str]]:
    """Give the name and the SVG of every picture, each once."""
    for four_colours in (False, True):
        for card in DECK:
            name = picture_name(card, four_colours=four_colours)
            if card.suit is None:
                yield name, _joker(_RED if name == "red_joker" else _BLACK)
            elif not four_colours or _COLOURS[card.suit] != _FOUR_COLOURS[card.suit]:
                colours = _FOUR_COLOURS if four_colours else _COLOURS
                yield name, _face(card.rank, card.suit, colours[card.suit])
    yield BACK, _back()


def _face(rank: int, suit: Suit, colour: str) -> str:
    at, scale, width = _TEN if rank == 10 else _RANK
    return _svg(
        _card("#ffffff", _EDGE),
        f'<path d="{RANKS[rank]}" transform="translate({at}) scale({scale})" fill="none" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linejoin="round"/>',
        # The white edge keeps the suit apart from the rank that it overlaps.
        f'<path d="{SUITS[suit]}" transform="translate(60 60) scale(0.61)" fill="{colour}" stroke="#ffffff" '
        'stroke-width="11" stroke-linejoin="round" paint-order="stroke"/>',
    )


def _joker(colour: str) -> str:
    return _svg(
        _card("#ffffff", _EDGE),
        f'<path d="{CAP}" fill="{colour}"/>',
        f'<rect x="36" y="97" width="56" height="15" rx="5" fill="{colour}"/>',
        *(f'<circle cx="{x}" cy="{y}" r="11" fill="{_GOLD}"/>' for x, y in BELLS),
    )


def _back() -> str:
    tiles = "".join(
        f"M{x} {y} l11 11 l-11 11 l-11 -11 Z " for y in range(20, 100, 22) for x in range(31, 110, 22)
    )
    return _svg(
        _card("#ffffff", _EDGE),
        '<rect x="12" y="12" width="104" height="104" rx="11" fill="#27418f"/>',
        f'<path d="{tiles.strip()}" fill="#5f7fd0"/>',
    )


def _card(fill: str, edge: str) -> str:
    return (
        f'<rect x="2" y="2" width="124" height="124" rx="19" fill="{fill}" stroke="{edge}" stroke-width="4"/>'
    )


def _svg(*parts: str) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}">'
    )
    return "\n".join([head, *(f"  {part}" for part in parts), "</svg>", ""])


def rendered(svg: str) -> Image.Image:
    """Return the picture of an SVG, in few colours."""
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("RGBA").quantize(PALETTE, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def save(folder: Path = FOLDER) -> list[str]:
    """Write every SVG and PNG that is not there as drawn, delete what is drawn no more; return what changed.

    A PNG that shows the same already stays as it is: other bytes would be another emoji.
    """
    changed: list[str] = []
    drawn = dict(drawings())
    for file in sorted(folder.glob("*")):
        if file.suffix in {".svg", ".png"} and file.stem not in drawn:
            file.unlink()
            changed.append(file.name)
    for name, svg in drawn.items():
        source, shipped = folder / f"{name}.svg", folder / f"{name}.png"
        if not source.is_file() or source.read_text(encoding="utf-8") != svg:
            source.write_text(svg, encoding="utf-8")
            changed.append(source.name)
        picture = rendered(svg)
        if not shipped.is_file() or not alike(shipped, picture):
            picture.save(shipped, optimize=True)
            changed.append(shipped.name)
    return changed


def alike(shipped: Path, picture: Image.Image) -> bool:
    """Say whether a file shows a picture, pixel by pixel."""
    with Image.open(shipped) as there:
        return there.convert("RGBA").tobytes() == picture.convert("RGBA").tobytes()
