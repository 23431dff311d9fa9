"""The level `hard`: it judges a turn by what came of many like it, or plays it on in its mind many times."""

import random
from collections.abc import Sequence
from typing import Final

from bot.engine.actions import Action, Play
from bot.engine.discards import lay, takeable
from bot.engine.views import SeatView
from bot.players.call_numbers import call_numbers
from bot.players.hand_cost import without
from bot.players.last_lap import last_play
from bot.players.laying import lay_cost
from bot.players.legal import call_of, without_call
from bot.players.memory import Memory, remember
from bot.players.network import trained
from bot.players.outlook import Outlook, outlook
from bot.players.playing import play_costs
from bot.players.search import best_of
from bot.players.stakes import Stakes
from bot.players.turn_numbers import turn_numbers

WEIGHED: Final = 8
"""So many turns are weighed, those that look best at first sight."""

PATIENCE: Final = 40
"""After so many turns of two seats it calls as soon as it may: two who wait for each other come to an end."""


class HardPlayer:
    """Weighs a call against the best turn.

    In the first round of a match of two it is the chance of winning the round that counts; else that of
    winning the match, for which an assaf is dear, unless it halves a total, and a point or two may be all.
    """

    is_quick: bool = False

    def choose(self, view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
        """Return one of the `legal` actions."""
        if len(legal) == 1:
            return legal[0]
        memory = remember(view)
        if view.public.rules.turn_system == "match_or_draw":
            return best_of(view, promising(view, legal, memory), memory, rng)
        if view.public.caller is not None:
            return last_play(view, legal, memory)
        of = outlook(view, memory)
        play, chance = best_turn(view, legal, memory, of)
        call = call_of(legal)
        return call if call is not None and worth_calling(view, of, chance ** len(of.rivals)) else play

    def slaps(self, view: SeatView, rng: random.Random) -> bool:
        """Say yes: a card less, and its points too."""
        return True


def worth_calling(view: SeatView, of: Outlook, wins: float) -> bool:
    """Say whether to call rather than to go on, by which the round is won with a chance of `wins`."""
    if of.turns >= PATIENCE:
        return True
    stands = stands_chance(of)
    if view.public.round == 1 and len(of.rivals) == 1:
        return stands > wins
    stakes = Stakes(view, of)
    return stakes.called(stands) > stakes.waited(wins)


def promising(view: SeatView, legal: Sequence[Action], memory: Memory) -> list[Action]:
    """Return the legal actions worth playing on: a call, and the turns that look best at first sight."""
    call, others = call_of(legal), without_call(legal)
    best = sorted(others, key=lambda action: lay_cost(view, action, memory))[:WEIGHED]
    return best if call is None else [call, *best]


def best_turn(view: SeatView, legal: Sequence[Action], memory: Memory, of: Outlook) -> tuple[Play, float]:
    """Return the best of the legal plays, and the chance that this seat beats another one with it."""
    found = sorted(play_costs(view, legal, memory), key=lambda one: one[1])[:WEIGHED]
    return max(((play, beats_chance(of, play)) for play, _ in found), key=lambda one: one[1])


def beats_chance(of: Outlook, play: Play) -> float:
    """Return the chance that this seat beats another one with a play."""
    left = takeable(lay(play.discard, of.rules), of.rules)
    kept = without(of.hand, play.discard)
    return trained("turns").chance(turn_numbers(of, kept, play.discard, left, play.draw))


def stands_chance(of: Outlook) -> float:
    """Return the chance that a call now stands: that no rival holds few enough points for an assaf."""
    network = trained("calls")
    enough = of.rules.hand_sum(list(of.hand)) - (of.rules.assaf_on == "lower")
    stands = 1.0
    for rival in of.rivals:
        stands *= 1 - network.chance(call_numbers(of, rival, enough))
    return stands
