"""Help names every command; the rules told are the rules in force."""

import pytest

from bot.engine.rules import CLASSIC, Rules
from bot.ui.help import TOPICS, help_view, rules_view
from cogs.yaniv import Yaniv
from tests.ui.scenes import BGA, ENGLISH, parts, shown

COMMANDS = sorted(command.name for command in Yaniv.__cog_app_commands__)
LONGEST = 700
"""So many characters fit on a telephone without scrolling far."""


@pytest.mark.parametrize("command", COMMANDS)
async def test_help_names_every_command(command: str) -> None:
    assert f"**/yaniv {command}**" in shown(help_view(ENGLISH, "commands"))


async def test_help_says_what_to_do_first() -> None:
    first = shown(help_view(ENGLISH)).splitlines()[1]
    for step in ("/yaniv start", "Join", "Deal"):
        assert step in first


async def test_help_says_how_to_play_a_card_and_where_the_rules_are() -> None:
    top = shown(help_view(ENGLISH)).splitlines()[:5]
    assert "- Click cards, then **Draw** or **Take**; click **Yaniv!** when it appears." in top
    assert any("**/yaniv tutorial**" in line and "**/yaniv rules**" in line for line in top)


@pytest.mark.parametrize("topic", TOPICS)
async def test_every_topic_is_short_and_leads_to_all_others(topic: str) -> None:
    view = help_view(ENGLISH, topic, BGA)
    assert shown(view).startswith(f"## {TOPICS[topic]}\n")
    assert len(shown(view)) <= LONGEST
    (select,) = [part for part in parts(view) if part.get("custom_id") == "y:help"]
    assert [option["label"] for option in select["options"]] == list(TOPICS.values())
    assert [option["value"] for option in select["options"] if option["default"]] == [topic]


async def test_the_rules_in_force_are_told_in_a_line_with_the_way_to_all_of_them() -> None:
    view = help_view(ENGLISH, "rules", BGA)
    assert "BGA · 5 cards · call at 7 · out at 100" in shown(view)
    assert "y:rules" in [part.get("custom_id") for part in parts(view)]


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
