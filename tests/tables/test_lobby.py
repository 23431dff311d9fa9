"""What can be pressed in a lobby, and who is refused what."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.players.characters import CHARACTERS, character_of
from bot.store import EndedBy
from bot.tables.computers import OFFERED
from bot.tables.errors import (
    AlreadySeated,
    AlreadyStarted,
    HostDeals,
    MovedOn,
    NotHost,
    NotSeated,
    TableFull,
    TooFew,
)
from bot.tables.lobbies import HOST_TIME
from bot.tables.values import Phase, Table
from tests.tables.room import (
    ADA,
    BO,
    CEM,
    CHANNEL,
    DAN,
    MINUTE,
    NOON,
    SECOND,
    THREAD,
    Room,
    moderator,
    person,
    running,
    state,
)


async def remove(room: Room, table: Table, seat: int, *, who: int = ADA.user_id) -> Table:
    presser = next(one for one in (ADA, BO, CEM, DAN) if one.user_id == who)
    return await room.lobbies.remove(CHANNEL, table.id, presser, seat=seat, version=table.version)


async def test_joining_twice_is_refused(room: Room) -> None:
    table = await room.open(ADA, BO)
    for who in (ADA, BO):
        with pytest.raises(AlreadySeated):
            await room.lobbies.join(CHANNEL, table.id, who)
    assert state(await room.table()) == state(table)


async def test_there_are_eight_seats(room: Room) -> None:
    table = await room.open(ADA, *map(person, range(6)), computers=1)
    assert len(table.seats) == 8
    with pytest.raises(TableFull):
        await room.lobbies.join(CHANNEL, table.id, BO)
    with pytest.raises(TableFull):
        await room.lobbies.add_computer(CHANNEL, table.id, ADA)
    dealt = await room.lobbies.deal(CHANNEL, table.id, ADA)
    assert len(dealt.public_view().seats) == 8


async def test_only_the_host_adds_computers(room: Room) -> None:
    table = await room.open(ADA, BO)
    with pytest.raises(NotHost):
        await room.lobbies.add_computer(CHANNEL, table.id, BO)
    table = await room.lobbies.add_computer(CHANNEL, table.id, ADA)
    assert [row.kind for row in table.seats] == ["human", "human", "normal"]


async def test_the_host_alone_changes_how_a_computer_plays_and_it_is_kept(room: Room) -> None:
    table = await room.open(ADA, BO, computers=1)
    change = partial(room.lobbies.change_level, CHANNEL, table.id)
    with pytest.raises(NotHost):
        await change(BO, seat=1, version=table.version, level="easy")
    for seat, version in ((0, table.version), (2, table.version), (9, table.version), (1, 0)):
        with pytest.raises(MovedOn):
            await change(ADA, seat=seat, version=version, level="easy")
    after = await change(ADA, seat=1, version=table.version, level="easy")
    assert [row.kind for row in after.seats] == ["human", "easy", "human"]
    # Another level is another character.
    assert character_of(table.seats[1].name, "normal") is not None
    assert character_of(after.seats[1].name, "easy") is not None
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.seats == after.seats
    dealt = await room.lobbies.deal(CHANNEL, table.id, ADA)
    assert running(dealt).players[1].kind == "easy"


@pytest.mark.parametrize("level", OFFERED)
async def test_seven_computers_have_seven_names_the_characters_of_their_level_first(
    room: Room, level: str
) -> None:
    table = await room.open(ADA, computers=7, level=level)
    names = [row.name for row in table.seats[1:]]
    assert len(set(names)) == 7
    own = [character.name for character in CHARACTERS.values() if character.level == level]
    assert len(own) >= 2
    assert names[: len(own)] == own
    assert not {*names[len(own) :]} & {*CHARACTERS}


async def test_nobody_is_called_like_a_person_at_the_table(room: Room) -> None:
    table = await room.open(replace(ADA, name="noa"), computers=2)
    assert [row.name for row in table.seats] == ["noa", "Tal", "Maya"]


async def test_a_leaver_frees_the_seat_and_the_others_move_up(room: Room) -> None:
    table = await room.open(ADA, BO, CEM)
    table = await room.lobbies.leave(CHANNEL, table.id, BO)
    assert [(row.seat, row.name) for row in table.seats] == [(0, "Ada"), (1, "Cem")]
    with pytest.raises(NotSeated):
        await room.lobbies.leave(CHANNEL, table.id, BO)


async def test_a_host_who_leaves_passes_the_role_on(room: Room) -> None:
    table = await room.open(ADA, BO, CEM, computers=1)
    table = await room.lobbies.leave(CHANNEL, table.id, ADA)
    assert table.host_id == BO.user_id
    assert [row.name for row in table.people] == ["Bo", "Cem"]
    stored = await room.store.load_match(table.id)
    assert stored is not None
    assert stored.host_id == BO.user_id
    with pytest.raises(NotHost):
        await room.lobbies.add_computer(CHANNEL, table.id, CEM)
    assert (await room.lobbies.deal(CHANNEL, table.id, BO)).phase is Phase.PLAYING


async def test_a_new_host_has_two_minutes_of_their_own(room: Room) -> None:
    table = await room.open(ADA, BO, CEM)
    await room.pass_time(10 * MINUTE)
    await room.lobbies.leave(CHANNEL, table.id, ADA)
    with pytest.raises(HostDeals):
        await room.lobbies.deal(CHANNEL, table.id, CEM)


async def test_the_role_goes_past_someone_who_hosts_another_lobby(room: Room) -> None:
    await room.open(BO, place=THREAD)
    table = await room.open(ADA, BO, CEM)
    table = await room.lobbies.leave(CHANNEL, table.id, ADA)
    assert table.host_id == CEM.user_id
    assert [row.name for row in table.seats] == ["Bo", "Cem"]


async def test_a_lobby_without_a_possible_host_closes(room: Room) -> None:
    await room.open(BO, place=THREAD)
    table = await room.open(ADA, BO)
    table = await room.lobbies.leave(CHANNEL, table.id, ADA)
    assert table.ended_by == EndedBy.ABANDONED


async def test_the_last_person_who_leaves_closes_the_lobby(room: Room) -> None:
    table = await room.open(ADA, BO, computers=2)
    await room.lobbies.leave(CHANNEL, table.id, ADA)
    table = await room.lobbies.leave(CHANNEL, table.id, BO)
    assert not table.is_open
    assert table.ended_by == EndedBy.ABANDONED
    assert await room.registry.look(CHANNEL) is None
    assert room.timers.waiting == {}
    assert (await room.open(CEM)).id != table.id


async def test_remove_frees_a_seat_of_the_lobby_as_the_host_saw_it(room: Room) -> None:
    table = await room.open(ADA, BO, CEM, computers=1)
    table = await remove(room, table, 2)
    assert [row.name for row in table.people] == ["Ada", "Cem"]
    table = await remove(room, table, 1)
    assert [(row.seat, row.name) for row in table.seats] == [(0, "Ada"), (1, "Cem")]


async def test_remove_is_refused_once_the_seats_have_changed(room: Room) -> None:
    seen = await room.open(ADA, BO, CEM)
    now = await room.lobbies.leave(CHANNEL, seen.id, BO)
    with pytest.raises(MovedOn):
        await remove(room, seen, 1)
    assert state(await room.table()) == state(now)


@pytest.mark.parametrize("seat", [0, 2, 8, -1])
async def test_the_host_and_seats_that_are_not_there_cannot_be_removed(room: Room, seat: int) -> None:
    table = await room.open(ADA, BO)
    with pytest.raises(MovedOn):
        await remove(room, table, seat)
    assert state(await room.table()) == state(table)


async def test_only_the_host_removes(room: Room) -> None:
    table = await room.open(ADA, BO, CEM)
    with pytest.raises(NotHost):
        await room.lobbies.for_host("options", CHANNEL, table.id, BO)
    with pytest.raises(NotHost):
        await remove(room, table, 2, who=BO.user_id)
    assert state(await room.lobbies.for_host("options", CHANNEL, table.id, ADA)) == state(table)


async def test_a_lobby_is_stopped_by_its_host_or_a_moderator(room: Room) -> None:
    table = await room.open(ADA, BO)
    with pytest.raises(NotHost):
        await room.lobbies.stop(CHANNEL, table.id, BO)
    table = await room.lobbies.stop(CHANNEL, table.id, moderator(DAN))
    assert table.ended_by == EndedBy.STOPPED
    table = await room.open(ADA, BO)
    table = await room.lobbies.stop(CHANNEL, table.id, ADA)
    assert table.ended_by == EndedBy.STOPPED
    assert await room.registry.look(CHANNEL) is None


# --- dealing


async def test_the_host_deals_at_once(room: Room) -> None:
    table = await room.deal(ADA, BO)
    assert table.phase is Phase.PLAYING
    assert table.public_view().dealer == 1
    assert table.public_view().to_move == 0
    assert [seat.cards for seat in table.public_view().seats] == [5, 5]


async def test_one_alone_is_not_dealt_to(room: Room) -> None:
    table = await room.open(ADA)
    with pytest.raises(TooFew):
        await room.lobbies.deal(CHANNEL, table.id, ADA)
    table = await room.lobbies.add_computer(CHANNEL, table.id, ADA)
    assert (await room.lobbies.deal(CHANNEL, table.id, ADA)).phase is Phase.PLAYING


async def test_who_is_not_seated_does_not_deal(room: Room) -> None:
    table = await room.open(ADA, BO)
    await room.pass_time(10 * MINUTE)
    with pytest.raises(NotSeated):
        await room.lobbies.deal(CHANNEL, table.id, CEM)


async def others_may_deal_after(room: Room, match_id: int, wait: timedelta) -> None:
    """Check that Bo is refused until `wait` from now, and told when."""
    with pytest.raises(HostDeals) as refused:
        await room.lobbies.deal(CHANNEL, match_id, BO)
    assert refused.value.details == {"moment": room.clock.now + wait}
    await room.pass_time(wait - SECOND)
    with pytest.raises(HostDeals):
        await room.lobbies.deal(CHANNEL, match_id, BO)
    await room.pass_time(SECOND)
    assert (await room.lobbies.deal(CHANNEL, match_id, BO)).phase is Phase.PLAYING


async def test_others_deal_two_minutes_after_enough_were_seated(room: Room) -> None:
    table = await room.open(ADA)
    await room.pass_time(5 * MINUTE)
    await room.lobbies.join(CHANNEL, table.id, BO)
    await room.pass_time(MINUTE)
    await room.lobbies.join(CHANNEL, table.id, CEM)
    await others_may_deal_after(room, table.id, HOST_TIME - MINUTE)


async def test_the_time_starts_anew_when_too_few_were_seated_meanwhile(room: Room) -> None:
    table = await room.open(ADA, CEM)
    await room.pass_time(MINUTE)
    await room.lobbies.leave(CHANNEL, table.id, CEM)
    await room.pass_time(5 * MINUTE)
    await room.lobbies.join(CHANNEL, table.id, BO)
    await others_may_deal_after(room, table.id, HOST_TIME)


@pytest.mark.parametrize(
    "press", ["add", "ask as the host", "remove a stale seat", "join again", "add to a full table"]
)
async def test_others_deal_two_minutes_after_the_host_last_pressed_anything(room: Room, press: str) -> None:
    crowd = [person(number) for number in range(6)] if press == "add to a full table" else []
    table = await room.open(ADA, BO, *crowd)
    await room.pass_time(90 * SECOND)
    match press:
        case "add":
            await room.lobbies.add_computer(CHANNEL, table.id, ADA)
        case "ask as the host":
            await room.lobbies.for_host("options", CHANNEL, table.id, ADA)
        case "remove a stale seat":
            with pytest.raises(MovedOn):
                await room.lobbies.remove(CHANNEL, table.id, ADA, seat=1, version=-1)
        case "join again":
            with pytest.raises(AlreadySeated):
                await room.lobbies.join(CHANNEL, table.id, ADA)
        case _:
            with pytest.raises(TableFull):
                await room.lobbies.add_computer(CHANNEL, table.id, ADA)
    await others_may_deal_after(room, table.id, HOST_TIME)


async def test_what_others_press_gives_the_host_no_more_time(room: Room) -> None:
    table = await room.open(ADA, BO)
    await room.pass_time(MINUTE)
    with pytest.raises(AlreadySeated):
        await room.lobbies.join(CHANNEL, table.id, BO)
    with pytest.raises(NotHost):
        await room.lobbies.add_computer(CHANNEL, table.id, BO)
    await room.lobbies.join(CHANNEL, table.id, CEM)
    await others_may_deal_after(room, table.id, HOST_TIME - MINUTE)


# --- too late


async def test_every_lobby_button_says_so_after_the_deal(room: Room) -> None:
    table = await room.deal(ADA, BO)
    lobbies, late = room.lobbies, (CHANNEL, table.id, ADA)
    for press in (
        lobbies.join(CHANNEL, table.id, CEM),
        lobbies.leave(*late),
        lobbies.add_computer(*late),
        lobbies.remove(*late, seat=1, version=table.version),
        lobbies.for_host("options", *late),
        lobbies.deal(*late),
        lobbies.stop(CHANNEL, table.id, moderator(ADA)),
    ):
        with pytest.raises(AlreadyStarted):
            await press
    assert state(await room.table()) == state(table)


async def test_buttons_of_an_earlier_lobby_have_moved_on(room: Room) -> None:
    old = await room.open(ADA, BO)
    await room.lobbies.stop(CHANNEL, old.id, ADA)
    for reopened in (False, True):
        if reopened:
            await room.open(BO, ADA)
        for press in (
            room.lobbies.join(CHANNEL, old.id, CEM),
            room.lobbies.leave(CHANNEL, old.id, BO),
            room.lobbies.add_computer(CHANNEL, old.id, ADA),
            room.lobbies.deal(CHANNEL, old.id, ADA),
            room.lobbies.stop(CHANNEL, old.id, moderator(ADA)),
        ):
            with pytest.raises(MovedOn):
                await press
    assert len((await room.table()).seats) == 2


async def test_no_press_changes_when_the_lobby_closes(room: Room) -> None:
    table = await room.open(ADA, BO)
    await room.pass_time(20 * MINUTE)
    table = await room.lobbies.join(CHANNEL, table.id, CEM)
    assert table.deadline == NOON + 30 * MINUTE
    await room.pass_time(10 * MINUTE)
    assert await room.registry.look(CHANNEL) is None
