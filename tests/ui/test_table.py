"""The table tells everyone the state of the game, and nothing that is not public."""

from dataclasses import replace

import pytest
from discord import ButtonStyle

from bot.engine.actions import By, Play
from bot.engine.match import Player
from bot.engine.rules import CLASSIC, Rules
from bot.ui.calls import turn_buttons, turn_text
from bot.ui.table import more_view, table_view
from tests.ui.scenes import (
    ENGLISH,
    FACES,
    FRENCH,
    TRAVELLERS,
    buttons,
    dealt_match,
    draw,
    example_match,
    faces,
    lay,
    parts,
    play,
    played_match,
    shown,
    table,
)


async def test_a_table_shows_turn_counts_totals_discard_and_stock() -> None:
    text = shown(table_view(ENGLISH, table(match=example_match(3))))
    lines = text.splitlines()
    assert lines[0] == "## ▶ you to move"
    assert "▶ **you** · 4 cards · 0 points" in lines
    assert "• Ada · 4 cards · 0 points" in lines
    assert "• Bo · 3 cards · 0 points" in lines
    assert "[5♥] 6♥ [7♥]" in text
    assert "36 cards in stock" in text
    assert "Round 1" in text


async def test_a_table_has_hand_repost_and_more() -> None:
    assert buttons(table_view(ENGLISH, table(match=example_match(3)))) == {
        "y:hand:71": "My hand",
        "y:table:71": "Table ↓",
        "y:more:71": "More",
    }


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (0, "**Bo** dealt, 3♠ was turned up."),
        (1, "**you** laid 9♠ 9♦ and took 3♠."),
        (2, "**Ada** laid K♠ K♦ and drew from the stock."),
        (3, "**Bo** laid 5♥ 6♥ 7♥ and drew from the stock."),
    ],
)
async def test_a_table_tells_what_just_happened(actions: int, said: str) -> None:
    assert said in shown(table_view(ENGLISH, table(match=example_match(actions))))


async def test_a_table_tells_who_left_until_the_next_turn() -> None:
    match = example_match(3)
    match.leave(1, Player("Noa", "greedy"))
    assert "Ada left, 🤖 Noa plays on." in shown(table_view(ENGLISH, table(match=match)))
    play(match, 0, "KH")
    assert "Ada left" not in shown(table_view(ENGLISH, table(match=match)))


async def test_what_somebody_did_stays_theirs_after_they_left() -> None:
    match = example_match(3)
    match.leave(2, Player("Noa", "greedy"))
    assert "**Bo** laid 5♥ 6♥ 7♥ and drew" in shown(table_view(ENGLISH, table(match=match)))
    for _ in range(3):
        turn = next(action for action in match.legal_actions() if isinstance(action, Play))
        match.apply(turn, By.HUMAN, lambda cards: cards)
    said = shown(table_view(ENGLISH, table(match=match)))
    assert "**🤖 Noa** laid" in said
    assert "Bo" not in said


async def test_who_dealt_and_left_has_dealt() -> None:
    match = example_match(0)
    dealer = match.public_view().dealer
    name = match.players[dealer].name
    match.leave(dealer, Player("Noa", "greedy"))
    assert f"**{name}** dealt" in shown(table_view(ENGLISH, table(match=match)))


async def test_a_table_counts_the_votes_to_end() -> None:
    assert "votes to end" not in shown(table_view(ENGLISH, table(match=example_match(3))))
    voted = table(match=example_match(3), votes={1})
    assert "1 of 2 votes to end the match." in shown(table_view(ENGLISH, voted))


async def test_where_nothing_is_taken_the_top_card_is_shown_without_brackets() -> None:
    match = dealt_match(
        ("7C 7D 7H KS", "2D 3D 9H QH", "TH 9S 8S 4D"), "5S", rules=replace(FRENCH, hand_size=4)
    )
    assert "### On top: **5♠**" in shown(table_view(ENGLISH, table(match=match)))
    lay(match, 0, "7H 7D 7C")
    text = shown(table_view(ENGLISH, table(match=match)))
    assert "### On top: **7♣**" in text
    assert "**you** laid 7♥ 7♦ 7♣." in text
    assert "cards in stock" in text
    assert "[" not in text
    draw(match, 1)
    text = shown(table_view(ENGLISH, table(match=match)))
    assert "**Ada** had nothing that fits and drew from the stock." in text
    assert "• Ada · 5 cards · 0 points" in text


async def test_the_jokers_of_a_run_lie_where_they_stand_and_only_its_ends_may_be_taken() -> None:
    match = dealt_match(
        ("5H 7H X1 X2 KD", "QH QD 8S 8D 7C", "TH TD 6S 6D 2C"), rules=replace(TRAVELLERS, jokers=2)
    )
    play(match, 0, "X1 X2 5H 7H")
    text = shown(table_view(ENGLISH, table(match=match)))
    assert "[🃏] 5♥ 🃏 [7♥]" in text


async def test_of_equal_jokers_in_a_run_only_the_one_at_an_end_is_marked() -> None:
    match = dealt_match(
        ("5H 7H X1 X1 KD", "QH QD 8S 8D 7C", "TH TD 6S 6D 2C"),
        rules=replace(TRAVELLERS, jokers=1, decks=2),
    )
    play(match, 0, "5H X1 7H X1")
    assert "[5♥] 🃏 7♥ [🃏]" in shown(table_view(ENGLISH, table(match=match)))


@pytest.mark.parametrize("rules", [CLASSIC, FRENCH, TRAVELLERS], ids=lambda rules: rules.preset)
@pytest.mark.parametrize("seed", range(12))
async def test_a_table_shows_no_card_that_is_not_public(seed: int, rules: Rules) -> None:
    match = played_match([f"p{n}" for n in range(2 + seed % 6)], seed, turns=seed + 1, rules=rules)
    running = table(match=match)
    if match.to_move is None:
        pytest.fail("this seed is to have a round running")
    view = table_view(ENGLISH, running)
    public = match.public_view()
    known = [*public.discard]
    for turn in public.turns:
        known += [*turn.discard, *filter(None, (turn.taken, turn.slapped))]
    seen = set(FACES.findall(shown(view)))
    on_table = public.discard if public.top is None else (public.top,)
    assert faces(on_table) <= seen <= faces(known)
    everything = str(list(parts(view)))
    for hand in (state.hand for state in map(match.seat_view, range(len(match.players)))):
        assert not any(f"'{card.code}'" in everything or f":{card.code}" in everything for card in hand)


async def test_whoever_is_to_move_is_mentioned() -> None:
    running = table(match=example_match(3))
    assert turn_text(ENGLISH, running) == "<@100>, it is your turn."
    assert buttons(turn_buttons(ENGLISH, running)) == {"y:hand:71": "My hand"}
    assert turn_buttons(ENGLISH, running).timeout is None


async def test_more_offers_rules_scores_settings_leaving_and_the_end() -> None:
    running = table(match=example_match(3), votes={1})
    view = more_view(ENGLISH, running, 101, may_end=True)
    assert buttons(view) == {
        "y:rules:71": "Rules",
        "y:scores:71": "Scores",
        "y:me": "My settings",
        "y:leave:71:sure": "Leave the match",
        "y:end:71": "End the match",
    }
    assert "a computer takes over your cards and points" in shown(view)
    assert "takes 2 votes (1 so far)" in shown(view)


async def test_leaving_takes_one_click_on_a_red_button() -> None:
    view = more_view(ENGLISH, table(match=example_match(3)), 101, may_end=True)
    styles = {part["custom_id"]: part["style"] for part in parts(view) if part["type"] == 2}
    assert styles["y:leave:71:sure"] == ButtonStyle.danger.value


async def test_leaving_says_what_happens_at_the_last_person() -> None:
    match = example_match(3)
    match.leave(0, Player("Noa", "greedy"))
    match.leave(2, Player("Kim", "greedy"))
    text = shown(more_view(ENGLISH, table(match=match), 101, may_end=True))
    assert "If you leave, the match ends: nobody else is here." in text
    assert "takes over" not in text


async def test_leaving_says_what_happens_where_only_who_is_out_would_stay() -> None:
    rules = replace(CLASSIC, end="last_standing")
    match = dealt_match(("KH KD 9S 9D 4C", "", "TH TD 6S 6D 2C"), before=(20, 104, 60), rules=rules)
    match.leave(2, Player("Kim", "greedy"))
    text = shown(more_view(ENGLISH, table(match=match), 100, may_end=True))
    assert "If you leave, the match is decided: only computers would play on." in text


async def test_leaving_says_what_happens_where_the_others_voted_for_the_end() -> None:
    running = table(match=example_match(3), votes={0})
    assert "a computer takes over" in shown(more_view(ENGLISH, running, 101, may_end=True))
    match = example_match(3)
    match.leave(2, Player("Kim", "greedy"))
    voted = table(match=match, votes={0})
    assert "the match ends: the others have voted for it." in shown(
        more_view(ENGLISH, voted, 101, may_end=True)
    )


async def test_more_offers_a_stranger_rules_and_scores_only() -> None:
    running = table(match=example_match(3))
    assert list(buttons(more_view(ENGLISH, running, 999, may_end=False))) == [
        "y:rules:71",
        "y:scores:71",
        "y:me",
    ]


async def test_one_person_alone_needs_no_vote() -> None:
    match = dealt_match(("KH KD 9S 9D 4C", "QH QD 8S 8D 7C"), names=("you", "Ada"))
    match.leave(1, Player("Noa", "greedy"))
    assert "vote" not in shown(more_view(ENGLISH, table(match=match), 100, may_end=True))
