"""What the end of a round is worth in the match, with its halvings and target (docs/rules.md, section 7)."""

from collections.abc import Mapping
from math import erf, sqrt
from typing import Final

from bot.engine.scoring import RoundScore, match_winners, score_call, settle, still_in
from bot.engine.views import SeatView
from bot.players.outlook import Outlook

A_ROUND: Final = 9
"""So many points the one who is last adds a round, on the average."""
SPREAD: Final = 17
"""The standard deviation of what a round does to the distance of two totals."""
HIDDEN: Final = 4.5
"""What a card in another hand is worth, on the average: high ones are thrown first."""
DOUBTS: Final = (0.5, 1.0, 1.5)
"""A guess of points may be that much too high or too low."""
GAIN: Final = 10
"""What the others still hold in a round that is won later."""
LOSS: Final = 8
"""What this seat still holds in a round that it loses after a hand with which it could have called."""
WINNING: Final = 3
"""What somebody holds who calls."""


class Stakes:
    """How likely a seat is to win the match, by how the round ends."""

    def __init__(self, view: SeatView, of: Outlook) -> None:
        public = view.public
        self._rules: Final = public.rules
        self._seat: Final = view.seat
        self._own: Final = view.total
        self._totals: Final = tuple(seat.total for seat in public.seats)
        self._seats: Final = tuple(seat.seat for seat in public.seats if not seat.is_out)
        at = self._seats.index(view.seat)
        following = self._seats[at + 1 :] + self._seats[:at]
        self._held: Final[Mapping[int, float]] = {
            seat: max(self._rules.hand_sum(list(rival.known)), 0) + HIDDEN * (rival.cards - len(rival.known))
            for seat, rival in zip(following, of.rivals, strict=True)
        }

    def called(self, stands: float) -> float:
        """Return the chance of winning the match with a call now, which stands with that chance."""
        own = self._own
        good = [
            self._scored(
                self._seat,
                own,
                {seat: max(round(held * doubt), own + 1) for seat, held in self._held.items()},
            )
            for doubt in DOUBTS
        ]
        lowest = min(self._held, key=self._held.__getitem__)
        caught = self._scored(
            self._seat,
            own,
            {
                seat: own - (self._rules.assaf_on == "lower") if seat == lowest else max(round(held), own + 1)
                for seat, held in self._held.items()
            },
        )
        return stands * sum(good) / len(good) + (1 - stands) * caught

    def waited(self, wins: float) -> float:
        """Return the chance of winning the match by going on, with that chance of winning the round."""
        good = [
            self._scored(self._seat, WINNING, dict.fromkeys(self._held, round(GAIN * doubt)))
            for doubt in DOUBTS
        ]
        winner = min(self._held, key=self._held.__getitem__)
        bad = [
            self._scored(winner, round(LOSS * doubt), dict.fromkeys(self._held, GAIN) | {winner: WINNING})
            for doubt in DOUBTS
        ]
        return (wins * sum(good) + (1 - wins) * sum(bad)) / len(DOUBTS)

    def _scored(self, caller: int, own: int, others: Mapping[int, int]) -> float:
        sums = {**others, self._seat: own}
        return self._after(score_call(self._rules, caller, sums, len(self._totals)))

    def _after(self, score: RoundScore) -> float:
        """Return the chance of winning the match once the round has been scored so."""
        rules = self._rules
        totals = settle(rules, score, (), self._totals).totals
        winners = match_winners(rules, totals, self._seats, last_round=False)
        if winners is not None:
            return (self._seat in winners) / len(winners)
        seats = still_in(rules, totals, self._seats)
        if self._seat not in seats:
            return 0.0
        rounds = max(rules.target - max(totals[seat] for seat in seats), 1) / A_ROUND
        chance = 1.0
        for seat in seats:
            if seat != self._seat:
                ahead = (totals[seat] - totals[self._seat]) / (SPREAD * sqrt(rounds))
                chance *= (1 + erf(ahead / sqrt(2))) / 2
        return chance
