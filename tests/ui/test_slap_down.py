"""A slap-down is offered to the one who may, as long as they may; nobody else learns of it (section 6)."""

from discord.ui import LayoutView

from bot.engine.match import Match
from bot.ui.calls import turn_text
from bot.ui.hand import hand_view
from bot.ui.table import table_view
from tests.ui.scenes import ENGLISH, TRAVELLERS, buttons, dealt_match, parts, play, shown, slap, table

HANDS = ("9S 9D 4C 2H KH", "QH QD 8S 8D 7C", "TH TD 6S 6D 2C")


def drawn(card: str) -> Match:
    """Return the match after seat 0 has laid two nines and drawn that card."""
    match = dealt_match(HANDS, "KS", card, rules=TRAVELLERS)
    play(match, 0, "9S 9D")
    return match


def panel(match: Match, seat: int) -> LayoutView:
    return hand_view(ENGLISH, table(match=match), match.seat_view(seat), ())


async def test_it_stands_on_top_off_turn_while_it_is_possible() -> None:
    view = panel(drawn("9H"), 0)
    assert next(iter(buttons(view).items())) == ("y:slap:71:2:-", "Slap down 9♥")
    assert shown(view).splitlines()[0] == "## ✋ Slap it down?"
    assert "until the next player moves" in shown(view)
    assert "Ada to move" in shown(view)


async def test_it_is_gone_once_the_next_player_has_moved() -> None:
    match = drawn("9H")
    play(match, 1, "QH QD")
    assert "y:slap:71:2:-" not in buttons(panel(match, 0))


async def test_it_is_not_offered_for_another_rank_nor_to_others() -> None:
    assert "y:slap:71:2:-" not in buttons(panel(drawn("3H"), 0))
    assert not any(key.startswith("y:slap") for key in buttons(panel(drawn("9H"), 1)))


async def test_no_public_message_tells_that_somebody_could_slap() -> None:
    could, could_not = (table(match=drawn(card)) for card in ("9H", "3H"))
    assert list(parts(table_view(ENGLISH, could))) == list(parts(table_view(ENGLISH, could_not)))
    assert turn_text(ENGLISH, could) == turn_text(ENGLISH, could_not)


async def test_no_other_hand_tells_that_somebody_could_slap() -> None:
    for seat in (1, 2):
        could, could_not = (panel(drawn(card), seat) for card in ("9H", "3H"))
        assert list(parts(could)) == list(parts(could_not))


async def test_the_table_tells_a_slap_after_the_turn_it_belongs_to() -> None:
    match = drawn("9H")
    slap(match, 0, "9H")
    text = shown(table_view(ENGLISH, table(match=match)))
    assert "**you** laid 9♠ 9♦ and drew from the stock.\n✋ **you** slapped down 9♥!" in text
    assert "[9♠] [9♦] [9♥]" in text
    assert "4 cards" not in text
    assert list(buttons(panel(match, 1)).values())[-4:] == ["Draw", "Take 9♠", "Take 9♦", "Take 9♥"]
