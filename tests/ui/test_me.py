"""The page of what a person prefers: what holds now, what can be chosen, and the lucky word."""

from typing import Any

import pytest

from bot.personal import LONGEST_WORD, NOTHING_SAID, CardStyle, Personal, Pings, Sorting
from bot.ui.clicks import Click
from bot.ui.hand import hand_view, in_order
from bot.ui.me import CHOICES, changed, lucky_modal, me_view, read_lucky_word
from bot.ui.words import Languages
from tests.ui.scenes import ENGLISH, dealt_match, parts, shown, table

LANGUAGES = Languages.load()
FULL = Personal(
    language="he",
    cards=CardStyle.TEXT,
    four_colours=True,
    pings=Pings.DIRECT,
    sorting=Sorting.SUIT,
    lucky_word="**abra** @everyone",
)
HAND = "2S 9S 9D KH 4C"


def selects(personal: Personal) -> dict[str, list[dict[str, Any]]]:
    """Return the options of every select, by custom_id."""
    view = me_view(ENGLISH, personal, LANGUAGES, "fr")
    return {part["custom_id"]: part["options"] for part in parts(view) if part["type"] == 3}


def chosen(personal: Personal) -> dict[str, str]:
    """Return what each select shows."""
    return {
        custom_id.removeprefix("y:me:"): next(o["label"] for o in options if o["default"])
        for custom_id, options in selects(personal).items()
    }


async def test_whoever_said_nothing_sees_what_holds_then() -> None:
    assert chosen(NOTHING_SAID) == {
        "language": "As in your Discord",
        "pings": "Mention me in the channel",
        "cards": "Cards as pictures",
        "colours": "Two colours",
        "sorting": "Sorted by rank",
    }
    assert "You have no lucky word yet." in shown(me_view(ENGLISH, NOTHING_SAID, LANGUAGES, "fr"))
    as_in_discord = selects(NOTHING_SAID)["y:me:language"][0]
    assert as_in_discord["description"] == "français"


async def test_what_was_chosen_is_shown() -> None:
    assert chosen(FULL) == {
        "language": "עברית",
        "pings": "Send me a direct message",
        "cards": "Cards as text",
        "colours": "Four colours",
        "sorting": "Sorted by suit",
    }
    assert "Your lucky word: **\\*\\*abra\\*\\* @\u200beveryone**" in shown(
        me_view(ENGLISH, FULL, LANGUAGES, "fr")
    )


@pytest.mark.parametrize("what", CHOICES)
async def test_whatever_is_offered_can_be_chosen_and_is_then_shown(what: str) -> None:
    for option in selects(NOTHING_SAID)[f"y:me:{what}"]:
        after = changed(NOTHING_SAID, what, option["value"], LANGUAGES)
        assert after is not None
        assert chosen(after)[what] == option["label"]
        others = set(CHOICES) - {what}
        assert {other: chosen(after)[other] for other in others} == {
            other: chosen(NOTHING_SAID)[other] for other in others
        }


async def test_every_language_that_is_spoken_is_offered_by_its_own_name() -> None:
    offered = [option["label"] for option in selects(NOTHING_SAID)["y:me:language"][1:]]
    assert offered == [LANGUAGES.for_locale(code).own_name for code in LANGUAGES.codes]
    assert {"English", "français", "Deutsch", "español", "עברית"} <= {*offered}


@pytest.mark.parametrize("what", [*CHOICES, "lucky", "everything", ""])
@pytest.mark.parametrize("value", [None, "", "nothing of the kind", "xx", "1", "x" * 100])
def test_what_is_not_offered_cannot_be_chosen(what: str, value: str | None) -> None:
    assert changed(FULL, what, value, LANGUAGES) is None


def test_the_form_for_the_lucky_word_shows_the_one_there_is() -> None:
    modal = lucky_modal(ENGLISH, FULL)
    assert modal.custom_id == "y:me:lucky"
    assert Click.parse(modal.custom_id) is not None
    (field,) = modal.to_components()
    assert field["component"]["value"] == FULL.lucky_word
    assert field["component"]["max_length"] == LONGEST_WORD
    assert not field["component"]["required"], "an empty one is none"


def filled(value: str) -> dict[str, Any]:
    return {"components": [{"type": 18, "component": {"type": 4, "custom_id": "lucky", "value": value}}]}


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("abracadabra!", "abracadabra!"),
        ("  two \n words ", "two words"),
        ("\u202eevil\u202c\u200b", "evil"),
        ("", ""),
        ("   ", ""),
        ("\u200b\u2060", ""),
        ("?", "?"),
        ("\ud800x", "x"),
        ("名" * LONGEST_WORD, "名" * LONGEST_WORD),
    ],
)
def test_of_a_lucky_word_what_can_be_seen_is_kept(written: str, kept: str) -> None:
    assert read_lucky_word(filled(written)) == kept


@pytest.mark.parametrize("data", [{}, filled("x" * (LONGEST_WORD + 1)), {"components": [{"type": 18}]}])
def test_what_the_form_could_not_have_said_is_no_lucky_word(data: dict[str, Any]) -> None:
    assert read_lucky_word(data) is None


def cards_of(personal: Personal) -> list[tuple[str, str]]:
    """Return the cards of a panel as they are shown: label and custom_id."""
    match = dealt_match((HAND, "5H 6H 7H QC 3S"), "3D", "7C 8C", names=("you", "Ada"))
    seat = next(seat for seat in range(2) if "9S" in {card.code for card in match.seat_view(seat).hand})
    view = hand_view(ENGLISH, table(match=match), match.seat_view(seat), (), personal=personal)
    return [
        (part["label"], part["custom_id"])
        for part in parts(view)
        if part.get("custom_id", "").startswith("y:card:")
    ]


async def test_a_hand_is_sorted_as_its_reader_likes() -> None:
    by_rank = [label for label, _ in cards_of(NOTHING_SAID)]
    by_suit = [label for label, _ in cards_of(Personal(sorting=Sorting.SUIT))]
    assert by_rank == ["2♠", "4♣", "9♠", "9♦", "K♥"]
    assert by_suit == ["2♠", "9♠", "K♥", "4♣", "9♦"], "black and red in turn"


async def test_a_click_on_a_card_means_that_card_however_the_hand_was_sorted() -> None:
    by_rank, by_suit = cards_of(NOTHING_SAID), cards_of(Personal(sorting=Sorting.SUIT))
    assert dict(by_rank) == dict(by_suit)
    assert [custom_id.rsplit(":", 1)[1] for _, custom_id in by_rank] == ["0", "1", "2", "3", "4"]


def test_jokers_come_last_however_a_hand_is_sorted() -> None:
    match = dealt_match(("X1 AS AH X2 2C", "5H 6H 7H QC 3S"), "3D", "7C 8C", names=("you", "Ada"))
    hands = [match.seat_view(seat).hand for seat in range(2)]
    hand = next(hand for hand in hands if any(card.is_joker for card in hand))
    for sorting in Sorting:
        order = in_order(hand, sorting)
        assert sorted(order) == [0, 1, 2, 3, 4]
        assert all(hand[position].is_joker for position in order[-2:])
