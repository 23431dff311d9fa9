"""What was secret when: the journals of a database held against all that a bot said meanwhile."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.engine.match import Match
from tests.load.journals import Journal
from tests.load.process import LogLine
from tests.load.rest import Call
from tests.secrecy import Shown, hand_of, hands_shown, leaks, log_leaks, public_cards


@dataclass(frozen=True, slots=True)
class Known:
    """What everybody knew from a moment on, what each person held, and the hands shown at ends of rounds."""

    since: datetime
    public: frozenset[str]
    hands: Mapping[int, frozenset[str]]
    shown: frozenset[Shown]


class Timeline:
    """What was known in each place at each moment.

    What is said may be late by `lag`: a message may wait for its turn at Discord and tell of a state that
    has passed meanwhile. What tells all the hands that were shown at the end of a round may be any time
    later: what is said of such a round is edited when its buttons go.
    """

    def __init__(self, found: Iterable[Journal], lag: timedelta) -> None:
        self._lag = lag
        self._states: dict[int, list[Known]] = defaultdict(list)
        for journal in found:
            self._states[journal.place_id] += _states(journal)
        self._moments = {place: [state.since for state in states] for place, states in self._states.items()}

    def at(self, place_id: int | None, moment: datetime) -> Sequence[Known]:
        """Return what held in a place at that moment, and what it may still be told of by then."""
        moments = self._moments.get(place_id or 0, [])
        last = bisect_right(moments, moment)
        first = max(bisect_right(moments, moment - self._lag) - 1, 0)
        return self._states[place_id or 0][first:last]

    def shown(self, place_id: int | None, moment: datetime) -> set[Shown]:
        """Return the hands at the end of every round that was over in a place by then."""
        last = bisect_right(self._moments.get(place_id or 0, []), moment)
        return {hands for state in self._states[place_id or 0][:last] for hands in state.shown}

    def everywhere(self, moment: datetime) -> set[str]:
        """Return what was known of any match at that moment."""
        return {card for place in self._moments for state in self.at(place, moment) for card in state.public}

    def leaks_of(self, calls: Iterable[Call]) -> Iterator[str]:
        """Return what the bot told somebody who should not have known it."""
        for call in calls:
            if call.route == "add emoji":
                # The pictures of all cards: they say nothing of a match.
                continue
            # Whoever plays alone is the place of that match, and the only one who reads of it.
            states = [*self.at(call.channel_id, call.at), *self.at(call.reader, call.at)]
            public = {card for state in states for card in state.public}
            own = {card for state in states for card in state.hands.get(call.reader or 0, ())}
            reader = "everybody" if call.reader is None else "one"
            found = leaks(call.body, public, own)
            # All that was ever shown is looked up for few.
            if found and call.reader is None:
                found = leaks(call.body, public, own, self.shown(call.channel_id, call.at))
            yield from (f"{call.route} to {reader}: {leak}" for leak in found)

    def leaks_in(self, log: Iterable[LogLine], words: Iterable[str]) -> Iterator[str]:
        """Return the lines of a log that hold a secret card, or one of these words."""
        told = tuple(words)
        for line in log:
            public = self.everywhere(line.at) if log_leaks([line.text]) else set[str]()
            yield from log_leaks([line.text], public, told)


def _states(journal: Journal) -> Iterator[Known]:
    for line, match in journal.states():
        public, shown = frozenset(public_cards(match)), frozenset(hands_shown(match))
        yield Known(line.at, public, _hands(journal, match), shown)


def _hands(journal: Journal, match: Match) -> dict[int, frozenset[str]]:
    return {user_id: frozenset(hand_of(match, seat)) for user_id, seat in journal.seats.items()}
