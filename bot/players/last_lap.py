"""The last lap: the one turn that is left is judged by how the round ends (docs/rules.md, section 7)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.engine.actions import Action, Play
from bot.engine.rules import Rules
from bot.engine.views import SeatView
from bot.players.hand_cost import without
from bot.players.memory import Memory, drawable


def last_play(view: SeatView, legal: Sequence[Action], memory: Memory) -> Play:
    """Return the legal play after which the seat does best against the caller, in points and on average.

    What belongs together is no use any more: no turn follows in which it could be laid.
    """
    rules, coming = view.public.rules, drawable(view, memory)
    called = called_sums(view, memory)

    def lost(play: Play) -> float:
        kept = without(view.hand, play.discard)
        sums = Counter(
            rules.hand_sum([*kept, card]) for card in (coming if play.draw is None else (play.draw,))
        )
        return sum(_lost(held, called, rules) * times for held, times in sums.items()) / sums.total()

    return min((action for action in legal if isinstance(action, Play)), key=lost)


def called_sums(view: SeatView, memory: Memory) -> Mapping[int, float]:
    """Return how likely, 0 to 1, the caller's hand is of each sum that allowed the call.

    Every way to deal it unseen cards beside those it is known to hold counts alike.
    """
    public = view.public
    caller = 0 if public.caller is None else public.caller
    known = memory.known[caller]
    hidden = public.seats[caller].cards - len(known)
    ways = [Counter[int]() for _ in range(hidden + 1)]
    ways[0][public.rules.hand_sum(known)] = 1
    for worth in map(public.rules.points, memory.unseen):
        for number in range(hidden, 0, -1):
            for total, count in ways[number - 1].items():
                ways[number][total + worth] += count
    low = {total: count for total, count in ways[hidden].items() if total <= public.rules.yaniv_limit}
    number = sum(low.values())
    # By the jack rule a card does not count by itself alone, so that no sum may seem low enough.
    return {total: count / number for total, count in low.items()} or {public.rules.yaniv_limit: 1.0}


def _lost(held: int, called: Mapping[int, float], rules: Rules) -> float:
    """Return by how many points the seat does worse than the caller, on average, with a hand of that sum."""
    lost = 0.0
    for total, likely in called.items():
        if held < total + (rules.assaf_on != "lower"):
            own = held if rules.assaf_zero == "none" else 0
            lost += likely * (own - rules.assaf_penalty - total * rules.assaf_adds_hand)
        else:
            lost += likely * held
    return lost
