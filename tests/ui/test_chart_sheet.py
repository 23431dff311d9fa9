"""What a chart shows of a match: its score sheet, and not a card."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.actions import By
from bot.engine.match import Match
from bot.engine.rules import CLASSIC
from bot.ui.charts.sheet import alt_text, score_chart
from bot.ui.charts.values import Chart, Drawn
from bot.ui.round_end import match_end_view
from tests.secrecy import cards_in
from tests.sketch import DOT
from tests.ui.scenes import (
    BGA,
    ENGLISH,
    HARD_NAMES,
    LOW,
    WIDE_NAMES,
    call,
    dealt_match,
    example_match,
    played_match,
    shown,
    table,
)


def plain(text: str) -> str:
    """Return a text without the marks that keep names apart from what is around them."""
    return text.replace("\u2068", "").replace("\u2069", "")


def over(before: tuple[int, int, int], **rules: Any) -> Match:
    """Return a match that is over with this round, in which "you" had 4 and the others 48 and 24."""
    hands = (LOW, "QH QD 8S TC TD", "8C 5C 4C 3C 4D")
    match = dealt_match(hands, before=before, rules=replace(CLASSIC, **rules))
    call(match, 0)
    return match


def test_a_chart_holds_the_totals_of_everybody_round_by_round() -> None:
    match = played_match(("you", "Ada", "Bo"), 5, rounds=4, rules=replace(CLASSIC, target=1000))
    chart = score_chart(ENGLISH, table(match=match))
    totals = [state.result.totals for state in match.rounds if state.result is not None]
    assert [line.name for line in chart.lines] == ["you", "Ada", "Bo"]
    assert list(zip(*(line.totals for line in chart.lines), strict=True)) == totals
    assert (chart.rounds, chart.target) == (4, 1000)


def test_an_assaf_and_an_exact_total_are_marked_where_they_happened() -> None:
    you, ada, bo = score_chart(ENGLISH, table(match=example_match())).lines
    first = example_match().rounds[0].result
    assert first is not None
    assert first.score.caller is not None
    caught = [line.number - 1 for line in (you, ada, bo) if 1 in line.assafs]
    assert caught == [first.score.caller]
    lowered = {line.number - 1: dict(line.lowered)[1] for line in (you, ada, bo) if 1 in dict(line.lowered)}
    assert lowered == dict(first.lowered)


def test_whoever_is_out_has_no_totals_any_more() -> None:
    match = dealt_match((LOW, "TS KH QD QC JC", "5C 5D 4C 3C 4D"), before=(0, 90, 0), rules=BGA)
    call(match, 0)
    match.deal(lambda cards: cards)
    while match.to_move is not None:
        match.apply(match.legal_actions()[0], By.HUMAN, lambda cards: cards)
    chart = score_chart(ENGLISH, table(match=match))
    assert [len(line.totals) for line in chart.lines] == [2, 1, 2]


def test_the_words_for_a_chart_say_who_won_and_every_total() -> None:
    chart = score_chart(ENGLISH, table(match=over((3, 90, 0))))
    said = plain(alt_text(ENGLISH, chart))
    assert said == "Score chart of 1 round. you wins! Totals: you: 3, Bo: 24, and Ada: 138."


def test_a_shared_win_is_said_and_so_is_none() -> None:
    shared = score_chart(ENGLISH, table(match=over((24, 90, 0))))
    assert "you and Bo share the win!" in plain(alt_text(ENGLISH, shared))
    nobody = replace(shared, lines=tuple(replace(line, won=False) for line in shared.lines))
    assert plain(alt_text(ENGLISH, nobody)).startswith("Score chart of 1 round. Totals: ")


@pytest.mark.parametrize("names", [HARD_NAMES, WIDE_NAMES])
def test_the_words_for_a_chart_are_within_discords_limit(names: Sequence[str]) -> None:
    lines = tuple(
        replace(line, name=name, won=True, totals=(36_000 + at,))
        for at, (line, name) in enumerate(zip(eight(names).lines, names, strict=True))
    )
    said = alt_text(ENGLISH, replace(eight(names), lines=lines, rounds=1000))
    assert 0 < len(said) <= 1024
    assert said.endswith(".")


def eight(names: Sequence[str]) -> Chart:
    """Return the chart of a match with eight seats."""
    return score_chart(ENGLISH, table(match=played_match(names, 3)))


def test_a_chart_names_no_card() -> None:
    for match in (over((3, 90, 0)), example_match(), played_match(HARD_NAMES, 3)):
        chart = score_chart(ENGLISH, table(match=match))
        assert cards_in(chart.to_json() + alt_text(ENGLISH, chart)) == set()


async def test_the_picture_comes_last_and_changes_nothing_above_it() -> None:
    ended = table(match=over((3, 90, 0)))
    without, charted = match_end_view(ENGLISH, ended), match_end_view(ENGLISH, ended, Drawn(DOT))
    (frame,), (frame_with_it,) = without.to_components(), charted.to_components()
    *before, gallery = frame_with_it["components"]
    assert before == frame["components"]
    (item,) = gallery["items"]
    assert item["media"]["url"] == "attachment://scores.png"
    assert item["description"] == alt_text(ENGLISH, score_chart(ENGLISH, ended))


async def test_whose_number_stands_in_the_picture_is_told_where_the_totals_are() -> None:
    ended = table(match=over((3, 90, 0)))
    lines = shown(match_end_view(ENGLISH, ended, Drawn(DOT, (2, 3)))).splitlines()
    assert lines[1:4] == [
        "1\\. **you** · 3 points",
        "2\\. **Bo** · 24 points · #3",
        "3\\. **Ada** · 138 points · #2",
    ]
