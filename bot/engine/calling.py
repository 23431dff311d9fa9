"""Calling Yaniv, the same in every turn system (docs/rules.md, sections 3, 4 and 7)."""

from bot.engine.actions import By, CallYaniv
from bot.engine.errors import CallStands, HandTooHigh
from bot.engine.events import Called
from bot.engine.round import Round


def verify_yaniv(state: Round, action: CallYaniv) -> None:
    """Refuse a call out of turn, with more than `yaniv_limit` in hand, or in the last lap of another one.

    Raises RuleBroken of the kind that fits.
    """
    state.verify_turn(action.seat)
    if may_call(state, action.seat):
        return
    if state.caller is not None:
        raise CallStands
    raise HandTooHigh(total=state.hand_sum(action.seat), limit=state.rules.yaniv_limit)


def may_call(state: Round, seat: int) -> bool:
    """Say whether the seat to move may call: no call stands, and its hand is low enough."""
    return state.caller is None and state.rules.hand_sum(state.hands[seat]) <= state.rules.yaniv_limit


def can_yaniv(state: Round, action: CallYaniv) -> bool:
    """Say whether the call would stand."""
    # Asked before every turn, and mostly no: too often for an exception.
    return state.to_move == action.seat and may_call(state, action.seat)


def yaniv(state: Round, action: CallYaniv, by: By) -> Called:
    """Call Yaniv: the round ends and is scored, at once or after the last lap (section 7).

    Raises what `verify_yaniv` raises, and then nothing has changed.
    """
    verify_yaniv(state, action)
    state.actions.append((action, by))
    state.call(action.seat)
    return Called(action, by, state.result)
