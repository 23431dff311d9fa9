"""Slapping down: by people until the next turn, by computers within it, and never told by waiting."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from bot.engine.cards import Card, parse_cards
from bot.engine.errors import NoSlapDown
from bot.engine.round import Shuffler
from bot.engine.rules import Rules
from bot.players.normal import NormalPlayer
from bot.presets import preset
from bot.store import Store
from bot.tables.errors import MovedOn, NotDealtYet, NotSeated
from bot.tables.values import Person, Table
from tests.engine.helpers import deck_with
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    COMPUTER_TIME,
    MINUTE,
    SECOND,
    SLAP_TIME,
    FragileStore,
    HandClock,
    Room,
    hand,
    moderator,
    outcomes,
    positions_of,
    running,
    state,
)

RULES = preset("travellers")
KINGS = "KS 2H 3D 6C 9S"
OTHERS = ("QS JD 8C 7H 5D", "QC JH 8D 7C 4D")


def with_hands(hands: Sequence[str], start: str, stock: str, rules: Rules = RULES) -> Shuffler:
    """Deal these hands."""
    return lambda _: deck_with(rules, hands, start, stock)


def cards(codes: str) -> tuple[Card, ...]:
    return parse_cards(codes)


@pytest.fixture
def room(store: Store, clock: HandClock) -> Room:
    # Ada lays her king and draws another one.
    return Room(store, clock, shuffler=with_hands([KINGS, *OTHERS], "TS", "KH 9D TD"))


async def lay_king(room: Room, table: Table, who: Person = ADA) -> Table:
    return await room.play(table, who, *positions_of(hand(table, who), cards("KS")))


async def types(room: Room, table: Table) -> list[tuple[str, str]]:
    """Return what the journal says was done, and by whom."""
    stored = await room.store.load_match(table.id)
    assert stored is not None
    return [(entry.body["type"], entry.body["by"]) for entry in stored.journal if "by" in entry.body]


async def test_a_card_slapped_down_lies_on_the_discard_and_may_be_taken(room: Room) -> None:
    table = await lay_king(room, await room.deal(ADA, BO, CEM, rules=RULES))
    assert hand(table, ADA).slap == cards("KH")[0]
    assert hand(table, BO).slap is None
    slapped = await room.slap(table, ADA)
    view = slapped.public_view()
    assert (view.discard, view.takeable, view.to_move) == (cards("KS KH"), cards("KS KH"), 1)
    assert hand(slapped, ADA).hand == cards("2H 3D 6C 9S")
    assert slapped.number == table.number + 1
    assert await types(room, table) == [("play", "human"), ("slapdown", "human")]
    assert room.heard.tables[-1] is slapped
    after = await room.play(slapped, BO, 0, draw=cards("KH")[0])
    assert cards("KH")[0] in hand(after, BO).hand


async def test_a_slap_is_still_there_after_a_restart(room: Room, clock: HandClock) -> None:
    slapped = await room.slap(await lay_king(room, await room.deal(ADA, BO, CEM, rules=RULES)), ADA)
    assert state(await Room(room.store, clock).table()) == state(slapped)


async def refused(room: Room, problem: type[Exception], table: Table, who: Person, version: int) -> None:
    before = state(await room.table())
    with pytest.raises(problem):
        await room.matches.slap(CHANNEL, table.id, who, version=version)
    assert state(await room.table()) == before


async def test_a_slap_after_the_next_turn_is_too_late(room: Room) -> None:
    table = await lay_king(room, await room.deal(ADA, BO, CEM, rules=RULES))
    await room.play(table, BO)
    await refused(room, NoSlapDown, table, ADA, hand(table, ADA).version)


async def test_the_same_slap_twice_slaps_once(room: Room) -> None:
    table = await lay_king(room, await room.deal(ADA, BO, CEM, rules=RULES))
    await room.slap(table, ADA)
    await refused(room, NoSlapDown, table, ADA, hand(table, ADA).version)


async def test_a_forged_slap_changes_nothing(room: Room) -> None:
    dealt = await room.deal(ADA, BO, CEM, rules=RULES)
    await refused(room, NoSlapDown, dealt, ADA, hand(dealt, ADA).version)
    table = await lay_king(room, dealt)
    await refused(room, NoSlapDown, table, BO, hand(table, BO).version)
    await refused(room, NoSlapDown, table, ADA, hand(dealt, ADA).version)
    await refused(room, NoSlapDown, table, ADA, hand(table, ADA).version + 1)
    await refused(room, NotSeated, table, Person(999, "Eve"), hand(table, ADA).version)
    with pytest.raises(MovedOn):
        await room.matches.slap(CHANNEL, table.id + 1, ADA, version=hand(table, ADA).version)


async def test_a_card_taken_from_the_discard_is_not_slapped_down(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=with_hands([KINGS, *OTHERS], "KD", "9D TD"))
    dealt = await room.deal(ADA, BO, CEM, rules=RULES)
    positions = positions_of(hand(dealt, ADA), cards("KS"))
    table = await room.play(dealt, ADA, *positions, draw=cards("KD")[0])
    assert hand(table, ADA).slap is None
    await refused(room, NoSlapDown, table, ADA, hand(table, ADA).version)


async def test_without_the_rule_there_is_no_slap(room: Room) -> None:
    table = await lay_king(room, await room.deal(ADA, BO, CEM))
    await refused(room, NoSlapDown, table, ADA, hand(table, ADA).version)


async def test_there_is_nothing_to_slap_in_a_lobby(room: Room) -> None:
    table = await room.open(ADA, BO, rules=RULES)
    with pytest.raises(NotDealtYet):
        await room.matches.slap(CHANNEL, table.id, ADA, version=1)


@pytest.mark.parametrize("slap_first", [True, False])
async def test_of_a_slap_and_the_next_turn_at_once_the_first_decides(room: Room, slap_first: bool) -> None:
    table = await lay_king(room, await room.deal(ADA, BO, CEM, rules=RULES))
    both = [room.slap(table, ADA), room.play(table, BO)]
    results = await asyncio.gather(*(both if slap_first else both[::-1]), return_exceptions=True)
    assert outcomes(results) == ({"Table": 2} if slap_first else {"Table": 1, "NoSlapDown": 1})
    now = await room.table()
    assert now.public_view().to_move == 2
    assert (cards("KH")[0] in hand(now, ADA).hand) is not slap_first


async def test_a_slap_against_another_process_that_has_played_on_changes_nothing(
    open_file: Callable[[], Awaitable[FragileStore]], clock: HandClock
) -> None:
    shuffler = with_hands([KINGS, *OTHERS], "TS", "KH 9D TD")
    one = Room(await open_file(), clock, shuffler=shuffler)
    other = Room(await open_file(), clock, shuffler=shuffler)
    table = await lay_king(one, await one.deal(ADA, BO, CEM, rules=RULES))
    played = await other.play(await other.table(), BO)
    with pytest.raises(MovedOn):
        await one.slap(table, ADA)
    assert state(await one.table()) == state(played)


# --- computers wait alike


@pytest.mark.parametrize("drawn", ["KH", "9D"])
@pytest.mark.parametrize("preset_name", ["travellers", "bga"])
async def test_with_slap_down_on_a_computer_waits_4_seconds_slap_or_no_slap(
    store: Store, clock: HandClock, drawn: str, preset_name: str
) -> None:
    rules = preset(preset_name)
    room = Room(store, clock, shuffler=with_hands([KINGS, OTHERS[0]], "TS", f"{drawn} TD", rules))
    table = await lay_king(room, await room.deal(ADA, computers=1, rules=rules))
    assert (running(table).slap is not None) == (drawn == "KH")
    await room.pass_time(3.99 * SECOND)
    assert (await room.table()).number == table.number
    await room.pass_time(0.01 * SECOND)
    assert (await room.table()).number == table.number + 1


@pytest.mark.parametrize("rules", [preset("classic"), replace(preset("french"), slap_down="singles")])
async def test_where_nothing_can_be_slapped_down_a_computer_waits_1_to_3_seconds(
    store: Store, clock: HandClock, rules: Rules
) -> None:
    room = Room(store, clock)
    table = await room.step(await room.deal(ADA, computers=1, rules=rules))
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table()).number > table.number


async def test_neither_a_slap_nor_a_vote_makes_a_computer_wait_longer(room: Room) -> None:
    table = await room.deal(BO, ADA, computers=1, rules=RULES)
    table = await lay_king(room, table, BO)
    await room.pass_time(SECOND)
    await room.slap(table, BO)
    await room.pass_time(SECOND)
    await room.matches.end(CHANNEL, table.id, ADA)
    await room.pass_time(1.99 * SECOND)
    assert (await room.table()).public_view().to_move == 1
    await room.pass_time(0.01 * SECOND)
    assert (await room.table()).public_view().to_move == 2


async def test_a_person_slaps_until_the_computer_moves_and_does_not_hold_it_up(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=with_hands([KINGS, OTHERS[0]], "TS", "KH TD"))
    table = await lay_king(room, await room.deal(ADA, computers=1, rules=RULES))
    await room.pass_time(3.9 * SECOND)
    slapped = await room.slap(table, ADA)
    await room.pass_time(0.1 * SECOND)
    assert (await room.table()).number == slapped.number + 1


# --- computers slap


@pytest.fixture
def computers_room(store: Store, clock: HandClock) -> Room:
    # Seat 1, a computer, lays its king and draws another one; Ada has drawn 9D before.
    return Room(store, clock, shuffler=with_hands([OTHERS[0], KINGS, OTHERS[1]], "TS", "9D KH TD TC"))


async def until_computer_has_drawn(room: Room, *others: Person, computers: int) -> Table:
    """Let Ada play, and seat 1 draw the card that it may slap down."""
    table = await room.play(await room.deal(ADA, *others, computers=computers, rules=RULES), ADA)
    await room.pass_time(SLAP_TIME)
    table = await room.table()
    slap = running(table).slap
    assert slap is not None
    assert slap.seat == 1
    return table


async def test_a_computer_slaps_1_to_3_seconds_after_it_has_drawn(computers_room: Room) -> None:
    room = computers_room
    table = await until_computer_has_drawn(room, computers=2)
    await room.pass_time(0.99 * SECOND)
    assert (await room.table()).number == table.number
    await room.pass_time(2.01 * SECOND)
    assert (await room.table()).public_view().discard == cards("KS KH")
    assert (await types(room, table))[-1] == ("slapdown", "computer")
    # The next computer moves when it would have moved without the slap.
    await room.pass_time(0.99 * SECOND)
    assert (await room.table()).number == table.number + 1
    await room.pass_time(0.01 * SECOND)
    assert (await room.table()).number == table.number + 2


async def test_a_person_need_not_wait_for_a_computer_that_may_slap(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=with_hands([OTHERS[0], KINGS], "TS", "9D KH TD TC"))
    table = await until_computer_has_drawn(room, computers=1)
    played = await room.play(table, ADA)
    assert played.number == table.number + 1
    await room.pass_time(3.99 * SECOND)
    assert await room.table() is played


async def test_a_person_at_rest_sees_the_computer_slap(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=with_hands([OTHERS[0], KINGS], "TS", "9D KH TD TC"))
    table = await until_computer_has_drawn(room, computers=1)
    await room.pass_time(MINUTE)
    now = await room.table()
    assert (now.number, now.public_view().to_move) == (table.number + 1, 0)
    assert now.public_view().takeable == cards("KS KH")
    assert room.timers.next_things == frozenset()


async def test_a_computer_slaps_nothing_down_while_the_match_stands_still(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=with_hands([OTHERS[0], KINGS], "TS", "9D KH TD TC"))
    table = await until_computer_has_drawn(room, computers=1)
    await room.matches.pause(CHANNEL, table.id)
    assert room.timers.next_things == frozenset()
    await room.pass_time(MINUTE)
    paused = await room.table()
    assert paused.number == table.number + 1
    await room.matches.resume(CHANNEL, table.id)
    await room.pass_time(3 * SECOND)
    assert (await types(room, table))[-1] == ("slapdown", "computer")


@pytest.mark.parametrize("person_first", [True, False])
async def test_of_a_computers_slap_and_a_persons_turn_at_once_the_first_decides(
    store: Store, clock: HandClock, person_first: bool
) -> None:
    room = Room(store, clock, shuffler=with_hands([OTHERS[0], KINGS], "TS", "9D KH TD TC"))
    table = await until_computer_has_drawn(room, computers=1)
    both = [room.play(table, ADA), room.timers.take(("slap", CHANNEL))()]
    await asyncio.gather(*(both if person_first else both[::-1]))
    slapped = ("slapdown", "computer") in await types(room, table)
    assert slapped is not person_first
    assert (await room.table()).public_view().to_move == 1


async def test_a_computer_that_declines_is_not_asked_again(
    computers_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Card | None] = []

    def declines(_: NormalPlayer, view: object, rng: object) -> bool:
        asked.append(getattr(view, "slap", None))
        return False

    monkeypatch.setattr(NormalPlayer, "slaps", declines)
    room = Room(
        computers_room.store,
        computers_room.clock,
        shuffler=with_hands([OTHERS[0], KINGS, OTHERS[1]], "TS", "9D KH TD TC"),
    )
    dealt = await room.deal(ADA, BO, CEM, rules=RULES)
    await room.matches.leave(CHANNEL, dealt.id, BO)
    await room.play(dealt, ADA)
    await room.pass_time(SLAP_TIME + COMPUTER_TIME)
    assert asked == list(cards("KH"))
    voted = await room.matches.end(CHANNEL, dealt.id, ADA)
    await room.pass_time(MINUTE)
    assert asked == list(cards("KH"))
    assert await room.table() is voted.table
    assert running(voted.table).slap is not None


async def test_a_computer_slaps_after_a_restart_too(computers_room: Room, clock: HandClock) -> None:
    table = await until_computer_has_drawn(computers_room, computers=2)
    again = Room(computers_room.store, clock)
    await again.tables.resume()
    await again.pass_time(COMPUTER_TIME)
    assert (await types(again, table))[-1] == ("slapdown", "computer")


async def test_a_slap_that_cannot_be_written_is_let_go(
    store: FragileStore, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    room = Room(store, clock, shuffler=with_hands([OTHERS[0], KINGS], "TS", "9D KH TD TC"))
    table = await until_computer_has_drawn(room, computers=1)
    store.failures = 1
    await room.pass_time(COMPUTER_TIME)
    assert caplog.messages == [f"Match {table.id}: a slap-down could not be written."]
    assert (await room.play(await room.table(), ADA)).public_view().to_move == 1


async def test_the_computer_that_takes_over_may_slap_what_the_leaver_had_drawn(room: Room) -> None:
    table = await lay_king(room, await room.deal(ADA, BO, CEM, rules=RULES))
    await room.matches.leave(CHANNEL, table.id, ADA)
    await room.pass_time(COMPUTER_TIME)
    assert (await room.table()).public_view().discard == cards("KS KH")
    assert (await types(room, table))[-1] == ("slapdown", "computer")


async def test_nothing_is_slapped_once_the_match_is_stopped(computers_room: Room) -> None:
    room = computers_room
    table = await until_computer_has_drawn(room, computers=2)
    await room.matches.end(CHANNEL, table.id, moderator(ADA))
    assert room.timers.waiting == {}
