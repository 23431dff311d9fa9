"""What a rule says no to: one base class, one class a broken rule.

Every class carries the sentence the player reads, marked for translation; its gaps are filled from
`details` by whoever shows it. What is wrong with a selection names cards of the hand it is made in: such a
sentence is for its owner alone.
"""

from typing import ClassVar


def N_(message: str) -> str:  # noqa: N802 - gettext's customary name for "to be translated later"
    """Mark a sentence for translation and return it unchanged."""
    return message


class YanivError(Exception):
    """Anything a player can be told in one sentence."""

    message: ClassVar[str] = N_("That is not possible.")

    def __init__(self, **details: object) -> None:
        self.details = details
        super().__init__(self.message)

    def sentence(self) -> str:
        """Return the sentence in English with its gaps filled.

        It may name cards of a hand: it is for a command line or about a record, never for a log.
        """
        return self.message.format(**self.details)


class MalformedRecord(YanivError):
    """A record, or one line of it, that does not follow docs/rules.md, section 8."""

    message = N_("This record cannot be read.")

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)
        self.problem = problem

    def sentence(self) -> str:
        """Return what is wrong with the record."""
        return self.problem

    def __str__(self) -> str:
        return self.problem


class RuleBroken(YanivError):
    """An action that the rules of the match do not allow now."""


class NoRoundRunning(RuleBroken):
    """There is nothing to act on: no round has been dealt, or the last one is over."""

    message = N_("This round is over.")


class RoundRunning(RuleBroken):
    """The next round cannot be dealt before this one has ended."""

    message = N_("This round is still being played.")


class MatchOver(RuleBroken):
    """The match has ended; nothing changes it any more."""

    message = N_("This match is over.")


class NoSuchSeat(RuleBroken):
    """The seat is not in this match, or its player is out."""

    message = N_("You are not seated at this table.")


class NotYourTurn(RuleBroken):
    """Another seat is to move; `seat` in the details is that one."""

    message = N_("It is not your turn: {seat} is to move.")


class CardNotHeld(RuleBroken):
    """The discard names a card that the hand does not hold."""

    message = N_("You do not hold that card any more.")


class NotADiscard(RuleBroken):
    """The selected cards are neither one card, nor a set, nor a run (docs/rules.md, section 3)."""

    message = N_("That is not a discard: lay one card, a set of one rank, or a run of one suit.")


class NothingSelected(NotADiscard):
    """No card is selected."""

    message = N_("Select the cards to lay down first.")


class GapInRun(NotADiscard):
    """Cards of one suit with a rank missing between `low` and `high`."""

    message = N_("Not a discard: {low} and {high} leave a gap.")


class AceIsLow(NotADiscard):
    """An ace beside a king of its suit: ace is low only."""

    message = N_("Not a discard: the ace is low, it goes before the two and not after the king.")


class RunTooShort(NotADiscard):
    """Two neighbours of one suit: a run has at least three cards."""

    message = N_("Not a discard: a run needs at least three cards.")


class MixedCards(NotADiscard):
    """Cards that share neither rank nor suit."""

    message = N_("Not a discard: {first} and {second} share neither rank nor suit.")


class TwinInRun(NotADiscard):
    """The same card twice among cards that could otherwise be a run."""

    message = N_("Not a discard: a run holds {card} only once.")


class TooFewNaturals(NotADiscard):
    """A run made of jokers and a single other card."""

    message = N_("Not a discard: a run needs at least two cards that are not jokers.")


class RunTooLong(NotADiscard):
    """More cards than a suit has ranks."""

    message = N_("Not a discard: a run goes from ace to king at most.")


class JokerWithOthers(NotADiscard):
    """A joker beside other cards, which these rules do not know."""

    message = N_("Not a discard: a joker goes alone or with other jokers.")


class CardNotTakeable(RuleBroken):
    """The card to be taken is not an end of the previous discard."""

    message = N_("{card} cannot be taken.")


class StockEmpty(RuleBroken):
    """Neither the stock nor the pile has a card left."""

    message = N_("The stock is empty: take a card of the last discard.")


class CallStands(RuleBroken):
    """A call while another one stands: in the last lap everybody plays one more turn."""

    message = N_("Yaniv has been called already: play your last turn.")


class NoSlapDown(RuleBroken):
    """There is nothing to slap down, or the next player has moved already (section 6)."""

    message = N_("Too late to slap down: play has gone on.")


class NoMatch(NotADiscard):
    """A single card that fits the top card in nothing (section 4)."""

    message = N_("{card} does not fit {top}: lay the same suit, the same rank, or a court on a court.")


class NotAMeld(NotADiscard):
    """Several cards that are neither a series nor a group (section 4)."""

    message = N_("Lay one card, three or more of one suit, or three or four of one rank.")


class DrawNotForced(RuleBroken):
    """Drawing although something could be laid (section 4)."""

    message = N_("You can lay a card: drawing is only for those who cannot.")


class NotInTheseRules(RuleBroken):
    """An action that this turn system does not know."""

    message = N_("That is not part of the rules at this table.")


class HandTooHigh(RuleBroken):
    """The hand holds more than may be called with; `limit` and `total` are points."""

    message = N_("You cannot call Yaniv: you hold {total}, the limit is {limit}.")


class SeatCount(YanivError):
    """A match has 2 to 8 seats."""

    message = N_("A match needs 2 to 8 players.")


class DeckTooSmall(YanivError):
    """The seats need more cards than the decks hold (docs/rules.md, section 2)."""

    message = N_("{seats} players with {hand_size} cards each need more cards than the deck has.")


class BadShuffle(YanivError):
    """A shuffle that is no rearrangement of the cards it was given."""

    message = N_("The cards were not shuffled properly.")
