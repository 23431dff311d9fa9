"""The journal of a match: one line an operation, from which the match is rebuilt.

A line is what `to_json` of an event returns. It holds every card that was dealt or shuffled, so replaying
needs no randomness, and every line is verified as if it were played for the first time.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from bot.engine.actions import By, Play, action_from_json, parse_card_list
from bot.engine.cards import Card
from bot.engine.errors import MalformedRecord, YanivError
from bot.engine.events import Drew, Played
from bot.engine.match import Match, Player
from bot.engine.rules import Rules


def replay(rules: Rules, players: Sequence[Player], lines: Iterable[Mapping[str, Any]]) -> Match:
    """Return the match that the lines tell.

    Raises MalformedRecord for a line that cannot be read or that the rules do not allow, naming its number.
    """
    match = Match(rules, players)
    for number, line in enumerate(lines):
        try:
            follow(match, line)
        except YanivError as error:
            raise MalformedRecord(f"line {number}: {error}") from error
    return match


def follow(match: Match, line: Mapping[str, Any]) -> None:
    """Carry out one line of a journal.

    Raises MalformedRecord for a line that cannot be read, and what the operation raises.
    """
    match line.get("type"):
        case "deal":
            _follow_deal(match, line)
        case "leave":
            player = Player(read_text(line, "name"), read_text(line, "kind"))
            match.leave(read_whole(line, "seat"), player)
        case "sit":
            match.sit(read_whole(line, "seat"), Player(read_text(line, "name")))
        case "end":
            match.stop(read_text(line, "ended_by"))
        case _:
            follow_action(match, line, _optional_cards(line, "reshuffle"))


def _follow_deal(match: Match, line: Mapping[str, Any]) -> None:
    deck = parse_card_list(line.get("deck"))
    first = read_whole(line, "dealer") if match.round is None else None
    dealt = match.deal(lambda _: deck, first)
    for name in ("dealer", "starter", "decks"):
        if getattr(dealt, name) != line.get(name):
            raise MalformedRecord(f"{name} is {line.get(name)!r}, the rules say {getattr(dealt, name)!r}")


def follow_action(match: Match, line: Mapping[str, Any], reshuffle: Sequence[Card] | None) -> bool:
    """Carry out one recorded action; `reshuffle` is the new stock if one has to be made.

    Returns whether `reshuffle` was used. Raises MalformedRecord when the action does not stand as it was
    laid, when the new stock is missing, and what the action itself raises.
    """
    action = action_from_json(line)
    by = line.get("by")
    if by not in tuple(By):
        raise MalformedRecord(f"by is {by!r}")
    event = match.apply(action, By(cast("str", by)), lambda _: reshuffle or ())
    if isinstance(action, Play) and event.action != action:
        raise MalformedRecord("a run that is not in the order it lies in")
    return isinstance(event, Played | Drew) and event.reshuffle is not None


def read_whole(line: Mapping[str, Any], name: str) -> int:
    """Return a whole number of a line.

    Raises MalformedRecord for anything else.
    """
    value = line.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise MalformedRecord(f"{name} is {value!r}, not a whole number")
    return value


def read_text(line: Mapping[str, Any], name: str) -> str:
    """Return a text of a line.

    Raises MalformedRecord for anything else.
    """
    value = line.get(name)
    if not isinstance(value, str):
        raise MalformedRecord(f"{name} is {value!r}, not a text")
    return value


def _optional_cards(line: Mapping[str, Any], name: str) -> tuple[Card, ...] | None:
    return parse_card_list(line[name]) if name in line else None
