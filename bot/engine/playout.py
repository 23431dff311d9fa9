"""Rounds played to their end at random, fast: what a computer player that looks ahead does with a copy.

A random turn is chosen by counting what is legal, without making an action of each possibility. It is then
verified and carried out by the turn system like any other turn; only actions and events are left out.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.engine.actions import CallYaniv, SlapDown
from bot.engine.calling import may_call, verify_yaniv
from bot.engine.cards import Card
from bot.engine.discard_then_draw import take_slap, take_turn, verify_slapdown, verify_turn
from bot.engine.glance import larger_discards, larger_melds
from bot.engine.match_or_draw import (
    end_if_stuck,
    fits,
    take_drawing,
    take_laying,
    top_card,
    verify_drawing,
    verify_laying,
)
from bot.engine.round import Round, Shuffler
from bot.engine.scoring import RoundResult

Chance = Callable[[], float]
"""Returns a number from 0 up to, but not including, 1; each as likely as the others."""


def play_out(state: Round, chance: Chance, shuffler: Shuffler) -> RoundResult:
    """Play a round to its end, every legal action as likely as the others, and return its result.

    A slap-down is played every second time. The actions are not noted in the round: play out a copy.
    """
    play_turn = _RANDOM_TURNS[state.rules.turn_system]
    while state.result is None:
        play_turn(state, chance, shuffler)
    return state.result


def _discard_then_draw(state: Round, chance: Chance, shuffler: Shuffler) -> None:
    if state.slap is not None and chance() < 0.5:
        slap = SlapDown(*state.slap)
        verify_slapdown(state, slap)
        take_slap(state, slap.seat, slap.card)
    seat = state.to_move
    assert seat is not None
    hand = state.hands[seat]
    larger = larger_discards(hand, state.rules)
    # Only a hand with a pair of equal cards holds fewer distinct ones, and a pair shows among the larger.
    singles = list(dict.fromkeys(hand)) if larger else hand
    takeable = state.takeable
    draws = len(takeable) + state.can_draw()
    plays = (len(singles) + len(larger)) * draws
    chosen = int(chance() * (plays + may_call(state, seat)))
    if chosen == plays:
        verify_yaniv(state, CallYaniv(seat))
        state.call(seat)
        return
    which, way = divmod(chosen, draws)
    picked = (singles[which],) if which < len(singles) else larger[which - len(singles)]
    draw = takeable[way] if way < len(takeable) else None
    discard, kept = verify_turn(state, seat, picked, draw)
    take_turn(state, seat, discard, kept, draw, shuffler)


def _match_or_draw(state: Round, chance: Chance, shuffler: Shuffler) -> None:
    seat = state.to_move
    assert seat is not None
    hand, top = state.hands[seat], top_card(state)
    singles = list(dict.fromkeys([card for card in hand if fits(card, top)]))
    larger = larger_melds(hand)
    lays = len(singles) + len(larger)
    others = lays or state.can_draw()
    chosen = int(chance() * (others + may_call(state, seat)))
    if chosen == others:
        verify_yaniv(state, CallYaniv(seat))
        state.call(seat)
        end_if_stuck(state, seat)
    elif lays:
        picked: tuple[Card, ...] = (
            (singles[chosen],) if chosen < len(singles) else larger[chosen - len(singles)]
        )
        take_laying(state, seat, *verify_laying(state, seat, picked))
    else:
        verify_drawing(state, seat)
        take_drawing(state, seat, shuffler)


_RANDOM_TURNS: Final[Mapping[str, Callable[[Round, Chance, Shuffler], None]]] = MappingProxyType(
    {"discard_then_draw": _discard_then_draw, "match_or_draw": _match_or_draw}
)
