"""Any action of any rules, carried out by clicks on one's own panel."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.actions import Action, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import Card
from bot.engine.rules import Rules
from bot.players.levels import computer
from bot.tables.values import Phase, Table
from tests.cogs.friends import Friends, custom_ids, face, labels, shown_hand
from tests.cogs.play import mover, running
from tests.engine.helpers import deck_with

Shuffle = Callable[[list[Any]], Sequence[Any]]


def shuffled(seed: int) -> Shuffle:
    """Return a shuffler whose shuffles are the same in every run."""
    chance = random.Random(seed)
    return lambda cards: chance.sample(cards, len(cards))


def dealing(
    rules: Rules, hands: Sequence[str], start: str, stock: str = "", *, then: Shuffle | None = None
) -> Shuffle:
    """Return a shuffler that deals these hands, the first to the seat after the dealer, then others."""
    rounds: list[int] = []

    def shuffle(cards: list[Any]) -> Sequence[Any]:
        rounds.append(1)
        if len(rounds) == 1:
            return deck_with(rules, hands, start, stock)
        return cards if then is None else then(cards)

    return shuffle


def hand_of(table: Table, name: str) -> list[str]:
    """Return the cards of someone as their panel should show them."""
    seat = next(seat.seat for seat in table.seats if seat.name == name)
    return [face(card.code) for card in running(table).seat_view(seat).hand]


async def pick(friends: Friends, name: str, cards: Sequence[Card]) -> None:
    """Let someone select these cards, in this order; cards that look alike are told apart by their place."""
    table = await friends.running()
    seat = next(seat.seat for seat in table.seats if seat.name == name)
    hand, places = list(running(table).seat_view(seat).hand), list[int]()
    for card in cards:
        places.append(next(i for i, held in enumerate(hand) if held == card and i not in places))
    for place in places:
        panel = friends.panel(name)
        card_ids = [i for i in custom_ids(panel) if i.startswith("y:card:")]
        clicked = await friends.people[name].click(panel, custom_id=card_ids[place])
        assert clicked.acknowledged


async def carry_out(friends: Friends, name: str, action: Action) -> None:
    """Let someone do this by clicks; their panel then shows the hand that they hold."""
    match action:
        case Play(_, cards, draw):
            await pick(friends, name, cards)
            label = "Draw" if draw is None else f"Take {face(draw.code)}"
        case Lay(_, cards):
            await pick(friends, name, cards)
            label = "Lay down"
        case Draw():
            label = "Draw"
        case SlapDown():
            label = "Slap down"
        case CallYaniv():
            label = "Yaniv!"
    await friends.click(name, friends.panel(name), label)


async def take_turn(friends: Friends, name: str) -> Action:
    """Let someone play as a computer would, and slap down what they may; return what they did first."""
    match = running(await friends.running())
    seat = match.to_move
    assert seat is not None
    action = computer("greedy").choose(match.seat_view(seat), match.legal_actions(), random.Random(0))
    await carry_out(friends, name, action)
    table = await friends.look()
    if table is not None and table.phase is Phase.PLAYING:
        assert shown_hand(friends.panel(name)) == hand_of(table, name)
    return action


async def slap_if_possible(friends: Friends, name: str) -> bool:
    """Let someone slap down what their panel lets them."""
    if not any(label.startswith("Slap down") for label in labels(friends.panel(name))):
        return False
    await friends.click(name, friends.panel(name), "Slap down")
    return True


async def play_round(friends: Friends, done: list[Action] | None = None) -> Table:
    """Play until the round is over, everybody slapping down what they may; return the table then."""
    table = await friends.running()
    while table.phase is Phase.PLAYING:
        name = mover(table)
        action = await take_turn(friends, name)
        if done is not None:
            done.append(action)
        await slap_if_possible(friends, name)
        table = await friends.newest(table.id)
    return table


async def open_hands(friends: Friends, *names: str) -> None:
    """Let these people open fresh panels."""
    for name in names:
        await friends.open_hand(name)
