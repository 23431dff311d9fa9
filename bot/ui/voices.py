"""What the characters among the computers say at the end of a round: one voice each, and seldom."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.engine.scoring import RoundKind, RoundResult
from bot.players.characters import CHARACTERS, character_of
from bot.tables.values import Table
from bot.ui.parts import names
from bot.ui.words import N_, Words

ONE_IN: Final = 3
"""In one of so many rounds a character that has something to say says it."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What a character says once its call stood, once it was caught, and once it caught somebody."""

    stood: str
    caught: str
    catching: str


VOICES: Final[Mapping[str, Voice]] = MappingProxyType(
    dict(
        zip(
            CHARACTERS,
            (
                # Translators: Gil, a beginner who is surprised by everything.
                Voice(
                    N_("Wait, that worked?"),
                    N_("Oh. Was that too early?"),
                    N_("I did what? Really?"),
                ),
                # Translators: Shir, a dreamer with a cup of tea.
                Voice(
                    N_("I only wanted to finish before my tea gets cold."),
                    N_("I looked at my tea for a moment, and look at that."),
                    N_("Oh, there were low cards behind my tea."),
                ),
                # Translators: Noa, dry and short.
                Voice(
                    N_("As planned."),
                    N_("That was not the plan."),
                    N_("I had a feeling."),
                ),
                # Translators: Tal, who has a proverb for everything.
                Voice(
                    N_("Light hands travel far."),
                    N_("The early bird met the cat."),
                    N_("Still water holds low cards."),
                ),
                # Translators: Lior, who counts everything.
                Voice(
                    N_("The numbers agreed with me."),
                    N_("Unlikely is not the same as never."),
                    N_("I had counted that far, too."),
                ),
                # Translators: Omer, old, polite and very good.
                Voice(
                    N_("Thank you, that was a fine round."),
                    N_("Beautifully waited. My compliments."),
                    N_("Forgive me. It had to be done."),
                ),
            ),
            strict=True,
        )
    )
)
"""The voices by the name of the character, in the order of `CHARACTERS`."""


def voice_line(words: Words, table: Table, result: RoundResult) -> str:
    """Return what a character says about how a round ended; empty in most rounds.

    It is the same whenever the round is drawn again. Of several who caught a caller the first one speaks.
    """
    for seat, line in _speakers(result):
        row = table.seats[seat]
        if row.user_id is not None or character_of(row.name, row.kind) is None:
            continue
        if zlib.crc32(f"{table.id} {result.totals} {row.name}".encode()) % ONE_IN == 0:
            said = words(line(VOICES[row.name]))
            return "💬 " + words("{name}: “{word}”", name=names(words, table.seats, [seat]), word=said)
    return ""


def _speakers(result: RoundResult) -> Iterator[tuple[int, Callable[[Voice], str]]]:
    """Yield the seats that have something to say, and which line of theirs."""
    score = result.score
    if score.caller is None:
        return
    if score.kind is not RoundKind.ASSAF:
        yield score.caller, lambda voice: voice.stood
        return
    yield score.caller, lambda voice: voice.caught
    for seat in score.assafers:
        yield seat, lambda voice: voice.catching
