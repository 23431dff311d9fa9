"""The process that draws one chart: `python -m bot.ui.charts`.

It reads a chart from its standard input and writes to its standard output a line with the numbers that stand
for names, then the picture. A process a chart: none stays in memory, and one that hangs is simply ended.
"""

import json
import os
import signal
import sys
from typing import Final

from bot.ui.charts.drawing import draw
from bot.ui.charts.values import Chart

NICENESS: Final = 10
"""Whoever waits for a click to be answered comes first."""

LIFE: Final = 60
"""Seconds until the process ends itself, should the one that would end it be gone."""


def main() -> None:
    """Draw one chart."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    if hasattr(signal, "alarm"):
        signal.alarm(LIFE)
    drawn = draw(Chart.from_json(sys.stdin.buffer.read().decode()))
    sys.stdout.buffer.write(json.dumps(drawn.numbered).encode() + b"\n" + drawn.png)


if __name__ == "__main__":
    main()
