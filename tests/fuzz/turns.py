"""People who play as one should: their move must be taken."""

import random
from collections.abc import Sequence
from typing import Any

from simcord.backend.models import Message

from bot.engine.actions import Action, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import Card
from bot.engine.match import Match
from bot.players.levels import computer
from bot.presets import shipped_presets
from bot.tables.values import Phase, Table
from bot.ui.clicks import match_name
from tests.fuzz.acts import press, start_options, use
from tests.fuzz.people import WATCHER, Person, Seen
from tests.fuzz.world import World


async def play(world: World, chance: random.Random) -> None:
    """Let somebody whose turn it is make a move that is allowed, by the buttons of their panel."""
    waiting = [table for table in world.played if mover(world, table) is not None]
    if not waiting or chance.random() < 0.05:
        await gather(world, chance)
    else:
        await move(world, chance, chance.choice(waiting))


async def move(world: World, chance: random.Random, table: Table) -> bool:
    """Let the one to move at a table move; say whether somebody could."""
    person, match = mover(world, table), table.match
    if person is None or match is None or match.to_move is None:
        return False
    seat = match.to_move
    action = _choice(chance, match, seat)
    if await panel(world, chance, table, person) is None:
        return False
    if isinstance(action, (Play, Lay)):
        cards = action.discard if isinstance(action, Play) else action.cards
        await _select(world, chance, table, person, cards)
    await _confirm(world, chance, table, person, action)
    return True


def mover(world: World, table: Table) -> Person | None:
    """Return the person to move, if it is one and they can be here."""
    if table.phase is not Phase.PLAYING or table.match is None:
        return None
    person = world.person(table.user_at(table.match.to_move))
    return person if person is not None and person.here else None


def _choice(chance: random.Random, match: Match, seat: int) -> Action:
    actions = match.legal_actions()
    if chance.random() < 0.3:
        return chance.choice(actions)
    return computer("greedy").choose(match.seat_view(seat), actions, chance)


async def panel(world: World, chance: random.Random, table: Table, person: Person) -> Message | None:
    """Return the newest hand panel of somebody; they open one if they have none, or now and then."""
    found = _panel(world, table, person)
    if found is None or chance.random() < 0.05 or not _is_current(world, found, table):
        room, wish = (
            (chance.choice(world.rooms), "practice") if table.is_practice else (table.place.id, "hand")
        )
        use(world, person, room, f"yaniv {wish}")
        await world.answered()
        found = _panel(world, table, person)
    if found is None:
        world.missed(f"{person} has no panel at match {table.id}")
    return found


def _is_current(world: World, message: Message, table: Table) -> bool:
    """Say whether a panel shows the hand as it is, and that it is its reader's turn."""
    match = table.match
    if match is None or match.to_move is None:
        return False
    version = str(match.hand_versions[match.to_move])
    found = [part["custom_id"].split(":") for part in world.clickable(message)]
    moves = [written for written in found if written[1] in ("draw", "take", "lay", "forced")]
    # The way back for somebody who is away, and what else there is in practice, belong to no hand.
    return bool(moves) and all(
        written[3] == version for written in found if written[1] not in ("back", "alone")
    )


def _panel(world: World, table: Table, person: Person) -> Message | None:
    prefix = f"y:card:{match_name(table)}:"
    rooms = world.rooms if table.is_practice else [table.place.id]
    found = [
        message
        for room in rooms
        for message in world.messages(room, person)
        if message.is_ephemeral
        and any(part["custom_id"].startswith(prefix) for part in world.clickable(message))
    ]
    return max(found, key=lambda message: message.id, default=None)


async def gather(world: World, chance: random.Random) -> None:
    """Bring a match about: somebody opens a lobby, others join, somebody deals."""
    lobbies = [table for table in world.played if table.phase is Phase.LOBBY]
    host = chance.choice([person for person in world.present if person.name != WATCHER])
    free = [room for room in world.rooms if all(table.place.id != room for table in world.played)]
    if free and (not lobbies or chance.random() < 0.1):
        options = start_options(world, chance) | {"computers": chance.choice((0, 0, 0, 1, 2, 6))}
        if chance.random() < 0.6:
            options["rules"] = chance.choice(list(shipped_presets()))
        use(world, host, chance.choice(free), "yaniv start", options)
        return
    if not lobbies:
        return
    table = chance.choice(lobbies)
    enough = len(table.seats) > 1 and chance.random() < 0.4
    wanted = chance.choice(("join", "join", "add", "options")) if not enough else "deal"
    person = host if wanted == "join" else world.person(table.host_id)
    for message in reversed(world.messages(table.place.id, None)):
        part = _labelled(world, message, f"y:{wanted}:{table.id}")
        if part is not None and person is not None and person.here:
            press(world, person, _seen(world, message, None), part, chance)
            return


def _labelled(world: World, message: Message, custom_id: str) -> dict[str, Any] | None:
    return next((part for part in world.clickable(message) if part["custom_id"] == custom_id), None)


async def _select(
    world: World, chance: random.Random, table: Table, person: Person, cards: Sequence[Card]
) -> None:
    """Let somebody select just these cards, in this order."""
    message = _panel(world, table, person)
    match = table.match
    if message is None or match is None or match.to_move is None:
        return
    hand, places = match.seat_view(match.to_move).hand, list[int]()
    for card in cards:
        places.append(next(i for i, held in enumerate(hand) if held == card and i not in places))
    for place in _selected(world, message):
        await _tap(world, chance, table, person, place)
        await world.answered()
    quick = chance.random() < 0.5
    for place in places:
        await _tap(world, chance, table, person, place)
        if not quick:
            await world.answered()
    await world.answered()
    # What was selected on another panel, which could not be closed, is seen here only now.
    message = _panel(world, table, person)
    for place in set[int]() if message is None else set(_selected(world, message)) - set(places):
        await _tap(world, chance, table, person, place)
        await world.answered()


def _selected(world: World, message: Message) -> list[int]:
    """Return the positions that a panel shows as selected."""
    cards = [part["custom_id"] for part in world.clickable(message) if ":card:" in part["custom_id"]]
    return [int(digit) for digit in cards[0].split(":")[4] if digit.isdigit()] if cards else []


async def _tap(world: World, chance: random.Random, table: Table, person: Person, place: int) -> None:
    current = _panel(world, table, person)
    part = None if current is None else _card(world, current, place)
    if current is not None and part is not None:
        press(world, person, _seen(world, current, person), part, chance)


def _card(world: World, message: Message, place: int) -> dict[str, Any] | None:
    cards = [part for part in world.clickable(message) if part["custom_id"].startswith("y:card:")]
    return next((part for part in cards if part["custom_id"].endswith(f":{place}")), None)


def _seen(world: World, message: Message, person: Person | None) -> Seen:
    return Seen(world.shown(message), message.channel_id, None if person is None else person.id)


async def _confirm(world: World, chance: random.Random, table: Table, person: Person, action: Action) -> None:
    before = world.newest(table)
    message = _panel(world, table, person)
    part = None if message is None else _button(world, message, action)
    if message is None or part is None:
        world.missed(f"{person} has no button for {type(action).__name__} at match {table.id}")
        return
    press(world, person, _seen(world, message, person), part, chance)
    await world.answered()
    after = world.newest(table)
    if after.number <= before.number:
        world.missed(f"{person} moved {type(action).__name__} at match {table.id}: not taken")


def _button(world: World, message: Message, action: Action) -> dict[str, Any] | None:
    """Return the button that carries an action out."""
    match action:
        case Play(_, _, None):
            verbs, end = ("draw",), ""
        case Play(_, _, card) if card is not None:
            verbs, end = ("take",), ":X" if card.is_joker else f":{card.code}"
        case Lay():
            verbs, end = ("lay",), ""
        case Draw():
            verbs, end = ("forced",), ""
        case SlapDown():
            verbs, end = ("slap",), ""
        case CallYaniv():
            verbs, end = ("call",), ""
        case _:
            return None
    for part in world.clickable(message):
        custom_id = part["custom_id"]
        if custom_id.split(":")[1] in verbs and end in custom_id:
            return part
    return None


async def slap(world: World, chance: random.Random) -> None:
    """Let somebody slap down what they may."""
    for table in world.played:
        chosen = None if table.match is None else table.match.slap
        person = None if chosen is None else world.person(table.user_at(chosen.seat))
        if chosen is None or person is None or not person.here:
            continue
        message = _panel(world, table, person)
        part = None if message is None else _button(world, message, chosen)
        if message is not None and part is not None:
            press(world, person, _seen(world, message, person), part, chance)
            await world.answered()
