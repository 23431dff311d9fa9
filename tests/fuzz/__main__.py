"""`python -m tests.fuzz --seed N --steps 2000`: one run, or many."""

import argparse
import random
import sys
import time

from tests.fuzz.runs import again, run


def main() -> int:
    """Do what the command line asks for; return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, help="the run to do again; drawn at random if left out")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=1, help="so many runs, with the seeds that follow")
    parser.add_argument("--shrink", action="store_true", help="look for a shorter run that fails too")
    parser.add_argument("--story", action="store_true", help="tell everything that happened")
    asked = parser.parse_args()
    first = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    for seed in range(first, first + asked.runs):
        began = time.perf_counter()
        _say(again(seed, asked.steps))
        story = run(seed, asked.steps, shrink=asked.shrink)
        if asked.story:
            _say("\n".join(story))
        _say(f"  {time.perf_counter() - began:.1f} s")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
