"""Turns, and the deals between rounds."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay, Play
from bot.engine.cards import Card
from bot.engine.errors import NoSlapDown
from bot.players.plain import plain_move
from bot.store.values import Place
from bot.tables.book import Book, match_of, seat_of
from bot.tables.claims import seated_newcomers
from bot.tables.errors import MovedOn, RoundNotOver
from bot.tables.held import Held
from bot.tables.lines import back_line
from bot.tables.outcome import after_operation
from bot.tables.values import Person, Phase, Table


class Playing(Book):
    """The use cases of whoever is to move."""

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
            seat = seat_of(table, person)
            cards = _picked(table, seat, positions)
            return await self.act(held, table, Play(seat, cards, draw), By.HUMAN)

    async def lay(
        self, place: Place, match_id: int, person: Person, *, version: int, positions: Sequence[int]
    ) -> Table:
        """Lay the cards at these positions of the hand as it was at `version`, and draw nothing (section 4).

        The last of the `positions`, which are in picking order, becomes the top card. Raises what `play`
        raises.
        """
        async with self._registry.enter("lay", place, match_id, person, hand=version) as (held, table):
            seat = seat_of(table, person)
            cards = _picked(table, seat, positions)
            return await self.act(held, table, Lay(seat, cards), By.HUMAN)

    async def draw(self, place: Place, match_id: int, person: Person, *, version: int) -> Table:
        """Draw with the hand as it was at `version`, and lay nothing (section 4).

        Raises what `play` raises.
        """
        async with self._registry.enter("forced", place, match_id, person, hand=version) as (held, table):
            return await self.act(held, table, Draw(seat_of(table, person)), By.HUMAN)

    async def slap(self, place: Place, match_id: int, person: Person, *, version: int) -> Table:
        """Slap down the card just drawn with the hand as it was at `version` (section 6).

        Raises NotSeated, and NoSlapDown when there is nothing to slap down or play has gone on.
        """
        async with self._registry.enter("slap", place, match_id, person) as (held, table):
            match, seat = match_of(table), seat_of(table, person)
            slap = match.slap
            if slap is None or slap.seat != seat or match.hand_versions[seat] != version:
                raise NoSlapDown
            return await self.act(held, table, slap, By.HUMAN)

    async def call(self, place: Place, match_id: int, person: Person, *, version: int) -> Table:
        """Call Yaniv with the hand as it was at `version`.

        Raises NotSeated, SeatOut, MovedOn for another hand, and RuleBroken of the kind that fits.
        """
        async with self._registry.enter("call", place, match_id, person, hand=version) as (held, table):
            return await self.act(held, table, CallYaniv(seat_of(table, person)), By.HUMAN)

    async def next_round(self, place: Place, match_id: int, person: Person, *, round_number: int) -> Table:
        """Deal the next round without waiting any longer; `round_number` is the round that has ended.

        Whoever is seated may, also one who has dropped out; somebody who was away is back with it.

        Raises NotSeated, RoundNotOver, or MovedOn if a later round is dealt already.
        """
        async with self._registry.enter("next", place, match_id, person) as (held, table):
            if len(match_of(table).rounds) != round_number:
                raise MovedOn
            if table.phase is not Phase.ROUND_OVER:
                raise RoundNotOver
            return await self.deal(held, table, person)

    async def act(
        self, held: Held, table: Table, action: Action, by: By, *, due: datetime | None = None
    ) -> Table:
        """Carry out an action and commit it; the lock is held by the caller.

        With `due` it counts only if that is still the deadline. Raises RuleBroken.
        """
        match = match_of(table).copy()
        event = match.apply(action, by, self._dealing.shuffler)
        after, change = after_operation(table, match, event.result)
        change = replace(change, acted=by is By.HUMAN)
        return await self._write(held, after, [event.to_json()], change, due=due)

    async def play_plainly(self, held: Held, table: Table, seat: int) -> Table:
        """Play the plain move for a seat whose time is up; the lock is held by the caller."""
        match = match_of(table)
        move = plain_move(match.seat_view(seat), match.legal_actions())
        # Another process may have given it more time since.
        return await self.act(held, table, move, By.CLOCK, due=table.deadline)

    async def deal(self, held: Held, table: Table, person: Person | None = None) -> Table:
        """Seat those who asked for it, deal the next round and commit both; the lock is held by the caller.

        `person` is who wants it, None if its time has come.
        """
        lines: list[dict[str, Any]] = []
        if person is not None and seat_of(table, person) in table.away:
            lines.append(back_line(seat_of(table, person)))
        match = match_of(table).copy()
        seats, sat, handovers = seated_newcomers(table, match)
        dealt = match.deal(self._dealing.shuffler)
        after, change = after_operation(replace(table, seats=seats), match, dealt.result)
        change = replace(change, handovers=handovers, acted=person is not None)
        return await self._write(held, after, [*lines, *sat, dealt.to_json()], change)


def _picked(table: Table, seat: int, positions: Sequence[int]) -> tuple[Card, ...]:
    hand = match_of(table).seat_view(seat).hand
    if not all(0 <= position < len(hand) for position in positions):
        raise MovedOn
    return tuple(hand[position] for position in dict.fromkeys(positions))
