"""The table of docs/rules.md, section 2, written down once more by hand."""

from typing import Any

from bot.engine.rules import Rules

NAMES = ("classic", "french", "travellers", "bga", "dhumbal")

# One row a field, one value a preset, in the order of NAMES.
TABLE: dict[str, tuple[Any, ...]] = {
    "turn_system": ("discard_then_draw", "match_or_draw", *["discard_then_draw"] * 3),
    "hand_size": (5, 7, 5, 5, 5),
    "decks": ("auto", "auto", "auto", 1, "auto"),
    "jokers": (2, 0, 2, 2, 0),
    "joker_points": (0, 2, 0, 0, 0),
    "jokers_wild": (False, False, True, True, False),
    "court_points": ((10, 10, 10), (10, 10, 10), (10, 10, 10), (10, 10, 10), (11, 12, 13)),
    "jack_rule": (False, True, False, False, False),
    "yaniv_limit": (7, 7, 5, 7, 10),
    "target": (100, 200, 200, 100, 100),
    "end": ("first_over", "first_over", "first_over", "last_standing", "first_over"),
    "assaf_on": ("equal_or_lower", "lower", "equal_or_lower", "equal_or_lower", "equal_or_lower"),
    "assaf_penalty": (30, 30, 30, 30, 25),
    "assaf_adds_hand": (True, False, True, True, True),
    "assaf_zero": ("lowest", "none", "lowest", "none", "lowest"),
    "assaf_extra": (0, 0, 0, 0, 0),
    "exact_totals": (
        {50: 25, 100: 50},
        {},
        {50: 25, 100: 50, 150: 75, 200: 100},
        {50: 0, 100: 50},
        {},
    ),
    "set_pickup": ("any", "any", "any", "ends", "any"),
    "slap_down": ("off", "off", "singles_and_sets", "singles", "off"),
    "last_lap": (False, False, False, False, False),
    "streak_bonus": (0, 0, 0, 0, 0),
    "stock_empty": ("reshuffle", "end_round", "reshuffle", "reshuffle", "reshuffle"),
    "next_starter": ("winner", "left_of_dealer", "winner", "winner", "winner"),
}

PRESETS = {
    name: Rules(preset=name, **{field: row[index] for field, row in TABLE.items()})
    for index, name in enumerate(NAMES)
}
FRENCH, TRAVELLERS, BGA = (PRESETS[name] for name in ("french", "travellers", "bga"))
