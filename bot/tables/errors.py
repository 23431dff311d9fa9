"""What a table says no to; every sentence is for the one who asked."""

from bot.engine.errors import N_, NotYourTurn, YanivError
from bot.store.values import Place


class TableError(YanivError):
    """Something that cannot be done at this table now."""


class NothingHere(TableError):
    """There is neither a lobby nor a match at this place."""

    message = N_("There is no match here. Start one with /yaniv start.")


class MovedOn(TableError):
    """A button of an earlier state: the turn, hand, round or match it belongs to is over."""

    message = N_("This table has moved on.")


class AlreadyOpen(TableError):
    """A lobby or match is open already: here, or the same host's elsewhere in the server."""

    message = N_("There is a match here already: {link}.")

    def __init__(self, place: Place, match_id: int) -> None:
        super().__init__(place=place, match_id=match_id)
        self.place = place
        self.match_id = match_id


class HostsElsewhere(AlreadyOpen):
    """The person has another lobby open in this server."""

    message = N_("You have a lobby open already: {link}. Deal or leave it first.")


class AlreadyStarted(TableError):
    """A lobby button after the deal."""

    message = N_("The cards are dealt already. A seat may come free in the next match.")


class NotDealtYet(TableError):
    """A table button before the deal."""

    message = N_("The cards are not dealt yet.")


class AlreadySeated(TableError):
    """Joining twice."""

    message = N_("You are seated already.")


class NotSeated(TableError):
    """Someone who has no seat here."""

    message = N_("You are not seated here. Join the next match.")


class NotSeatedYet(NotSeated):
    """Someone who has no seat at a table that can still be joined."""

    message = N_("You have no seat here yet. Press **Join** to take one.")


class NotAway(TableError):
    """Coming back without having been away."""

    message = N_("You are not away.")


class AlreadyClaimed(TableError):
    """Asking twice for a seat from the next deal on."""

    message = N_("You are seated from the next round on.")


class NoFreeSeat(TableError):
    """No computer's seat is there to be taken."""

    message = N_("No computer's seat is free here. Join the next match.")


class SeatOut(TableError):
    """Someone who has reached the target and only watches."""

    message = N_("You are out of this match. You can watch how it goes on.")


class TableFull(TableError):
    """Eight seats are taken."""

    message = N_("All 8 seats are taken.")


class TooFew(TableError):
    """One person alone cannot be dealt to."""

    message = N_("At least two must be seated. Add a computer, or wait for someone to join.")


class NotHost(TableError):
    """Something only the host may do."""

    message = N_("Only the host can do that.")


class NotManager(TableError):
    """Something that changes what everybody in a server gets."""

    message = N_("Only someone with the permission Manage Server can do that.")


class HostDeals(TableError):
    """Dealing before the host has been away for two minutes; `moment` is when others may."""

    message = N_("Only the host deals; if the host does nothing, you may from {moment} on.")


class NotYourTurnUntil(NotYourTurn):
    """Another seat is to move, as long as `moment` has not come."""

    message = N_("It is not your turn: {seat} is to move, until {moment}.")


class RoundNotOver(TableError):
    """Going on to the next round while this one is played."""

    message = N_("This round is still being played.")
