"""What holds in every match, whatever the rules, the seats and the cards."""

import dataclasses
import json
import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import Card, full_deck
from bot.engine.errors import RuleBroken
from bot.engine.journal import replay
from bot.engine.match import Match, Player
from bot.engine.record import from_record, to_record
from bot.engine.rules import Rules
from tests.engine.helpers import all_cards, canonical, play_on, players, running, shuffled_by, snapshot
from tests.engine.strategies import any_rules, any_tables, played_matches

SEEDS = st.integers(0, 2**32)
DECK = full_deck(1, 4)


@st.composite
def arbitrary_actions(draw: st.DrawFn, match: Match) -> Action:
    """Give actions that a forger or a late click may send, many of them nearly right."""
    seats = st.integers(-1, len(match.players))
    seat = draw(st.one_of(st.just(match.to_move or 0), seats))
    state = running(match)
    hand = state.hands[seat] if 0 <= seat < len(state.hands) else []
    some_card = st.sampled_from([*hand, *hand, *hand, *DECK] if hand else DECK)
    discard = draw(st.lists(some_card, max_size=4))
    draw_from = st.sampled_from([None, *state.takeable, *state.discard.cards, *DECK[:4]])
    play, lay = Play(seat, tuple(discard), draw(draw_from)), Lay(seat, tuple(discard))
    usual = [play, lay] if match.rules.turn_system == "discard_then_draw" else [lay, play]
    slap = match.slap or SlapDown(seat, draw(some_card))
    others = [CallYaniv(seat), Draw(seat), slap, SlapDown(seat, draw(some_card)), usual[1]]
    return draw(st.one_of(*[st.just(usual[0])] * 5, st.sampled_from(others)))


@given(played_matches(most_actions=1), SEEDS, st.booleans())
def test_no_card_is_ever_lost_or_doubled(match: Match, seed: int, calling: bool) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        play_on(match, rng, 1, calling=calling)
        state = running(match)
        assert all_cards(state) == Counter(full_deck(state.decks, match.rules.jokers))


@given(played_matches())
def test_every_enumerated_action_applies(match: Match) -> None:
    legal = match.legal_actions()
    assert match.is_over or legal
    assert len(set(legal)) == len(legal)
    slap = () if match.slap is None else (match.slap,)
    for action in (*legal, *slap):
        assert match.can(action)
        twin = match.copy()
        event = twin.apply(action, By.HUMAN, shuffled_by(random.Random(1)))
        assert event.action == action
        assert snapshot(twin) != snapshot(match)


@given(st.data())
def test_every_other_action_is_refused_and_changes_nothing(data: st.DataObject) -> None:
    match = data.draw(played_matches())
    legal = {canonical(action, match.rules) for action in match.legal_actions()} | {match.slap}
    before = snapshot(match)
    for action in data.draw(st.lists(arbitrary_actions(match), min_size=1, max_size=10)):
        allowed = canonical(action, match.rules) in legal
        assert match.can(action) is allowed
        if allowed:
            match.copy().apply(action, By.HUMAN, shuffled_by(random.Random(1)))
        else:
            try:
                match.apply(action, By.HUMAN, shuffled_by(random.Random(1)))
            except RuleBroken:
                assert snapshot(match) == before
            else:
                raise AssertionError(f"{action} was played")


@given(played_matches(calling=False))
def test_a_slap_down_is_possible_only_for_the_seat_that_has_just_drawn(match: Match) -> None:
    slap = match.slap
    if slap is not None:
        last, _ = running(match).actions[-1]
        assert isinstance(last, Play)
        assert (last.seat, last.draw) == (slap.seat, None)
        assert running(match).drawn[slap.seat] is slap.card


@given(played_matches(most_actions=200, calling=False))
@settings(max_examples=30)
def test_a_hand_never_exceeds_nine_cards_in_match_or_draw(match: Match) -> None:
    if match.rules.turn_system == "match_or_draw":
        for state in match.rounds:
            assert max(len(hand) for hand in state.hands) <= 9


@given(played_matches(most_actions=40), SEEDS)
def test_a_copy_is_independent(match: Match, seed: int) -> None:
    before = snapshot(match)
    twin = match.copy()
    assert snapshot(twin) == before
    play_on(twin, random.Random(seed), 5)
    assert snapshot(match) == before
    assert match.is_over or snapshot(twin) != before


@given(played_matches(most_actions=40), SEEDS)
def test_picking_a_discard_in_another_order_leaves_the_same_cards_to_take(match: Match, seed: int) -> None:
    rng = random.Random(seed)
    for action in match.legal_actions():
        if not isinstance(action, Play) or match.rules.set_pickup == "ends":
            continue
        if any(one.is_joker for one in action.discard) and not all(one.is_joker for one in action.discard):
            continue  # where a joker lies in a run, the order may say
        other = Play(action.seat, tuple(rng.sample(action.discard, len(action.discard))), action.draw)
        ends: list[set[Card]] = []
        for one in (action, other):
            twin = match.copy()
            twin.apply(one, By.HUMAN, shuffled_by(random.Random(1)))
            ends.append(set(running(twin).takeable))
        assert ends[0] == ends[1]


def with_departures(match: Match, rng: random.Random, actions: int) -> list[dict[str, object]]:
    """Play on, now and then somebody leaving, and return the journal of it."""
    lines: list[dict[str, object]] = []
    for _ in range(actions):
        if match.is_over:
            break
        if match.can_deal():
            lines.append(match.deal(shuffled_by(rng), rng.randrange(len(match.players))).to_json())
        seat = rng.randrange(len(match.players))
        if rng.random() < 0.05 and match.players[seat].is_human:
            lines.append(match.leave(seat, Player(f"greedy {seat}", "greedy")).to_json())
        action = rng.choice(match.legal_actions())
        by = rng.choice(list(By))
        lines.append(match.apply(action, by, shuffled_by(rng)).to_json())
    if not match.is_over and rng.random() < 0.2:
        lines.append(match.stop("stopped").to_json())
    return lines


@given(any_tables(), SEEDS, st.integers(0, 80))
def test_replaying_the_journal_or_the_record_gives_the_same_match(
    table: tuple[Rules, int], seed: int, actions: int
) -> None:
    rules, seats = table
    match = Match(rules, players(seats))
    lines = with_departures(match, random.Random(seed), actions)
    record = to_record(match)
    for again in (replay(rules, players(seats), lines), from_record(json.loads(json.dumps(record)))):
        assert snapshot(again) == snapshot(match)
        assert to_record(again) == record
        if match.round is not None:
            for seat in range(seats):
                assert again.seat_view(seat) == match.seat_view(seat)


@given(any_rules, st.integers(2, 4), SEEDS)
def test_every_state_on_the_way_is_the_same_when_replayed(rules: Rules, seats: int, seed: int) -> None:
    rng = random.Random(seed)
    match = Match(rules, players(seats))
    states: list[object] = []
    for _ in range(20):
        play_on(match, rng, 1)
        states.append(snapshot(from_record(to_record(match))))
        assert states[-1] == snapshot(match)
    assert len(states) == 20


@given(any_rules, st.integers(2, 5), SEEDS)
@settings(max_examples=25)
def test_points_never_depend_on_where_the_seats_are(rules: Rules, seats: int, seed: int) -> None:
    """Seat everybody one further and play the same: the same points, one seat further."""
    match = Match(rules, players(seats))
    play_on(match, random.Random(seed), 60)
    moved = Match(rules, players(seats))
    for state in match.rounds:
        moved.deal(lambda _, deck=state.deck: deck, (state.dealer + 1) % seats)
        stocks = iter(state.reshuffles)
        for action, by in state.actions:
            further = dataclasses.replace(action, seat=(action.seat + 1) % seats)
            moved.apply(further, by, lambda _, stocks=stocks: next(stocks))
    assert moved.totals == (match.totals[-1], *match.totals[:-1])
    for state, other in zip(match.rounds, moved.rounds, strict=True):
        if state.result is not None and other.result is not None:
            points = state.result.score.points
            assert other.result.score.points == (points[-1], *points[:-1])
