"""A finished round shows every hand and what it cost; a finished match shows who won."""

from bot.engine.match import Match
from bot.engine.scoring import RoundKind
from bot.store.values import EndedBy
from bot.ui.round_end import match_end_view, round_end_view
from tests.ui.scenes import ENGLISH, LOW, NOW, buttons, call, dealt_match, example_match, shown, table

HANDS = (LOW, "QH QD 8S 8D 7C", "TC 5C 4C 3C AC")


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
    assert lines[lines.index("**you** · A♦ 2♥ 3♠ 🃏 = 6") + 1] == "-# 36 points → total 36"
    assert lines[lines.index("🏆 **Ada** · A♥ A♣ 2♠ 🃏 = 4") + 1] == "-# 0 points → total 0"
    assert lines[lines.index("**Bo** · 7♦ 10♣ Q♦ = 27") + 1] == "-# 27 points → total 27"


async def test_a_yaniv_that_stands_is_told() -> None:
    text = shown(round_end_view(ENGLISH, table(match=called()), 1))
    assert text.splitlines()[:2] == ["## Yaniv!", "**you** called with 4, and nobody had less."]


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
    assert "🏆 **you** · A♠ A♥ 2♠ 🃏 🃏 = 4" in lines
    assert "-# 1 round played" in lines
    assert buttons(view) == {"y:rematch:71": "Rematch", "y:scores:71": "Scores"}


async def test_a_tie_shares_the_win() -> None:
    lines = shown(match_end_view(ENGLISH, table(match=called((23, 90, 0))))).splitlines()
    assert lines[0] == "## 🏆 you and Bo share the win!"
    assert lines[1:4] == ["1\\. **you** · 23 points", "1\\. **Bo** · 23 points", "3\\. **Ada** · 133 points"]


async def test_a_match_that_was_not_played_out_says_why_and_names_no_winner() -> None:
    for reason, said in ((EndedBy.STOPPED, "ended early"), (EndedBy.ABANDONED, "everyone has left")):
        match = called((3, 40, 0))
        match.stop(reason)
        view = match_end_view(ENGLISH, table(match=match))
        assert said in shown(view)
        assert "🏆" not in shown(view)
        assert "1\\. **you** · 3 points" in shown(view)
        assert "y:rematch:71" in buttons(view)
