"""Matches of computer players without Discord, as many as wanted, with figures of how they went."""

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final, TextIO

from bot.engine.actions import By, Lay, Play
from bot.engine.cards import Card
from bot.engine.match import Match, Player
from bot.engine.record import to_record
from bot.engine.rules import Rules
from bot.players.levels import computer

Z: Final = 1.96
"""So many standard deviations make an interval of 95 % confidence."""

Progress = Callable[[int, int], None]
"""Is told how many matches of how many have been played."""


@dataclass(frozen=True)
class Simulation:
    """What to play: `levels` names the computer player of every seat.

    With `single_rounds` each match is stopped after its first round, and the seats deal in turn.
    `count_legal` notes with every play how many discards the hand had (docs/rules.md, section 8).
    """

    rules: Rules
    levels: tuple[str, ...]
    matches: int
    seed: int
    count_legal: bool = False
    single_rounds: bool = False


@dataclass
class Tally:
    """What the seats of one level did together.

    A shared match counts in `match_wins` for each of the winners, in `matches_won` once for their level.
    """

    seats: int = 0
    round_wins: int = 0
    match_wins: int = 0
    matches_won: int = 0
    points: int = 0
    hands: int = 0

    def to_json(self, rounds: int, matches: int) -> dict[str, Any]:
        """Return the figures as they are printed; the points are an average a round and seat."""
        return {
            "seats": self.seats,
            "round_wins": self.round_wins,
            "match_wins": self.match_wins,
            "points_a_round": self.points / self.hands if self.hands else None,
            "round_share": share(self.round_wins, rounds),
            "match_share": share(self.matches_won, matches),
        }


def share(wins: int, tries: int) -> list[float] | None:
    """Return the share of wins and the bounds of its 95 % confidence interval (Wilson); None of no tries."""
    if not tries:
        return None
    found, z2 = wins / tries, Z * Z / tries
    middle, half = found + z2 / 2, Z * sqrt(found * (1 - found) / tries + z2 / tries / 4)
    return [found, (middle - half) / (1 + z2), (middle + half) / (1 + z2)]


@dataclass
class Figures:
    """What has been played so far."""

    levels: tuple[str, ...]
    matches: int = 0
    decided: int = 0
    rounds: int = 0
    turns: int = 0
    longest_round: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict[str, Tally])

    def __post_init__(self) -> None:
        for level in self.levels:
            self.tallies.setdefault(level, Tally()).seats += 1

    def add(self, match: Match) -> None:
        """Count a match that has ended."""
        self.matches += 1
        self.decided += match.winners is not None
        self.rounds += len(match.rounds)
        for state in match.rounds:
            self.turns += state.turns
            self.longest_round = max(self.longest_round, state.turns)
            if state.result is None:
                continue
            score = state.result.score
            self.tallies[self.levels[score.winner]].round_wins += 1
            for level, points in zip(self.levels, score.points, strict=True):
                if points is not None:
                    self.tallies[level].points += points
                    self.tallies[level].hands += 1
        for seat in match.winners or ():
            self.tallies[self.levels[seat]].match_wins += 1
        for level in {self.levels[seat] for seat in match.winners or ()}:
            self.tallies[level].matches_won += 1

    def to_json(self, seconds: float) -> dict[str, Any]:
        """Return the figures as one object; `seconds` is what it all took."""
        return {
            "matches": self.matches,
            "rounds": self.rounds,
            "turns": self.turns,
            "longest_round": self.longest_round,
            "seconds": round(seconds, 3),
            "turns_per_second": round(self.turns / seconds) if seconds else None,
            "computers": {
                level: tally.to_json(self.rounds, self.decided) for level, tally in self.tallies.items()
            },
        }


def simulate(plan: Simulation, *, record: TextIO | None, progress: Progress) -> dict[str, Any]:
    """Play the matches of a plan and return their figures.

    The same plan plays the same matches. `record` takes the record of each, one a line.
    Raises SeatCount or DeckTooSmall for a table that cannot be, UnknownLevel for a level that is not there.
    """
    figures = Figures(plan.levels)
    rng = random.Random(plan.seed)  # noqa: S311 - a game to be repeated, not a secret
    start = time.perf_counter()
    for number in range(1, plan.matches + 1):
        dealer = number % len(plan.levels) if plan.single_rounds else rng.randrange(len(plan.levels))
        most = 1 if plan.single_rounds else None
        match, counts = play_match(
            plan.rules, plan.levels, rng, dealer=dealer, most_rounds=most, count_legal=plan.count_legal
        )
        figures.add(match)
        if record is not None:
            record.write(json.dumps(with_counts(to_record(match), counts), ensure_ascii=False) + "\n")
        progress(number, plan.matches)
    return figures.to_json(time.perf_counter() - start)


def play_match(
    rules: Rules,
    levels: Sequence[str],
    rng: random.Random,
    *,
    dealer: int,
    most_rounds: int | None = None,
    count_legal: bool = False,
) -> tuple[Match, list[int]]:
    """Play one match to its end, or stop it after so many rounds; every chance in it is drawn from `rng`.

    Returns the match and, if `count_legal`, how many discards there were at each play.
    """
    match = Match(rules, seated(levels))
    computers = [computer(level) for level in levels]
    counts: list[int] = []

    def shuffled(cards: Sequence[Card]) -> list[Card]:
        deck = list(cards)
        rng.shuffle(deck)
        return deck

    while not match.is_over:
        match.deal(shuffled, dealer)
        while (seat := match.to_move) is not None:
            action = computers[seat].choose(match.seat_view(seat), match.legal_actions(), rng)
            if count_legal and isinstance(action, Play | Lay):
                counts.append(match.count_discards())
            match.apply(action, By.COMPUTER, shuffled)
            slap = match.slap
            if slap is not None and computers[slap.seat].slaps(match.seat_view(slap.seat), rng):
                match.apply(slap, By.COMPUTER, shuffled)
        if len(match.rounds) == most_rounds and not match.is_over:
            match.stop("stopped")
    return match, counts


def seated(levels: Sequence[str]) -> list[Player]:
    """Return the players of these levels, named like `greedy 1`, each level counted for itself."""
    return [Player(f"{level} {levels[: seat + 1].count(level)}", level) for seat, level in enumerate(levels)]


def with_counts(record: dict[str, Any], counts: Sequence[int]) -> dict[str, Any]:
    """Note in every play of a record how many discards there were; none noted if there are no counts."""
    plays = [
        line for entry in record["rounds"] for line in entry["actions"] if line["type"] in {"play", "discard"}
    ]
    for line, count in zip(plays, counts, strict=False):
        line["legal_discards"] = count
    return record
