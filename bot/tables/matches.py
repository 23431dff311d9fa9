"""What can be done in a running match. Each method takes the place's lock, commits, then returns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay, Play
from bot.engine.cards import Card
from bot.engine.errors import NoSlapDown
from bot.engine.match import Match
from bot.store.values import UNCHANGED, Change, End, EndedBy, HandOver, Place, SeatRow
from bot.tables.computers import computer_player
from bot.tables.errors import MovedOn, NotDealtYet, RoundNotOver
from bot.tables.lines import vote_line
from bot.tables.lobbies import Dealing
from bot.tables.outcome import after_operation, played_out
from bot.tables.registry import Held, Registry
from bot.tables.values import Person, Phase, Table


@dataclass(frozen=True, slots=True)
class EndVote:
    """How a wish to end the match went: it did, or `votes` of the `needed` are there."""

    table: Table
    votes: int
    needed: int

    @property
    def ended(self) -> bool:
        """Say whether the match is over."""
        return not self.table.is_open


class Matches:
    """The use cases of a running match."""

    def __init__(self, registry: Registry, dealing: Dealing, pause: timedelta) -> None:
        """`pause` is the time from the end of a round to the next deal."""
        self._registry = registry
        self._dealing = dealing
        self._pause = pause

    async def play(
        self,
        place: Place,
        match_id: int,
        person: Person,
        *,
        version: int,
        positions: Sequence[int],
        draw: Card | None,
    ) -> Table:
        """Lay the cards at these positions of the hand as it was at `version`, then draw.

        `positions` are in picking order; `draw` is a card of the previous discard, None for the stock. Raises
        NotSeated, SeatOut, NotYourTurn, MovedOn for another hand, and RuleBroken of the kind that fits.
        """
        verb = "draw" if draw is None else "take"
        async with self._registry.enter(verb, place, match_id, person, hand=version) as (held, table):
            seat = _seat_of(table, person)
            cards = self._picked(table, seat, positions)
            return await self.act(held, table, Play(seat, cards, draw), By.HUMAN)

    async def lay(
        self, place: Place, match_id: int, person: Person, *, version: int, positions: Sequence[int]
    ) -> Table:
        """Lay the cards at these positions of the hand as it was at `version`, and draw nothing (section 4).

        The last of the `positions`, which are in picking order, becomes the top card. Raises what `play`
        raises.
        """
        async with self._registry.enter("lay", place, match_id, person, hand=version) as (held, table):
            seat = _seat_of(table, person)
            cards = self._picked(table, seat, positions)
            return await self.act(held, table, Lay(seat, cards), By.HUMAN)

    async def draw(self, place: Place, match_id: int, person: Person, *, version: int) -> Table:
        """Draw with the hand as it was at `version`, and lay nothing (section 4).

        Raises what `play` raises.
        """
        async with self._registry.enter("forced", place, match_id, person, hand=version) as (held, table):
            seat = _seat_of(table, person)
            return await self.act(held, table, Draw(seat), By.HUMAN)

    async def slap(self, place: Place, match_id: int, person: Person, *, version: int) -> Table:
        """Slap down the card just drawn with the hand as it was at `version` (section 6).

        Raises NotSeated, and NoSlapDown when there is nothing to slap down or play has gone on.
        """
        async with self._registry.enter("slap", place, match_id, person) as (held, table):
            match, seat = self._match(table), _seat_of(table, person)
            slap = match.slap
            if slap is None or slap.seat != seat or match.hand_versions[seat] != version:
                raise NoSlapDown
            return await self.act(held, table, slap, By.HUMAN)

    async def call(self, place: Place, match_id: int, person: Person, *, version: int) -> Table:
        """Call Yaniv with the hand as it was at `version`.

        Raises NotSeated, SeatOut, MovedOn for another hand, and RuleBroken of the kind that fits.
        """
        async with self._registry.enter("call", place, match_id, person, hand=version) as (held, table):
            seat = _seat_of(table, person)
            return await self.act(held, table, CallYaniv(seat), By.HUMAN)

    async def next_round(self, place: Place, match_id: int, person: Person, *, round_number: int) -> Table:
        """Deal the next round without waiting any longer; `round_number` is the round that has ended.

        Whoever is seated may, also one who has dropped out.

        Raises NotSeated, RoundNotOver, or MovedOn if a later round is dealt already.
        """
        async with self._registry.enter("next", place, match_id, person) as (held, table):
            if len(self._match(table).rounds) != round_number:
                raise MovedOn
            if table.phase is not Phase.ROUND_OVER:
                raise RoundNotOver
            return await self.deal(held, table)

    async def leave(self, place: Place, match_id: int, person: Person) -> Table:
        """Hand a person's seat to a computer; the last person to leave ends the match.

        Where only people who have dropped out stay, the match is decided; where most of those who stay have
        voted to end it, it ends. A host passes the role on to the next person round the table.

        Raises NotSeated or MovedOn.
        """
        async with self._registry.enter("leave", place, match_id, person) as (held, table):
            match, seat = self._match(table).copy(), _seat_of(table, person)
            player = computer_player(table.seats)
            lines: list[dict[str, Any]] = [match.leave(seat, player).to_json()]
            seats = [
                SeatRow(row.seat, None, player.name, player.kind, row.total) if row.seat == seat else row
                for row in table.seats
            ]
            people = _people_after(seats, seat)
            end = played_out(match)
            if not people:
                lines.append(match.stop(EndedBy.ABANDONED).to_json())
                end = End(EndedBy.ABANDONED)
            elif end is None and len(table.votes - {seat}) >= majority(len(people)):
                # Those who stay had voted already: what was missing was the leaver's vote.
                lines.append(match.stop(EndedBy.STOPPED).to_json())
                end = End(EndedBy.STOPPED)
            host = table.host_id if table.host_id in people or not people else people[0]
            change = Change(
                handovers=[HandOver(seat, player.name, player.kind)],
                host_id=host,
                deadline=UNCHANGED if end is None else None,
                end=end,
            )
            deadline = table.deadline if end is None else None
            after = replace(table, match=match, seats=tuple(seats), host_id=host, deadline=deadline)
            return await self._commit(held, after, lines, change)

    async def end(self, place: Place, match_id: int | None, person: Person) -> EndVote:
        """End the match: at once for its only person or a moderator, else by a majority of the people.

        Raises NotSeated, NotDealtYet for a lobby, MovedOn.
        """
        async with self._registry.enter("end", place, match_id, person) as (held, table):
            self._match(table)
            own = table.seat_of(person.user_id)
            votes = table.votes if own is None else table.votes | {own.seat}
            needed = majority(len(table.people))
            if person.moderator or len(votes) >= needed:
                return EndVote(await self._stop(held, table, EndedBy.STOPPED), len(votes), needed)
            if own is not None and own.seat not in table.votes:
                lines = [vote_line(own.seat)]
                return EndVote(await self._commit(held, table, lines, Change()), len(votes), needed)
            return EndVote(table, len(votes), needed)

    async def abandon(self, place: Place, match_id: int) -> None:
        """End a match whose place is gone; one that has ended already stays as it is.

        Raises NotDealtYet for a lobby.
        """
        async with self._registry.hold(place) as held:
            if held.table is not None and held.table.id == match_id:
                await self._stop(held, held.table, EndedBy.ABANDONED)

    async def act(self, held: Held, table: Table, action: Action, by: By) -> Table:
        """Carry out an action and commit it; the lock is held by the caller."""
        match = self._match(table).copy()
        event = match.apply(action, by, self._dealing.shuffler)
        after, change = after_operation(table, match, event.result, self._next_deal())
        return await self._commit(held, after, [event.to_json()], change)

    async def deal(self, held: Held, table: Table) -> Table:
        """Deal the next round and commit it; the lock is held by the caller."""
        match = self._match(table).copy()
        dealt = match.deal(self._dealing.shuffler)
        after, change = after_operation(table, match, dealt.result, self._next_deal())
        return await self._commit(held, after, [dealt.to_json()], change)

    def _next_deal(self) -> datetime:
        return self._registry.clock() + self._pause

    async def _stop(self, held: Held, table: Table, ended_by: EndedBy) -> Table:
        match = self._match(table).copy()
        line = match.stop(ended_by).to_json()
        after = replace(table, match=match, deadline=None)
        return await self._commit(held, after, [line], Change(deadline=None, end=End(ended_by)))

    async def _commit(
        self, held: Held, after: Table, lines: Sequence[Mapping[str, Any]], change: Change
    ) -> Table:
        await self._registry.store.append(after.id, after.number, lines, self._registry.clock(), change)
        attendance, match = after.attendance, self._match(after)
        for line in lines:
            attendance = attendance.after(line, match)
        return held.committed(replace(after, number=after.number + len(lines), attendance=attendance))

    def _picked(self, table: Table, seat: int, positions: Sequence[int]) -> tuple[Card, ...]:
        hand = self._match(table).seat_view(seat).hand
        if not all(0 <= position < len(hand) for position in positions):
            raise MovedOn
        return tuple(hand[position] for position in dict.fromkeys(positions))

    @staticmethod
    def _match(table: Table) -> Match:
        if table.match is None:
            raise NotDealtYet
        return table.match


def _seat_of(table: Table, person: Person) -> int:
    """Return the seat of a person who was let in because they have one."""
    return next(row.seat for row in table.seats if row.user_id == person.user_id)


def _people_after(seats: Sequence[SeatRow], seat: int) -> list[int]:
    """Return the people at the table, beginning with the first one after `seat`."""
    order = [*seats[seat + 1 :], *seats[:seat]]
    return [row.user_id for row in order if row.user_id is not None]


def majority(people: int) -> int:
    """Return how many of that many people are more than half."""
    return people // 2 + 1
