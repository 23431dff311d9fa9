"""Rounds played to their end at random, fast: what a computer player that looks ahead does with a copy.

A random turn is chosen by counting what is legal, without making an action of each possibility. It is then
verified and carried out by the turn system like any other turn; only actions and events are left out.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.engine.actions import CallYaniv, SlapDown
from bot.engine.calling import may_call, verify_yaniv
from bot.engine.discard_then_draw import take_slap, take_turn, verify_slapdown, verify_turn
from bot.engine.errors import NoRoundRunning
from bot.engine.glance import larger_discards, larger_melds
from bot.engine.match_or_draw import (
    end_if_stuck,
    fitting,
    take_drawing,
    take_laying,
    top_card,
    verify_drawing,
    verify_laying,
)
from bot.engine.round import Round, Shuffler

Chance = Callable[[], float]
"""Returns a number from 0 up to, but not including, 1; each as likely as the others."""


def play_turn(state: Round, chance: Chance, shuffler: Shuffler) -> None:
    """Play one turn of a running round, every legal action as likely as the others.

    Before it, every second time, a slap-down if one is possible. Nothing is noted in the round's `actions`:
    play on with a copy. Raises NoRoundRunning.
    """
    if state.to_move is None:
        raise NoRoundRunning
    _RANDOM_TURNS[state.rules.turn_system](state, state.to_move, chance, shuffler)


def play_out(state: Round, chance: Chance, shuffler: Shuffler) -> None:
    """Play a round to its end, turns as `play_turn` plays them; its `result` is there then."""
    random_turn = _RANDOM_TURNS[state.rules.turn_system]
    while (seat := state.to_move) is not None:
        random_turn(state, seat, chance, shuffler)


def _discard_then_draw(state: Round, seat: int, chance: Chance, shuffler: Shuffler) -> None:
    if state.slap is not None and chance() < 0.5:
        slap = SlapDown(*state.slap)
        verify_slapdown(state, slap)
        take_slap(state, slap.seat, slap.card)
    hand, takeable = state.hands[seat], state.takeable
    larger = larger_discards(hand, state.rules)
    # A hand that holds equal cards holds a set, too: without larger discards, all its cards are distinct.
    singles = list(dict.fromkeys(hand)) if larger else hand
    draws = len(takeable) + state.can_draw()
    plays = (len(singles) + len(larger)) * draws
    chosen = int(chance() * (plays + may_call(state, seat)))
    if chosen == plays:
        _call(state, seat)
        return
    which, way = divmod(chosen, draws)
    picked = (singles[which],) if which < len(singles) else larger[which - len(singles)]
    draw = takeable[way] if way < len(takeable) else None
    take_turn(state, seat, verify_turn(state, seat, picked, draw), draw, shuffler)


def _match_or_draw(state: Round, seat: int, chance: Chance, shuffler: Shuffler) -> None:
    hand, match = state.hands[seat], fitting(top_card(state))
    singles = list(dict.fromkeys([card for card in hand if card in match]))
    larger = larger_melds(hand)
    lays = len(singles) + len(larger)
    others = lays or state.can_draw()
    chosen = int(chance() * (others + may_call(state, seat)))
    if chosen == others:
        _call(state, seat)
        end_if_stuck(state, seat)
    elif lays:
        picked = (singles[chosen],) if chosen < len(singles) else larger[chosen - len(singles)]
        take_laying(state, seat, *verify_laying(state, seat, picked))
    else:
        verify_drawing(state, seat)
        take_drawing(state, seat, shuffler)


def _call(state: Round, seat: int) -> None:
    verify_yaniv(state, CallYaniv(seat))
    state.call(seat)


_RANDOM_TURNS: Final[Mapping[str, Callable[[Round, int, Chance, Shuffler], None]]] = MappingProxyType(
    {"discard_then_draw": _discard_then_draw, "match_or_draw": _match_or_draw}
)
