"""The last lap: after a call everyone else plays one more turn (docs/rules.md, section 7)."""

from bot.engine.scoring import clockwise
from bot.engine.views import PublicView, SeatView
from bot.tables.values import Table
from bot.ui.parts import names
from bot.ui.words import Words


def still_to_play(public: PublicView) -> tuple[int, ...]:
    """Return the seats that still have a turn in the last lap, in their order; none outside one."""
    if public.caller is None or public.to_move is None:
        return ()
    seats = [seat.seat for seat in public.seats if not seat.is_out]
    lap = clockwise(seats, public.caller)[:-1]
    return tuple(lap[lap.index(public.to_move) :])


def table_lap(words: Words, table: Table, public: PublicView) -> list[str]:
    """Return what a table says of the last lap: who called, and who has a turn left."""
    left = still_to_play(public)
    if public.caller is None or not left:
        return []
    following = names(words, table.seats, left)
    if public.turns and public.turns[-1].called:
        # What happened last says already who called.
        return ["📣 " + words("The last lap. Still to play: {names}", names=following)]
    caller = names(words, table.seats, [public.caller])
    return ["📣 " + words("{name} has called Yaniv. Still to play: {names}", name=caller, names=following)]


def hand_lap(words: Words, table: Table, view: SeatView) -> str:
    """Return what a hand panel says of the last lap, empty outside one."""
    public = view.public
    if public.caller is None:
        return ""
    if public.caller == view.seat:
        return "📣 " + words("You have called Yaniv: the others play one more turn each.")
    caller = names(words, table.seats, [public.caller])
    if public.to_move == view.seat:
        return "📣 " + words("{name} has called: this is your last turn.", name=caller)
    if view.seat in still_to_play(public):
        return "📣 " + words("{name} has called: you have one more turn.", name=caller)
    return "📣 " + words("{name} has called: you have played your last turn.", name=caller)
