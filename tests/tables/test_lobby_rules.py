"""The rules of a lobby: the host changes them until the deal, and the match is played by the last ones."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.engine.errors import DeckTooSmall
from bot.engine.rules import CLASSIC, Rules
from bot.presets import preset
from bot.store import Unavailable
from bot.tables.errors import AlreadyStarted, NotHost
from bot.tables.values import Person, Phase
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    MINUTE,
    FragileStore,
    HandClock,
    Room,
    moderator,
    outcomes,
    person,
    running,
    state,
)

FRENCH = preset("french")
LARGE = replace(CLASSIC, decks=1, hand_size=7, jokers=0)
"""Enough for seven, not for eight."""


def to(rules: Rules) -> Callable[[Rules], Rules]:
    """Return the change to these rules, whatever they were."""
    return lambda _: rules


async def test_the_host_changes_the_rules_and_everybody_hears_of_it(room: Room, clock: HandClock) -> None:
    table = await room.open(ADA, BO)
    after = await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(FRENCH))
    assert (after.rules, after.rules.preset, after.version) == (FRENCH, "french", table.version + 1)
    assert (after.seats, after.deadline, after.phase) == (table.seats, table.deadline, Phase.LOBBY)
    assert room.heard.changes[-1] == (table, after)
    assert state(await Room(room.store, clock).table()) == state(after)


async def test_a_change_is_made_to_the_rules_as_they_are_by_then(room: Room) -> None:
    table = await room.open(ADA, BO)
    await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, lambda rules: replace(rules, jokers=4))
    after = await room.lobbies.change_rules(
        "options", CHANNEL, table.id, ADA, lambda rules: replace(rules, target=200)
    )
    assert after.rules == replace(CLASSIC, jokers=4, target=200)


async def test_the_match_is_played_by_the_rules_chosen_last(room: Room, clock: HandClock) -> None:
    table = await room.open(ADA, BO)
    await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(preset("bga")))
    await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(FRENCH))
    dealt = await room.lobbies.deal(CHANNEL, table.id, ADA)
    assert running(dealt).rules == FRENCH
    assert [seat.cards for seat in dealt.public_view().seats] == [7, 7]
    assert state(await Room(room.store, clock).table()) == state(dealt)


async def test_joining_meanwhile_keeps_the_rules_and_voids_no_change(room: Room) -> None:
    table = await room.open(ADA)
    await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(FRENCH))
    joined = await room.lobbies.join(CHANNEL, table.id, BO)
    assert joined.rules == FRENCH
    after = await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(CLASSIC))
    assert (after.rules, len(after.seats)) == (CLASSIC, 2)


@pytest.mark.parametrize("who", [BO, CEM], ids=["seated", "not seated"])
async def test_nobody_but_the_host_changes_the_rules(room: Room, who: Person) -> None:
    table = await room.open(ADA, BO)
    with pytest.raises(NotHost):
        await room.lobbies.change_rules("options", CHANNEL, table.id, who, to(FRENCH))
    assert await room.table() is table


async def test_the_rules_stand_once_the_cards_are_dealt(room: Room) -> None:
    table = await room.deal(ADA, BO)
    before = state(table)
    with pytest.raises(AlreadyStarted):
        await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(FRENCH))
    assert state(await room.table()) == before


async def test_rules_that_those_seated_cannot_play_are_refused(room: Room) -> None:
    table = await room.open(ADA, computers=7)
    with pytest.raises(DeckTooSmall) as refused:
        await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(LARGE))
    assert refused.value.sentence().startswith("8 players with 7 cards each")
    assert (await room.table()).rules == CLASSIC
    table = await room.lobbies.remove(CHANNEL, table.id, ADA, seat=7, version=table.version)
    await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(LARGE))
    with pytest.raises(DeckTooSmall):
        await room.lobbies.join(CHANNEL, table.id, person(1))
    assert len((await room.table()).seats) == 7


async def test_a_host_alone_may_choose(room: Room) -> None:
    table = await room.open(ADA)
    after = await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(LARGE))
    assert after.rules == LARGE


async def test_choosing_counts_as_something_the_host_pressed(room: Room, clock: HandClock) -> None:
    table = await room.open(ADA, BO)
    clock.now += 2 * MINUTE
    after = await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(FRENCH))
    assert after.host_acted == clock.now


async def test_of_a_change_and_the_deal_at_once_both_count_or_the_change_is_refused(room: Room) -> None:
    table = await room.open(ADA, BO)
    results = await asyncio.gather(
        room.lobbies.deal(CHANNEL, table.id, ADA),
        room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(FRENCH)),
        return_exceptions=True,
    )
    assert outcomes(results) == {"Table": 1, "AlreadyStarted": 1}
    assert running(await room.table()).rules == CLASSIC


async def test_a_change_that_cannot_be_written_changes_nothing(store: FragileStore, room: Room) -> None:
    table = await room.open(ADA, BO)
    store.failures = 1
    with pytest.raises(Unavailable):
        await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(FRENCH))
    assert state(await room.table()) == state(table)


async def test_a_rematch_keeps_the_rules_that_were_chosen(room: Room) -> None:
    ours = replace(FRENCH, jokers=4, preset="Grandma's")
    table = await room.open(ADA, BO)
    await room.lobbies.change_rules("options", CHANNEL, table.id, ADA, to(ours))
    await room.lobbies.deal(CHANNEL, table.id, ADA)
    await room.matches.end(CHANNEL, table.id, moderator(ADA))
    again = await room.lobbies.rematch(table.id, CHANNEL, BO)
    assert (again.rules, again.rules.preset) == (ours, "Grandma's")
