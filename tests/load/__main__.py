"""Load a bot and print what it took: `python -m tests.load --channels 20 --minutes 30`."""

import argparse
import asyncio
import logging
import sys
import tempfile
from pathlib import Path

from tests.load.report import Load, run


def main() -> int:
    """Return 0 if everything was as promised, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--channels", type=int, default=20, help="busy channels (default: 20)")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long (default: 30)")
    parser.add_argument(
        "--think", type=float, default=2.0, help="seconds a person takes for a click (default: 2)"
    )
    parser.add_argument("--seed", type=int, default=0, help="another crowd for each (default: 0)")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    load = Load(channels=options.channels, minutes=options.minutes, think=options.think, seed=options.seed)
    with tempfile.TemporaryDirectory(prefix="yaniv-load-") as folder:
        report = asyncio.run(run(load, Path(folder) / "yaniv.sqlite3"))
    sys.stdout.write("\n".join([*report.lines(), ""]))
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
