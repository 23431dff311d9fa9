"""The fields of the rules in words: what they are called, what their values mean, what is allowed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.engine.rules import CHOICES, FLAGS, RANGES, ImpossibleRules, Rules
from bot.presets import shipped_presets
from bot.rule_fields import FIELDS, changed_fields
from bot.ui.escape import label_name, plain_name
from bot.ui.words import N_, Words

_PRESETS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "classic": N_("Classic"),
        "french": N_("French"),
        "travellers": N_("Travellers"),
        "bga": N_("BGA"),
        "dhumbal": N_("Dhumbal"),
    }
)
_GROUPS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cards": N_("Cards"),
        "points": N_("Points"),
        "play": N_("Play"),
        "calling": N_("Calling"),
        "assaf": N_("Assaf"),
        "end": N_("End"),
    }
)
# Also the heading of a form's field: at most 45 characters, in every language.
_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "turn_system": N_("a turn"),
        "hand_size": N_("cards each"),
        "decks": N_("decks"),
        "jokers": N_("jokers in a deck"),
        "joker_points": N_("points of a joker"),
        "jokers_wild": N_("wild jokers"),
        "court_points": N_("points of J, Q, K"),
        "jack_rule": N_("jack rule"),
        "yaniv_limit": N_("call at"),
        "target": N_("target"),
        "end": N_("end of the match"),
        "assaf_on": N_("caught by"),
        "assaf_penalty": N_("penalty of an assaf"),
        "assaf_adds_hand": N_("penalty and own hand"),
        "assaf_zero": N_("0 points on an assaf"),
        "assaf_extra": N_("extra for each further assaf"),
        "exact_totals": N_("exact totals"),
        "set_pickup": N_("taking from a set"),
        "slap_down": N_("slap-down"),
        "last_lap": N_("last lap"),
        "streak_bonus": N_("bonus for three in a row"),
        "stock_empty": N_("empty stock"),
        "next_starter": N_("next round"),
    }
)
_CHOICES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "turn_system": {
            "discard_then_draw": N_("lay, then draw"),
            "match_or_draw": N_("lay what fits, or draw"),
        },
        "decks": {"1": N_("one"), "2": N_("two"), "auto": N_("as many as needed")},
        "end": {
            "first_over": N_("at the first to reach the target"),
            "last_standing": N_("last one standing"),
        },
        "assaf_on": {"equal_or_lower": N_("as few points or fewer"), "lower": N_("fewer points only")},
        "assaf_zero": {
            "lowest": N_("the lowest"),
            "assafers": N_("whoever caught the caller"),
            "all_others": N_("all others"),
            "none": N_("nobody"),
        },
        "set_pickup": {"any": N_("any card"), "ends": N_("first or last card")},
        "slap_down": {
            "off": N_("off"),
            "singles": N_("on single cards"),
            "singles_and_sets": N_("on single cards and sets"),
        },
        "stock_empty": {
            "reshuffle": N_("the pile is shuffled"),
            "end_round": N_("the round ends"),
        },
        "next_starter": {
            "winner": N_("the winner starts"),
            "left_of_dealer": N_("the deal moves on"),
        },
    }
)
_VALUE_LIMIT: Final = 40


def preset_name(words: Words, name: str) -> str:
    """Return the name of a preset, or of a server's own rules, for a markdown text."""
    return words(_PRESETS[name]) if name in _PRESETS else plain_name(name)


def preset_label(words: Words, name: str) -> str:
    """Return the name of a preset, or of a server's own rules, for a button or an option."""
    return words(_PRESETS[name]) if name in _PRESETS else label_name(name)


def group_name(words: Words, group: str) -> str:
    """Return what a group of fields (`bot.rule_fields.GROUPS`) is called."""
    return words(_GROUPS[group])


def field_name(words: Words, field: str) -> str:
    """Return what a field of the rules is called."""
    return words(_FIELDS[field])


def value_text(words: Words, rules: Rules, field: str) -> str:
    """Return the value of a field in words."""
    value: object = getattr(rules, field)
    if field == "exact_totals":
        return _pairs(words, rules)
    if field == "court_points":
        return " · ".join(words.number(points) for points in rules.court_points)
    if isinstance(value, bool):
        return flag_text(words, value=value)
    if field in _CHOICES:
        return choice_text(words, field, str(value))
    return words.number(value) if isinstance(value, int) else ""


def choice_text(words: Words, field: str, choice: str) -> str:
    """Return what one value of a field with few values means."""
    return words(_CHOICES[field][choice])


def flag_text(words: Words, *, value: bool) -> str:
    """Return yes or no."""
    return words("yes") if value else words("no")


def _pairs(words: Words, rules: Rules) -> str:
    pairs = [
        f"{words.number(total)}→{words.number(lower)}" for total, lower in sorted(rules.exact_totals.items())
    ]
    return " · ".join(pairs) or words("none")


def base_of(rules: Rules) -> Rules | None:
    """Return the preset that the rules started from, None for a server's own."""
    return shipped_presets().get(rules.preset)


def differences(words: Words, rules: Rules, base: Rules | None = None) -> list[str]:
    """Return what differs from the rules these started from, each in a few words.

    Without `base` from the preset of that name; nothing where that is a server's own.
    """
    base = base_of(rules) if base is None else base
    if base is None:
        return []
    return [
        words("{field}: {value}", field=field_name(words, field), value=value_text(words, rules, field))
        for field in changed_fields(rules, base)
    ]


def allowed_text(words: Words, field: str) -> str:
    """Return which values a field can have."""
    if field in RANGES:
        low, high = (words.number(bound) for bound in RANGES[field])
        return words("a whole number from {low} to {high}", low=low, high=high)
    if field in CHOICES:
        return " / ".join(choice_text(words, field, str(choice)) for choice in CHOICES[field])
    if field in FLAGS:
        return words("yes or no")
    if field == "court_points":
        return words("three whole numbers from 0 to 20, such as 10, 10, 10")
    return words("up to ten totals, each with a lower one, such as 50:25, 100:50, or none")


def refusal_text(words: Words, error: ImpossibleRules) -> str:
    """Return why a field cannot have a value, in the reader's language; the value as it was written."""
    field = str(error.details["field"])
    if field not in FIELDS:
        return words("There is no rule called {field}.", field=plain_name(field))
    return words(
        "{field} cannot be {value}: {allowed}.",
        field=f"**{field_name(words, field)}**",
        value=f"“{plain_name(str(error.details['value']), _VALUE_LIMIT)}”",
        allowed=allowed_text(words, field),
    )
