"""Whole matches as data: `yaniv-record/1` out and in (docs/rules.md, section 8).

Beside what stands there, a match in which a human took over a computer's seat has a list `joined`: `seat`,
the `round` from which on they played, counted from 1, and their `name`. It is absent where nobody did.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, cast

from bot.engine.actions import action_to_json, parse_card_list
from bot.engine.cards import Card
from bot.engine.errors import MalformedRecord, YanivError
from bot.engine.journal import follow_action, read_whole
from bot.engine.match import Match, Player
from bot.engine.round import Round
from bot.engine.rules import Rules

FORMAT: Final = "yaniv-record/1"
_FIGURES: Final = ("sums", "points", "totals", "winner", "kind")


def to_record(
    match: Match, *, started: datetime | None = None, ended: datetime | None = None
) -> dict[str, Any]:
    """Return the record of a match, finished or running.

    `started` and `ended` are aware times; None in simulations. Players stand as they sat down; who left,
    and which computer took over, is in `left`.
    """
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": match.rules.to_json(),
        "players": [{"name": player.name, "kind": player.kind} for player in match.first_players],
        "rounds": [round_to_json(state) for state in match.rounds],
        "winners": None if match.winners is None else list(match.winners),
        "started": None if started is None else started.isoformat(),
        "ended": None if ended is None else ended.isoformat(),
        "ended_by": match.ended_by,
        "left": [
            {
                "seat": departure.seat,
                "round": departure.round,
                "action": departure.action,
                "name": departure.player.name,
                "kind": departure.player.kind,
            }
            for departure in match.left
        ],
    }
    if match.joined:
        record["joined"] = [
            {"seat": arrival.seat, "round": arrival.round, "name": arrival.player.name}
            for arrival in match.joined
        ]
    return record


def round_to_json(state: Round) -> dict[str, Any]:
    """Return one round as it stands in a record; its figures are null while it runs."""
    data: dict[str, Any] = {
        "dealer": state.dealer,
        "starter": state.starter,
        "decks": state.decks,
        "deck": [card.code for card in state.deck],
        "reshuffles": [[card.code for card in stock] for stock in state.reshuffles],
        "actions": [action_to_json(action) | {"by": by.value} for action, by in state.actions],
    }
    result = state.result
    if result is None:
        return data | dict.fromkeys(_FIGURES)
    return data | {
        "sums": list(result.score.sums),
        "points": list(result.score.points),
        "totals": list(result.totals),
        "winner": result.score.winner,
        "kind": result.score.kind.value,
    }


def from_record(data: Mapping[str, Any]) -> Match:
    """Replay a record and return its match, every line and every figure verified.

    Raises MalformedRecord for a record that cannot be read, that the rules do not allow, or whose figures
    are not those of its play, naming round and action; ImpossibleRules, SeatCount or DeckTooSmall for rules
    and seats that cannot be.
    """
    if data.get("format") != FORMAT:
        raise MalformedRecord(f"format is {data.get('format')!r}, not {FORMAT!r}")
    rules = Rules.from_json(_mapping(data.get("rules"), "rules"))
    players = [_player(number, entry) for number, entry in enumerate(_list(data, "players"))]
    match = Match(rules, players)
    departures, arrivals = _departures(data), _arrivals(data)
    for number, entry in enumerate(_list(data, "rounds"), start=1):
        _change_seats(match, departures, arrivals)
        _replay_round(match, number, entry, departures)
    _change_seats(match, departures, arrivals)
    if departures:
        raise MalformedRecord("left names a round or an action that is not there")
    if arrivals:
        raise MalformedRecord("joined names a round that is not there")
    _verify_end(match, data)
    return match


def _replay_round(match: Match, number: int, entry: object, departures: "_Departures") -> None:
    place = f"round {number}"
    try:
        data = _mapping(entry, "round")
        reshuffles = [parse_card_list(stock) for stock in _list(data, "reshuffles")]
        lines = _list(data, "actions")
        _deal(match, data)
        used = 0
        for index, line in enumerate(lines):
            for seat, player in departures.pop((number, index), ()):
                _leave(match, seat, player)
            place = f"round {number}, action {index}"
            stock = reshuffles[used] if used < len(reshuffles) else None
            used += _follow_line(match, _mapping(line, "action"), stock)
        place = f"round {number}"
        if used != len(reshuffles):
            raise MalformedRecord(f"{len(reshuffles)} reshuffles, {used} of them used")
        played = round_to_json(match.rounds[-1])
        _verify_figures(data, {name: played[name] for name in _FIGURES})
    except YanivError as error:
        raise MalformedRecord(f"{place}: {error.sentence()}") from error


def _deal(match: Match, data: Mapping[str, Any]) -> None:
    deck = parse_card_list(data.get("deck"))
    dealt = match.deal(lambda _: deck, read_whole(data, "dealer") if match.round is None else None)
    _verify_figures(data, {"dealer": dealt.dealer, "starter": dealt.starter, "decks": dealt.decks})


def _follow_line(match: Match, line: Mapping[str, Any], stock: Sequence[Card] | None) -> bool:
    given = line.get("legal_discards")
    if given is not None and given != match.count_discards():
        raise MalformedRecord(f"legal_discards is {given!r}, the hand has {match.count_discards()}")
    return follow_action(match, line, stock)


def _verify_figures(data: Mapping[str, Any], played: Mapping[str, Any]) -> None:
    for name, value in played.items():
        if name not in data:
            raise MalformedRecord(f"{name} is missing")
        if data[name] != value:
            raise MalformedRecord(f"{name} is {data[name]!r}, played out it is {value!r}")


def _verify_end(match: Match, data: Mapping[str, Any]) -> None:
    ended_by = data.get("ended_by")
    if ended_by in ("stopped", "abandoned") and not match.is_over:
        match.stop(ended_by)
    winners = None if match.winners is None else list(match.winners)
    _verify_figures(data, {"ended_by": match.ended_by, "winners": winners})
    for name in ("started", "ended"):
        if name not in data:
            raise MalformedRecord(f"{name} is missing")


_Departures = dict[tuple[int, int | None], list[tuple[int, Player]]]


def _departures(data: Mapping[str, Any]) -> _Departures:
    """Return who left before which action of which round, an action of None meaning after its last one."""
    rounds = _list(data, "rounds")
    found: _Departures = {}
    for line in _list(data, "left"):
        entry = _mapping(line, "left")
        seat, number, action = (read_whole(entry, name) for name in ("seat", "round", "action"))
        played = _list(_mapping(rounds[number - 1], "round"), "actions") if 1 <= number <= len(rounds) else ()
        player = Player(str(entry.get("name", "?")), str(entry.get("kind", "computer")))
        found.setdefault((number, None if action == len(played) else action), []).append((seat, player))
    return found


_Arrivals = dict[int, list[tuple[int, Player]]]


def _arrivals(data: Mapping[str, Any]) -> _Arrivals:
    """Return who joined for which round."""
    found: _Arrivals = {}
    for line in _list(data, "joined") if "joined" in data else ():
        entry = _mapping(line, "joined")
        player = Player(str(entry.get("name", "?")))
        found.setdefault(read_whole(entry, "round"), []).append((read_whole(entry, "seat"), player))
    return found


def _change_seats(match: Match, departures: _Departures, arrivals: _Arrivals) -> None:
    """Let people leave and join between two rounds, each as soon as it can be."""
    leaving = departures.pop((len(match.rounds), None), [])
    joining = arrivals.pop(len(match.rounds) + 1, [])
    while leaving or joining:
        if joining and (not leaving or match.can_sit(joining[0][0])):
            _join(match, *joining.pop(0))
        else:
            _leave(match, *leaving.pop(0))


def _leave(match: Match, seat: int, player: Player) -> None:
    try:
        match.leave(seat, player)
    except YanivError as error:
        raise MalformedRecord(f"left, seat {seat}: {error.sentence()}") from error


def _join(match: Match, seat: int, player: Player) -> None:
    try:
        match.sit(seat, player)
    except YanivError as error:
        raise MalformedRecord(f"joined, seat {seat}: {error.sentence()}") from error


def _player(number: int, data: object) -> Player:
    entry = _mapping(data, f"player {number}")
    for name in ("name", "kind"):
        if not isinstance(entry.get(name), str):
            raise MalformedRecord(f"{name} of player {number} is missing")
    return Player(entry["name"], entry["kind"])


def _mapping(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise MalformedRecord(f"{name} is {value!r}, not an object")
    return cast("Mapping[str, Any]", value)


def _list(data: Mapping[str, Any], name: str) -> Sequence[Any]:
    value = data.get(name)
    if not isinstance(value, list):
        raise MalformedRecord(f"{name} is missing")
    return cast("list[Any]", value)
