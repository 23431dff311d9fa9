"""How quickly requests may follow each other in a channel, so that Discord never has to refuse one."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from bot.tables.timers import Clock

EDITABLE: Final = timedelta(hours=1)
"""For how long a message may be edited as often as any other; later Discord allows few edits."""

_SLOW: Final = timedelta(seconds=2)
_MOST_PRESSURE: Final = 8.0
_GAP_UNDER_PRESSURE: Final = timedelta(seconds=0.5)
_LONGEST_WINDOW: Final = timedelta(seconds=15)
_LONGEST_WAIT: Final = timedelta(minutes=5)
_NOTHING: Final = timedelta(0)
_CROWDED: Final = 100


@dataclass(frozen=True, slots=True)
class Limit:
    """What Discord lets happen in one channel: at most `requests` in any `window`."""

    requests: int
    window: timedelta


@dataclass
class _Lane:
    """One channel: when its latest requests were made, and how hard it is pressed (1 is not at all)."""

    made: list[datetime] = field(default_factory=list[datetime])
    pressure: float = 1.0
    eased: datetime | None = None
    closed_until: datetime | None = None

    @property
    def is_idle(self) -> bool:
        """Say whether there is nothing to remember of it."""
        return not self.made and self.closed_until is None and self.pressure <= 1


class Pace:
    """Says how long to wait before the next request in a channel.

    The limit is what Discord's answers tell; until the first one there is none. One request of it is left for
    the unforeseen, and the waits grow with the number of requests just made. After a refusal (429) or a slow
    answer all waits are longer; that wears off.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock: Final = clock
        self._limit: Limit | None = None
        self._lanes: dict[int, _Lane] = {}
        self._crowded = _CROWDED

    @property
    def limit(self) -> Limit | None:
        """What is known of the limit in each channel."""
        return self._limit

    @property
    def channels(self) -> int:
        """In how many channels there were requests just now."""
        return len(self._lanes)

    def wait(self, channel_id: int) -> timedelta:
        """Return how long the next request in a channel has to wait, zero if it may be made now."""
        lane, now = self._lanes.get(channel_id), self.clock()
        if lane is None:
            return _NOTHING
        self._forget_old(lane, now)
        moments = [now, lane.closed_until or now]
        if lane.made:
            moments.append(lane.made[-1] + self._gap(lane))
            if self._limit is not None and len(lane.made) >= self._room():
                moments.append(lane.made[-self._room()] + self._limit.window)
        elif lane.is_idle:
            del self._lanes[channel_id]
        return min(max(moments) - now, _LONGEST_WAIT)

    def made(self, channel_id: int) -> None:
        """Note that a request is being made in a channel."""
        self._lane(channel_id).made.append(self.clock())

    def answered(self, channel_id: int, took: timedelta) -> None:
        """Note how long an answer took: a slow one means that Discord, or the way there, is busy."""
        if took >= _SLOW:
            self._press(channel_id, times=1, least=2)

    def refused(self, channel_id: int, retry_after: float) -> None:
        """Note that a request was one too many; `retry_after` is in seconds."""
        now = self.clock()
        until = now + min(timedelta(seconds=max(retry_after, 0)), _LONGEST_WAIT)
        lane = self._lane(channel_id)
        lane.closed_until = max(until, lane.closed_until or until)
        self._press(channel_id, times=2, least=2)

    def learn(self, requests: int, reset_after: float) -> None:
        """Take over what an answer says of the limit: `requests` in a window that ends in so many seconds.

        Routes with different limits count as one with the tightest of them.
        """
        window = min(timedelta(seconds=max(reset_after, 0)), _LONGEST_WINDOW)
        if requests < 1 or window <= _NOTHING:
            return
        known = self._limit or Limit(requests, window)
        self._limit = Limit(min(requests, known.requests), max(window, known.window))

    def _press(self, channel_id: int, *, times: float, least: float) -> None:
        lane = self._lane(channel_id)
        lane.pressure = min(max(lane.pressure * times, least), _MOST_PRESSURE)
        lane.eased = self.clock()

    def _gap(self, lane: _Lane) -> timedelta:
        """Return how far the next request is to stay behind the last one."""
        gap = _NOTHING
        if self._limit is not None:
            room = self._room()
            gap = self._limit.window / room * min(len(lane.made) / room, 1)
        return gap if lane.pressure <= 1 else max(gap, _GAP_UNDER_PRESSURE) * lane.pressure

    def _room(self) -> int:
        """Return how many of the requests in a window are used: one is kept."""
        return 1 if self._limit is None else max(self._limit.requests - 1, 1)

    def _forget_old(self, lane: _Lane, now: datetime) -> None:
        window = _LONGEST_WINDOW if self._limit is None else self._limit.window
        # What lies ahead was noted before the clock was set back.
        lane.made = [moment for moment in lane.made if _NOTHING <= now - moment < window]
        if lane.closed_until is not None and not now < lane.closed_until <= now + _LONGEST_WAIT:
            lane.closed_until = None
        while lane.pressure > 1 and lane.eased is not None and now - lane.eased >= _LONGEST_WINDOW:
            lane.pressure, lane.eased = lane.pressure / 2, lane.eased + _LONGEST_WINDOW

    def _lane(self, channel_id: int) -> _Lane:
        if channel_id not in self._lanes:
            self._forget_idle()
            self._lanes[channel_id] = _Lane()
        return self._lanes[channel_id]

    def _forget_idle(self) -> None:
        """Forget the channels in which nothing happened lately, once there are twice as many as last time."""
        if len(self._lanes) < self._crowded:
            return
        for channel_id, lane in tuple(self._lanes.items()):
            self._forget_old(lane, self.clock())
            if lane.is_idle:
                del self._lanes[channel_id]
        self._crowded = max(2 * len(self._lanes), _CROWDED)
