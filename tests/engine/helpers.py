"""Matches in the state that a test needs."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import Card, full_deck, parse_cards
from bot.engine.discards import Discard, DiscardKind, lay, takeable
from bot.engine.errors import NotADiscard, YanivError
from bot.engine.match import Match, Player
from bot.engine.round import Round, Shuffler
from bot.engine.rules import CLASSIC, Rules
from bot.engine.scoring import RoundResult

GOLDEN = Path(__file__).parent.parent / "golden"


def cards(codes: str) -> tuple[Card, ...]:
    return parse_cards(codes)


def card(code: str) -> Card:
    return Card.parse(code)


def golden_records() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / "records.jsonl").read_text("utf-8").splitlines()]


def example_record() -> dict[str, Any]:
    return json.loads((GOLDEN / "example-game.json").read_text("utf-8"))


def players(count: int) -> list[Player]:
    return [Player(f"player {seat}") for seat in range(count)]


def unshuffled(given: Sequence[Card]) -> Sequence[Card]:
    return given


def never(_: Sequence[Card]) -> Sequence[Card]:
    raise AssertionError("no new stock was to be made")


def shuffled_by(rng: random.Random) -> Shuffler:
    return lambda given: rng.sample(given, len(given))


def deck_with(
    rules: Rules, hands: Sequence[str], start: str, stock: str = "", *, dealer: int | None = None
) -> list[Card]:
    """Return the whole deck that deals these hands; `dealer` is the last seat unless given."""
    count = len(hands)
    dealer = count - 1 if dealer is None else dealer
    dealt = [cards(hand) for hand in hands]
    order = [(dealer + 1 + step) % count for step in range(count)]
    top = [dealt[seat][step] for step in range(rules.hand_size) for seat in order]
    top += [card(start), *cards(stock)]
    rest = list(full_deck(rules.decks_for(count), rules.jokers))
    for one in top:
        rest.remove(one)
    return top + rest


def dealt(hands: Sequence[str], start: str, stock: str = "", *, rules: Rules = CLASSIC) -> Match:
    """Return a match in its first round with these hands; seat 0 is to move."""
    match = Match(rules, players(len(hands)))
    match.deal(lambda _: deck_with(rules, hands, start, stock), len(hands) - 1)
    return match


def running(match: Match) -> Round:
    state = match.round
    assert state is not None
    return state


def holding(hands: Sequence[str], *, rules: Rules = CLASSIC, before: Sequence[int] | None = None) -> Match:
    """Return a match in a round late enough for hands of any size; seat 0 is to move."""
    match = Match(rules, players(len(hands)))
    if before is not None:
        match.totals = tuple(before)
    match.deal(unshuffled, len(hands) - 1)
    running(match).hands = [list(cards(hand)) for hand in hands]
    return match


def with_table(match: Match, discard: str, *, stock: str | None = None, pile: str | None = None) -> Match:
    """Put that discard on the table of a match, and those cards, the top first, into its stock and pile."""
    state = running(match)
    if match.rules.turn_system == "discard_then_draw":
        state.discard = lay(cards(discard), match.rules)
        state.takeable = takeable(state.discard, match.rules)
    else:
        state.discard = Discard(DiscardKind.SINGLE, cards(discard))
    if stock is not None:
        state.stock = list(cards(stock))[::-1]
    if pile is not None:
        state.pile = list(cards(pile))
    return match


def result_of(match: Match) -> RoundResult:
    result = running(match).result
    assert result is not None
    return result


def refusal(match: Match, action: Action) -> type[YanivError]:
    """Return what refuses the action; nothing has changed."""
    before = snapshot(match)
    try:
        match.apply(action, By.HUMAN, never)
    except YanivError as error:
        assert snapshot(match) == before
        assert not match.can(action)
        return type(error)
    raise AssertionError(f"{action} was played")


def play(match: Match, seat: int, discard: str, draw: str = "stock") -> None:
    match.apply(Play(seat, cards(discard), None if draw == "stock" else card(draw)), By.HUMAN, never)


def call(match: Match, seat: int) -> None:
    match.apply(CallYaniv(seat), By.HUMAN, never)


def lay_down(match: Match, seat: int, picked: str) -> None:
    match.apply(Lay(seat, cards(picked)), By.HUMAN, never)


def draw(match: Match, seat: int) -> None:
    match.apply(Draw(seat), By.HUMAN, never)


def slap(match: Match, seat: int, code: str) -> None:
    match.apply(SlapDown(seat, card(code)), By.HUMAN, never)


def hand_of(match: Match, seat: int) -> set[str]:
    return {one.code for one in running(match).hands[seat]}


def play_on(match: Match, rng: random.Random, actions: int, *, calling: bool = True) -> None:
    """Play that many random actions, dealing where a round has ended; less if the match ends before.

    Every second slap-down that is possible is played. Without `calling` a seat calls only if it must.
    """
    for _ in range(actions):
        if match.is_over:
            return
        if match.can_deal():
            match.deal(shuffled_by(rng), rng.randrange(len(match.players)))
        elif match.slap is not None and rng.random() < 0.5:
            match.apply(match.slap, By.COMPUTER, shuffled_by(rng))
        else:
            match.apply(random_action(match, rng, calling=calling), By.COMPUTER, shuffled_by(rng))


def random_action(match: Match, rng: random.Random, *, calling: bool = True) -> Action:
    legal = match.legal_actions()
    return rng.choice([one for one in legal if calling or not isinstance(one, CallYaniv)] or legal)


def all_cards(state: Round) -> Counter[Card]:
    held = [one for hand in state.hands for one in hand]
    return Counter([*held, *state.stock, *state.pile, *state.discard.cards])


def snapshot(match: Match) -> object:
    """Return everything a match consists of as a value that later changes do not touch."""
    own = {name: value for name, value in vars(match).items() if name != "rounds"}
    rounds = [{name: getattr(state, name) for name in Round.__slots__} for state in match.rounds]
    return _frozen({**own, "rounds": rounds})


def _frozen(value: object) -> object:
    match value:
        case dict():
            entries = cast("dict[object, object]", value)
            return tuple((key, _frozen(entry)) for key, entry in entries.items())
        case list() | tuple():
            return tuple(_frozen(entry) for entry in cast("Sequence[object]", value))
        case _:
            return value


def canonical(action: Action, rules: Rules) -> object:
    """Return the action whatever the order its cards were picked in, as far as that makes no difference.

    Where the jokers of a run lie makes one, which joker lies where does not.
    """
    match action:
        case Play(seat, discard, draw):
            return (seat, _canonical_discard(discard, rules), draw)
        case Lay(seat, picked):
            return (seat, tuple(sorted(picked[:-1])), picked[-1:])
        case _:
            return action


def _canonical_discard(picked: tuple[Card, ...], rules: Rules) -> object:
    try:
        laid = lay(picked, rules)
    except NotADiscard:
        return picked
    jokers = sorted(one for one in picked if one.is_joker)
    if laid.kind is not DiscardKind.RUN:
        return tuple(sorted(picked))
    return (tuple(None if one.is_joker else one for one in laid.cards), tuple(jokers))
