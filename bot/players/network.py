"""A small network of weighted sums that was trained on rounds computers played against each other."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from operator import mul
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "data" / "players"


@dataclass(frozen=True, slots=True)
class Network:
    """One layer of hidden units, each a weighted sum cut off at 0, and an answer made of them.

    `hidden` has for each unit its weights, one a number asked about, and `offsets` what is added to each sum.
    """

    hidden: tuple[tuple[float, ...], ...]
    offsets: tuple[float, ...]
    answer: tuple[float, ...]
    offset: float

    def chance(self, asked: Sequence[float]) -> float:
        """Return the chance, 0 to 1, of what the network was trained to tell from these numbers."""
        total = self.offset
        for weights, offset, share in zip(self.hidden, self.offsets, self.answer, strict=True):
            unit = offset + sum(map(mul, weights, asked))
            if unit > 0:
                total += unit * share
        return 1 / (1 + exp(-total))


@cache
def trained(name: str) -> Network:
    """Return the network of that name in `data/players`, read once."""
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return Network(
        tuple(map(tuple, data["hidden"])), tuple(data["offsets"]), tuple(data["answer"]), data["offset"]
    )
