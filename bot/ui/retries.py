"""How long to wait before something that failed is tried again."""

import random
from datetime import timedelta
from typing import Final

FIRST: Final = timedelta(seconds=2)
LONGEST: Final = timedelta(minutes=5)


def backoff(failures: int, rng: random.Random) -> timedelta:
    """Return how long to wait after so many failures in a row, 1 or more: about 2, 4, 8 s, up to 5 minutes.

    A random part keeps those who failed together from coming back together.
    """
    doubled = FIRST * 2 ** min(max(failures, 1) - 1, 16)
    return min(doubled, LONGEST) * rng.uniform(0.75, 1.0)
