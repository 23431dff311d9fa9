"""A lobby shows rules, seats, what is missing and until when; dealt or closed it has no buttons."""

from dataclasses import replace

import pytest

from bot.engine.match import Player
from bot.engine.rules import CLASSIC, Rules
from bot.presets import preset
from bot.store.values import EndedBy
from bot.ui.lobby import lobby_view, removal_view, rules_line
from tests.ui.scenes import ENGLISH, NOW, buttons, example_match, shown, table


def test_the_rules_stand_in_one_line() -> None:
    assert rules_line(ENGLISH, CLASSIC) == "Classic · 5 cards · call at 7 · to 100 · halving at 50 and 100"


def test_totals_that_are_lowered_otherwise_are_told_as_they_are() -> None:
    rules = Rules(exact_totals={50: 0, 100: 50}, preset="house *rules*", hand_size=3)
    assert rules_line(ENGLISH, rules) == r"house \*rules\* · 3 cards · call at 7 · to 100 · 50 → 0 · 100 → 50"


TRAVELLERS_LINE = (
    "Travellers · 5 cards · call at 5 · to 200 · halving at 50, 100, 150, and 200 · wild jokers · slap-down"
)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("french", "French · lay or draw · 7 cards · call at 7 · to 200"),
        ("travellers", TRAVELLERS_LINE),
        ("bga", "BGA · 5 cards · call at 7 · out at 100 · 50 → 0 · 100 → 50 · wild jokers · slap-down"),
        ("dhumbal", "Dhumbal · 5 cards · call at 10 · to 100"),
    ],
)
def test_every_preset_stands_in_one_line(name: str, line: str) -> None:
    assert rules_line(ENGLISH, preset(name)) == line


def test_what_was_changed_is_named_but_not_at_length() -> None:
    rules = replace(CLASSIC, yaniv_limit=5, assaf_penalty=25, last_lap=True)
    assert rules_line(ENGLISH, rules).endswith(
        " · last lap · changed: call at: 5 · penalty of an assaf: 25 · last lap: yes"
    )
    more = replace(rules, streak_bonus=10, target=300)
    assert rules_line(ENGLISH, more).endswith("call at: 5 · target: 300 · penalty of an assaf: 25 · 2 more")


def test_many_exact_totals_are_counted() -> None:
    rules = replace(CLASSIC, exact_totals=dict.fromkeys(range(10, 60, 10), 0), preset="ours")
    assert rules_line(ENGLISH, rules).endswith("to 100 · 5 exact totals")


async def test_a_lobby_names_everything_that_was_changed() -> None:
    rules = replace(CLASSIC, yaniv_limit=5, assaf_penalty=25, last_lap=True, streak_bonus=10, target=300)
    said = "-# changed: call at: 5 · target: 300 · penalty of an assaf: 25 · last lap: yes"
    assert said in shown(lobby_view(ENGLISH, table(rules=rules)))
    own = replace(rules, preset="ours")
    assert "changed" not in shown(lobby_view(ENGLISH, table(rules=own)))
    assert said in shown(lobby_view(ENGLISH, table(rules=own), base=CLASSIC))


async def test_an_open_lobby_shows_seats_host_computers_and_its_end() -> None:
    text = shown(lobby_view(ENGLISH, table(("Kim", "Ada", Player("Noa", "greedy")), deadline=NOW)))
    assert "1\\. **Kim** · host" in text
    assert "2\\. **Ada**\n" in text
    assert "3\\. **🤖 Noa**" in text
    assert "Ready to deal, 5 seats are free." in text
    assert f"<t:{int(NOW.timestamp())}:R>" in text


async def test_an_open_lobby_can_be_joined_left_filled_and_dealt() -> None:
    assert buttons(lobby_view(ENGLISH, table())) == {
        "y:join:71": "Join",
        "y:leave:71": "Leave",
        "y:options:71": "Options",
        "y:deal:71": "Deal",
        "y:add:71": "Add computer",
        "y:remove:71": "Remove a seat",
    }


async def test_a_lobby_says_how_many_are_missing() -> None:
    assert "1 more player is needed." in shown(lobby_view(ENGLISH, table(("Kim",))))
    assert "All seats are taken." in shown(lobby_view(ENGLISH, table([f"p{n}" for n in range(8)])))


async def test_a_dealt_lobby_only_leads_to_its_table() -> None:
    dealt = table(match=example_match(0))
    assert buttons(lobby_view(ENGLISH, dealt, table_link="https://discord.com/channels/1/2/3")) == {
        "https://discord.com/channels/1/2/3": "To the table"
    }
    assert buttons(lobby_view(ENGLISH, dealt)) == {}
    assert "The cards are dealt to **you**, **Ada**, and **Bo**." in shown(lobby_view(ENGLISH, dealt))


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (EndedBy.EXPIRED, "nobody dealt in time"),
        (EndedBy.STOPPED, "closed before the deal"),
        (EndedBy.ABANDONED, "everyone has left"),
    ],
)
async def test_a_closed_lobby_says_why_and_how_to_start_again(reason: EndedBy, said: str) -> None:
    view = lobby_view(ENGLISH, table(lobby_ended=reason))
    assert said in shown(view)
    assert "/yaniv start" in shown(view)
    assert buttons(view) == {}


async def test_the_host_may_remove_everyone_else() -> None:
    lobby = table(("Kim", "A`d`a", Player("Noa", "greedy")))
    assert buttons(removal_view(ENGLISH, lobby)) == {"y:remove:71:4:1": "A`d`a", "y:remove:71:4:2": "Noa"}


async def test_a_host_alone_has_nobody_to_remove() -> None:
    view = removal_view(ENGLISH, table(("Kim",)))
    assert buttons(view) == {}
    assert "nobody to remove" in shown(view)
