"""Requests in a channel follow each other no quicker than Discord takes them."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from bot.ui.pace import Limit, Pace

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HERE, ELSEWHERE = 500, 501
FIVE = 5.0


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    """Return a pace that has heard of five requests in five seconds."""
    pace = Pace(clock)
    pace.learn(5, FIVE)
    return pace


def seconds(pace: Pace, channel_id: int = HERE) -> float:
    return pace.wait(channel_id).total_seconds()


def request_for(pace: Pace, clock: Clock, duration: float) -> list[datetime]:
    """Make requests as quickly as the pace allows, for so many seconds; return when."""
    made, end = list[datetime](), clock.now + timedelta(seconds=duration)
    while clock.now < end:
        wait = pace.wait(HERE)
        if wait > timedelta(0):
            clock.now += wait
        else:
            pace.made(HERE)
            made.append(clock.now)
    return made


def most_in(made: list[datetime], window: float) -> int:
    """Return how many of these moments at most lie within any so many seconds."""
    span = timedelta(seconds=window)
    return max(sum(first <= moment < first + span for moment in made) for first in made)


def test_the_first_request_waits_for_nothing(pace: Pace) -> None:
    assert seconds(pace) == 0


def test_waits_grow_with_the_requests_just_made(pace: Pace, clock: Clock) -> None:
    waits = list[float]()
    for _ in range(4):
        pace.made(HERE)
        waits.append(seconds(pace))
        clock.now += pace.wait(HERE)
    assert waits == sorted(waits)
    assert waits[0] < 0.5
    assert 1 < waits[-1] < 4


def test_in_a_long_rush_requests_follow_each_other_about_once_a_second(pace: Pace, clock: Clock) -> None:
    made = request_for(pace, clock, 120)[5:]
    gaps = [(later - earlier).total_seconds() for earlier, later in itertools.pairwise(made)]
    assert min(gaps) > 0.8
    assert max(gaps) < 2


def test_a_channel_that_was_quiet_for_a_while_waits_for_nothing(pace: Pace, clock: Clock) -> None:
    request_for(pace, clock, 30)
    clock.go_on(FIVE)
    assert seconds(pace) == 0


def test_the_limit_is_never_reached_however_long_the_rush(pace: Pace, clock: Clock) -> None:
    made = request_for(pace, clock, 300)
    assert most_in(made, FIVE) <= 4, "one of the five is kept"
    assert len(made) > 300 / FIVE * 3, "and little is given away"


def test_channels_do_not_wait_for_each_other(pace: Pace, clock: Clock) -> None:
    request_for(pace, clock, 10)
    pace.made(HERE)
    assert seconds(pace) > 0
    assert seconds(pace, ELSEWHERE) == 0


def test_without_knowing_a_limit_nothing_waits(clock: Clock) -> None:
    pace = Pace(clock)
    for _ in range(20):
        pace.made(HERE)
        assert seconds(pace) == 0
    assert pace.limit is None


def test_the_tightest_limit_in_its_longest_window_counts(clock: Clock) -> None:
    pace = Pace(clock)
    pace.learn(5, 3.2)
    pace.learn(5, 4.9)
    pace.learn(4, 1.0)
    assert pace.limit == Limit(4, timedelta(seconds=4.9))


@pytest.mark.parametrize(("requests", "reset_after"), [(0, 5.0), (-1, 5.0), (5, 0.0), (5, -1.0)])
def test_an_answer_that_says_nothing_of_a_limit_changes_nothing(
    clock: Clock, requests: int, reset_after: float
) -> None:
    pace = Pace(clock)
    pace.learn(requests, reset_after)
    assert pace.limit is None


def test_a_limit_of_one_request_lets_that_one_through(clock: Clock) -> None:
    pace = Pace(clock)
    pace.learn(1, 2.0)
    assert most_in(request_for(pace, clock, 60), 2.0) == 1


def test_after_a_refusal_the_channel_waits_as_long_as_discord_wants(pace: Pace, clock: Clock) -> None:
    pace.refused(HERE, 7.5)
    assert seconds(pace) == 7.5
    assert seconds(pace, ELSEWHERE) == 0
    clock.go_on(7.5)
    assert seconds(pace) == 0


def test_after_a_refusal_waits_are_longer_and_that_wears_off(pace: Pace, clock: Clock) -> None:
    usual = len(request_for(pace, clock, 60))
    for _ in range(3):
        pace.refused(HERE, 0)
    pressed = len(request_for(pace, clock, 10)) * 6
    clock.go_on(60)
    assert pressed < usual / 3
    assert len(request_for(pace, clock, 60)) == usual


def test_slow_answers_make_the_waits_longer_but_not_ever_longer(pace: Pace, clock: Clock) -> None:
    pace.made(HERE)
    quick = seconds(pace)
    for _ in range(10):
        pace.answered(HERE, timedelta(seconds=3))
    assert quick < seconds(pace) <= 4 * quick
    clock.go_on(60)
    pace.made(HERE)
    pace.answered(HERE, timedelta(seconds=0.2))
    assert seconds(pace) == quick


def test_a_refusal_for_very_long_keeps_a_channel_for_minutes_only(pace: Pace) -> None:
    pace.refused(HERE, 86_400)
    assert seconds(pace) == 300


def test_a_clock_that_is_set_back_keeps_nobody_waiting(pace: Pace, clock: Clock) -> None:
    request_for(pace, clock, 10)
    pace.refused(HERE, 5)
    clock.go_on(-3600)
    assert seconds(pace) == 0


def test_channels_in_which_nothing_happens_are_forgotten(pace: Pace, clock: Clock) -> None:
    for channel_id in range(100):
        pace.made(channel_id)
    clock.go_on(60)
    assert all(seconds(pace, channel_id) == 0 for channel_id in range(100))
    assert pace.channels == 0


def test_channels_in_which_nothing_happens_any_more_do_not_pile_up(pace: Pace, clock: Clock) -> None:
    """Nobody asks how long to wait in the channel of a match that is over."""
    for channel in range(5_000):
        pace.made(channel)
        clock.go_on(1)
    assert pace.channels <= 100
