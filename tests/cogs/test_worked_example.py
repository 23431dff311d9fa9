"""The worked example of docs/worked-example.md, played by three people through commands and clicks alone.

It is the match that the lesson shows.
"""

import json
from typing import Any

from bot.app import create_bot
from bot.config import Settings
from bot.tables.lesson import FILE
from tests.cogs.conftest import decks, discord_with
from tests.cogs.friends import Friends, face, labels, shown_hand, text
from tests.cogs.play import next_round

ROUNDS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["rounds"]
NAMES = ("you", "Ada", "Bo")
BO = 2
HAND_SIZE = 5


def seat_name(action: dict[str, Any]) -> str:
    """Return whose action of a record this is."""
    return NAMES[int(action["seat"])]


def dealt(played: dict[str, Any]) -> dict[str, list[str]]:
    """Deal as rules.md says: one card at a time, beginning after the dealer."""
    starter, deck = int(played["starter"]), list(map(str, played["deck"]))
    order = [NAMES[(starter + step) % len(NAMES)] for step in range(len(NAMES))]
    return {name: deck[seat : HAND_SIZE * len(NAMES) : len(NAMES)] for seat, name in enumerate(order)}


async def seat_and_deal(friends: Friends) -> None:
    """Let you open a lobby, Ada and Bo join, and you deal."""
    await friends.slash("you", "start")
    for name in ("Ada", "Bo"):
        joined = await friends.click(name, friends.lobby, "Join")
        assert joined.ephemeral
        assert joined.response is not None
        assert "Your hand will appear here" in text(joined.response)
        friends.panels[name] = joined.response
    deal = await friends.click("you", friends.lobby, "Deal")
    assert deal.ephemeral
    assert deal.response is not None
    friends.panels["you"] = deal.response


def assert_hands(friends: Friends, hands: dict[str, list[str]]) -> None:
    """Every panel shows its owner's cards, and nobody else's."""
    for name, cards in hands.items():
        assert sorted(shown_hand(friends.panel(name))) == sorted(map(face, cards)), name


async def play_turn(
    friends: Friends, action: dict[str, Any], hands: dict[str, list[str]], stock: list[str]
) -> None:
    """Click what the record says, in the panel of whose turn it is, and follow the cards."""
    name = seat_name(action)
    await friends.select(name, *map(face, action["discard"]))
    for card in action["discard"]:
        hands[name].remove(card)
    if action["draw"] == "stock":
        await friends.click(name, friends.panel(name), "Draw")
        hands[name].append(stock.pop(0))
    else:
        await friends.click(name, friends.panel(name), f"Take {face(action['draw'])}")
        hands[name].append(action["draw"])


async def play_to_the_call(friends: Friends, played: dict[str, Any]) -> None:
    """Play a round of the record up to its call; nobody could have called before."""
    hands, stock = dealt(played), played["deck"][HAND_SIZE * len(NAMES) + 1 :]
    assert_hands(friends, hands)
    for action in played["actions"][:-1]:
        assert not any("Yaniv!" in label for label in labels(friends.panel(seat_name(action))))
        if action["discard"] == ["KH"]:
            assert_ends_of_the_run(friends)
        await play_turn(friends, action, hands, stock)
        assert_hands(friends, hands)
        if action["discard"] == ["KH"]:
            assert "10 points" in text(friends.panel("you"))


async def call(friends: Friends, played: dict[str, Any]) -> None:
    """Let whoever calls in the record call."""
    name = seat_name(played["actions"][-1])
    await friends.click(name, friends.panel(name), "Yaniv!")


async def test_the_worked_example_is_played_through_clicks_alone(settings: Settings) -> None:
    """36-0-27 with Ada to start; two rounds later Bo takes 23, exactly 50, and is halved to 25."""
    first, second, third = ROUNDS
    bot = create_bot(settings, shuffler=decks(*(played["deck"] for played in ROUNDS)), first_dealer=BO)
    async with discord_with(bot) as env:
        friends = Friends.arrive(env, *NAMES)
        await seat_and_deal(friends)
        assert "34 points" in text(friends.panel("you"))
        assert "you" in text(friends.table).splitlines()[1], "you begin, since Bo deals"
        await play_to_the_call(friends, first)
        assert "6 points" in text(friends.panel("you"))
        await call(friends, first)
        assert_assaf(friends)

        await next_round(friends, "Bo")
        assert "Ada" in text(friends.table).splitlines()[1], "the winner starts"
        await play_to_the_call(friends, second)
        await call(friends, second)

        await next_round(friends, "Bo")
        await play_to_the_call(friends, third)
        assert "3 points" in text(friends.panel("you"))
        await call(friends, third)
        assert_halved(friends)


def assert_ends_of_the_run(friends: Friends) -> None:
    """After 5♥ 6♥ 7♥ the panel offers 5♥ and 7♥, never 6♥."""
    takes = [label for label in labels(friends.panel("you")) if label.startswith("Take")]
    assert takes == ["Take 5♥", "Take 7♥"]
    shown = text(friends.table)
    assert "[5♥]" in shown
    assert "[7♥]" in shown
    assert "6♥" in shown
    assert "[6♥]" not in shown


def assert_assaf(friends: Friends) -> None:
    """All hands are shown, with sums, points and totals."""
    shown = text(friends.message("Assaf"))
    for action_sum, name in ((6, "you"), (4, "Ada"), (27, "Bo")):
        line = next(line for line in shown.splitlines() if name in line and str(action_sum) in line)
        assert line
    for figure in ("36", "27"):
        assert figure in shown
    for card in ("A♣", "A♥", "2♠", "Q♦", "10♣", "7♦"):
        assert card in shown


def assert_halved(friends: Friends) -> None:
    """Bo's 50 is called out and becomes 25."""
    shown = text(friends.message("50 → 25"))
    assert "Bo" in shown
    for total in ("48", "42", "25"):
        assert f"total {total}" in shown
