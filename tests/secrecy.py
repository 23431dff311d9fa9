"""Which cards a text names, and which of them everybody knows: the guard of every secrecy test.

Cards are told apart by their code (`9S`, `TD`); all jokers are one, `X`, since nobody can tell them apart.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from bot.engine.actions import Play, SlapDown
from bot.engine.cards import Card
from bot.engine.match import Match
from bot.engine.round import Round

JOKER: Final = "X"

Shown = frozenset[frozenset[str]]
"""The hands that were shown at the end of one round."""

# --- what a text names

# As players read them: "9♠", "10♥", "🃏"; court cards in the letters of every language that has its own.
_LETTERS: Final = {"A": "A", "J": "J", "V": "J", "B": "J", "Q": "Q", "D": "Q", "K": "K", "R": "K"}
_SUITS: Final = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
_FACE: Final = re.compile(r"(?<![0-9A-Za-z])(10|[2-9]|[A-Z])[ \ufe0f]?([♠♤♥♡♦♢♣♧])")
_JOKER: Final = re.compile(r"🃏(?! (?!Joker))")
# As records write them: "9S", "TD", "X1"; an underscore may stand beside it, as in the name of an emoji.
_CODE: Final = re.compile(r"(?<![0-9A-Za-z])(?:([A2-9TJQK][SHDC])|X[1-4])(?![0-9A-Za-z])")
_EMOJI: Final = re.compile(r"<a?:(\w+):[0-9]+>")
# In words, for who spells them out.
_RANKS: Final = {
    "ace": "A",
    "jack": "J",
    "queen": "Q",
    "king": "K",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    **{digit: digit for digit in "23456789"},
    "10": "T",
}
# As the pictures are called: "nine_of_spades_a1b2", "nine_of_clubs_green", "red_joker_a1b2".
_PICTURE: Final = re.compile(
    rf"(?<![a-z])({'|'.join(_RANKS)})_of_(spades|hearts|diamonds|clubs)(?![a-z])", re.IGNORECASE
)
_JESTER: Final = re.compile(r"(?<![a-z])(?:black|red)[_ ]joker(?![a-z])", re.IGNORECASE)
_SPOKEN: Final = re.compile(rf"\b({'|'.join(_RANKS)}) of (spades|hearts|diamonds|clubs)\b", re.IGNORECASE)
# As the engine's values show themselves: Card(rank=9, suit=<Suit.SPADES: 'S'>).
_SHOWN: Final = re.compile(r"rank=(\d+), suit=(?:<Suit\.)?(S|H|D|C)")

# What the rules show as examples, always the same, whatever is held.
_EXAMPLES: Final = re.compile(r"\((?:9♠ 9♦(?: 9♥)?|5♥ (?:6♥|🃏) 7♥|2♣ 7♣ [A-Z]♣|[A-Z]♠ [A-Z]♥ [A-Z]♦)\)")


def cards_in(text: str) -> set[str]:
    """Return every card that a text names, however it is written; examples of the rules are none."""
    text = _EXAMPLES.sub("", text)
    named = {_code(rank, _SUITS[suit]) for rank, suit in _FACE.findall(text)}
    named |= {code or JOKER for code in _CODE.findall(text)}
    spoken = [*_SPOKEN.findall(text), *_PICTURE.findall(text)]
    named |= {_RANKS[rank.lower()] + suit[0].upper() for rank, suit in spoken}
    named |= {"0A23456789TJQK"[int(rank)] + suit for rank, suit in _SHOWN.findall(text) if 0 < int(rank) < 14}
    for name in _EMOJI.findall(text):
        named |= cards_in(re.sub(r"_", " ", name).upper())
    return named | ({JOKER} if _JOKER.search(text) or _JESTER.search(text) else set())


def _code(rank: str, suit: str) -> str:
    return ("T" if rank == "10" else _LETTERS.get(rank, rank)) + suit


def texts(value: Any) -> Iterator[str]:
    """Return every text in the body of a request or an event, keys aside."""
    match value:
        case str():
            yield value
        case Mapping():
            for inner in cast("Mapping[str, Any]", value).values():
                yield from texts(inner)
        case list() | tuple():
            for inner in cast("Sequence[Any]", value):
                yield from texts(inner)
        case _:
            pass


def custom_ids(value: Any) -> Iterator[str]:
    """Return every custom_id in the body of a request."""
    match value:
        case Mapping():
            for key, inner in cast("Mapping[str, Any]", value).items():
                if key == "custom_id" and isinstance(inner, str):
                    yield inner
                yield from custom_ids(inner)
        case list() | tuple():
            for inner in cast("Sequence[Any]", value):
                yield from custom_ids(inner)
        case _:
            pass


# --- what everybody knows


def codes(cards: Iterable[Card]) -> set[str]:
    """Return the codes of cards."""
    return {JOKER if card.is_joker else card.code for card in cards}


def public_cards(match: Match) -> set[str]:
    """Return what everybody knows of the round being played, and of the one before if it has just begun.

    That is every card laid, taken or turned up that has not gone into a new stock since, and every hand
    once the round is over. The message of a round that has ended is redrawn when the next one is dealt.
    """
    if match.round is None:
        return set()
    public = _of_round(match.round)
    if len(match.rounds) > 1 and len(match.round.actions) == 0:
        public |= _cards_shown(match.rounds[-2])
    return public


def _of_round(state: Round) -> set[str]:
    if state.result is not None:
        return _cards_shown(state) | codes(state.discard.cards) | codes(state.pile)
    public = codes(state.discard.cards) | codes(state.takeable) | codes(state.pile)
    for action, _ in state.actions[-2:]:
        # The latest turn is told in words.
        public |= codes(_shown_by(action))
    return public | codes(_known_in_hand(state))


def _shown_by(action: object) -> Iterator[Card]:
    match action:
        case Play(_, discard, draw):
            yield from discard
            if draw is not None:
                yield draw
        case SlapDown(_, card):
            yield card
        case _:
            yield from getattr(action, "cards", ())


def _known_in_hand(state: Round) -> Iterator[Card]:
    """Return the cards that somebody took from a discard and still holds."""
    taken: Counter[Card] = Counter()
    for action, _ in state.actions:
        if isinstance(action, Play):
            taken.subtract(action.discard)
            if action.draw is not None:
                taken[action.draw] += 1
    held = {card for hand in state.hands for card in hand}
    return (card for card, count in taken.items() if count > 0 and card in held)


def _cards_shown(state: Round) -> set[str]:
    return set() if state.result is None else {c for hand in state.result.hands for c in codes(hand)}


def hands_shown(match: Match) -> set[Shown]:
    """Return the hands that were shown at the end of each of the last two rounds that have ended."""
    results = [state.result for state in match.rounds[-2:] if state.result is not None]
    return {frozenset(frozenset(codes(hand)) for hand in result.hands if hand) for result in results}


def hand_of(match: Match, seat: int) -> set[str]:
    """Return what one seat holds."""
    return set() if match.round is None else codes(match.round.hands[seat])


# --- the guard


def leaks(
    body: Any,
    public: Collection[str],
    own: Collection[str] = (),
    shown: Collection[Shown] = (),
) -> list[str]:
    """Return what a message says that its readers may not know.

    `public` is what everybody knows, `own` what its only reader holds. In a custom_id nothing may stand but
    what everybody knows. `shown` are the hands at the ends of rounds: a text that tells all those of one
    round, a line each, and no other card is the memory of it, however late it comes.
    """
    known = {*public, *own}
    return [
        *(
            f"{_named(hidden)} in {text[:200]!r}"
            for text in texts(body)
            if (hidden := cards_told(text, shown) - known)
        ),
        *(
            f"{_named(hidden)} in the custom_id {text!r}"
            for text in custom_ids(body)
            if (hidden := cards_in(text).difference(public))
        ),
    ]


def cards_told(text: str, shown: Collection[Shown] = ()) -> set[str]:
    """Return every card that a text names; none if it tells all the hands of one of these rounds."""
    hands = frozenset(frozenset(cards) for cards in map(cards_in, text.split("\n")) if cards)
    return set() if hands in shown else set[str]().union(*hands)


def _named(cards: Iterable[str]) -> str:
    return " ".join(sorted(cards))


def log_leaks(lines: Iterable[str], public: Collection[str] = (), words: Iterable[str] = ()) -> list[str]:
    """Return the lines of a log that name a card not everybody knows, or hold one of these words."""
    told = tuple(words)
    return [line for line in lines if cards_in(line) - set(public) or any(word in line for word in told)]
