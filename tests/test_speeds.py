"""The speeds are those the players were promised."""

from datetime import timedelta

import pytest

from bot.speeds import DEFAULT_SPEED, Speed


@pytest.mark.parametrize(
    ("speed", "turn", "reminds", "is_slow"),
    [
        (Speed.BLITZ, timedelta(seconds=20), False, False),
        (Speed.FAST, timedelta(seconds=45), False, False),
        (Speed.NORMAL, timedelta(minutes=2), True, False),
        (Speed.RELAXED, timedelta(minutes=10), True, True),
        (Speed.DAY, timedelta(hours=24), True, True),
        (Speed.NONE, None, False, True),
    ],
)
def test_each_speed_has_its_turn_its_reminder_and_its_patience(
    speed: Speed, turn: timedelta | None, reminds: bool, is_slow: bool
) -> None:
    assert (speed.turn, speed.reminds, speed.is_slow) == (turn, reminds, is_slow)


def test_a_turn_takes_two_minutes_unless_somebody_says_otherwise() -> None:
    assert DEFAULT_SPEED is Speed.NORMAL
