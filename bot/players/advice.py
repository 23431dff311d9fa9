"""What is best for the seat to move, and the figures that speak for it: from what that seat sees alone."""

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final, Self

from bot.engine.actions import Action, Draw, Lay, Play
from bot.engine.cards import Card
from bot.engine.glance import larger_discards
from bot.engine.views import SeatView
from bot.players.hand_cost import without
from bot.players.hard import beats_chance
from bot.players.legal import call_of
from bot.players.memory import Memory, drawable, remember
from bot.players.outlook import outlook
from bot.players.thought import Thought

SAMPLES: Final = 4000
"""So many ways to deal the unseen cards are tried: what comes of it is right to about one in a hundred."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, as the index of a legal action, and why.

    `assaf` is the chance, 0 to 1, that a call now is an assaf; None where there can be none. `kept` are the
    points in hand after what is laid, and after a card taken with it. Of a card from the stock `unseen` says
    which number it may be, `ready` with how many of them the hand is low enough for a later call, and `mean`
    how many points the hand grows by on average; `unseen` is 0 where none is drawn.

    `other` is the index of a turn that lays the most points and draws, where the best one lays fewer; `wins`
    and `other_wins` are the chances, 0 to 1, to come out ahead of another seat after either. With two seats
    that is to win the round.
    """

    index: int
    assaf: float | None
    kept: int
    unseen: int = 0
    ready: int = 0
    mean: float = 0.0
    other: int | None = None
    wins: float = 0.0
    other_wins: float = 0.0

    def written(self) -> str:
        """Return it as one line for another process."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Self:
        """Read what `written` wrote; raise ValueError or TypeError for anything else."""
        return cls(**json.loads(line))


@dataclass(frozen=True, slots=True)
class Question(Thought):
    """A thought of which the reasons are asked for too."""

    def advice(self) -> Advice:
        """Think, and return what is best; raises what `choice` raises."""
        rng = random.Random(self.seed)  # noqa: S311 - advice to be repeated, not a secret
        memory = remember(self.view)
        return _compared(self, _advice(self.view, self.legal, self.choice(), memory, rng), memory)

    def answer(self) -> str:
        """Think, and return the index of the best action and all the figures as one line."""
        advice = self.advice()
        return f"{advice.index} {advice.written()}"


def _advice(
    view: SeatView, legal: Sequence[Action], index: int, memory: Memory, rng: random.Random
) -> Advice:
    assaf = None if call_of(legal) is None else assaf_share(view, memory, rng)
    match legal[index]:
        case Play(_, laid, taken):
            kept = without(view.hand, laid)
            if taken is None:
                return _with_draw(view, memory, kept, index, assaf)
            return Advice(index, assaf, view.public.rules.hand_sum([*kept, taken]))
        case Lay(_, laid):
            return Advice(index, assaf, view.public.rules.hand_sum(without(view.hand, laid)))
        case Draw():
            return _with_draw(view, memory, list(view.hand), index, assaf)
        case _:
            return Advice(index, assaf, view.total)


def _compared(asked: Thought, advice: Advice, memory: Memory) -> Advice:
    """Add by how much the best turn beats the best of those that lay the most points, where it lays fewer."""
    view, rules, best = asked.view, asked.view.public.rules, asked.legal[advice.index]
    if not isinstance(best, Play) or view.public.caller is not None:
        return advice
    drawing = {
        at: play for at, play in enumerate(asked.legal) if isinstance(play, Play) and play.draw is None
    }
    laid = {at: rules.hand_sum(list(play.discard)) for at, play in drawing.items()}
    most = max(laid.values(), default=0)
    if rules.hand_sum(list(best.discard)) >= most:
        return advice
    of = outlook(view, memory)
    chances = {at: beats_chance(of, drawing[at]) for at, points in laid.items() if points == most}
    other, wins = max(chances, key=lambda at: chances[at]), beats_chance(of, best)
    if wins <= chances[other]:
        # A level that judges otherwise has another reason.
        return advice
    return replace(advice, other=other, wins=wins, other_wins=chances[other])


def _with_draw(view: SeatView, memory: Memory, kept: list[Card], index: int, assaf: float | None) -> Advice:
    public, cards = view.public, drawable(view, memory)
    rules, held = public.rules, public.rules.hand_sum(kept)
    sums = [rules.hand_sum([*kept, card]) for card in cards]
    # Nobody calls any more in a last lap, nor once the last card of the stock has ended the round
    # (docs/rules.md, sections 3, 4 and 7).
    ends = rules.stock_empty == "end_round" and public.stock == 1
    may_call_later = public.caller is None and not ends
    ready = sum(may_call_later and points <= rules.yaniv_limit for points in sums)
    mean = sum(sums) / len(sums) - held if sums else 0.0
    return Advice(index, assaf, held, unseen=len(cards), ready=ready, mean=mean)


def goes_together(view: SeatView, play: Play) -> tuple[Card, ...]:
    """Return the discard of several cards, of most points, that a turn leaves ready for the seat's next one.

    Empty if there is none of more than 0 points, and in a last lap, in which no turn follows (section 7).
    """
    rules, drawn = view.public.rules, () if play.draw is None else (play.draw,)
    if view.public.caller is not None:
        return ()
    found = larger_discards([*without(view.hand, play.discard), *drawn], rules)
    return max((cards for cards in found if rules.hand_sum(cards)), key=rules.hand_sum, default=())


def assaf_share(view: SeatView, memory: Memory, rng: random.Random, samples: int = SAMPLES) -> float:
    """Return in which share, 0 to 1, of the ways to deal the unseen cards a call now is an assaf.

    Every way counts alike (docs/rules.md, section 7): it deals the others as many unseen cards as they hold
    beside those they are known to hold. What somebody laid or had to draw makes none of them less likely.
    """
    rules = view.public.rules
    enough = view.total - (rules.assaf_on == "lower")
    others = [seat.seat for seat in view.public.seats if seat.seat != view.seat and not seat.is_out]
    known = [list(memory.known[seat]) for seat in others]
    hidden = [view.public.seats[seat].cards - len(held) for seat, held in zip(others, known, strict=True)]
    caught = 0
    for _ in range(samples):
        drawn, at = rng.sample(memory.unseen, sum(hidden)), 0
        for held, count in zip(known, hidden, strict=True):
            if rules.hand_sum(held + drawn[at : at + count]) <= enough:
                caught += 1
                break
            at += count
    return caught / samples
