"""The fields of the rules one by one: how they are grouped, compared and written as text."""

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Final

from bot.engine.rules import CHOICES, FLAGS, RANGES, ImpossibleRules, Rules

GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "cards": ("hand_size", "decks", "jokers", "jokers_wild"),
        "points": ("joker_points", "court_points", "jack_rule"),
        "play": ("turn_system", "set_pickup", "slap_down", "stock_empty", "next_starter"),
        "calling": ("yaniv_limit", "last_lap", "streak_bonus"),
        "assaf": ("assaf_on", "assaf_penalty", "assaf_adds_hand", "assaf_zero", "assaf_extra"),
        "end": ("target", "end", "exact_totals"),
    }
)
"""Every field of docs/rules.md, section 2, in groups of at most five: as many as one form holds."""

FIELDS: Final = tuple(field.name for field in fields(Rules) if field.name != "preset")

_WITHOUT_MEANING: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {"match_or_draw": frozenset({"jokers_wild", "set_pickup", "slap_down"})}
)
_YES: Final = frozenset({"yes", "on", "true"})
_NO: Final = frozenset({"no", "off", "false"})
_NONE: Final = frozenset({"", "none", "-", "–"})
_PAIR: Final = re.compile(r"([0-9]{1,6})\s*(?::|=|→|->)\s*([0-9]{1,6})")
_WHOLE: Final = re.compile(r"-?[0-9]{1,6}")


def offered(rules: Rules, field: str) -> bool:
    """Say whether a field means anything in the turn system of these rules (section 2)."""
    return field not in _WITHOUT_MEANING.get(rules.turn_system, ())


def changed_fields(rules: Rules, base: Rules) -> list[str]:
    """Return the fields that differ, in the order of section 2; those without meaning in `rules` aside."""
    return [name for name in FIELDS if offered(rules, name) and getattr(rules, name) != getattr(base, name)]


def with_field(rules: Rules, field: str, text: str) -> Rules:
    """Return the rules with one field set to what `text` says.

    Numbers stand as they are (`-2`), yes and no also as `on`, `off`, `true`, `false`; points of jack, queen
    and king as `11,12,13`; exact totals as `50:25, 100:50` or `50→25, 100→50`, empty or `none` for none.
    Small and capital letters are the same.

    Raises ImpossibleRules naming field, text and what is allowed.
    """
    if field not in FIELDS:
        raise ImpossibleRules(field, text, f"the rules have no such field; they have {', '.join(FIELDS)}")
    try:
        return replace(rules, **{field: _value(field, text.strip().casefold())})
    except ImpossibleRules as problem:
        # Whoever wrote the text should find it again, not what was made of it.
        raise ImpossibleRules(field, text.strip(), problem.allowed) from None


def field_text(rules: Rules, field: str) -> str:
    """Return the value of a field as a text that `with_field` reads."""
    value = getattr(rules, field)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, rules.court_points))
    if isinstance(value, Mapping):
        return ", ".join(f"{total}→{lower}" for total, lower in rules.exact_totals.items())
    return str(value)


def _value(field: str, text: str) -> object:
    if field in RANGES:
        return _whole(text)
    if field in FLAGS:
        return True if text in _YES else False if text in _NO else text
    if field in CHOICES:
        choice = re.sub(r"[\s-]+", "_", text)
        return next((value for value in CHOICES[field] if str(value) == choice), text)
    if field == "court_points":
        return tuple(_whole(part.strip()) for part in text.split(","))
    return _exact_totals(text)


def _whole(text: str) -> int | str:
    """Return the number that is written there, or the text itself, which no field takes."""
    written = text.replace("−", "-")
    return int(written) if _WHOLE.fullmatch(written) else text


def _exact_totals(text: str) -> object:
    """Return the pairs that are written there, or the text itself, which the field does not take."""
    if text in _NONE:
        return {}
    pairs: dict[int, int] = {}
    for part in text.split(","):
        pair = _PAIR.fullmatch(part.strip())
        if pair is None or int(pair[1]) in pairs:
            return text
        pairs[int(pair[1])] = int(pair[2])
    return pairs
