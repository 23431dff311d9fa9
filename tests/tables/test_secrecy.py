"""What a table offers to those who draw it: others' cards only to their owner."""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import pytest

from bot.engine.cards import Card
from bot.engine.errors import YanivError
from bot.engine.match import Match
from bot.tables.values import Phase, Table
from tests.tables.room import ADA, BO, CEM, COMPUTER_TIME, SHORT, Room, hand, running

CARD = re.compile(r"\b(?:[A2-9TJQK][SHDC]|X[1-4])\b")


def cards_in(value: object) -> Iterator[Card]:
    """Find every card in a value, however deep; the engine's match itself is not looked into."""
    inside: Iterable[object] = ()
    match value:
        case Card():
            yield value
        case Match():
            pass
        case tuple() | list() | frozenset() | set():
            inside = cast("Iterable[object]", value)
        case Mapping():
            inside = cast("Mapping[object, object]", value).values()
        case _ if dataclasses.is_dataclass(value):
            inside = (getattr(value, field.name) for field in dataclasses.fields(value))
        case _:
            pass
    for entry in inside:
        yield from cards_in(entry)


def offered(table: Table) -> set[Card]:
    """Collect the cards in everything a table says to anyone who asks."""
    asked: list[object] = [table.public_view(), table.results(), table.just_left(), table.people]
    asked += [
        getattr(table, name) for name in dir(type(table)) if isinstance(vars(Table).get(name), property)
    ]
    asked += [getattr(table, field.name) for field in dataclasses.fields(table)]
    asked += [table.hand_of(stranger) for stranger in (0, 1, 999)]
    return set(cards_in(asked))


def public_cards(table: Table) -> set[Card]:
    """Collect what everybody has seen: what lay face up, was taken, and every hand once the round is over."""
    view = table.public_view()
    seen = {view.start, *view.discard, *view.takeable}
    for turn in view.turns:
        seen |= {*turn.discard, *([turn.taken] if turn.taken else [])}
    for result in table.results():
        seen |= {card for cards in result.hands for card in cards}
    return seen


async def test_listeners_get_the_cards_of_others_through_hand_of_alone(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1, rules=SHORT)
    while table.is_open:
        table = await room.step(table)
    heard = [after for after in room.heard.tables if after.match is not None]
    assert len(heard) > 10
    for table in heard:
        assert offered(table) <= public_cards(table)
        for who in (ADA, BO):
            assert set(cards_in(table.hand_of(who.user_id))) <= public_cards(table) | {*hand(table, who).hand}


async def test_the_guard_of_this_test_sees_a_hand_when_there_is_one(room: Room) -> None:
    table = await room.deal(ADA, BO)
    assert set(cards_in(hand(table, ADA))) - public_cards(table)


async def test_a_hand_is_shown_to_its_owner_only(room: Room) -> None:
    table = await room.deal(ADA, BO, computers=1)
    ada, bo = hand(table, ADA), hand(table, BO)
    assert (ada.seat, bo.seat) == (0, 2)
    assert set(ada.hand).isdisjoint(bo.hand)
    assert table.hand_of(CEM.user_id) is None
    left = await room.matches.leave(table.place, table.id, BO)
    assert left.hand_of(BO.user_id) is None


async def test_nobody_has_a_hand_in_the_lobby(room: Room) -> None:
    assert (await room.open(ADA, BO)).hand_of(ADA.user_id) is None


async def test_a_table_written_out_for_a_log_names_no_hidden_card(room: Room) -> None:
    table = await room.play(await room.deal(ADA, BO), ADA)
    hidden = {card.code for seat in (0, 1) for card in running(table).seat_view(seat).hand}
    assert hidden.isdisjoint(CARD.findall(repr(table)))
    assert hidden


async def test_no_refusal_names_a_card_that_is_not_public(room: Room) -> None:
    table = await room.deal(ADA, BO)
    for press in (
        room.play(table, BO),
        room.call(table, ADA),
        room.play(table, ADA, 9),
        room.matches.play(table.place, table.id, CEM, version=1, positions=[0], draw=None),
    ):
        with pytest.raises(YanivError) as refused:
            await press
        assert CARD.findall(str(refused.value)) == []
        assert set(cards_in(refused.value.details)) == set()


async def test_no_log_line_names_a_card_or_a_person(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    table = await room.deal(ADA, BO, computers=1, rules=SHORT)
    while table.is_open:
        table = await room.step(table)
    await room.pass_time(COMPUTER_TIME)
    assert table.phase is Phase.ENDED
    assert CARD.findall(caplog.text) == []
    assert "Ada" not in caplog.text
