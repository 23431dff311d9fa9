"""What holds for every message: Discord's limits, stable ids, safe names, and no words past the catalogue."""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, cast

import pytest
from babel import Locale
from babel.support import NullTranslations
from discord.ui import LayoutView, Modal, View

from bot.engine.actions import By, CallYaniv
from bot.engine.cards import full_deck
from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC, Rules
from bot.engine.scoring import RoundKind
from bot.personal import LONGEST_WORD, Personal, Pings, Sorting
from bot.presets import shipped_presets
from bot.rule_fields import GROUPS
from bot.store.values import EndedBy, GuildSettings, Leaderboard, LeaderboardRow, Place, PlaceKind, SavedRules
from bot.tables.lesson import lesson_step
from bot.tables.values import Table
from bot.ui import forms
from bot.ui.calls import turn_buttons
from bot.ui.charts.values import Drawn
from bot.ui.clicks import Click
from bot.ui.fitting import MOST_BYTES, MOST_CHARACTERS, size
from bot.ui.hand import hand_view, opened_again_view, waiting_view
from bot.ui.help import TOPICS, help_view, rules_view, welcome_text
from bot.ui.lobby import lobby_view, removal_view
from bot.ui.me import lucky_modal, me_view
from bot.ui.options import options_modal, options_view, save_modal, speed_modal
from bot.ui.parts import with_line
from bot.ui.practice import practice_more_view, practice_view
from bot.ui.refusals import matches_view
from bot.ui.round_end import match_end_view, round_end_view
from bot.ui.scores import scores_view
from bot.ui.settings import CHANGEABLE, DELETE, settings_modal, settings_view
from bot.ui.table import more_view, table_view
from bot.ui.tutorial import tutorial_view
from bot.ui.words import Languages, Words
from tests.sketch import DOT
from tests.ui.scenes import (
    BGA,
    CARD_FACES,
    ENGLISH,
    FRENCH,
    HARD_NAMES,
    NOW,
    PICTURED,
    TRAVELLERS,
    WIDE_NAMES,
    parts,
    played_match,
    shown,
    table,
)
from tests.ui.test_hints import longest_hint

Draw = Callable[[Words], LayoutView | View]
STARS = ("*" * 32,) * 8
LANGUAGES = Languages.load()
OWN_NAMES = "|".join(LANGUAGES.for_locale(code).own_name for code in LANGUAGES.codes)


def full_hands(match: Match) -> None:
    """Give every seat nine cards, and totals as after a thousand rounds."""
    cards = random.Random(1).sample(full_deck(2, 2), 72)
    state = match.rounds[-1]
    state.hands = [list(cards[seat * 9 : seat * 9 + 9]) for seat in range(8)]
    match.totals = tuple(36_000 + seat for seat in range(8))
    if state.result is not None:
        state.result = replace(
            state.result,
            hands=tuple(tuple(sorted(hand)) for hand in state.hands),
            totals=match.totals,
            lowered=dict.fromkeys(range(8), 50),
        )


@cache
def every_message(names: Sequence[str]) -> dict[str, Draw]:
    """Return every kind of message at its fullest, with eight seats."""
    playing, over = played_match(names, 3, turns=9), played_match(names, 3)
    full_hands(playing)
    full_hands(over)
    running, pausing = table(match=playing, votes={1, 2}), table(match=over, deadline=NOW)
    playing.leave(7, Player("Noa", "greedy"))
    ended = table(match=over.copy(), deadline=None)
    assert ended.match is not None
    ended.match.ended_by, ended.match.winners = "played", tuple(range(8))
    charted = Drawn(DOT, tuple(range(1, 9)))
    stopped = table(match=over.copy())
    assert stopped.match is not None
    stopped.match.stop("stopped")
    lobby = table(names, deadline=NOW)
    french = played_match(names, 3, turns=9, rules=replace(FRENCH, hand_size=6, decks=2))
    full_hands(french)
    lap = played_match(names, 3, turns=9, rules=replace(FRENCH, hand_size=6, last_lap=True, yaniv_limit=15))
    full_hands(lap)
    lap.rounds[-1].call(lap.to_move or 0)
    lap.rounds[-1].actions.append((CallYaniv(0), By.HUMAN))
    slapping = played_match(names, 3, turns=9, rules=replace(TRAVELLERS, last_lap=True))
    full_hands(slapping)
    dropped = played_match(names, 3, rules=replace(BGA, streak_bonus=100))
    full_hands(dropped)
    last = dropped.rounds[-1].result
    assert last is not None
    dropped.totals = (0, 0, *dropped.totals[2:])
    dropped.rounds[-1].result = replace(last, bonus=100, streak=999, totals=dropped.totals)
    dropping = table(match=dropped, deadline=NOW)
    stuck = played_match(names, 3, rules=replace(FRENCH, hand_size=6))
    stuck_round = replace(
        last, score=replace(last.score, caller=None, kind=RoundKind.EMPTY_HAND), hands=((),) * 8
    )
    stuck.rounds[-1].result = stuck_round
    house = replace(FRENCH, preset="*" * 32, jokers=4, target=1000, end="last_standing", last_lap=True)
    own = [SavedRules(f"{n}" + "*" * 30, CLASSIC) for n in range(25)]
    settings = GuildSettings(
        guild_id=900, rules=house, rules_name="*" * 32, channels=tuple(range(10**18, 10**18 + 25))
    )
    saved = [rules.name for rules in own]
    board = Leaderboard(tuple(LeaderboardRow(n, names[n % 8], 10, 1000, 9000, 12.345) for n in range(10)), 50)

    hinted = longest_hint()

    def hand(
        shown_table: Table,
        user_id: int,
        *selection: int,
        slap: bool = False,
        out: bool = False,
        sorting: Sorting = Sorting.RANK,
    ) -> Draw:
        view = shown_table.hand_of(user_id)
        assert view is not None
        seats = tuple(replace(seat, is_out=out) for seat in view.public.seats)
        callable_view = replace(
            view,
            can_yaniv=True,
            slap=view.hand[0] if slap else None,
            public=replace(view.public, seats=seats),
        )
        personal = Personal(sorting=sorting)
        return lambda words: hand_view(
            words, shown_table, callable_view, selection, personal=personal, notice="!" * 100, hint=hinted
        )

    def help_on(topic: str, rules: Rules) -> Draw:
        return lambda words: help_view(words, topic, rules)

    chosen = Personal(pings=Pings.DIRECT, four_colours=True, lucky_word="*" * LONGEST_WORD)

    def alone(shown_table: Table, user_id: int, *selection: int, slap: bool = False) -> Draw:
        view = shown_table.hand_of(user_id)
        assert view is not None
        shown_table = replace(shown_table, place=Place(PlaceKind.PERSON, user_id), hints=True)
        shown_view = replace(view, can_yaniv=True, slap=view.hand[0] if slap else None)
        return lambda words: practice_view(
            words, shown_table, shown_view, selection, notice="!" * 100, hint=hinted
        )

    to_move = running.user_at(playing.to_move) or 100
    return {
        "practice on turn": alone(running, to_move, *range(9)),
        "practice off turn": alone(running, next(user for user in range(100, 107) if user != to_move)),
        "practice with a slap-down": alone(table(match=slapping), 101, *range(9), slap=True),
        "french practice": alone(table(match=french), 100 + (french.to_move or 0), *range(9)),
        "practice after the round": alone(pausing, 101),
        "practice after the match": alone(ended, 101),
        "practice, more": lambda words: practice_more_view(words, ended),
        "lobby": lambda words: lobby_view(words, lobby),
        "dealt": lambda words: lobby_view(words, running, table_link="https://discord.com/channels/1/2/3"),
        "closed": lambda words: lobby_view(words, table(names, lobby_ended=EndedBy.EXPIRED)),
        "removal": lambda words: removal_view(words, lobby),
        "table": lambda words: table_view(words, running),
        "mention": lambda words: turn_buttons(words, running),
        "more": lambda words: more_view(words, running, 101, may_end=True),
        "hand on turn": hand(running, to_move, *range(9)),
        "hand off turn": hand(running, next(user for user in range(100, 107) if user != to_move)),
        "hand after the round": hand(pausing, 101),
        "hand after the match": hand(ended, 101),
        "hand of a newcomer": lambda words: with_line(
            cast("LayoutView", hand(running, to_move, *range(9), sorting=Sorting.SUIT)(words)),
            welcome_text(words),
        ),
        "waiting": lambda words: waiting_view(words, lobby),
        "opened again": opened_again_view,
        "round end": lambda words: round_end_view(words, pausing, 1, lucky_word="*" * LONGEST_WORD),
        "match end": lambda words: match_end_view(words, ended, lucky_word="*" * LONGEST_WORD),
        "match end with its chart": lambda words: match_end_view(words, ended, charted),
        "match stopped": lambda words: match_end_view(words, stopped),
        "scores": lambda words: scores_view(words, ended, board, page=2, pages=5, here=True, month=True),
        **{f"help: {topic}": help_on(topic, house) for topic in TOPICS},
        "me": lambda words: me_view(words, chosen, LANGUAGES, "en-US"),
        "newcomer": lambda words: with_line(waiting_view(words, lobby), welcome_text(words)),
        "rules": lambda words: rules_view(words, CLASSIC),
        "rules of the house": lambda words: rules_view(words, house, CLASSIC),
        "french table": lambda words: table_view(words, table(match=french)),
        "french hand on turn": hand(table(match=french), 100 + (french.to_move or 0), *range(9)),
        "french hand off turn": hand(table(match=french), 100 + ((french.to_move or 0) + 1) % 8),
        "last lap": lambda words: table_view(words, table(match=lap)),
        "hand in the last lap": hand(table(match=lap), 100 + (lap.to_move or 0), 0),
        "slap-down": hand(table(match=slapping), 101, *range(9), slap=True),
        "hand of someone out": hand(table(match=slapping), 101, out=True),
        "round end with dropping out": lambda words: round_end_view(words, dropping, 1),
        "round end without a call": lambda words: round_end_view(words, table(match=stuck), 1),
        "lobby of the house": lambda words: lobby_view(words, table(names, rules=house), base=CLASSIC),
        "options": lambda words: options_view(
            words, table(names, rules=house), CLASSIC, own, may_save=True, notice="!" * 100
        ),
        "settings": lambda words: settings_view(words, settings, saved, LANGUAGES, notice="!" * 100),
        "lesson": lambda words: tutorial_view(words, lesson_step(9).told_to(names[0]), 0, resumed=True),
        "matches": lambda words: matches_view(words, [("<#1>", True), ("<#2>", False)]),
    }


def every_form(words: Words) -> list[Modal]:
    """Return every form there is."""
    settings = GuildSettings(guild_id=900)
    return [
        *(
            options_modal(words, table(rules=rules), group)
            for rules in shipped_presets().values()
            for group in GROUPS
        ),
        *(settings_modal(words, settings, what, ["名"], LANGUAGES) for what in (*CHANGEABLE, DELETE)),
        lucky_modal(words, Personal(lucky_word="名" * LONGEST_WORD)),
        speed_modal(words, table()),
        save_modal(words, table()),
    ]


MESSAGES = list(every_message(WIDE_NAMES))
NAMES = {"hard": HARD_NAMES, "wide": WIDE_NAMES, "escaped": STARS}


@pytest.fixture(params=MESSAGES)
def message(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=NAMES)
def names(request: pytest.FixtureRequest) -> Sequence[str]:
    return NAMES[request.param]


@pytest.mark.parametrize("language", LANGUAGES.codes)
async def test_a_message_stays_within_discords_limits_in_every_language(
    language: str, names: Sequence[str]
) -> None:
    words = LANGUAGES.for_locale(language)
    for message, draw in every_message(names).items():
        everything = list(parts(draw(words)))
        texts = [part["content"] for part in everything if "content" in part]
        assert len(everything) <= 40, message
        assert sum(map(len, texts)) <= 4000, message
        assert sum(len(text.encode()) for text in texts) <= 9000, message
        assert all(texts), message
        assert [fault for part in everything for fault in too_long(part)] == [], message


@pytest.mark.parametrize("language", LANGUAGES.codes)
async def test_a_form_shows_every_word_in_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "TITLE_LIMIT", 1000)
    monkeypatch.setattr(forms, "_DESCRIPTION_LIMIT", 1000)
    for modal in every_form(LANGUAGES.for_locale(language)):
        assert len(modal.title) <= 45, modal.title
        assert [fault for part in parts(modal) for fault in too_long(part)] == []


# How long a text may be, by the kind of component and the place in it; a button fits on a phone.
_LONGEST: Mapping[tuple[int | None, str], int] = {
    (2, "label"): 34,
    (18, "label"): 45,
    (18, "description"): 100,
    (3, "placeholder"): 150,
    (None, "label"): 100,
    (None, "description"): 100,
}


def too_long(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of a component that are longer than Discord, or a phone, takes them."""
    for (kind, key), longest in _LONGEST.items():
        shown = re.sub("[\u2066-\u2069]", "", part.get(key) or "")
        if part.get("type") == kind and len(shown) > longest:
            yield f"{key} of {len(shown)}: {shown}"
    for option in part.get("options", ()):
        yield from too_long(option)
    if len(part.get("custom_id", "")) > 100:
        yield part["custom_id"]


def test_a_text_too_long_for_its_place_is_found() -> None:
    button = {"type": 2, "label": "x" * 35, "custom_id": "y:hand:1"}
    select = {"type": 3, "custom_id": "speed", "options": [{"value": "1", "label": "x" * 101}]}
    field = {"type": 18, "label": "x" * 45, "description": "x" * 101}
    assert [len(list(too_long(part))) for part in (button, select, field)] == [1, 1, 1]


async def test_card_pictures_make_no_message_too_long(message: str, names: Sequence[str]) -> None:
    draw = every_message(names)[message]
    view = draw(PICTURED.showing(replace(CARD_FACES, four_colours=True)))
    texts = [part["content"] for part in parts(view) if "content" in part]
    assert sum(map(len, texts)) <= MOST_CHARACTERS
    assert size(view) <= MOST_BYTES
    assert [part.get("label") for part in parts(view)] == [
        (part.get("label") or "").replace("🃏 ", "") or None for part in parts(draw(ENGLISH))
    ]


@pytest.mark.parametrize(
    ("message", "names", "pictured"),
    [
        ("table", WIDE_NAMES, True),
        ("round end", ("Ada",) * 8, True),
        ("round end", WIDE_NAMES, False),
        ("match end", WIDE_NAMES, False),
        ("hand on turn", WIDE_NAMES, True),
    ],
)
async def test_cards_are_text_only_where_pictures_are_too_long(
    message: str, names: Sequence[str], *, pictured: bool
) -> None:
    assert has_pictures(every_message(names)[message](PICTURED)) is pictured


def has_pictures(view: LayoutView | View) -> bool:
    return "_a1b2" in json.dumps(view.to_components())


async def test_buttons_are_ours_and_have_ids_of_their_own(message: str, names: Sequence[str]) -> None:
    clickable = [part for part in parts(every_message(names)[message](ENGLISH)) if "custom_id" in part]
    assert all(Click.parse(part["custom_id"]) for part in clickable)
    for key in ("id", "custom_id"):
        values = [part[key] for part in clickable]
        assert None not in values
        assert len(set(values)) == len(values)


async def test_component_ids_are_the_same_in_every_drawing(message: str) -> None:
    def ids() -> list[tuple[Any, Any]]:
        view = every_message(WIDE_NAMES)[message](ENGLISH)
        return [(part["custom_id"], part["id"]) for part in parts(view) if "custom_id" in part]

    assert ids() == ids()


async def test_a_message_lives_as_long_as_discord_keeps_it(message: str) -> None:
    draw = every_message(WIDE_NAMES)[message]
    assert draw(ENGLISH).timeout is None
    assert draw(ENGLISH) is not draw(ENGLISH)


async def test_no_name_mentions_formats_or_breaks_out(message: str) -> None:
    text = shown(every_message(HARD_NAMES)[message](ENGLISH))
    code_block = re.compile(r"```.*?```", re.DOTALL)
    outside = code_block.sub("", text)
    for raw in ("**bold**", "`tick`", "||spoiler||", "<@1234>", "@everyone", "<#99>", "[here](", "\n- list"):
        assert raw not in outside
    for block in code_block.findall(text):
        assert block.count("`") == 6


class Marking(NullTranslations):
    """A language in which every text stands between brackets, and is an English one nowhere."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


async def test_every_word_comes_from_the_catalogue(message: str) -> None:
    view = every_message(("名",) * 8)[message](Words(Locale("de"), Marking()))
    texts = [part.get("content") or part.get("label") or "" for part in parts(view)]
    options = [option for part in parts(view) for option in part.get("options", ())]
    texts += [option.get(key) or "" for option in options for key in ("label", "description")]
    assert unmarked(texts) == []


async def test_every_word_of_a_form_comes_from_the_catalogue() -> None:
    modals = every_form(Words(Locale("de"), Marking()))
    options = [
        option["label"] for form in modals for part in parts(form) for option in part.get("options", ())
    ]
    labels = [
        part[key]
        for form in modals
        for part in parts(form)
        for key in ("label", "description")
        if part.get(key)
    ]
    assert unmarked([*(form.title for form in modals), *labels, *options]) == []


def unmarked(texts: Sequence[str]) -> list[str]:
    """Return the texts in which a word did not come from the catalogue."""
    return [text for text in texts if re.search(r"[A-Za-z]{2,}", _bare(text))]


def _bare(text: str) -> str:
    bare = re.sub(rf"<t:\d+:R>|<#\d+>|🤖 Noa|\b(?:Ada|Bo)\b|/yaniv \w+|\bund\b|{OWN_NAMES}", "", text)
    while "⟦" in bare:
        bare, before = re.sub(r"⟦[^⟦⟧]*⟧", "", bare), bare
        assert bare != before
    return bare
