"""Arbitrary rules and matches for Hypothesis."""

import random

from hypothesis import settings
from hypothesis import strategies as st

from bot.engine.cards import full_deck
from bot.engine.match import Match
from bot.engine.rules import Rules
from tests.engine.helpers import play_on, players

# How long one example takes depends on what else the machine is doing.
settings.register_profile("without deadline", deadline=None)
settings.load_profile("without deadline")

# Few ranks, so that sets, runs and twins are frequent.
hands = st.lists(
    st.sampled_from([card for card in full_deck(2, 4) if card.rank <= 6]), min_size=1, max_size=7
)

exact_totals = st.dictionaries(st.integers(1, 1000), st.just(0), max_size=10).flatmap(
    lambda pairs: st.fixed_dictionaries({total: st.integers(0, total - 1) for total in pairs})
)

any_rules = st.builds(
    Rules,
    turn_system=st.sampled_from(("discard_then_draw", "match_or_draw")),
    hand_size=st.integers(3, 7),
    decks=st.sampled_from((1, 2, "auto")),
    jokers=st.integers(0, 4),
    joker_points=st.integers(-5, 10),
    jokers_wild=st.booleans(),
    court_points=st.tuples(*[st.integers(0, 20)] * 3),
    jack_rule=st.booleans(),
    yaniv_limit=st.integers(1, 15),
    target=st.integers(20, 1000),
    end=st.sampled_from(("first_over", "last_standing")),
    assaf_on=st.sampled_from(("equal_or_lower", "lower")),
    assaf_penalty=st.integers(0, 100),
    assaf_adds_hand=st.booleans(),
    assaf_zero=st.sampled_from(("lowest", "assafers", "all_others", "none")),
    assaf_extra=st.integers(0, 100),
    exact_totals=exact_totals,
    set_pickup=st.sampled_from(("any", "ends")),
    slap_down=st.sampled_from(("off", "singles", "singles_and_sets")),
    last_lap=st.booleans(),
    streak_bonus=st.integers(0, 100),
    stock_empty=st.sampled_from(("reshuffle", "end_round")),
    next_starter=st.sampled_from(("winner", "left_of_dealer")),
)


@st.composite
def any_tables(draw: st.DrawFn) -> tuple[Rules, int]:
    """Give rules and a number of seats that can play them."""
    rules = draw(any_rules)
    most_seats = min(8, (51 + rules.jokers) // rules.hand_size) if rules.decks == 1 else 8
    return rules, draw(st.integers(2, most_seats))


@st.composite
def played_matches(draw: st.DrawFn, *, most_actions: int = 60, calling: bool = True) -> Match:
    """Give matches after some random actions; the last round is running, or the match is over."""
    rules, seats = draw(any_tables())
    match = Match(rules, players(seats))
    rng = random.Random(draw(st.integers(0, 2**32)))
    play_on(match, rng, draw(st.integers(1, most_actions)), calling=calling)
    if match.can_deal():
        play_on(match, rng, 1)
    return match
