"""What a hand panel shows, read from its buttons: the same in every language."""

import re
from dataclasses import dataclass
from typing import Final, Self

from simcord.backend.models import Message

from tests.load.messages import buttons, ids, words

_FACE: Final = re.compile(r"(10|[2-9]|[A-Z])([♠♥♦♣])")
_COURTS: Final = {"A": 1, "J": 11, "Q": 12, "K": 13}
_JOKER: Final = 0
REFUSED: Final = "⚠️"


@dataclass(frozen=True)
class Panel:
    """A hand panel. `ranks` and `suits` are those of the cards in order; a joker has rank 0 and no suit.

    The other fields are the custom_ids of what can be clicked now, empty for what cannot.
    """

    message: Message
    match_id: int
    version: int
    ranks: tuple[int, ...]
    suits: tuple[str, ...]
    selected: tuple[int, ...]
    cards: tuple[str, ...]
    draw: str
    takes: tuple[str, ...]
    call: str
    lay: str
    forced: str
    slap: str
    hint: str

    @classmethod
    def read(cls, message: Message) -> Self | None:
        """Return what a message shows, None if it shows no hand."""
        cards = ids(message, "card")
        if not cards:
            return None
        labels = [str(button["label"]) for button in buttons(message) if button.get("custom_id") in cards]
        faces = [_FACE.search(label) for label in labels]
        _, _, match_id, version, selection, _ = cards[0].split(":")

        def one(verb: str) -> str:
            return next(iter(ids(message, verb)), "")

        return cls(
            message=message,
            match_id=match_number(match_id),
            version=int(version),
            ranks=tuple(
                _JOKER if face is None else _COURTS.get(face[1]) or _number(face[1]) for face in faces
            ),
            suits=tuple("" if face is None else face[2] for face in faces),
            selected=() if selection == "-" else tuple(map(int, selection)),
            cards=tuple(cards),
            draw=one("draw"),
            takes=tuple(ids(message, "take")),
            call=one("call"),
            lay=one("lay"),
            forced=one("forced"),
            slap=one("slap"),
            hint=one("hint"),
        )

    @property
    def to_move(self) -> bool:
        """Say whether its reader is to move."""
        return any((self.draw, self.takes, self.lay, self.forced, self.call))

    @property
    def top(self) -> tuple[int, str] | None:
        """Return rank and suit of the first card named above the hand: the top one, where there is one."""
        face = _FACE.search(words(self.message))
        return None if face is None else (_COURTS.get(face[1]) or _number(face[1]), face[2])


def match_number(written: str) -> int:
    """Return the number of a match as a custom_id names it; a `p` before it is of a practice."""
    return int(written.removeprefix("p"))


def _number(letter: str) -> int:
    # Another language's letter for a court card: worth ten like every one of them.
    return int(letter) if letter.isdigit() else 11
