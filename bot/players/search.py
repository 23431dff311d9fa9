"""A search: each action is played on in imagined rounds, the same for all, and the better half goes on."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.engine.actions import Action
from bot.engine.cards import Card
from bot.engine.views import SeatView
from bot.players.guessing import guesses
from bot.players.memory import Memory
from bot.players.quick import begin, margin, play_on

TURNS: Final = 2400
"""So many imagined turns are played for one decision: its time is bounded whatever the rules."""


def best_of(view: SeatView, actions: Sequence[Action], memory: Memory, rng: random.Random) -> Action:
    """Return the action, one of at least one, after which the rounds it imagines end best for the seat."""
    guess = guesses(view, memory, rng)
    left = list(actions)
    gained = dict.fromkeys(left, 0.0)
    stages = max((len(left) - 1).bit_length(), 1)
    played = 0
    for stage in range(1, stages + 1):
        while len(left) > 1 and played < TURNS * stage // stages:
            state, seed = guess(), rng.random()
            for action in left:
                twin, again = state.copy(), random.Random(seed)  # noqa: S311 - a thought, not a secret
                shuffler = partial(_shuffled, again)
                begin(twin, action, shuffler)
                played += 1 + play_on(twin, again.random, shuffler)
                gained[action] += margin(twin, view.seat)
        left = sorted(left, key=lambda action: -gained[action])[: (len(left) + 1) // 2]
    return left[0]


def _shuffled(rng: random.Random, cards: Sequence[Card]) -> list[Card]:
    return rng.sample(cards, len(cards))
