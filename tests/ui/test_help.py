"""Help names every command; the rules told are the rules in force."""

import pytest

from bot.engine.rules import CLASSIC, Rules
from bot.ui.help import help_view, rules_view
from tests.ui.scenes import ENGLISH, shown

COMMANDS = ["start", "hand", "table", "scores", "rules", "tutorial", "leave", "end", "settings", "help"]


@pytest.mark.parametrize("command", COMMANDS)
async def test_help_names_every_command(command: str) -> None:
    assert f"**/yaniv {command}**" in shown(help_view(ENGLISH))


async def test_help_says_what_to_do_first() -> None:
    first = shown(help_view(ENGLISH)).splitlines()[1]
    for step in ("/yaniv start", "Join", "Deal"):
        assert step in first


async def test_help_says_how_to_play_a_card_and_where_the_rules_are() -> None:
    top = shown(help_view(ENGLISH)).splitlines()[:5]
    assert "Click cards, then **Draw** or **Take**; click **Yaniv!** when it appears." in top
    assert "New to the game? **/yaniv tutorial** plays a round with you, **/yaniv rules** explains it." in top


async def test_the_classic_rules_are_told() -> None:
    text = shown(rules_view(ENGLISH, CLASSIC))
    for said in (
        "dealt 5 cards",
        "any card of a set, but only the first or last card of a run",
        "jack, queen and king 10 each",
        "Jokers count 0.",
        "With 7 points or less",
        "as little or less, that is an assaf: you score 30 and your hand.",
        "The lowest of the others then scores 0.",
        "exactly 50 becomes 25",
        "exactly 100 becomes 50",
        "100 or more",
        "Whoever wins a round starts the next.",
    ):
        assert said in text


async def test_other_rules_are_told_as_they_are() -> None:
    rules = Rules(
        hand_size=7,
        jokers=0,
        court_points=(11, 12, 13),
        yaniv_limit=5,
        target=200,
        assaf_on="lower",
        assaf_adds_hand=False,
        assaf_zero="none",
        assaf_extra=10,
        exact_totals={},
        set_pickup="ends",
        next_starter="left_of_dealer",
        preset="house",
    )
    text = shown(rules_view(ENGLISH, rules))
    for said in (
        "dealt 7 cards",
        "first or last card of a set or run",
        "jack 11, queen 12, king 13",
        "With 5 points or less",
        "holds less, that is an assaf: you score 30. Each further one who catches you adds 10.",
        "200 or more",
        "The deal moves on",
    ):
        assert said in text
    assert "oker" not in text
    assert "becomes" not in text
    assert "then score" not in text


@pytest.mark.parametrize(
    ("zero", "said"), [("assafers", "Whoever caught you then scores 0."), ("all_others", "All others then")]
)
async def test_who_scores_nothing_on_an_assaf_is_told(zero: str, said: str) -> None:
    assert said in shown(rules_view(ENGLISH, Rules(assaf_zero=zero)))
