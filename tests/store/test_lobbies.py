"""A lobby: one a place, one a host and server, changed only by whoever saw it last."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.speeds import Speed
from bot.store import (
    Change,
    Conflict,
    End,
    EndedBy,
    HostBusy,
    MatchStatus,
    MessageKind,
    Place,
    PlaceKind,
    PlaceTaken,
    RoundScore,
    Store,
    StoredMatch,
)
from tests.store.samples import (
    ADA,
    BO,
    CHANNEL,
    DECK,
    GUILD,
    NOON,
    channel,
    computer,
    lobby,
    person,
    reload,
    running,
)


async def test_a_lobby_comes_back_as_it_was_given(store: Store) -> None:
    wanted = lobby(seats=(person(0, ADA), computer(1)))
    match = await store.create_lobby(wanted)
    assert match == await store.load(CHANNEL) == await store.load_match(match.id)
    assert (match.place, match.guild_id, match.host_id) == (CHANNEL, GUILD, ADA)
    assert (match.rules, match.locale) == (wanted.rules, "en")
    assert list(match.seats) == list(wanted.seats)
    assert (match.created_at, match.deadline) == (NOON, NOON + timedelta(minutes=30))
    assert (match.status, match.version, match.journal) == (MatchStatus.LOBBY, 0, ())
    assert match.winners is None


async def test_a_second_start_at_a_place_is_told_which_match_is_there(store: Store) -> None:
    first = await store.create_lobby(lobby())
    with pytest.raises(PlaceTaken) as refused:
        await store.create_lobby(lobby(host=BO))
    assert (refused.value.match.id, refused.value.match.place) == (first.id, CHANNEL)


async def test_a_running_match_keeps_its_place_too(store: Store) -> None:
    first = await running(store)
    with pytest.raises(PlaceTaken) as refused:
        await store.create_lobby(lobby(host=BO))
    assert refused.value.match.id == first.id
    assert refused.value.match.status is MatchStatus.RUNNING


async def test_a_second_lobby_of_a_host_in_the_server_is_told_where_the_first_is(store: Store) -> None:
    first = await store.create_lobby(lobby())
    with pytest.raises(HostBusy) as refused:
        await store.create_lobby(lobby(channel(501)))
    assert (refused.value.match.id, refused.value.match.place) == (first.id, CHANNEL)
    assert await store.load(channel(501)) is None


async def test_a_host_may_open_one_in_another_server_or_once_theirs_runs(store: Store) -> None:
    await running(store)
    await store.create_lobby(lobby(channel(501)))
    await store.create_lobby(lobby(channel(502), guild=GUILD + 1))
    assert len(await store.open_matches()) == 3


async def test_a_channel_and_a_person_of_one_number_are_two_places(store: Store) -> None:
    await store.create_lobby(lobby(Place(PlaceKind.CHANNEL, 7)))
    await store.create_lobby(lobby(Place(PlaceKind.PERSON, 7), guild=None))
    assert len(await store.open_matches()) == 2


async def test_of_two_starts_at_once_from_two_processes_one_wins(
    open_store: Callable[[], Awaitable[Store]],
) -> None:
    one, other = await open_store(), await open_store()
    for number in range(10):
        place = channel(number)
        outcomes = await asyncio.gather(
            one.create_lobby(lobby(place, host=1000 + number)),
            other.create_lobby(lobby(place, host=2000 + number)),
            return_exceptions=True,
        )
        won = [outcome for outcome in outcomes if isinstance(outcome, StoredMatch)]
        lost = [outcome for outcome in outcomes if isinstance(outcome, PlaceTaken)]
        assert len(won) == len(lost) == 1
        assert lost[0].match.id == won[0].id


async def test_of_two_lobbies_of_one_host_at_once_one_wins(
    open_store: Callable[[], Awaitable[Store]],
) -> None:
    one, other = await open_store(), await open_store()
    outcomes = await asyncio.gather(
        one.create_lobby(lobby(channel(1))), other.create_lobby(lobby(channel(2))), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["HostBusy", "StoredMatch"]


async def test_saving_replaces_seats_host_and_deadline_and_counts_the_change(store: Store) -> None:
    match = await store.create_lobby(lobby())
    seats = (person(0, BO), computer(1, "random"))
    later = NOON + timedelta(hours=1)
    assert await store.save_lobby(match.id, 0, seats=seats, host_id=BO, deadline=later) == 1
    saved = await reload(store, match)
    assert (saved.version, saved.seats, saved.host_id, saved.deadline) == (1, seats, BO, later)


async def test_a_lobby_takes_other_rules_and_keeps_them_when_none_are_given(store: Store) -> None:
    match = await store.create_lobby(lobby())
    rules = {"preset": "ours", "jokers": 4}
    await store.save_lobby(match.id, 0, seats=match.seats, host_id=ADA, deadline=None, rules=rules)
    await store.save_lobby(match.id, 1, seats=match.seats, host_id=ADA, deadline=None)
    assert (await reload(store, match)).rules == rules


async def test_a_lobby_takes_another_speed_and_keeps_it_when_none_is_given(store: Store) -> None:
    match = await store.create_lobby(replace(lobby(), speed=Speed.DAY))
    assert match.speed is Speed.DAY
    version = await store.save_lobby(
        match.id, 0, seats=match.seats, host_id=ADA, deadline=None, speed=Speed.BLITZ
    )
    assert (await reload(store, match)).speed is Speed.BLITZ
    await store.save_lobby(match.id, version, seats=match.seats, host_id=ADA, deadline=None)
    assert (await reload(store, match)).speed is Speed.BLITZ


async def test_rules_are_not_changed_over_a_version_not_seen_nor_once_dealt(store: Store) -> None:
    match = await store.create_lobby(lobby())
    await store.save_lobby(match.id, 0, seats=match.seats, host_id=ADA, deadline=None)
    for version in (0, 1):
        if version == 1:
            await store.begin(match.id, 1, [DECK], NOON)
        with pytest.raises(Conflict):
            await store.save_lobby(
                match.id, version, seats=match.seats, host_id=ADA, deadline=None, rules={"jokers": 4}
            )
    assert (await reload(store, match)).rules == match.rules


async def test_saving_over_a_version_not_seen_is_refused_and_changes_nothing(store: Store) -> None:
    match = await store.create_lobby(lobby())
    await store.save_lobby(match.id, 0, seats=(person(0, ADA), person(1, BO)), host_id=ADA, deadline=None)
    saved = await reload(store, match)
    with pytest.raises(Conflict):
        await store.save_lobby(match.id, 0, seats=(), host_id=BO, deadline=NOON)
    assert await reload(store, match) == saved


async def test_of_two_joins_at_once_one_has_to_look_again(open_store: Callable[[], Awaitable[Store]]) -> None:
    one, other = await open_store(), await open_store()
    match = await one.create_lobby(lobby())

    async def join(store: Store, user_id: int) -> int:
        seats = (*match.seats, person(1, user_id))
        return await store.save_lobby(match.id, 0, seats=seats, host_id=ADA, deadline=None)

    outcomes = await asyncio.gather(join(one, BO), join(other, 104), return_exceptions=True)
    assert sorted(map(str, outcomes)) == ["1", "This table has moved on."]
    assert len((await reload(one, match)).seats) == 2


async def test_the_host_s_role_cannot_go_to_someone_who_hosts_another_lobby(store: Store) -> None:
    match = await store.create_lobby(lobby(seats=(person(0, ADA), person(1, BO))))
    other = await store.create_lobby(lobby(channel(501), host=BO))
    with pytest.raises(HostBusy) as refused:
        await store.save_lobby(match.id, 0, seats=(person(0, BO),), host_id=BO, deadline=None)
    assert refused.value.match.id == other.id
    assert await reload(store, match) == match


async def test_dealing_begins_the_journal_and_takes_the_deadline_given(store: Store) -> None:
    match = await store.create_lobby(lobby())
    await store.begin(match.id, 0, [DECK, {"seat": 0}], NOON + timedelta(minutes=1))
    dealt = await reload(store, match)
    assert dealt.status is MatchStatus.RUNNING
    assert [entry.body for entry in dealt.journal] == [DECK, {"seat": 0}]
    assert (dealt.dealt_at, dealt.deadline) == (NOON + timedelta(minutes=1), None)


async def test_a_round_that_ends_as_it_is_dealt_is_scored_and_goes_on(store: Store) -> None:
    match = await store.create_lobby(lobby(seats=(person(0, ADA), computer(1))))
    score = RoundScore(1, 0, ADA, 9, 9, 9, winner=True, kind="stock_exhausted")
    later = NOON + timedelta(seconds=20)
    change = Change(totals={0: 9, 1: 30}, scores=[score], deadline=later)
    await store.begin(match.id, 0, [DECK], NOON, change)
    dealt = await reload(store, match)
    assert (dealt.status, dealt.deadline) == (MatchStatus.RUNNING, later)
    assert [seat.total for seat in dealt.seats] == [9, 30]
    assert await store.scores_of(match.id) == (score,)


async def test_a_match_that_ends_as_it_is_dealt_is_over_and_won(store: Store) -> None:
    match = await store.create_lobby(lobby(seats=(person(0, ADA), computer(1))))
    await store.begin(match.id, 0, [DECK], NOON, Change(end=End(EndedBy.PLAYED, (1,))))
    ended = await reload(store, match)
    assert (ended.status, ended.ended_by, ended.winners) == (MatchStatus.ENDED, EndedBy.PLAYED, (1,))
    assert (ended.dealt_at, ended.ended_at, ended.deadline) == (NOON, NOON, None)
    assert await store.load(CHANNEL) is None


async def test_a_lobby_is_dealt_once(store: Store) -> None:
    match = await store.create_lobby(lobby())
    outcomes = await asyncio.gather(
        *(store.begin(match.id, 0, [DECK], NOON) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 4
    assert len((await reload(store, match)).journal) == 1


async def test_a_running_match_is_no_lobby_any_more(store: Store) -> None:
    match = await running(store)
    with pytest.raises(Conflict):
        await store.save_lobby(match.id, match.version, seats=(), host_id=ADA, deadline=None)
    with pytest.raises(Conflict):
        await store.close_lobby(match.id, match.version, EndedBy.EXPIRED, NOON)
    assert await reload(store, match) == match


async def test_an_expired_lobby_frees_its_place_and_its_host(store: Store) -> None:
    match = await store.create_lobby(lobby())
    await store.close_lobby(match.id, 0, EndedBy.EXPIRED, NOON)
    ended = await reload(store, match)
    assert (ended.status, ended.ended_by, ended.ended_at) == (MatchStatus.ENDED, EndedBy.EXPIRED, NOON)
    assert ended.deadline is None
    assert await store.load(CHANNEL) is None
    again = await store.create_lobby(lobby())
    assert again.id > match.id


async def test_messages_are_remembered_one_a_kind_and_forgotten(store: Store) -> None:
    match = await store.create_lobby(lobby())
    await store.remember_message(match.id, MessageKind.LOBBY, 500, 1, number=0, at=NOON)
    await store.remember_message(match.id, MessageKind.TABLE, 500, 2, number=1, at=NOON)
    await store.remember_message(match.id, MessageKind.TABLE, 501, 3, number=2, at=NOON)
    await store.forget_message(match.id, MessageKind.LOBBY)
    (message,) = (await reload(store, match)).messages.values()
    assert (message.kind, message.channel_id, message.message_id) == (MessageKind.TABLE, 501, 3)
    assert (message.number, message.posted_at) == (2, NOON)


async def test_whoever_notes_a_message_hears_which_one_was_there_and_forgets_only_the_one_meant(
    store: Store,
) -> None:
    """Two processes may post the same thing at the same time: one of them has to notice."""
    match = await store.create_lobby(lobby())
    first = await store.remember_message(match.id, MessageKind.TURN, 500, 1, number=3, at=NOON)
    second = await store.remember_message(match.id, MessageKind.TURN, 500, 2, number=4, at=NOON)
    assert first is None
    assert second is not None
    assert (second.message_id, second.number) == (1, 3)
    await store.forget_message(match.id, MessageKind.TURN, 1)
    assert [message.message_id for message in (await store.messages_of(match.id)).values()] == [2]
    await store.forget_message(match.id, MessageKind.TURN, 2)
    assert await store.messages_of(match.id) == {}


async def test_open_matches_are_found_by_seat_by_host_and_all_together(store: Store) -> None:
    table = await running(store)
    waiting = await store.create_lobby(lobby(channel(501), seats=(person(0, ADA),)))
    await store.create_lobby(lobby(channel(502), guild=GUILD + 1))
    closed = await store.create_lobby(lobby(channel(503), host=BO))
    await store.close_lobby(closed.id, 0, EndedBy.STOPPED, NOON)
    assert [match.id for match in await store.matches_of(GUILD, ADA)] == [table.id, waiting.id]
    assert [match.id for match in await store.matches_of(GUILD, BO)] == [table.id]
    assert [match.place.id for match in await store.open_matches()] == [500, 501, 502]
    mine = await store.open_lobby_of(GUILD, ADA)
    assert mine is not None
    assert (mine.id, mine.deadline) == (waiting.id, NOON + timedelta(minutes=30))
    assert await store.open_lobby_of(GUILD, BO) is None


async def test_what_is_kept_is_there_until_it_is_replaced(store: Store) -> None:
    assert await store.get_kept("commands") is None
    await store.keep("commands", "one")
    await store.keep("commands", "two")
    assert await store.get_kept("commands") == "two"
