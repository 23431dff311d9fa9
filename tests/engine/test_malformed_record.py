"""A record that cannot be read, or that the rules do not allow, is refused with where and why."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.actions import By
from bot.engine.errors import DeckTooSmall, MalformedRecord, SeatCount
from bot.engine.match import Match
from bot.engine.record import from_record, to_record
from bot.engine.rules import ImpossibleRules, Rules
from tests.engine.helpers import example_record, golden_records, players, unshuffled

Spoil = Callable[[dict[str, Any]], object]


def long_record() -> dict[str, Any]:
    """Return a match of two that was played out in six rounds."""
    return next(
        record
        for record in golden_records()
        if record["rules"]["preset"] == "classic" and len(record["rounds"]) == 6
    )


def first_round(record: dict[str, Any]) -> dict[str, Any]:
    return record["rounds"][0]


def action(record: dict[str, Any], index: int) -> dict[str, Any]:
    return first_round(record)["actions"][index]


MALFORMED_ACTIONS: list[tuple[str, int, Spoil, str]] = [
    ("another seat", 2, lambda r: action(r, 2).update(seat=0), "It is not your turn: 2 is to move."),
    ("a seat that is not there", 2, lambda r: action(r, 2).update(seat=3), "You are not seated"),
    ("a seat that is no number", 0, lambda r: action(r, 0).update(seat="0"), "a seat, not '0'"),
    ("a seat that is a yes", 1, lambda r: action(r, 1).update(seat=True), "a seat, not True"),
    ("a card that is not held", 1, lambda r: action(r, 1).update(discard=["9S"]), "do not hold"),
    ("no discard", 1, lambda r: action(r, 1).update(discard=[]), "Select the cards"),
    (
        "no list of cards",
        1,
        lambda r: action(r, 1).update(discard="KS"),
        "a list of cards is needed, not 'KS'",
    ),
    ("no such card", 1, lambda r: action(r, 1).update(discard=["1S"]), "not a card: '1S'"),
    ("a middle card of a run", 3, lambda r: action(r, 3).update(draw="6H"), "6H cannot be taken."),
    ("no draw", 3, lambda r: action(r, 3).pop("draw"), "not a card: None"),
    (
        "a run not as it lies",
        2,
        lambda r: action(r, 2).update(discard=["7H", "6H", "5H"]),
        "a run that is not in",
    ),
    ("an unknown type", 4, lambda r: action(r, 4).update(type="sing"), "an action of unknown type 'sing'"),
    ("a type of other rules", 4, lambda r: action(r, 4).update(type="draw"), "not part of the rules"),
    ("a slap-down of no card", 4, lambda r: action(r, 4).update(type="slapdown"), "not a card: None"),
    ("no type", 4, lambda r: action(r, 4).pop("type"), "unknown type None"),
    ("a call too high", 6, lambda r: action(r, 6).update(type="yaniv"), "you hold 10, the limit is 7"),
    ("nobody who decided", 5, lambda r: action(r, 5).pop("by"), "by is None"),
    ("an unknown decider", 5, lambda r: action(r, 5).update(by="dog"), "by is 'dog'"),
    ("a decider that is no text", 5, lambda r: action(r, 5).update(by=["human"]), "by is"),
    (
        "no object",
        5,
        lambda r: first_round(r)["actions"].__setitem__(5, "draw"),
        "action is 'draw', not an object",
    ),
    (
        "a wrong number of discards",
        0,
        lambda r: action(r, 0).update(legal_discards=9),
        "legal_discards is 9, the hand has 6",
    ),
    (
        "one action too many",
        10,
        lambda r: first_round(r)["actions"].append(action(r, 0)),
        "This round is over.",
    ),
]


@pytest.mark.parametrize(
    ("index", "spoil", "reason"),
    [case[1:] for case in MALFORMED_ACTIONS],
    ids=[case[0] for case in MALFORMED_ACTIONS],
)
def test_a_malformed_action_is_refused_naming_round_and_action(index: int, spoil: Spoil, reason: str) -> None:
    record = example_record()
    spoil(record)
    with pytest.raises(MalformedRecord) as refused:
        from_record(record)
    assert str(refused.value).startswith(f"round 1, action {index}: ")
    assert reason in str(refused.value)


MALFORMED_ROUNDS: list[tuple[str, Spoil, str]] = [
    (
        "a wrong sum",
        lambda r: first_round(r)["sums"].__setitem__(0, 7),
        "sums is [7, 4, 27], played out it is [6, 4, 27]",
    ),
    ("wrong points", lambda r: first_round(r).update(points=[36, 0, 28]), "points is"),
    ("a wrong total", lambda r: first_round(r).update(totals=[0, 0, 0]), "totals is"),
    ("a wrong winner", lambda r: first_round(r).update(winner=0), "winner is 0, played out it is 1"),
    (
        "a wrong kind",
        lambda r: first_round(r).update(kind="yaniv"),
        "kind is 'yaniv', played out it is 'assaf'",
    ),
    ("figures of a running round", lambda r: first_round(r)["actions"].pop(), "played out it is None"),
    (
        "a card twice in the deck",
        lambda r: first_round(r)["deck"].__setitem__(0, "KS"),
        "not shuffled properly",
    ),
    ("a deck too short", lambda r: first_round(r)["deck"].pop(), "not shuffled properly"),
    ("no card in the deck", lambda r: first_round(r)["deck"].__setitem__(0, "??"), "not a card: '??'"),
    ("no deck", lambda r: first_round(r).pop("deck"), "a list of cards is needed, not None"),
    ("a wrong starter", lambda r: first_round(r).update(starter=1), "starter is 1, played out it is 0"),
    ("a wrong number of decks", lambda r: first_round(r).update(decks=2), "decks is 2, played out it is 1"),
    ("a dealer who is not there", lambda r: first_round(r).update(dealer=3), "not seated"),
    (
        "a dealer that is no number",
        lambda r: first_round(r).update(dealer="2"),
        "dealer is '2', not a whole number",
    ),
    (
        "a new stock nobody needed",
        lambda r: first_round(r)["reshuffles"].append(["KS"]),
        "1 reshuffles, 0 of them used",
    ),
    ("no object", lambda r: r["rounds"].__setitem__(0, 5), "round is 5, not an object"),
    *[
        (f"no {name}", lambda r, name=name: first_round(r).pop(name), f"{name} is")
        for name in (
            "starter",
            "decks",
            "dealer",
            "reshuffles",
            "actions",
            "sums",
            "points",
            "totals",
            "winner",
            "kind",
        )
    ],
]


@pytest.mark.parametrize(
    ("spoil", "reason"), [case[1:] for case in MALFORMED_ROUNDS], ids=[case[0] for case in MALFORMED_ROUNDS]
)
def test_a_malformed_round_is_refused_naming_it(spoil: Spoil, reason: str) -> None:
    record = example_record()
    spoil(record)
    with pytest.raises(MalformedRecord) as refused:
        from_record(record)
    assert str(refused.value).startswith("round 1: ")
    assert reason in str(refused.value)


def test_a_fault_in_a_later_round_names_that_round() -> None:
    record = long_record()
    record["rounds"][4]["actions"][2]["seat"] = 5
    with pytest.raises(MalformedRecord, match=r"^round 5, action 2: "):
        from_record(record)


def test_a_second_dealer_other_than_the_rules_say_is_refused() -> None:
    record = long_record()
    record["rounds"][1]["dealer"] = 1 - record["rounds"][1]["dealer"]
    with pytest.raises(MalformedRecord, match=r"^round 2: dealer is"):
        from_record(record)


def record_with_reshuffle() -> dict[str, Any]:
    """Return the record of two players who lay single cards until a new stock is made."""
    match = Match(Rules(yaniv_limit=1), players(2))
    match.deal(unshuffled, 1)
    while not match.rounds[0].reshuffles:
        match.apply(match.legal_actions()[0], By.HUMAN, unshuffled)
    return to_record(match)


@pytest.mark.parametrize("stocks", [[], [["KS"]], [[]]])
def test_a_missing_or_wrong_new_stock_is_refused(stocks: list[list[str]]) -> None:
    record = record_with_reshuffle()
    assert to_record(from_record(record)) == record
    last = len(record["rounds"][0]["actions"]) - 1
    record["rounds"][0]["reshuffles"] = stocks
    with pytest.raises(
        MalformedRecord, match=f"^round 1, action {last}: The cards were not shuffled properly"
    ):
        from_record(record)


MALFORMED_MATCHES: list[tuple[str, Spoil, str]] = [
    ("another format", lambda r: r.update(format="yaniv-record/2"), "format is 'yaniv-record/2'"),
    ("no format", lambda r: r.pop("format"), "format is None"),
    ("no rules", lambda r: r.pop("rules"), "rules is None, not an object"),
    ("no players", lambda r: r.pop("players"), "players is missing"),
    ("no rounds", lambda r: r.pop("rounds"), "rounds is missing"),
    ("no departures", lambda r: r.pop("left"), "left is missing"),
    ("no winners", lambda r: r.pop("winners"), "winners is missing"),
    ("no end", lambda r: r.pop("ended_by"), "ended_by is missing"),
    ("no start time", lambda r: r.pop("started"), "started is missing"),
    ("no end time", lambda r: r.pop("ended"), "ended is missing"),
    ("winners while it runs", lambda r: r.update(winners=[0]), r"winners is \[0\], played out it is None"),
    (
        "played while it runs",
        lambda r: r.update(ended_by="played"),
        "ended_by is 'played', played out it is None",
    ),
    ("an unknown end", lambda r: r.update(ended_by="eaten"), "ended_by is 'eaten'"),
    ("a player without a name", lambda r: r["players"][1].pop("name"), "name of player 1 is missing"),
    ("a player without a kind", lambda r: r["players"][1].pop("kind"), "kind of player 1 is missing"),
    (
        "a player who is no object",
        lambda r: r["players"].__setitem__(2, "Bo"),
        "player 2 is 'Bo', not an object",
    ),
    (
        "who left a round not there",
        lambda r: r["left"].append({"seat": 0, "round": 9, "action": 0}),
        "left names a round",
    ),
    (
        "who left an action not there",
        lambda r: r["left"].append({"seat": 0, "round": 1, "action": 99}),
        "left names a round",
    ),
    (
        "who left no seat",
        lambda r: r["left"].append({"seat": 7, "round": 1, "action": 0}),
        "left, seat 7: You are not seated",
    ),
    ("who left without a round", lambda r: r["left"].append({"seat": 0, "action": 0}), "round is None"),
    (
        "who joined a round not there",
        lambda r: r.update(joined=[{"seat": 1, "round": 9, "name": "Cem"}]),
        "joined names a round",
    ),
    (
        "who joined before the first deal",
        lambda r: r.update(joined=[{"seat": 1, "round": 1, "name": "Cem"}]),
        "joined, seat 1: This round is over",
    ),
    (
        "who joined on a seat that is taken",
        lambda r: r.update(joined=[{"seat": 1, "round": 2, "name": "Cem"}]),
        "joined, seat 1: You are not seated",
    ),
    ("who joined without a seat", lambda r: r.update(joined=[{"round": 2, "name": "Cem"}]), "seat is None"),
    ("no list of who joined", lambda r: r.update(joined={}), "joined is missing"),
    ("a departure that is no object", lambda r: r["left"].append(3), "left is 3, not an object"),
]


@pytest.mark.parametrize(
    ("spoil", "reason"), [case[1:] for case in MALFORMED_MATCHES], ids=[case[0] for case in MALFORMED_MATCHES]
)
def test_a_malformed_record_is_refused_naming_what_is_wrong(spoil: Spoil, reason: str) -> None:
    record = example_record()
    spoil(record)
    with pytest.raises(MalformedRecord, match=reason):
        from_record(record)


def test_a_match_played_out_is_not_stopped_as_well() -> None:
    record = long_record() | {"ended_by": "stopped"}
    with pytest.raises(MalformedRecord, match="ended_by is 'stopped', played out it is 'played'"):
        from_record(record)


def test_impossible_rules_and_seats_of_a_record_are_refused_by_name() -> None:
    record = example_record()
    with pytest.raises(ImpossibleRules, match="hand_size cannot be 9"):
        from_record(record | {"rules": record["rules"] | {"hand_size": 9}})
    with pytest.raises(SeatCount):
        from_record(record | {"players": record["players"][:1]})
    rules = record["rules"] | {"hand_size": 7, "decks": 1}
    with pytest.raises(DeckTooSmall):
        from_record(record | {"players": record["players"][:2] * 4, "rules": rules})
