"""What failed is tried again after waits that double, up to five minutes, and never in step with others."""

import random
from datetime import timedelta

from bot.ui.retries import backoff


def test_waits_double_up_to_five_minutes() -> None:
    for failures, seconds in ((1, 2), (2, 4), (3, 8), (8, 256), (9, 300), (10_000, 300)):
        waits = [backoff(failures, random.Random(seed)) for seed in range(50)]
        assert max(waits) <= timedelta(seconds=seconds)
        assert min(waits) >= timedelta(seconds=seconds * 0.75)


def test_those_who_failed_together_do_not_come_back_together() -> None:
    rng = random.Random(1)
    assert len({backoff(5, rng) for _ in range(20)}) == 20
