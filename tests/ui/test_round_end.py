"""A finished round shows every hand and what it cost; a finished match shows who won."""

from dataclasses import replace
from typing import Any

import pytest
from discord.ui import LayoutView

from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC
from bot.engine.scoring import RoundKind, settle
from bot.store.values import EndedBy
from bot.ui.hand import hand_view
from bot.ui.round_end import match_end_view, round_end_view
from tests.ui import scenes
from tests.ui.scenes import (
    BGA,
    ENGLISH,
    FRENCH,
    LOW,
    NOW,
    buttons,
    call,
    dealt_match,
    example_match,
    lay,
    play,
    table,
)

LAST_LEFT = replace(BGA, exact_totals={})
HANDS = (LOW, "QH QD 8S 8D 7C", "TC 5C 4C 3C AC")


def shown(view: LayoutView) -> str:
    """Return every text of a message, with any space as a plain one."""
    return scenes.shown(view).replace("\N{NO-BREAK SPACE}", " ")


def assaf(**rules: Any) -> str:
    """Return the end of a round in which "you" called with 6, and both others had less."""
    match = dealt_match(("AS 2S 3H", "AH AC 2H", "AD 2D 2C"), rules=replace(CLASSIC, hand_size=3, **rules))
    call(match, 0)
    return shown(round_end_view(ENGLISH, table(match=match), 1))


def called(before: tuple[int, int, int] = (0, 0, 0)) -> Match:
    match = dealt_match(HANDS, before=before)
    call(match, 0)
    return match


async def test_an_assaf_gets_its_moment() -> None:
    text = shown(round_end_view(ENGLISH, table(match=example_match(), deadline=NOW), 1))
    assert text.splitlines()[0] == "## 💥 Assaf!"
    assert "**you** called with 6. **Ada** had 4." in text


async def test_every_hand_is_shown_sorted_with_sum_points_and_total() -> None:
    lines = shown(round_end_view(ENGLISH, table(match=example_match()), 1)).splitlines()
    assert lines[lines.index("**you** · A♦ 2♥ 3♠ 🃏 = 6") + 1] == "-# 6 + 30 = 36 points → total 36"
    assert lines[lines.index("⭐ **Ada** · A♥ A♣ 2♠ 🃏 = 4") + 1] == "-# 0 points → total 0"
    assert lines[lines.index("**Bo** · 7♦ 10♣ Q♦ = 27") + 1] == "-# 27 points → total 27"


async def test_a_yaniv_that_stands_is_told() -> None:
    text = shown(round_end_view(ENGLISH, table(match=called()), 1))
    assert text.splitlines()[:2] == ["## Yaniv!", "**you** called with 4, and everyone else had more."]


async def test_a_yaniv_that_stands_among_equals_says_that_nobody_had_less() -> None:
    match = dealt_match(
        ("AS 2S 3H", "AH 2C 3D", "KD 2D QC"), rules=replace(CLASSIC, hand_size=3, assaf_on="lower")
    )
    call(match, 0)
    text = shown(round_end_view(ENGLISH, table(match=match), 1))
    assert "**you** called with 6, and nobody had less." in text
    assert "had more" not in text


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({}, "-# 6 + 30 = 36 points → total 36"),
        ({"assaf_extra": 10}, "-# 6 + 30 + 10 = 46 points → total 46"),
        ({"assaf_adds_hand": False}, "-# 30 points → total 30"),
        ({"assaf_adds_hand": False, "assaf_extra": 10}, "-# 30 + 10 = 40 points → total 40"),
        ({"assaf_penalty": 0}, "-# 6 points → total 6"),
    ],
)
async def test_a_caught_caller_sees_how_the_points_add_up(rules: dict[str, Any], said: str) -> None:
    lines = assaf(**rules).splitlines()
    assert lines[lines.index("**you** · A♠ 2♠ 3♥ = 6") + 1] == said


async def test_no_line_breaks_before_a_sum() -> None:
    text = scenes.shown(round_end_view(ENGLISH, table(match=example_match()), 1))
    assert "A♦ 2♥ 3♠ 🃏\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}6\n" in text
    assert " = " not in text
    assert " + " not in text


async def test_many_hands_take_a_line_each() -> None:
    hands = ("AS 2S 3H", "AH AC 2H", "KD KC 9S", "3C 3S 4S", "5C 6C 7C", "8D 8C 8S")
    names = ("you", "Ada", "Bo", "Cy", "Di", "Ed")
    match = dealt_match(hands, rules=replace(CLASSIC, hand_size=3), names=names)
    call(match, 0)
    lines = shown(round_end_view(ENGLISH, table(match=match), 1)).splitlines()
    first = lines.index("**you** · A♠ 2♠ 3♥ = 6 · 6 + 30 = 36 → 36")
    assert lines[first + 1 : first + 3] == [
        "⭐ **Ada** · A♥ A♣ 2♥ = 4 · 0 → 0",
        "**Bo** · 9♠ K♦ K♣ = 29 · 29 → 29",
    ]


async def test_the_cup_is_for_the_match_alone() -> None:
    assert "🏆" not in shown(round_end_view(ENGLISH, table(match=called()), 1))
    over = shown(match_end_view(ENGLISH, table(match=called((3, 90, 0)))))
    assert over.count("🏆") == over.count("⭐") == 1


async def test_a_halving_is_called_out() -> None:
    text = shown(round_end_view(ENGLISH, table(match=called((0, 0, 27))), 1))
    assert "**Bo** lands on exactly 50: **50 → 25**" in text
    assert "→ total 25" in text


async def test_the_end_by_turn_limit_is_told() -> None:
    match = dealt_match(HANDS)
    match.rounds[-1].end_without_call(RoundKind.TURN_LIMIT, 0)
    text = shown(round_end_view(ENGLISH, table(match=match), 1))
    assert "out of turns" in text
    assert "**you** has the lowest" in text


async def test_a_stock_that_has_run_out_is_told() -> None:
    match = dealt_match(HANDS)
    match.rounds[-1].end_without_call(RoundKind.STOCK_EXHAUSTED, 0)
    lines = shown(round_end_view(ENGLISH, table(match=match), 1)).splitlines()
    assert lines[:2] == ["## The stock has run out", "Everyone scores their hand; **you** has the lowest."]


async def test_an_empty_hand_is_told_and_shown() -> None:
    match = dealt_match(
        ("7C 7D 7H", "2D 3D QH", "TH 9S 4D"), "7S", rules=replace(FRENCH, hand_size=3, assaf_penalty=0)
    )
    lay(match, 0, "7C 7D 7H")
    lines = shown(round_end_view(ENGLISH, table(match=match), 1)).splitlines()
    assert lines[:2] == [
        "## **you** has no card left",
        "Everyone scores their hand; **you** has the lowest.",
    ]
    assert "⭐ **you** · – = 0" in lines


async def test_a_last_lap_is_told() -> None:
    match = dealt_match(HANDS, rules=replace(CLASSIC, last_lap=True))
    call(match, 0)
    play(match, 1, "QH QD")
    play(match, 2, "TC")
    lines = shown(round_end_view(ENGLISH, table(match=match), 1)).splitlines()
    assert lines[1:3] == [
        "**you** called with 4, and everyone else had more.",
        "-# After the call came the last lap.",
    ]
    assert "last lap" not in shown(round_end_view(ENGLISH, table(match=called()), 1))


async def test_a_third_round_in_a_row_is_called_out() -> None:
    match = called((30, 0, 0))
    state = match.rounds[-1]
    assert state.result is not None
    rules = replace(CLASSIC, streak_bonus=10)
    state.result = settle(rules, state.result.score, state.result.hands, (30, 0, 0), streak=3)
    text = shown(round_end_view(ENGLISH, table(match=match), 1))
    assert "**you** · 🔥 3 rounds won in a row: **-10 points**" in text
    assert "-# -10 points → total 20" in text
    panel = hand_view(ENGLISH, table(match=match), match.seat_view(0), ())
    assert "You score -10 points. Your total: **20**" in shown(panel)
    assert "🔥 3 rounds won in a row: **-10 points**" in shown(panel)
    others = hand_view(ENGLISH, table(match=match), match.seat_view(1), ())
    assert "🔥" not in shown(others)


async def test_any_exact_total_is_called_out_as_it_falls() -> None:
    match = dealt_match(HANDS, before=(0, 0, 52), rules=replace(CLASSIC, exact_totals={75: 35, 200: 150}))
    call(match, 0)
    text = shown(round_end_view(ENGLISH, table(match=match), 1))
    assert "**Bo** lands on exactly 75: **75 → 35**" in text


async def test_who_drops_out_is_called_out_and_the_match_goes_on() -> None:
    match = dealt_match(HANDS, before=(20, 70, 60), rules=LAST_LEFT)
    call(match, 0)
    text = shown(round_end_view(ENGLISH, table(match=match, deadline=NOW), 1))
    assert "🚪 **Ada** reaches 100 and is out, with 113." in text
    assert "last one standing" not in text
    assert "starts the next round" in text


async def test_the_next_round_is_started_by_someone_who_is_still_in() -> None:
    match = dealt_match((HANDS[1], LOW, HANDS[2]), before=(60, 10, 60), rules=LAST_LEFT)
    match.rounds[-1].end_without_call(RoundKind.TURN_LIMIT, 2)
    match.totals = (103, 14, 83)
    assert "**Ada** starts the next round" in shown(round_end_view(ENGLISH, table(match=match), 1))


async def test_the_last_one_standing_wins() -> None:
    match = dealt_match(HANDS, before=(20, 70, 85), rules=LAST_LEFT)
    call(match, 0)
    lines = shown(match_end_view(ENGLISH, table(match=match))).splitlines()
    assert lines[0] == "## 🏆 you wins!"
    assert "🚪 **Ada** reaches 100 and is out, with 113." in lines
    assert "🚪 **Bo** reaches 100 and is out, with 108." in lines
    assert "**you** is the last one standing." in lines


async def test_whoever_stayed_in_longer_stands_higher() -> None:
    first, match = (
        dealt_match(hands, before=before, rules=LAST_LEFT)
        for hands, before in ((HANDS, (95, 58, 76)), ((LOW, "", HANDS[2]), (99, 101, 99)))
    )
    for state in (*first.rounds, *match.rounds):
        state.end_without_call(RoundKind.TURN_LIMIT, 0)
    match.rounds = (*first.rounds, *match.rounds)
    match.totals, match.winners, match.ended_by = (103, 101, 122), (0,), "played"
    lines = shown(match_end_view(ENGLISH, table(match=match))).splitlines()
    assert lines[1:4] == [
        "1\\. **you** · 103 points · out in round 2",
        "2\\. **Bo** · 122 points · out in round 2",
        "3\\. **Ada** · 101 points · out in round 1",
    ]
    assert "Nobody is left below 100." in lines


async def test_a_match_that_only_computers_would_play_on_says_why_it_is_over() -> None:
    match = dealt_match(HANDS, before=(20, 70, 60), rules=LAST_LEFT)
    match.leave(0, Player("Noa", "greedy"))
    match.leave(2, Player("Kim", "greedy"))
    call(match, 0)
    text = shown(match_end_view(ENGLISH, table(match=match)))
    assert "Only computers are left: the lowest total wins." in text
    assert "🤖 Noa wins!" in text


async def test_the_latest_round_goes_on() -> None:
    view = round_end_view(ENGLISH, table(match=example_match(), deadline=NOW), 1)
    assert f"**Ada** starts the next round <t:{int(NOW.timestamp())}:R>." in shown(view)
    assert buttons(view) == {
        "y:next:71:1": "Next round",
        "y:hand:71": "My hand",
        "y:scores:71": "Scores",
        "y:more:71": "More",
    }


async def test_older_rounds_have_no_buttons() -> None:
    match = called()
    match.deal(lambda cards: cards)
    view = round_end_view(ENGLISH, table(match=match), 1)
    assert buttons(view) == {}
    assert "next round" not in shown(view)


async def test_a_played_match_ends_with_standing_winner_and_last_round() -> None:
    view = match_end_view(ENGLISH, table(match=called((3, 90, 0))))
    lines = shown(view).splitlines()
    assert lines[0] == "## 🏆 you wins!"
    assert lines[1:4] == ["1\\. **you** · 3 points", "2\\. **Bo** · 23 points", "3\\. **Ada** · 133 points"]
    assert "⭐ **you** · A♠ A♥ 2♠ 🃏 🃏 = 4" in lines
    assert "-# 1 round played" in lines
    assert buttons(view) == {"y:rematch:71": "Rematch", "y:scores:71": "Scores"}


async def test_a_tie_shares_the_win() -> None:
    lines = shown(match_end_view(ENGLISH, table(match=called((23, 90, 0))))).splitlines()
    assert lines[0] == "## 🏆 you and Bo share the win!"
    assert lines[1:4] == ["1\\. **you** · 23 points", "1\\. **Bo** · 23 points", "3\\. **Ada** · 133 points"]


async def test_a_match_that_was_not_played_out_says_why_and_names_no_winner() -> None:
    for reason, said in ((EndedBy.STOPPED, "ended early"), (EndedBy.ABANDONED, "everyone has left")):
        match = called((3, 40, 0))
        if reason is EndedBy.ABANDONED:
            for seat in range(3):
                match.leave(seat, Player(f"computer {seat}", "greedy"))
        match.stop(reason)
        view = match_end_view(ENGLISH, table(match=match))
        assert said in shown(view)
        assert "🏆" not in shown(view)
        assert "1\\. **" in shown(view)
        assert "y:rematch:71" in buttons(view)
