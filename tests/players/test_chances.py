"""The chance that a hint names with a turn is about the share of such rounds that are won."""

import random
from collections import defaultdict
from collections.abc import Sequence

import pytest

from bot.engine.actions import Action, Play
from bot.engine.rules import CLASSIC
from bot.engine.views import SeatView
from bot.players.base import Computer
from bot.players.hard import HardPlayer, beats_chance
from bot.players.levels import computer
from bot.players.memory import remember
from bot.players.outlook import outlook
from bot.simulate import play_match

ROUNDS = 400
ENOUGH = 100


class Noting(HardPlayer):
    """Plays as `hard` does, and notes the chance of each turn it plays."""

    def __init__(self) -> None:
        self.noted: list[float] = []

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        chosen = super().choose(view, legal, rng)
        if isinstance(chosen, Play):
            self.noted.append(beats_chance(outlook(view, remember(view)), chosen))
        return chosen


@pytest.mark.slow
def test_of_the_rounds_of_two_seats_as_many_are_won_as_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    noting = Noting()
    seated: dict[str, Computer] = {"noting": noting, "normal": computer("normal")}
    monkeypatch.setattr("bot.simulate.computer", seated.__getitem__)
    rng, said = random.Random(7), defaultdict[int, list[tuple[float, bool]]](list)
    for number in range(ROUNDS):
        noting.noted.clear()
        match, _ = play_match(CLASSIC, ("noting", "normal"), rng, dealer=number % 2, most_rounds=1)
        result = match.rounds[0].result
        assert result is not None
        for chance in noting.noted:
            said[int(chance * 10)].append((chance, result.score.winner == 0))
    compared = {tenth: notes for tenth, notes in said.items() if len(notes) >= ENOUGH}
    assert len(compared) >= 5
    for tenth, notes in compared.items():
        told = sum(chance for chance, _ in notes) / len(notes)
        won = sum(won for _, won in notes) / len(notes)
        # Turns of one round are won or lost together, so a tenth of a few hundred turns is not exact.
        assert abs(told - won) < 0.1, (tenth, len(notes), told, won)
