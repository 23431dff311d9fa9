"""Tables in the states that the messages have to show."""

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel import Locale
from babel.support import NullTranslations
from discord import PartialEmoji
from discord.ui import LayoutView, Modal, View

from bot.engine.actions import Action, By, CallYaniv, Draw, Lay, Play, SlapDown
from bot.engine.cards import Card, full_deck, parse_cards
from bot.engine.journal import follow_action
from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC, Rules
from bot.engine.seating import HUMAN
from bot.presets import preset
from bot.store.values import EndedBy, Place, PlaceKind, SeatRow
from bot.tables.attendance import Attendance
from bot.tables.values import Table
from bot.ui.cards import card_text
from bot.ui.faces import FOUR_COLOURS, TWO_COLOURS, Faces
from bot.ui.words import Words

GOLDEN = Path(__file__).parent.parent / "golden"
ENGLISH = Words(Locale("en"), NullTranslations())
CARD_FACES = Faces(
    {
        name: PartialEmoji(name=f"{name}_a1b2", id=10**19 - 1 - number)
        for number, name in enumerate(sorted(TWO_COLOURS | FOUR_COLOURS))
    }
)
PICTURED = ENGLISH.showing(CARD_FACES)
NOW = datetime(2024, 5, 4, 18, 30, tzinfo=UTC)
MATCH = 71
FRENCH = preset("french")
TRAVELLERS = preset("travellers")
BGA = preset("bga")
HARD_NAMES = (
    "**bold** _it_ ~~no~~",
    "`tick` ```block```",
    "||spoiler|| <@1234>",
    "@everyone <#99>",
    "# big\n- list",
    "שלום עולם",
    "[here](http://x.y)",
    "\\ back \\",
)
WIDE_NAMES = tuple("名" * 31 + digit for digit in "１２３４５６７８")


def table(
    players: Sequence[str | Player] = ("you", "Ada", "Bo"),
    *,
    match: Match | None = None,
    rules: Rules = CLASSIC,
    deadline: datetime | None = None,
    votes: Iterable[int] = (),
    lobby_ended: EndedBy | None = None,
) -> Table:
    """Return a table; users are 100, 101, … by seat, the host is 100."""
    seated = [Player(player) if isinstance(player, str) else player for player in players]
    if match is not None:
        seated = list(match.players)
    return Table(
        id=MATCH,
        place=Place(PlaceKind.CHANNEL, 500),
        guild_id=900,
        host_id=100,
        rules=rules if match is None else match.rules,
        locale="en",
        version=4,
        seats=tuple(
            SeatRow(seat, 100 + seat if player.kind == HUMAN else None, player.name, player.kind)
            for seat, player in enumerate(seated)
        ),
        deadline=deadline,
        messages={},
        host_acted=NOW,
        acted_at=NOW,
        match=match,
        lobby_ended=lobby_ended,
        attendance=Attendance(votes=frozenset(votes)),
    )


def example_match(actions: int | None = None) -> Match:
    """Return the worked example after that many actions of its first round; all of it if None."""
    record = json.loads((GOLDEN / "example-game.json").read_text("utf-8"))
    players = [Player(player["name"], player["kind"]) for player in record["players"]]
    match = Match(Rules.from_json(record["rules"]), players)
    for number, part in enumerate(record["rounds"]):
        if number and actions is not None:
            break
        deck = [Card.parse(code) for code in part["deck"]]
        match.deal(lambda _, deck=deck: deck, part["dealer"] if match.round is None else None)
        for action in part["actions"][:actions]:
            follow_action(match, action, None)
    return match


def played_match(
    names: Sequence[str], seed: int, *, rounds: int = 1, turns: int = 0, rules: Rules = CLASSIC
) -> Match:
    """Return a match with that many finished rounds and `turns` turns of another, played by chance."""
    rng = random.Random(seed)

    def shuffler(cards: Sequence[Card]) -> Sequence[Card]:
        return rng.sample(cards, len(cards))

    match = Match(rules, [Player(name) for name in names])
    while not match.is_over and len(match.rounds) < rounds:
        match.deal(shuffler, rng.randrange(len(names)))
        while match.to_move is not None:
            match.apply(rng.choice(match.legal_actions()), By.HUMAN, shuffler)
    if turns and not match.is_over:
        match.deal(shuffler, rng.randrange(len(names)))
        for _ in range(turns):
            match.apply(rng.choice(_turns(match)), By.HUMAN, shuffler)
            if match.slap is not None and rng.random() < 0.5:
                match.apply(match.slap, By.HUMAN, shuffler)
    return match


def _turns(match: Match) -> list[Action]:
    return [action for action in match.legal_actions() if not isinstance(action, CallYaniv)]


def parts(view: LayoutView | View | Modal) -> Iterator[dict[str, Any]]:
    """Walk over every component of a message as it is sent."""
    return _parts(view.to_components())


def _parts(components: Iterable[Any]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _parts(component.get("components", ()))
        yield from _parts([component["component"]] if "component" in component else ())


def shown(view: LayoutView | View) -> str:
    """Return every text of a message."""
    texts = [part["content"] for part in parts(view) if "content" in part]
    return "\n".join(texts)


def buttons(view: LayoutView | View) -> dict[str, str]:
    """Return the labels of a message's buttons by custom_id or address, in their order."""
    return {part.get("custom_id") or part["url"]: part["label"] for part in parts(view) if part["type"] == 2}


def dealt_match(
    hands: Sequence[str],
    start: str = "KS",
    stock: str = "",
    *,
    before: Sequence[int] | None = None,
    names: Sequence[str | Player] = ("you", "Ada", "Bo"),
    rules: Rules = CLASSIC,
) -> Match:
    """Return a match with these hands just dealt; seat 0 is to move, `before` are the totals so far.

    `names` are people, or whoever else sits there.

    A seat that is out by then has "" for a hand.
    """
    named = [name for name, _ in zip(names, hands, strict=True)]
    match = Match(rules, [Player(name) if isinstance(name, str) else name for name in named])
    match.totals = match.totals if before is None else tuple(before)
    dealt = [parse_cards(hand) for hand in hands]
    seats = match.seats_in
    top = [dealt[seat][step] for step in range(rules.hand_size) for seat in seats]
    top += parse_cards(f"{start} {stock}")
    rest = list(full_deck(rules.decks_for(len(seats)), rules.jokers))
    for card in top:
        rest.remove(card)
    match.deal(lambda _: [*top, *rest], seats[-1])
    return match


def play(match: Match, seat: int, discard: str, draw: str | None = None) -> None:
    """Play a turn: `draw` is the card taken, None for the stock."""
    action = Play(seat, parse_cards(discard), None if draw is None else Card.parse(draw))
    match.apply(action, By.HUMAN, lambda cards: cards)


def call(match: Match, seat: int) -> None:
    """Call Yaniv."""
    match.apply(CallYaniv(seat), By.HUMAN, lambda cards: cards)


def lay(match: Match, seat: int, cards: str) -> None:
    """Lay cards and draw none (docs/rules.md, section 4); the last one is the new top."""
    match.apply(Lay(seat, parse_cards(cards)), By.HUMAN, lambda cards: cards)


def draw(match: Match, seat: int) -> None:
    """Draw because nothing can be laid."""
    match.apply(Draw(seat), By.HUMAN, lambda cards: cards)


def slap(match: Match, seat: int, card: str) -> None:
    """Slap down the card just drawn."""
    match.apply(SlapDown(seat, Card.parse(card)), By.HUMAN, lambda cards: cards)


LOW = "AS 2S AH X1 X2"
"""A hand of 4 points."""
FACES = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]|🃏")


def faces(cards: Iterable[Card]) -> set[str]:
    """Return cards as they are shown."""
    return {card_text(ENGLISH, card) for card in cards}
