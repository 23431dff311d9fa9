"""A whole match: rounds, totals, who leaves and who wins (docs/rules.md, sections 1 and 7)."""

from collections.abc import Sequence
from typing import Final

from bot.engine.actions import Action, By, CallYaniv, SlapDown
from bot.engine.calling import can_yaniv
from bot.engine.cards import full_deck
from bot.engine.errors import MatchOver, NoRoundRunning, NoSuchSeat, RoundRunning, RuleBroken
from bot.engine.events import ActionEvent, Dealt, Ended, Left, Sat
from bot.engine.round import Round, Shuffler, Streak
from bot.engine.rules import MAX_ROUNDS, Rules
from bot.engine.scoring import clockwise, lowest, match_winners, still_in
from bot.engine.seating import Arrival, Departure, Player
from bot.engine.turn_systems import TURN_SYSTEMS
from bot.engine.views import PublicSeat, PublicView, SeatView, public_turn


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
        self.joined: tuple[Arrival, ...] = ()
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
    def seats_in(self) -> tuple[int, ...]:
        """The seats that have not dropped out of the match (section 7)."""
        return still_in(self.rules, self.totals, range(len(self.players)))

    @property
    def slap(self) -> SlapDown | None:
        """The slap-down that is possible now, None if there is none (section 6)."""
        slap = None if self.to_move is None or self.round is None else self.round.slap
        return None if slap is None else SlapDown(*slap)

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

    def players_after(self, number: int) -> tuple[Player, ...]:
        """Return who sat on each seat when round `number`, counted from 1, was over."""
        last = number, len(self.rounds[number - 1].actions)
        came = [(one.round, 0, one.seat, one.player) for one in self.joined if one.round <= number]
        went = [(one.round, 1, one.seat, one.player) for one in self.left if (one.round, one.action) < last]
        players = list(self.first_players)
        # Whoever comes does so before a deal, whoever goes after one.
        for _, _, seat, player in sorted([*came, *went], key=lambda change: change[:2]):
            players[seat] = player
        return tuple(players)

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
        seats = self.seats_in
        if self.rules.next_starter == "left_of_dealer":
            return clockwise(seats, last.dealer)[0]
        # The winner starts; one who has dropped out is skipped.
        starter = clockwise(seats, last.result.score.winner - 1)[0]
        return clockwise(seats, starter)[-2]

    def can_deal(self) -> bool:
        """Say whether the next round may be dealt."""
        return not self.is_over and (self.round is None or self.round.result is not None)

    def deal(self, shuffler: Shuffler, dealer: int | None = None) -> Dealt:
        """Deal the next round from a deck that `shuffler` puts in order (section 1).

        Raises what `verify_deal` raises, and BadShuffle.
        """
        dealer = self.verify_deal(dealer)
        seats = self.seats_in
        cards = list(full_deck(self.rules.decks_for(len(seats)), self.rules.jokers))
        dealt = Round(
            rules=self.rules,
            number=len(self.rounds) + 1,
            dealer=dealer,
            seats=seats,
            before=self.totals,
            deck=shuffler(cards),
            streak=self._streak(),
        )
        self._turn_system.begin(dealt)
        self.rounds = (*self.rounds, dealt)
        self.hand_versions = tuple(version + 1 for version in self.hand_versions)
        self._close_round(dealt)
        return Dealt(dealt.number, dealt.dealer, dealt.starter, dealt.decks, dealt.deck, dealt.result)

    def _streak(self) -> Streak:
        last = self.round
        if last is None or last.result is None:
            return Streak()
        return last.streak.after(last.result.score.winner)

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
        state = self._running_round()
        event = self._turn_system.apply(state, action, by, shuffler)
        if not isinstance(event.action, CallYaniv):
            self._changed_hand(event.action.seat)
        self._close_round(state)
        return event

    def _close_round(self, state: Round) -> None:
        """Take over the totals of a round that has ended, and end the match if it is decided."""
        if state.result is None:
            return
        self.totals = state.result.totals
        last_round = len(self.rounds) >= MAX_ROUNDS
        self.winners = match_winners(self.rules, self.totals, state.seats, last_round=last_round)
        self.ended_by = None if self.winners is None else "played"
        self._decide_without_humans()

    def _decide_without_humans(self) -> None:
        """End a match that only computers would play on, because every human has dropped out."""
        humans = [seat for seat, player in enumerate(self.players) if player.is_human]
        seats = self.seats_in
        if self.ended_by is None and humans and not set(humans) & set(seats):
            self.winners = lowest(self.totals, seats)
            self.ended_by = "played"

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

    # --- coming, leaving and ending

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
        leaver = self.players[seat]
        self.left = (*self.left, Departure(seat, len(self.rounds), actions, player, leaver))
        self._seat(seat, player)
        self._decide_without_humans()
        return Left(seat, player.name, player.kind)

    def verify_sit(self, seat: int) -> None:
        """Refuse a newcomer between two deals, and on any seat but a computer's that is still in the match.

        Raises MatchOver, NoRoundRunning before the first deal, RoundRunning or NoSuchSeat.
        """
        if self._running_round().result is None:
            raise RoundRunning
        if seat not in self.seats_in or self.players[seat].is_human:
            raise NoSuchSeat(seat=seat)

    def can_sit(self, seat: int) -> bool:
        """Say whether a human may take over the seat now."""
        try:
            self.verify_sit(seat)
        except RuleBroken:
            return False
        return True

    def sit(self, seat: int, player: Player) -> Sat:
        """Hand a computer's seat to the human `player` between two rounds; its points stay.

        Raises what `verify_sit` raises.
        """
        self.verify_sit(seat)
        self.joined = (*self.joined, Arrival(seat, len(self.rounds) + 1, player))
        self._seat(seat, player)
        return Sat(seat, player.name)

    def _seat(self, seat: int, player: Player) -> None:
        players = list(self.players)
        players[seat] = player
        self.players = tuple(players)

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
        seats_in = self.seats_in
        return PublicView(
            rules=self.rules,
            round=state.number,
            dealer=state.dealer,
            starter=state.starter,
            start=state.start,
            to_move=self.to_move,
            seats=tuple(
                PublicSeat(
                    seat,
                    player.name,
                    player.kind,
                    len(state.hands[seat]),
                    self.totals[seat],
                    is_out=seat not in seats_in,
                )
                for seat, player in enumerate(self.players)
            ),
            discard=state.discard.cards,
            takeable=state.takeable,
            top=self._turn_system.top(state),
            stock=len(state.stock),
            can_draw=state.can_draw(),
            turns=tuple(public_turn(action, by) for action, by in state.actions),
            caller=state.caller,
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
        running = self.to_move is not None
        return SeatView(
            public=public,
            seat=seat,
            hand=hand,
            new=None if drawn is None or drawn not in hand else hand.index(drawn),
            total=self.rules.hand_sum(hand),
            can_yaniv=running and can_yaniv(state, CallYaniv(seat)),
            may_draw=running and self._turn_system.may_draw(state, seat),
            slap=state.slap[1] if running and state.slap is not None and state.slap[0] == seat else None,
            version=self.hand_versions[seat],
        )
