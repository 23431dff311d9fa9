"""Every refusal is one sentence with names, cards and times in it, whatever the error lacks."""

from collections.abc import Iterator

import pytest

from bot.engine.cards import Card
from bot.engine.errors import CardNotTakeable, GapInRun, HandTooHigh, NotYourTurn, StockEmpty, YanivError
from bot.store.values import Place, PlaceKind
from bot.tables.errors import AlreadyOpen, HostDeals, NotYourTurnUntil
from bot.ui.refusals import matches_view, notice_view, sentence
from tests.ui.scenes import ENGLISH, NOW, buttons, example_match, shown, table

RUNNING = table(match=example_match(3))
HERE = Place(PlaceKind.CHANNEL, 500)


def every_error(base: type[YanivError] = YanivError) -> Iterator[type[YanivError]]:
    yield base
    for kind in base.__subclasses__():
        yield from every_error(kind)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NotYourTurn(seat=1), "It is not your turn: **Ada** is to move."),
        (
            NotYourTurnUntil(seat=1, moment=NOW),
            f"It is not your turn: **Ada** is to move, until <t:{int(NOW.timestamp())}:T>.",
        ),
        (CardNotTakeable(card=Card.parse("6H")), "6♥ cannot be taken."),
        (
            GapInRun(low=Card.parse("5H"), high=Card.parse("TH")),
            "Not a discard: 5♥ and 10♥ leave a gap.",
        ),
        (HandTooHigh(total=10, limit=7), "You cannot call Yaniv: you hold 10, the limit is 7."),
        (StockEmpty(), "The stock is empty: take a card of the last discard."),
        (
            HostDeals(moment=NOW),
            f"Only the host deals; if the host does nothing, you may from <t:{int(NOW.timestamp())}:T> on.",
        ),
        (AlreadyOpen(HERE, 3), "There is a match here already: <#500>."),
        (
            AlreadyOpen(Place(PlaceKind.PERSON, 100), 3),
            "There is a match here already: in your direct messages.",
        ),
    ],
)
def test_a_refusal_names_who_what_and_when(error: YanivError, said: str) -> None:
    assert sentence(ENGLISH, error, RUNNING) == said


def test_a_refusal_leads_to_the_message_it_is_given() -> None:
    link = "https://discord.com/channels/900/500/7"
    assert sentence(ENGLISH, AlreadyOpen(HERE, 3), link=link) == f"There is a match here already: {link}."


def test_a_seat_without_a_table_is_another_player() -> None:
    assert sentence(ENGLISH, NotYourTurn(seat=1)) == "It is not your turn: another player is to move."
    assert sentence(ENGLISH, NotYourTurn(seat=9), RUNNING).endswith("another player is to move.")


@pytest.mark.parametrize("kind", list(every_error()), ids=lambda kind: kind.__name__)
def test_every_error_can_be_told_without_its_details(kind: type[YanivError]) -> None:
    error = kind.__new__(kind)
    error.details = {}
    said = sentence(ENGLISH, error)
    assert said
    assert "{" not in said


async def test_a_notice_is_its_sentence_alone() -> None:
    view = notice_view(ENGLISH, "Only the host can do that.")
    assert shown(view) == "Only the host can do that."
    assert buttons(view) == {}


async def test_matches_elsewhere_stand_with_those_waiting_first() -> None:
    text = shown(matches_view(ENGLISH, [("<#1>", False), ("<#2>", True)]))
    assert text.splitlines()[1:] == ["▶ <#2> · **your turn**", "- <#1>"]


async def test_without_a_match_elsewhere_it_says_how_to_start_one() -> None:
    assert "/yaniv start" in shown(matches_view(ENGLISH, []))
