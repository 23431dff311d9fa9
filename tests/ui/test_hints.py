"""What a hint says, and where it stands."""

from dataclasses import replace

from discord.ui import LayoutView

from bot.engine.actions import Play
from bot.engine.cards import Card, parse_cards
from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC
from bot.players.advice import Advice, Question
from bot.presets import preset
from bot.tables.attendance import Attendance
from bot.tables.hints import Hint
from bot.ui.hand import hand_view
from bot.ui.hints import hint_items
from bot.ui.parts import Accent, message
from bot.ui.sheet import sheet_text
from tests.ui.scenes import ENGLISH, buttons, dealt_match, played_match, shown, table

LOW = ("AS X1 X2 AH 2H", "KS QS 9D 3C 5S", "9H 8H 3S 4D 2C")


def hint(match: Match) -> Hint:
    assert match.to_move is not None
    view, legal = match.seat_view(match.to_move), match.legal_actions()
    advice = Question("normal", view, legal, seed=1).advice()
    return Hint.of(view, legal, advice)


def longest_hint() -> Hint:
    """Return a hint that says all that a hint can say."""
    rules = replace(CLASSIC, last_lap=True, hand_size=7)
    hands = ("AS 2S 3S 4S 5S JD JH", "KS QS 9D 3C 5C 8D 9S", "9H 8H 3H 4D 2C 6D 7D")
    view = dealt_match(hands, "TD", "7C 8C", rules=rules).seat_view(0)
    all_said = Advice(index=0, assaf=0.123, kept=20, unseen=44, ready=33)
    return Hint(view, Play(0, view.hand[:5], None), all_said, other=Play(0, view.hand[:5], None))


def told(asked: Hint) -> LayoutView:
    return message(Accent.QUIET, *hint_items(ENGLISH, asked))


def test_whoever_may_call_reads_in_how_many_ways_that_is_an_assaf() -> None:
    asked = hint(dealt_match(LOW, "TS", "7C 8C"))
    said = shown(told(replace(asked, advice=replace(asked.advice, assaf=0.123))))
    assert said.startswith("### 💡 Call Yaniv!")
    assert "A call now, with 4 points, is an assaf in about 12% of all ways the unseen cards may lie." in said
    assert "one more turn" not in said


def test_where_a_last_lap_follows_that_is_said() -> None:
    asked = hint(dealt_match(LOW, "TS", "7C 8C"))
    rules = replace(asked.view.public.rules, last_lap=True)
    view = replace(asked.view, public=replace(asked.view.public, rules=rules))
    assert "After the call the others have one more turn each." in shown(told(replace(asked, view=view)))


def test_a_draw_tells_how_many_cards_of_the_stock_make_a_call_possible_or_what_they_count() -> None:
    asked = hint(dealt_match((LOW[1], LOW[0], LOW[2]), "KD", "7C 8C"))
    advice = replace(asked.advice, unseen=44, ready=9, mean=6.28)
    assert "9 of 44 cards that may come from the stock make your hand low enough for a call." in shown(
        told(replace(asked, advice=advice))
    )
    none = replace(advice, ready=0)
    assert "counts 6.3 points on average" in shown(told(replace(asked, advice=none)))


def test_one_point_that_is_kept_is_said_as_well_as_many() -> None:
    asked = hint(dealt_match((LOW[1], LOW[0], LOW[2]), "KD", "7C 8C"))
    asked = replace(asked, action=Play(0, parse_cards("QS"), None))
    for kept, said in ((1, "You keep 1 point in hand."), (12, "You keep 12 points in hand.")):
        assert said in shown(told(replace(asked, advice=replace(asked.advice, kept=kept))))


def kept_with(hand: str, top: str, action: Play) -> str:
    """Return what is said of a turn that somebody plays with this hand."""
    asked = hint(dealt_match((hand, LOW[1], LOW[2]), top, "7C 8C"))
    return shown(told(replace(asked, action=action)))


def test_cards_that_go_together_in_the_next_turn_are_named_as_a_reason() -> None:
    take = Play(0, parse_cards("KC"), Card.parse("6S"))
    assert "Next turn you can lay 6♠ 6♦ together." in kept_with("6D 4C 7H KC 8S", "6S", take)
    run = Play(0, parse_cards("KC"), Card.parse("6H"))
    assert "Next turn you can lay 5♥ 6♥ 7♥ together." in kept_with("5H 4C 7H KC 9S", "6H", run)
    keep = Play(0, parse_cards("8S"), None)
    assert "Next turn you can lay J♠ J♦ together." in kept_with("2D JS JD KD 8S", "6H", keep)


def test_nothing_is_said_to_go_together_where_nothing_does_or_no_turn_follows() -> None:
    apart = Play(0, parse_cards("KC"), None)
    assert "together" not in kept_with("6D 4C 7H KC 8S", "6S", apart)
    jokers = Play(0, parse_cards("KC"), None)
    assert "together" not in kept_with("X1 X2 7H KC 8S", "6S", jokers), "jokers are better kept"
    asked = hint(dealt_match(("6D 4C 7H KC 8S", LOW[1], LOW[2]), "6S", "7C 8C"))
    lap = replace(asked.view, public=replace(asked.view.public, caller=1))
    taken = Play(0, parse_cards("KC"), Card.parse("6S"))
    assert "together" not in shown(told(replace(asked, view=lap, action=taken)))


def test_why_not_to_lay_the_most_points_is_said_with_figures_where_two_play() -> None:
    hands = ("3H 6C 7D JS KC", "KH QD 9C 3C 5S", "9H 8H 3S 4D 2C")
    two, three = (
        dealt_match(hands[: len(names)], "TS", "7C 8C", names=names)
        for names in (("you", "Ada"), ("you", "Ada", "Bo"))
    )
    for match, said in (
        (two, "That wins about 42% of such rounds, laying J♠ about 38%."),
        (three, "That wins more of such rounds than laying J♠."),
    ):
        asked = hint(match)
        lower = Play(0, parse_cards("3H"), None)
        advice = replace(asked.advice, wins=0.417, other_wins=0.382)
        other = Play(0, parse_cards("JS"), None)
        assert said in shown(told(replace(asked, action=lower, advice=advice, other=other)))


def test_the_longest_hint_says_everything() -> None:
    assert len(shown(told(longest_hint())).splitlines()) == 8


def test_every_kind_of_action_has_its_words() -> None:
    for name in ("classic", "french", "travellers"):
        for seed in range(10):
            match = played_match(("a", "b", "c"), seed, turns=6, rules=preset(name))
            if match.to_move is not None:
                assert shown(told(hint(match))).startswith("### 💡 ")


def test_the_button_is_there_where_hints_are_allowed_and_works_on_ones_turn_alone() -> None:
    at = table(match=dealt_match(LOW, "TS", "7C 8C"))
    view = at.hand_of(100)
    assert view is not None
    assert not any(found.startswith("y:hint:") for found in buttons(hand_view(ENGLISH, at, view, ())))
    allowed = replace(at, hints=True)
    assert buttons(hand_view(ENGLISH, allowed, view, ()))[f"y:hint:71:{view.version}:-"] == "Hint"


def test_the_score_sheet_counts_hints() -> None:
    at = table(match=played_match(("you", "Ada", "Bo"), 5, rounds=3))
    assert "hints" not in sheet_text(ENGLISH, at)
    given = Attendance(hints=frozenset({(0, 1, 0), (0, 1, 3), (2, 1, 2)}))
    assert sheet_text(ENGLISH, replace(at, attendance=given)).endswith("-# hints: you 2 and Bo 1")


def test_hints_are_counted_by_name_for_whoever_asked_and_has_left() -> None:
    match = played_match(("you", "Ada", "Bo"), 5, rounds=3)
    match.leave(2, Player("Noa", "normal"))
    given = Attendance(hints=frozenset({(0, 1, 0), (2, 1, 2)}))
    said = sheet_text(ENGLISH, replace(table(match=match), attendance=given))
    assert said.endswith("-# hints: you 1 and Bo 1")
