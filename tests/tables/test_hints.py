"""Hints: where the table allows them, for whoever is to move, counted once a turn, and never in the way."""

import asyncio

import pytest

from bot.engine.actions import CallYaniv
from bot.engine.errors import NotYourTurn
from bot.players.advice import Advice, Question
from bot.store import Store
from bot.tables.access import admit
from bot.tables.errors import AlreadyStarted, MovedOn, NotHost, NotSeated
from bot.tables.hints import ADVISER, Hint, NoHintNow, NoHintsHere
from bot.tables.practice import practice_place
from bot.tables.values import Person, Table
from bot.tables.workers import NoThought
from tests.tables.room import ADA, BO, CEM, CHANNEL, DAN, HandClock, Room, hand, running, seat_0_may_call
from tests.tables.test_slaps import KINGS, OTHERS, RULES, lay_king, with_hands
from tests.thinkers import AtOnce


class Asked(AtOnce):
    """A thinker whose advice comes when the test wants it to."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[Question] = []
        self.heard = asyncio.Event()
        self.answers: list[asyncio.Future[None]] = []

    async def advise(self, question: Question) -> Advice:
        self.questions.append(question)
        self.answers.append(asyncio.get_running_loop().create_future())
        self.heard.set()
        await self.answers[-1]
        return question.advice()


async def with_hints(room: Room, *others: Person, computers: int = 0) -> Table:
    """Deal a table at which hints are allowed; Ada is to move."""
    lobby = await room.open(ADA, *others, computers=computers)
    await room.lobbies.allow_hints(CHANNEL, lobby.id, ADA, allowed=True)
    return await room.lobbies.deal(CHANNEL, lobby.id, ADA)


async def waiting(store: Store, clock: HandClock) -> tuple[Asked, Room, Table]:
    """Deal a table at which a hint comes when the test wants it to; Ada is to move."""
    thinker = Asked()
    room = Room(store, clock, thinker=thinker)
    return thinker, room, await with_hints(room, BO)


async def ask(room: Room, table: Table, who: Person = ADA) -> Hint:
    version = hand(table, who).version
    return await room.tables.hints.give(table.place, table.id, who, version=version)


async def test_whoever_asks_again_and_again_is_thought_for_once(store: Store, clock: HandClock) -> None:
    thinker, room, table = await waiting(store, clock)
    asking = [asyncio.create_task(ask(room, table)) for _ in range(20)]
    await thinker.heard.wait()
    asking[0].cancel()
    await asyncio.sleep(0)
    thinker.answers[0].set_result(None)
    hints = await asyncio.gather(*asking[1:])
    assert all(hint == hints[0] for hint in hints)
    assert await ask(room, table) == hints[0]
    assert len(thinker.questions) == 1


async def test_a_hint_that_did_not_come_is_thought_about_again(store: Store, clock: HandClock) -> None:
    thinker, room, table = await waiting(store, clock)
    for number, answer in enumerate((NoThought("too long"), None)):
        asking = asyncio.create_task(ask(room, table))
        await thinker.heard.wait()
        thinker.heard.clear()
        if answer is None:
            thinker.answers[number].set_result(None)
            await asking
        else:
            thinker.answers[number].set_exception(answer)
            with pytest.raises(NoHintNow):
                await asking


async def test_hints_are_off_until_the_host_allows_them_and_may_be_off_again(room: Room) -> None:
    lobby = await room.open(ADA, BO)
    assert not lobby.hints
    with pytest.raises(NotHost):
        await room.lobbies.allow_hints(CHANNEL, lobby.id, BO, allowed=True)
    allowed = await room.lobbies.allow_hints(CHANNEL, lobby.id, ADA, allowed=True)
    # The same click twice applies once.
    assert await room.lobbies.allow_hints(CHANNEL, lobby.id, ADA, allowed=True) is not None
    stored = await room.store.load_match(lobby.id)
    assert stored is not None
    assert (allowed.hints, stored.hints, stored.version) == (True, True, allowed.version)
    assert not (await room.lobbies.allow_hints(CHANNEL, lobby.id, ADA, allowed=False)).hints
    table = await room.lobbies.deal(CHANNEL, lobby.id, ADA)
    with pytest.raises(NoHintsHere):
        await ask(room, table)
    with pytest.raises(AlreadyStarted):
        await room.lobbies.allow_hints(CHANNEL, lobby.id, ADA, allowed=True)


async def test_a_hint_is_what_the_strongest_level_would_do_for_that_seat(room: Room) -> None:
    table = await with_hints(room, BO)
    match = running(table)
    hint = await ask(room, table)
    assert hint.view == match.seat_view(0)
    question = Question(ADVISER, match.seat_view(0), match.legal_actions(), seed=0)
    assert hint.action in question.legal
    assert running(await room.table()).to_move == 0, "nothing is played"


async def test_a_hint_of_a_turn_counts_once_and_is_the_same_however_often_it_is_asked_for(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock)
    table = await with_hints(room, BO)
    first = await ask(room, table)
    assert await ask(room, table) == first
    assert (await room.table()).hints_used == {(0, "Ada"): 1}
    again = Room(store, clock)
    await again.tables.resume()
    after = await again.table()
    assert after.hints_used == {(0, "Ada"): 1}, "after a restart too"
    assert await ask(again, after) == first
    assert (await again.table()).hints_used == {(0, "Ada"): 1}
    table = await again.play(await again.play(after, ADA), BO)
    await ask(again, table)
    assert (await again.table()).hints_used == {(0, "Ada"): 2}


async def test_hints_are_counted_for_whoever_asked_whoever_has_their_seat_later(
    store: Store, clock: HandClock
) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    table = await with_hints(room, BO, computers=1)
    await ask(room, table)
    table = await room.matches.leave(CHANNEL, table.id, ADA)
    given = {(0, "Ada"): 1}
    assert table.hints_used == given, "no computer has asked for it"
    await room.matches.end(CHANNEL, table.id, BO)
    table = await with_hints(room, BO, CEM)
    await ask(room, table)
    table = await room.call(await room.claim(await room.matches.leave(CHANNEL, table.id, BO), DAN), ADA)
    assert table.hints_used == given
    table = await room.play(await room.next_round(table, ADA), ADA)
    assert table.seats[1].name == "Dan"
    await ask(room, table, DAN)
    table = await room.matches.leave(CHANNEL, table.id, ADA)
    assert (await room.table()).hints_used == {**given, (1, "Dan"): 1}


async def test_nobody_gets_a_hint_off_turn_or_for_a_seat_that_is_not_theirs(room: Room) -> None:
    table = await with_hints(room, BO)
    with pytest.raises(NotYourTurn):
        await ask(room, table, BO)
    with pytest.raises(NotSeated):
        admit("hint", table, Person(999, "Eve"))
    with pytest.raises(MovedOn):
        await room.tables.hints.give(CHANNEL, table.id, ADA, version=hand(table, ADA).version + 1)
    assert (await room.table()).hints_used == {}


async def test_a_hint_holds_nobody_up_and_one_that_comes_too_late_is_not_counted(
    store: Store, clock: HandClock
) -> None:
    asked, room, table = await waiting(store, clock)
    asking = asyncio.ensure_future(ask(room, table))
    await asked.heard.wait()
    played = await asyncio.wait_for(room.play(table, ADA), 5)
    asked.answers[0].set_result(None)
    with pytest.raises(MovedOn):
        await asking
    assert (await room.table()).number == played.number
    assert (await room.table()).hints_used == {}


async def test_a_hint_from_before_a_slap_down_is_not_given_for_other_cards_lie_there_now(
    store: Store, clock: HandClock
) -> None:
    thinker = Asked()
    room = Room(store, clock, shuffler=with_hands([KINGS, *OTHERS[:1]], "TS", "KH 9D TD"), thinker=thinker)
    lobby = await room.open(ADA, BO, rules=RULES)
    await room.lobbies.allow_hints(CHANNEL, lobby.id, ADA, allowed=True)
    table = await lay_king(room, await room.lobbies.deal(CHANNEL, lobby.id, ADA))
    asking = asyncio.ensure_future(ask(room, table, BO))
    await thinker.heard.wait()
    slapped = await room.slap(table, ADA)
    thinker.answers[0].set_result(None)
    with pytest.raises(MovedOn):
        await asking
    assert (await room.table()).hints_used == {}
    thinker.heard.clear()
    asking = asyncio.ensure_future(ask(room, slapped, BO))
    await thinker.heard.wait()
    thinker.answers[1].set_result(None)
    assert (await asking).view.public.discard == slapped.public_view().discard


async def test_where_there_is_no_time_for_a_hint_that_is_said_and_nothing_counted(
    store: Store, clock: HandClock
) -> None:
    asked, room, table = await waiting(store, clock)
    asking = asyncio.ensure_future(ask(room, table))
    await asked.heard.wait()
    asked.answers[0].set_exception(NoThought())
    with pytest.raises(NoHintNow):
        await asking
    assert (await room.table()).hints_used == {}


async def test_nothing_but_what_the_seat_sees_is_asked(store: Store, clock: HandClock) -> None:
    asked, room, table = await waiting(store, clock)
    asking = asyncio.ensure_future(ask(room, table))
    await asked.heard.wait()
    asked.answers[0].set_result(None)
    await asking
    match = running(table)
    [question] = asked.questions
    assert (question.view, question.legal) == (match.seat_view(0), match.legal_actions())


async def test_a_hint_changes_neither_the_deadline_nor_who_is_away(room: Room) -> None:
    table = await with_hints(room, BO)
    await ask(room, table)
    after = await room.table()
    assert (after.deadline, after.away, after.missed) == (table.deadline, table.away, table.missed)


async def test_practice_has_hints_and_counts_them(store: Store, clock: HandClock) -> None:
    room = Room(store, clock, shuffler=seat_0_may_call(3))
    table = await room.tables.practice.begin(ADA, computers=2, rules=(await room.open(BO)).rules, locale="de")
    hint = await ask(room, table)
    assert hint.advice.assaf is not None
    assert isinstance(hint.action, CallYaniv)
    after = await room.registry.look(practice_place(ADA))
    assert after is not None
    assert after.hints_used == {(0, "Ada"): 1}


async def test_a_rematch_keeps_the_wish(room: Room) -> None:
    table = await with_hints(room, computers=1)
    await room.matches.end(CHANNEL, table.id, ADA)
    assert (await room.lobbies.rematch(table.id, CHANNEL, ADA)).hints
