"""A match as friends play it: opening a lobby, dealing, and taking turns by what their panels show."""

from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.cards import Card, parse_cards
from bot.engine.match import Match
from bot.store.values import EndedBy
from bot.tables.values import Phase, Table
from tests.cogs.friends import Friends, labels, shown_hand

MAX_CLICKS = 1500


def fixed_shuffle(cards: list[Any]) -> list[Any]:
    """Shuffle the same way every time, and differently from the order of the deck."""
    return sorted(cards, key=lambda card: (card.order * 37 % 101, card.order))


def stacked(first: str) -> Callable[[list[Card]], list[Card]]:
    """Return a shuffler that puts these cards on top of every deck, and leaves the rest as it is."""
    top = list(parse_cards(first))

    def shuffle(cards: list[Card]) -> list[Card]:
        if not set(top) <= set(cards):
            return cards
        return [*top, *(card for card in cards if card not in top)]

    return shuffle


async def open_lobby(friends: Friends, *names: str, computers: int = 0, **options: Any) -> None:
    """Let the first open a lobby and the others join it; what they are answered is their panel."""
    host, *others = names
    await friends.slash(host, "start", computers=computers, **options)
    for name in others:
        joined = await friends.click(name, friends.lobby, "Join")
        assert joined.response is not None
        friends.panels[name] = joined.response


async def deal(friends: Friends, *names: str, computers: int = 0, **options: Any) -> None:
    """Let them sit down and the first one deal."""
    await open_lobby(friends, *names, computers=computers, **options)
    dealt = await friends.click(names[0], friends.lobby, "Deal")
    assert dealt.response is not None
    friends.panels[names[0]] = dealt.response


def running(table: Table) -> Match:
    """Return the match of a table that is dealt."""
    assert table.match is not None
    return table.match


def mover(table: Table) -> str:
    """Return who is to move."""
    seat = running(table).to_move
    assert seat is not None
    return table.seats[seat].name


def best_discard(hand: Sequence[str]) -> list[str]:
    """Return all cards of the highest rank shown, jokers kept."""
    naturals = [card for card in hand if "Joker" not in card] or list(hand[:1])
    return [card for card in naturals if card[:-1] == naturals[-1][:-1]]


async def lay_and_draw(friends: Friends, name: str) -> None:
    """Let someone lay their highest cards and draw from the stock."""
    await friends.select(name, *best_discard(shown_hand(friends.panel(name))))
    await friends.click(name, friends.panel(name), "Draw")


async def take_turn(friends: Friends, name: str) -> None:
    """Let someone call if they may, else lay their highest cards and draw."""
    if any(label.startswith("Yaniv!") for label in labels(friends.panel(name))):
        await friends.click(name, friends.panel(name), "Yaniv!")
    else:
        await lay_and_draw(friends, name)


async def next_round(friends: Friends, name: str) -> None:
    """Let someone go on to the next round; they are answered with their new hand."""
    dealt = await friends.click(name, friends.table, "Next round")
    assert dealt.response is not None
    friends.panels[name] = dealt.response


async def play_round(friends: Friends) -> Table:
    """Play until the round is over; return the table as it is then."""
    table = await friends.running()
    while table.phase is Phase.PLAYING:
        await take_turn(friends, mover(table))
        table = await friends.newest(table.id)
    return table


async def play_match(friends: Friends, name: str) -> Table:
    """Play to the end, `name` going on after each round; return the table as it ended."""
    for _ in range(MAX_CLICKS):
        table = await play_round(friends)
        if not table.is_open:
            assert table.ended_by == EndedBy.PLAYED
            return table
        await next_round(friends, name)
    raise AssertionError("the match did not end")
