"""The scan of what was said knows what was known when, and remembers the hands of rounds that are over."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from bot.engine.actions import Action, By, CallYaniv, Play
from bot.engine.cards import Card, in_order, parse_cards
from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC
from tests.engine.helpers import deck_with
from tests.load.journals import Journal, Line
from tests.load.rest import Call
from tests.load.timeline import Timeline

PLACE: Final = 7
BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)
EACH: Final = timedelta(seconds=1)
LAG: Final = timedelta(seconds=6)
NAMES: Final = ("Ada", "Bo")
MOVES: Final[Sequence[Action]] = (
    Play(0, parse_cards("9S 9D"), Card.parse("7H")),
    Play(1, parse_cards("KH KD"), None),
    Play(0, parse_cards("7H"), None),
    Play(1, parse_cards("3C 4C 5C"), None),
    CallYaniv(0),
)
SHOWN: Final = "**Ada** · A♥ A♦ 2♣ 🃏\N{NO-BREAK SPACE}= 4\n**Bo** · A♠ 8♥\N{NO-BREAK SPACE}= 9"


@pytest.fixture
def timeline() -> Timeline:
    """Tell of a round of two, dealt at 1 s and over at 6 s, and of the first turn of the next one, at 8 s."""
    match = Match(CLASSIC, [Player(name) for name in NAMES])
    deck = deck_with(CLASSIC, ["9S 9D AH AD 2C", "3C 4C 5C KH KD"], "7H", "8H X1 AS")
    bodies: list[dict[str, Any]] = [
        {"type": "begin", "players": [{"name": name, "kind": "human"} for name in NAMES]},
        match.deal(lambda _: deck, 1).to_json(),
    ]
    bodies += [match.apply(move, By.HUMAN, lambda cards: cards).to_json() for move in MOVES]
    fresh = in_order(match.rounds[-1].deck)
    bodies.append(match.deal(lambda _: fresh).to_json())
    turn = next(action for action in match.legal_actions() if isinstance(action, Play))
    bodies.append(match.apply(turn, By.HUMAN, lambda cards: cards).to_json())
    lines = tuple(Line(body, BEGAN + number * EACH) for number, body in enumerate(bodies))
    return Timeline([Journal(1, PLACE, "running", CLASSIC, lines, {1: 0, 2: 1})], LAG)


def said(text: str, seconds: float, *, place: int = PLACE, reader: int | None = None) -> Call:
    """Return a message that came so many seconds after the beginning."""
    at = BEGAN + timedelta(seconds=seconds)
    return Call(at, "edit", "", {"content": text}, 200, place, reader)


def test_a_hand_is_told_to_nobody_else_before_the_round_is_over(timeline: Timeline) -> None:
    own = said("A♥ A♦ 2♣", 4.5, reader=1)
    assert list(timeline.leaks_of([own])) == []
    for other in (said("A♥ A♦ 2♣", 4.5), said("A♥ A♦ 2♣", 4.5, reader=2), said(SHOWN, 5.5)):
        assert len(list(timeline.leaks_of([other]))) == 1


@pytest.mark.parametrize("seconds", [6.5, 8, 60, 3600])
def test_what_was_shown_at_the_end_of_a_round_may_be_told_at_any_time_after_it(
    timeline: Timeline, seconds: float
) -> None:
    assert list(timeline.leaks_of([said(SHOWN, seconds)])) == []


def test_long_after_a_round_its_cards_are_secret_again_but_for_whole_hands_where_it_was_played(
    timeline: Timeline,
) -> None:
    for told in (
        said("Looked at 2♣", 60),
        said("**Ada** · A♥ A♦ 2♣", 60),
        said(SHOWN, 60, place=PLACE + 1),
        said(SHOWN, 60, reader=3),
    ):
        assert len(list(timeline.leaks_of([told]))) == 1
