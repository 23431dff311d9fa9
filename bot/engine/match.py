"""A whole match: rounds, totals, who leaves and who wins (docs/rules.md, sections 1 and 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.actions import Action, By, CallYaniv, Play
from bot.engine.calling import can_yaniv
from bot.engine.cards import full_deck
from bot.engine.errors import MatchOver, NoRoundRunning, NoSuchSeat, RoundRunning, RuleBroken
from bot.engine.events import ActionEvent, Dealt, Ended, Left
from bot.engine.round import Round, Shuffler
from bot.engine.rules import MAX_ROUNDS, Rules
from bot.engine.scoring import clockwise, match_winners
from bot.engine.turn_systems import TURN_SYSTEMS
from bot.engine.views import PublicSeat, PublicTurn, PublicView, SeatView

HUMAN: Final = "human"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: a display name, and `human` or the level of a computer player."""

    name: str
    kind: str = HUMAN

    @property
    def is_human(self) -> bool:
        """Say whether a person plays this seat."""
        return self.kind == HUMAN


@dataclass(frozen=True, slots=True)
class Departure:
    """A human left `seat` to the computer `player`.

    It was in round `round`, counted from 1, before its action number `action`, counted from 0.
    """

    seat: int
    round: int
    action: int
    player: Player


class Match:
    """A match in play. Every operation verifies first; one that is refused has changed nothing.

    Raises SeatCount or DeckTooSmall when made for seats that the rules cannot seat (section 2).
    """

    def __init__(self, rules: Rules, players: Sequence[Player]) -> None:
        rules.check_seats(len(players))
        self.rules: Final = rules
        self.players: tuple[Player, ...] = tuple(players)
        self.first_players: Final = self.players
        self.rounds: tuple[Round, ...] = ()
        self.totals: tuple[int, ...] = (0,) * len(players)
        self.left: tuple[Departure, ...] = ()
        self.winners: tuple[int, ...] | None = None
        self.ended_by: str | None = None
        self.hand_versions: tuple[int, ...] = (0,) * len(players)
        self._turn_system: Final = TURN_SYSTEMS[rules.turn_system]

    def copy(self) -> "Match":
        """Return an independent copy; finished rounds, which nothing changes any more, are shared."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        if self.rounds and self.rounds[-1].result is None:
            twin.rounds = (*self.rounds[:-1], self.rounds[-1].copy())
        return twin

    # --- what is going on

    @property
    def round(self) -> Round | None:
        """The round being played or just finished; None before the first deal."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_over(self) -> bool:
        """Say whether the match has ended, however it did."""
        return self.ended_by is not None

    @property
    def to_move(self) -> int | None:
        """The seat to move; None between rounds and when the match is over."""
        return None if self.is_over or self.round is None else self.round.to_move

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every action of the seat to move; none when nobody is to move."""
        if self.to_move is None or self.round is None:
            return ()
        return tuple(self._turn_system.legal_actions(self.round))

    def count_discards(self) -> int:
        """Return how many distinct discards the seat to move holds; 0 when nobody is to move."""
        if self.to_move is None or self.round is None:
            return 0
        return self._turn_system.count_discards(self.round, self.to_move)

    # --- dealing

    def verify_deal(self, dealer: int | None = None) -> int:
        """Return who deals the next round, or refuse the deal.

        The first dealer is drawn by the caller and must be given; later ones follow `next_starter`
        (section 1). Raises MatchOver, RoundRunning, or NoSuchSeat for a first dealer who is not
        seated.
        """
        if self.is_over:
            raise MatchOver
        last = self.round
        if last is None:
            if dealer is None or not 0 <= dealer < len(self.players):
                raise NoSuchSeat(seat=dealer)
            return dealer
        if last.result is None:
            raise RoundRunning
        seats = tuple(range(len(self.players)))
        if self.rules.next_starter == "winner":
            return clockwise(seats, last.result.score.winner)[-2]
        return clockwise(seats, last.dealer)[0]

    def can_deal(self) -> bool:
        """Say whether the next round may be dealt."""
        return not self.is_over and (self.round is None or self.round.result is not None)

    def deal(self, shuffler: Shuffler, dealer: int | None = None) -> Dealt:
        """Deal the next round from a deck that `shuffler` puts in order (section 1).

        Raises what `verify_deal` raises, and BadShuffle.
        """
        dealer = self.verify_deal(dealer)
        seats = tuple(range(len(self.players)))
        cards = list(full_deck(self.rules.decks_for(len(seats)), self.rules.jokers))
        dealt = Round(
            rules=self.rules,
            number=len(self.rounds) + 1,
            dealer=dealer,
            seats=seats,
            before=self.totals,
            deck=shuffler(cards),
        )
        self.rounds = (*self.rounds, dealt)
        self.hand_versions = tuple(version + 1 for version in self.hand_versions)
        return Dealt(dealt.number, dealt.dealer, dealt.starter, dealt.decks, dealt.deck)

    # --- playing

    def verify(self, action: Action) -> None:
        """Refuse an action that is not allowed now.

        Raises MatchOver or RuleBroken of the kind that fits.
        """
        self._turn_system.verify(self._running_round(), action)

    def can(self, action: Action) -> bool:
        """Say whether an action is allowed now."""
        try:
            self.verify(action)
        except RuleBroken:
            return False
        return True

    def apply(self, action: Action, by: By, shuffler: Shuffler) -> ActionEvent:
        """Carry an action out and return what happened; `shuffler` is asked only for a new stock.

        Raises what `verify` raises, and then nothing has changed.
        """
        event = self._turn_system.apply(self._running_round(), action, by, shuffler)
        if isinstance(event.action, Play):
            self._changed_hand(event.action.seat)
        if event.result is not None:
            self.totals = event.result.totals
            self.winners = match_winners(self.rules, self.totals, len(self.rounds), MAX_ROUNDS)
            self.ended_by = None if self.winners is None else "played"
        return event

    def _changed_hand(self, seat: int) -> None:
        versions = list(self.hand_versions)
        versions[seat] += 1
        self.hand_versions = tuple(versions)

    def _running_round(self) -> Round:
        if self.is_over:
            raise MatchOver
        if self.round is None:
            raise NoRoundRunning
        return self.round

    # --- leaving and ending

    def verify_leave(self, seat: int) -> None:
        """Refuse a departure from a seat that no human plays, or from a match that is over.

        Raises MatchOver or NoSuchSeat.
        """
        if self.is_over:
            raise MatchOver
        if not 0 <= seat < len(self.players) or not self.players[seat].is_human:
            raise NoSuchSeat(seat=seat)

    def leave(self, seat: int, player: Player) -> Left:
        """Hand the seat of a human who leaves to the computer `player`; cards and points stay.

        Raises what `verify_leave` raises.
        """
        self.verify_leave(seat)
        actions = 0 if self.round is None else len(self.round.actions)
        self.left = (*self.left, Departure(seat, len(self.rounds), actions, player))
        players = list(self.players)
        players[seat] = player
        self.players = tuple(players)
        return Left(seat, player.name, player.kind)

    def stop(self, ended_by: str) -> Ended:
        """End the match before it is played out; `ended_by` is `stopped` or `abandoned` (section 8).

        Raises MatchOver.
        """
        if self.is_over:
            raise MatchOver
        self.ended_by = ended_by
        return Ended(ended_by)

    # --- views

    def public_view(self) -> PublicView:
        """Return what everybody sees.

        Raises NoRoundRunning before the first deal.
        """
        state = self.round
        if state is None:
            raise NoRoundRunning
        return PublicView(
            rules=self.rules,
            round=state.number,
            dealer=state.dealer,
            starter=state.starter,
            to_move=self.to_move,
            seats=tuple(
                PublicSeat(seat, player.name, player.kind, len(state.hands[seat]), self.totals[seat])
                for seat, player in enumerate(self.players)
            ),
            discard=state.discard.cards,
            takeable=state.takeable,
            stock=len(state.stock),
            can_draw=bool(state.stock or state.pile),
            turns=tuple(
                PublicTurn(action.seat, action.discard, action.draw)
                for action, _ in state.actions
                if isinstance(action, Play)
            ),
            result=state.result,
            winners=self.winners,
            ended_by=self.ended_by,
        )

    def seat_view(self, seat: int) -> SeatView:
        """Return what one seat sees.

        Raises NoRoundRunning before the first deal, NoSuchSeat for a seat that is not in the match.
        """
        public = self.public_view()
        if not 0 <= seat < len(self.players):
            raise NoSuchSeat(seat=seat)
        state = self.rounds[-1]
        hand = tuple(sorted(state.hands[seat]))
        drawn = state.drawn[seat]
        return SeatView(
            public=public,
            seat=seat,
            hand=hand,
            new=None if drawn is None or drawn not in hand else hand.index(drawn),
            total=self.rules.hand_sum(hand),
            can_yaniv=self.to_move is not None and can_yaniv(state, CallYaniv(seat)),
            version=self.hand_versions[seat],
        )
