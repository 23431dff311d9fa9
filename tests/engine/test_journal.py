"""The journal of a match: the match is rebuilt from its lines, each of them verified."""

from typing import Any

import pytest

from bot.engine.actions import By, CallYaniv, Play
from bot.engine.errors import MalformedRecord
from bot.engine.journal import replay
from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC
from tests.engine.helpers import card, cards, deck_with, never, players, snapshot

DECK = deck_with(CLASSIC, ["AS AD AC 7H 5H", "KS KD QS 6S 2C"], "9S", "6H")


@pytest.fixture
def match() -> Match:
    return Match(CLASSIC, players(2))


@pytest.fixture
def lines(match: Match) -> list[dict[str, Any]]:
    """Play a round in which somebody leaves and a run is laid, stop it, and return its lines."""
    return [
        match.deal(lambda _: DECK, 1).to_json(),
        match.apply(Play(0, cards("AS AD AC")), By.HUMAN, never).to_json(),
        match.leave(1, Player("greedy 1", "greedy")).to_json(),
        match.apply(Play(1, cards("KS KD"), card("AS")), By.COMPUTER, never).to_json(),
        match.apply(Play(0, cards("7H 5H 6H"), card("KS")), By.CLOCK, never).to_json(),
        match.stop("stopped").to_json(),
    ]


def test_every_line_rebuilds_the_match_up_to_it(match: Match, lines: list[dict[str, Any]]) -> None:
    assert snapshot(replay(CLASSIC, players(2), lines)) == snapshot(match)
    for count in range(len(lines)):
        assert len(replay(CLASSIC, players(2), lines[:count]).rounds) == min(count, 1)


def test_a_run_is_noted_as_it_was_laid(lines: list[dict[str, Any]]) -> None:
    assert lines[4] == {"seat": 0, "type": "play", "discard": ["5H", "6H", "7H"], "draw": "KS", "by": "clock"}


@pytest.mark.parametrize(
    ("number", "change", "reason"),
    [
        (0, {"dealer": 5}, "seated"),
        (0, {"dealer": "1"}, "dealer is '1', not a whole number"),
        (0, {"starter": 1}, "starter is 1, the rules say 0"),
        (0, {"decks": 2}, "decks is 2, the rules say 1"),
        (0, {"deck": ["AS"]}, "shuffled"),
        (1, {"seat": 1}, "turn"),
        (1, {"by": "dog"}, "by is 'dog'"),
        (2, {"seat": None}, "seat is None, not a whole number"),
        (2, {"name": None}, "name is None, not a text"),
        (2, {"seat": 2}, "seated"),
        (3, {"type": "sing"}, "unknown type 'sing'"),
        (4, {"discard": ["7H", "6H", "5H"]}, "a run that is not in the order it lies in"),
        (5, {"ended_by": 3}, "ended_by is 3, not a text"),
    ],
)
def test_a_line_that_does_not_stand_is_refused_by_its_number(
    lines: list[dict[str, Any]], number: int, change: dict[str, Any], reason: str
) -> None:
    lines[number] |= change
    with pytest.raises(MalformedRecord, match=f"^line {number}: .*{reason}"):
        replay(CLASSIC, players(2), lines)


def test_a_line_after_the_end_is_refused(lines: list[dict[str, Any]]) -> None:
    with pytest.raises(MalformedRecord, match=r"^line 6: This match is over\."):
        replay(CLASSIC, players(2), [*lines, lines[0]])


def test_a_call_is_a_line_too() -> None:
    match = Match(CLASSIC, players(2))
    deck = deck_with(CLASSIC, ["AS AD AC AH 3H", "KS KD QS 6S 2C"], "9S")
    lines = [match.deal(lambda _: deck, 1).to_json(), match.apply(CallYaniv(0), By.HUMAN, never).to_json()]
    assert lines[1] == {"seat": 0, "type": "yaniv", "by": "human"}
    assert replay(CLASSIC, players(2), lines).totals == match.totals == (0, 38)
